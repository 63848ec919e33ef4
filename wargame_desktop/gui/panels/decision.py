"""The decision panel: whose decision it is, what the rules ask, and every way to answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QVBoxLayout

from wargame_desktop.core.action import Action, NotationError
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.sequence import Offer
from wargame_desktop.gui.table import Table

from .decision_actions import OfferButtons, OfferList, is_plain, main_offer, offers_that_matter
from .decision_head import DecisionHead
from .decision_line import ActionLine
from .forms import ActionForm, RefusalLabel, sentence
from .sequence_left import confirm_phase_end


class DecisionPanel(QFrame):
    """Head, buttons, forms, the list of all actions and the line to type one."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.form: ActionForm | None = None
        self._offers: tuple[Offer, ...] = ()
        self._answer: RefusalLabel | None = None
        self._make_parts()
        self._lay_out()
        self._connect()
        self.refresh()

    def _make_parts(self) -> None:
        table = self.table
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Decision"))
        self.heading = _label("heading", self.tr("DECISION"))
        self.alarm = _label("alarm", "")
        self.head = DecisionHead(table)
        self.buttons = OfferButtons()
        self.button_refusal = RefusalLabel(table)
        self.all_button = QToolButton()
        self.all_button.setCheckable(True)
        self.all_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.list = OfferList()
        self.form_heading = _label("heading", "")
        self.form_place = QVBoxLayout()
        self.line = ActionLine(table)
        self.usage = _label("dim", "")
        self.line_refusal = RefusalLabel(table)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self.heading, self.alarm, self.head, self.buttons, self.button_refusal):
            column.addWidget(part)
        column.addWidget(self.all_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.list)
        column.addWidget(self.form_heading)
        column.addLayout(self.form_place)
        column.addWidget(self.line)
        column.addWidget(self.usage)
        column.addWidget(self.line_refusal)
        column.addStretch(1)

    def _connect(self) -> None:
        session, table = self.table.session, self.table
        self.buttons.chosen.connect(self._button_chosen)
        self.buttons.filling.connect(self.open_form)
        self.list.chosen.connect(self.open_form)
        self.all_button.toggled.connect(self._show_list)
        self.line.entered.connect(self._line_entered)
        self.line.textChanged.connect(self._line_edited)
        session.changed.connect(self._game_changed)
        session.refused.connect(self._refused)
        session.proposed.connect(self.open_action)
        table.edit_mode_changed.connect(self._edit_mode_changed)

    # What there is to decide

    def _game_changed(self, _changed: object) -> None:
        self.refresh()

    def _edit_mode_changed(self, on: bool) -> None:
        self.close_form()
        self.all_button.setChecked(on)
        self.refresh()

    def refresh(self) -> None:
        """Show the decision as it stands."""
        session = self.table.session
        editing = self.table.edit_mode and session.waiting_for is None
        self._offers = self._current_offers()
        self.head.refresh()
        self.head.setVisible(not editing)
        self._show_alarm(editing)
        self._say(self.button_refusal, ())
        self._keep_form()
        self._show_offers()
        typed = self._typed_offers()
        self.line.set_offers(typed)
        self.line.setVisible(bool(typed))
        self._line_edited(self.line.text())

    def _current_offers(self) -> tuple[Offer, ...]:
        session = self.table.session
        if self.table.edit_mode:
            return () if session.waiting_for is not None else session.edit_offers
        return session.decision.offers if session.may_act and session.decision is not None else ()

    def _typed_offers(self) -> tuple[Offer, ...]:
        decision = self.table.session.decision
        if not self.table.edit_mode or decision is None or not self.table.session.may_act:
            return self._offers
        return (*self._offers, *decision.offers)

    def _show_alarm(self, editing: bool) -> None:
        text = self.tr("Edit mode: changes break the rules on purpose. Each is logged and marked.")
        if editing and not self.table.session.edit_offers:
            text = self.tr("Edit mode: this game knows no changes by hand.")
        self.alarm.setText(text)
        self.alarm.setVisible(editing)

    def _show_offers(self) -> None:
        editing = self.table.edit_mode
        shop = self.table.session.shop
        elsewhere = () if shop is None else shop.verbs
        here = [offer for offer in self._offers if offer.verb not in elsewhere]
        few: Sequence[Offer] = () if editing else offers_that_matter(here)
        main = main_offer(few)
        # One filled button in the panel: an open form has its own.
        primary = main.verb if main is not None and self.form is None else None
        self.buttons.show_offers(few, primary)
        more = len(here) > len(few) or editing
        arrow = Qt.ArrowType.DownArrow if self.all_button.isChecked() else Qt.ArrowType.RightArrow
        self.all_button.setArrowType(arrow)
        self.all_button.setText(self.tr("All actions ({count})").format(count=len(self._offers)))
        self.all_button.setVisible(more)
        self.list.show_offers(self._offers if more else ())
        self.list.setVisible(more and self.all_button.isChecked())

    def _show_list(self, on: bool) -> None:
        self._show_offers()
        if on and self.list.isVisibleTo(self):
            self.list.search.setFocus()

    # Forms

    def open_form(self, offer: Offer) -> None:
        """Ask for the arguments of an action; one without any is done at once."""
        if not offer.arguments:
            self._do(offer, self.button_refusal)
            return
        self._set_form(ActionForm(self.table, offer))
        assert self.form is not None
        self.form.focus_first()

    def open_action(self, action: Action) -> None:
        """Show an action that was dropped on the map, to be looked at and then done."""
        offer = next((offer for offer in self._offers if offer.verb == action.verb), None)
        if offer is None:
            return
        self._set_form(ActionForm(self.table, offer))
        assert self.form is not None
        self.form.fill(action)
        self.form.submit_button.setFocus()

    def close_form(self) -> None:
        """Put the form away."""
        self._set_form(None)

    def _set_form(self, form: ActionForm | None) -> None:
        if self.form is not None:
            self.form_place.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = form
        self.form_heading.setVisible(form is not None)
        if form is not None:
            rule = f"  {form.offer.rule}" if form.offer.rule and not self.table.edit_mode else ""
            self.form_heading.setText(form.offer.title.upper() + rule)
            form.submitted.connect(self._form_submitted)
            form.closed.connect(self.close_form)
            self.form_place.addWidget(form)
        self._show_offers()

    def _keep_form(self) -> None:
        """After a change, the open form stays when its action is still there."""
        if self.form is None:
            self.form_heading.hide()
            return
        offer = next((item for item in self._offers if item.verb == self.form.offer.verb), None)
        if offer is None:
            self.close_form()
        elif offer == self.form.offer:
            self.form.check_soon()
        else:
            old, new = self.form, ActionForm(self.table, offer)
            new.take_over(old)
            self._set_form(new)

    # Doing it

    def _button_chosen(self, offer: Offer) -> None:
        if is_plain(offer):
            self._do(offer, self.button_refusal)
        else:
            self.open_form(offer)

    def _do(self, offer: Offer, answer: RefusalLabel) -> None:
        self._play(self.table.session.system.notation.make(offer.verb, {}), answer)

    def _form_submitted(self, action: Action) -> None:
        form = self.form
        if form is not None and self._play(action, form.refusal):
            form.follow_again()

    def _line_entered(self, text: str) -> None:
        try:
            action = self.table.session.system.notation.parse(text)
        except NotationError as error:
            self._say(self.line_refusal, (refuse("notation", sentence(str(error))),))
            return
        edits = {offer.verb for offer in self.table.session.edit_offers}
        if action.verb in edits and not self.table.edit_mode:
            reason = self.tr("Changes by hand are made in edit mode only; switch it on first.")
            self._say(self.line_refusal, (refuse("edit.mode", reason),))
        elif self._play(action, self.line_refusal):
            self.line.remember(text)

    def _play(self, action: Action, answer: RefusalLabel) -> bool:
        """Send an action; a refusal is shown where the person asked."""
        if not confirm_phase_end(self.table, action, self.window()):
            return False
        self._say(answer, ())
        self._answer = answer
        try:
            return self.table.session.play(action)
        finally:
            self._answer = None

    def _refused(self, refusals: tuple[Refusal, ...], _text: str) -> None:
        if self._answer is not None:
            self._say(self._answer, refusals)

    @staticmethod
    def _say(label: RefusalLabel, refusals: Sequence[Refusal]) -> None:
        label.show_refusals(refusals)

    # The typed line

    def focus_line(self) -> None:
        """Put the keyboard into the line where an action is typed."""
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _line_edited(self, _text: str) -> None:
        verb = self.line.verb
        self.usage.setText(self.table.session.system.notation.usage(verb) if verb else "")
        self.usage.setVisible(bool(verb))
        self._say(self.line_refusal, ())


def _label(role: str, text: str) -> QLabel:
    label: QLabel = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
