"""The battle board: it lies over the map while a fight is on, shows both sides and takes every answer.

It knows no rule: the rule system says what a fight looks like (`systems.showing`), and the board plays the
actions that its buttons and pieces stand for.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from wargame_desktop.core.action import Action
from wargame_desktop.core.refusal import Refusal
from wargame_desktop.core.sequence import Offer
from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.showing import Fight, FightSide, Picks

from .battle_frame import BattleFrame, say
from .battle_parts import Answer, own_keys
from .battle_resolve import ASK, Resolver
from .battle_watch import FightWatch, SideDice
from .decision_actions import is_plain


class BattleBoard(BattleFrame):
    """The fight in progress; after its end it stays until the next action or until it is put away."""

    form_wanted = Signal(object)
    """An Offer that needs a form."""
    gone = Signal()
    """The board no longer lies on the map."""
    appeared = Signal(str)
    """The space of a fight that has just come up."""

    def __init__(self, table: Table, over: QWidget) -> None:
        super().__init__(table, over)
        self.session = table.session
        self.watch = FightWatch(table)
        self.resolver = Resolver(table, self.watch, self)
        self.fight: Fight | None = None
        """The fight shown; when it is over, as it was before its last action."""
        self.is_over = False
        self.chosen: list[str] = []
        self._node: Node = self.session.node
        self._asked = False
        self._connect()
        over.installEventFilter(self)
        self.hide()

    def _connect(self) -> None:
        session, table = self.session, self.table
        session.changed.connect(self._game_changed)
        session.refused.connect(self._refused)
        self.resolver.stopped.connect(self._resolver_stopped)
        for side in self.sides.values():
            side.columns.taken.connect(self._take)
            side.columns.dropped.connect(self._drop)
        self.fold_button.clicked.connect(lambda: self.fold(not self.folded))
        self.close_button.clicked.connect(self.put_away)
        self.back_button.clicked.connect(self._step_back)
        self.resolve_button.clicked.connect(lambda: self.resolver.start(False))
        self.all_button.clicked.connect(lambda: self.resolver.start(True))
        self.ask_box.setChecked(table.preferences[ASK])
        self.ask_box.toggled.connect(lambda on: table.preferences.set(ASK, on))
        table.preferences.changed.connect(self._preference_changed)
        for button in (self.back_button, self.ask_box, self.resolve_button, self.all_button):
            own_keys(button)
        self._odds_timer = QTimer(self, interval=0, singleShot=True)
        self._odds_timer.timeout.connect(self._show_odds)

    # Keeping in step

    def _game_changed(self, _changed: object) -> None:
        before, self._node = self._node, self.session.node
        fight = self.watch.fight
        if fight is not None:
            self._show(fight)
        elif self.session.waiting_for is None and self._node.parent is before and self._is_news():
            self._show_end()
        else:
            self.put_away()

    def _is_news(self) -> bool:
        """Whether the last action ended the fight shown, or was a fight of its own made by hand."""
        node = self._node
        if self.fight is not None and not self.is_over and self.isVisible():
            return True
        return bool(self.watch.throws_at(node)) and self.watch.was_by_hand(node)

    def _show(self, fight: Fight) -> None:
        fresh = not self.isVisible() or self.is_over or self.fight is None or self.fight.key != fight.key
        self.fight, self.is_over = fight, False
        if fresh:
            self.folded = False
        self.title.setText(fight.title)
        self.show_steps(fight)
        for name, box in self.sides.items():
            box.show_side(fight.side(name), self.watch.dice(name, fight))
        say(self.lines, fight.lines)
        say(self.story, ())
        self._show_picks(fight.picks if self.session.may_act else None)
        self._show_answers()
        self.chances.hide()
        self._odds_timer.start()
        self._appear(fresh)

    def _show_end(self) -> None:
        """The last dice and what came of them."""
        last, self.is_over = self.fight, True
        self.title.setText(self.tr("Fight resolved") if last is None else f"{last.title}: over")
        self.steps.hide()
        nobody = FightSide("", "", ())
        for name, box in self.sides.items():
            side = nobody if last is None else last.side(name)
            dice = self.watch.dice(name, None)
            box.show_side(side, dice if dice.throws else SideDice())
        say(self.lines, ())
        say(self.story, self.watch.story())
        self._show_picks(None)
        self._show_answers()
        self.chances.hide()
        self._appear(False)

    def put_away(self) -> None:
        """Take the board off the map."""
        keys = QApplication.focusWidget()
        had_keys = keys is not None and self.isAncestorOf(keys)
        self.fight, self.is_over = None, False
        was_there = self.isVisible()
        self.hide()
        if was_there:
            self.gone.emit()
        if had_keys:
            self.over.setFocus()

    def show_again(self) -> None:
        """Bring the board back, if there is a fight."""
        fight = self.watch.fight
        if fight is None:
            self.table.hint.emit(self.tr("No fight is on."))
            return
        self.folded = False
        self._show(fight)

    def fold(self, folded: bool) -> None:
        """Leave only the head, to see the map, or unfold it again."""
        self.folded = folded
        self._appear(False)

    def _appear(self, fresh: bool) -> None:
        self.area.setVisible(not self.folded)
        self.foot.setVisible(not self.folded)
        self.fold_button.setText("▴" if self.folded else "▾")
        self.show()
        self.raise_()
        self.place()
        QTimer.singleShot(0, self._place_again)
        if fresh and self.fight is not None:
            self.appeared.emit(self.fight.space)
        if fresh and self.session.may_act and self.window().isActiveWindow():
            self._focus_first()

    def _place_again(self) -> None:
        """Once its parts know their width, the board knows its height."""
        if self.isVisible():
            self.place()

    def _focus_first(self) -> None:
        """The keyboard goes where the answer is given."""
        picks = None if self.fight is None else self.fight.picks
        if picks is not None and picks.default:
            self.sides[picks.side].columns.setFocus()
        elif self.answers.buttons:
            self.answers.buttons[0].setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The board follows the size of the map."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            QTimer.singleShot(0, self._place_again)
        return super().eventFilter(watched, event)

    # What is said

    def _show_odds(self) -> None:
        """The rules are asked after the board has been drawn: a large fight takes them a moment."""
        if self.fight is None or self.is_over or not self.isVisible():
            return
        preview = self.session.system.prospects(self.session.view)
        self.chances.show_preview(preview, self.width())
        self.chances.setVisible(preview is not None and bool(preview.chances))
        told = () if preview is None else preview.lines
        say(self.lines, tuple(dict.fromkeys((*self.fight.lines, *told))))
        self.place()
        QTimer.singleShot(0, self._place_again)

    # Choosing pieces

    def _show_picks(self, picks: Picks | None) -> None:
        for name, box in self.sides.items():
            is_asked = picks is not None and name == picks.side
            box.columns.offer(
                picks.among if is_asked and picks is not None else (), bool(picks and picks.loses)
            )
        self._set_chosen(list(picks.default) if picks is not None else [])

    def _set_chosen(self, chosen: list[str]) -> None:
        self.chosen = chosen
        picks = self._picks
        for name, box in self.sides.items():
            box.columns.mark(chosen if picks is not None and name == picks.side else ())
        if picks is None:
            self.picking.hide()
            return
        count = f"{len(chosen)}" if picks.least != picks.most else f"{len(chosen)} of {picks.most}"
        self.picking.setText(f"{picks.title.upper()}: {count}")
        self.picking.show()

    @property
    def _picks(self) -> Picks | None:
        return None if self.fight is None or self.is_over or not self.session.may_act else self.fight.picks

    def _take(self, piece: str) -> None:
        """Once more a piece; once too often takes it out, and the first of the others makes room for it."""
        picks = self._picks
        if picks is None:
            return
        chosen, most = list(self.chosen), dict(picks.among)[piece]
        if chosen.count(piece) >= most:
            chosen = [other for other in chosen if other != piece]
        else:
            chosen.append(piece)
            if len(chosen) > picks.most:
                chosen.remove(next((other for other in chosen if other != piece), piece))
        self._set_chosen(chosen)
        self._show_answers()

    def _drop(self, piece: str) -> None:
        if piece in self.chosen:
            chosen = list(self.chosen)
            chosen.remove(piece)
            self._set_chosen(chosen)
            self._show_answers()

    def _send_picks(self) -> None:
        picks = self._picks
        if picks is not None:
            values = {picks.argument: picks.value(self.chosen), **dict(picks.besides)}
            self._play(self.session.system.notation.make(picks.verb, values))

    # Answers

    def _show_answers(self) -> None:
        self.refusal.show_refusals(())
        answers = self._end_answers() if self.is_over else self._fight_answers()
        self.answers.show_answers(answers)
        self.answers.setVisible(bool(answers))
        study = not self.session.is_match
        self.back_button.setVisible(study or self.is_over is False)
        self.back_button.setEnabled(self.session.node.parent is not None)
        self.resolve_button.setVisible(self.resolver.can_resolve and not self.is_over)
        self.all_button.setVisible(self.resolver.can_resolve_all)
        self.ask_box.setVisible(self.fight is not None and self.fight.knows_retreat)

    def _end_answers(self) -> list[Answer]:
        more = self.resolver.can_resolve_all
        following = self.session.system.quick(self.session.view) if more else None
        found = [Answer(self.tr("Close"), self.put_away, following is None)]
        if following is not None:
            found.insert(0, Answer(self.tr("Next fight"), partial(self._play, following), True))
        return found

    def _fight_answers(self) -> list[Answer]:
        fight, decision = self.fight, self.session.decision
        if fight is None or decision is None or not self.session.may_act:
            return []
        picks, found = fight.picks, []
        fits = picks is not None and picks.least <= len(self.chosen) <= picks.most
        lead = picks is not None and (fits or bool(picks.default))
        if picks is not None:
            found.append(Answer(picks.button, self._send_picks, lead, fits))
            if picks.default and sorted(self.chosen) != sorted(picks.default):
                default = list(picks.default)
                found.append(Answer(self.tr("Suggested choice"), partial(self._choose, default)))
        for option in fight.options:
            do = partial(self._play, option.action)
            found.append(Answer(option.title, do, option.main and not lead))
        told = {option.action.verb for option in fight.options} | ({picks.verb} if picks else set())
        for offer in decision.offers:
            if offer.verb not in told:
                found.append(self._offered(offer, not found))
        return found

    def _choose(self, chosen: list[str]) -> None:
        self._set_chosen(chosen)
        self._show_answers()

    def _offered(self, offer: Offer, primary: bool) -> Answer:
        if is_plain(offer):
            action = self.session.system.notation.make(offer.verb, {})
            return Answer(offer.title, lambda: self._play(action), primary)
        return Answer(f"{offer.title}…", lambda: self.form_wanted.emit(offer), primary)

    def _play(self, action: Action) -> None:
        self._asked = True
        try:
            self.session.play(action)
        finally:
            self._asked = False

    def _refused(self, refusals: tuple[Refusal, ...], _text: str) -> None:
        if self._asked:
            self.refusal.show_refusals(refusals)
            self.place()

    def _step_back(self) -> None:
        self.session.undo()

    def _resolver_stopped(self, why: str) -> None:
        if why:
            self.table.hint.emit(why)
        if self.isVisible():
            self._show_answers()
            self.place()

    def _preference_changed(self, name: str) -> None:
        if name == ASK:
            self.ask_box.setChecked(self.table.preferences[ASK])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter gives the filled button's answer, Escape folds the board or puts a finished one away."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button = self.answers.primary
            if button is not None:
                button.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.put_away() if self.is_over else self.fold(not self.folded)
        else:
            super().keyPressEvent(event)
