"""The decision panel: who decides, buttons, the list of actions, forms, edit mode and hand-over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wargame_desktop.core.action import Action, Notation, Pieces
from wargame_desktop.core.refusal import refuse
from wargame_desktop.core.sequence import Choice, Prompt, Rule
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.gui.panels.decision import DecisionPanel
from wargame_desktop.gui.table import Table
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.systems.editing import EDIT_ACTIONS, edit_rules
from wargame_desktop.systems.free_table.model import ACTIONS


@pytest.fixture
def panel(table: Table, qtbot) -> DecisionPanel:
    """The panel at its usual width, shown."""
    return shown(DecisionPanel(table), qtbot)


def shown(panel: DecisionPanel, qtbot) -> DecisionPanel:
    qtbot.addWidget(panel)
    panel.resize(312, 700)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def click(widget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def open_from_list(panel: DecisionPanel, words: str) -> None:
    """As a person does: open the list, search, take what is left."""
    if not panel.all_button.isChecked():
        click(panel.all_button)
    panel.list.search.clear()
    QTest.keyClicks(panel.list.search, words)
    QTest.keyClick(panel.list.search, Qt.Key.Key_Return)


def test_says_who_decides_and_what_is_asked(panel: DecisionPanel) -> None:
    assert panel.head.title.text() == "Turn 1, weather"
    assert panel.head.who.text() == "The Pact"
    assert "nothing is checked" in panel.head.text.text()
    assert panel.head.chip.accessibleName() == "Norrin, Tarn"


def test_rule_number_stands_in_the_prompt(panel: DecisionPanel, table: Table, monkeypatch) -> None:
    phase = table.session.system.phases["table"]
    monkeypatch.setattr(type(phase), "prompt", lambda *_: Prompt("Germany <moves>", "Hex & hex.", "8.1"))
    table.session.play("phase")
    assert panel.head.title.text() == "Germany <moves>"
    assert "Hex &amp; hex." in panel.head.text.text()
    assert ">8.1<" in panel.head.text.text()


def test_the_action_that_ends_the_phase_is_the_filled_button(panel: DecisionPanel, table: Table) -> None:
    filled = [verb for verb, button in panel.buttons.buttons.items() if button.property("role") == "primary"]
    assert filled == ["phase"]
    click(panel.buttons.buttons["phase"])
    assert table.session.view.var("phase") == "reinforcements"
    assert panel.head.title.text() == "Turn 1, reinforcements"


def test_a_button_keeps_the_keyboard_while_its_action_is_repeated(panel: DecisionPanel, table: Table) -> None:
    panel.buttons.buttons["phase"].setFocus()
    for _ in range(2):
        QTest.keyClick(panel.buttons.buttons["phase"], Qt.Key.Key_Space)
    assert table.session.view.var("phase") == "movement"


def test_list_of_all_actions_is_searched_by_keyboard(panel: DecisionPanel) -> None:
    assert not panel.list.isVisible()
    click(panel.all_button)
    assert panel.list.isVisible() and panel.list.rows.count() == 19
    QTest.keyClicks(panel.list.search, "deck pool")
    left = [panel.list.rows.item(row).text() for row in range(19) if not panel.list.rows.item(row).isHidden()]
    assert left == ["Draw from a deck or pool", "Return to a deck or pool", "Shuffle a deck or pool"]
    QTest.keyClick(panel.list.search, Qt.Key.Key_Down)
    QTest.keyClick(panel.list.search, Qt.Key.Key_Return)
    assert panel.form is not None and panel.form.offer.verb == "return"


def test_form_takes_the_selection_and_moves_it(panel: DecisionPanel, table: Table) -> None:
    table.selection.select(["sel.1_inf"])
    click(panel.buttons.buttons["move"])
    form = panel.form
    assert form is not None and form.fields["pieces"].value() == ("sel.1_inf",)
    table.selection.select(["sel.1_inf", "sel.guards"])
    assert form.fields["pieces"].value() == ("sel.1_inf", "sel.guards")
    QTest.keyClicks(form.fields["space"].box.lineEdit(), "0806")
    click(form.submit_button)
    view = table.session.view
    assert {view.piece("sel.1_inf").space, view.piece("sel.guards").space} == {"0806"}


def test_only_one_button_is_filled_while_a_form_is_open(panel: DecisionPanel) -> None:
    click(panel.buttons.buttons["move"])
    assert panel.buttons.buttons["phase"].property("role") != "primary"
    assert panel.form is not None
    click(panel.form.close_button)
    assert panel.form is None
    assert panel.buttons.buttons["phase"].property("role") == "primary"


def test_form_says_why_not_before_it_is_sent(panel: DecisionPanel, table: Table, qtbot) -> None:
    table.selection.select(["sel.1_inf"])
    click(panel.buttons.buttons["move"])
    form = panel.form
    assert form is not None
    assert form.hint.text() == "Still to fill in: place."
    QTest.keyClicks(form.fields["space"].box.lineEdit(), "9999")
    qtbot.waitUntil(form.refusal.isVisible)
    assert form.refusal.sentences == "There is no space 9999."
    before = table.session.node
    click(form.submit_button)
    assert table.session.node is before
    assert form.refusal.sentences == "There is no space 9999."


def test_escape_gives_up_picking_and_then_the_form(panel: DecisionPanel, table: Table) -> None:
    click(panel.buttons.buttons["move"])
    assert panel.form is not None
    table.pick_space((), lambda _space: None)
    QTest.keyClick(panel.form, Qt.Key.Key_Escape)
    assert not table.is_picking and panel.form is not None
    QTest.keyClick(panel.form, Qt.Key.Key_Escape)
    assert panel.form is None


def test_form_stays_and_follows_again_after_its_action(panel: DecisionPanel, table: Table) -> None:
    open_from_list(panel, "roll")
    assert panel.form is not None
    QTest.keyClicks(panel.form.fields["dice"].box.lineEdit(), "2d6")
    QTest.keyClick(panel.form, Qt.Key.Key_Return)
    QTest.keyClick(panel.form, Qt.Key.Key_Return)
    assert table.session.view.dice_rolled == 4


@dataclass(frozen=True)
class Salute(Action):
    """An action for these tests."""

    verb: ClassVar[str] = "salute"
    pieces: Pieces


class SaluteRule(Rule[Salute]):
    """Refused with a rule number and numbers, for one piece at least."""

    action = Salute
    title = "Salute"
    rule = "3.2"
    listed: tuple[str, ...] = ("nor.hq", "nor.1_arm", "nor.1_mech")

    def choices(self, state):
        return (Choice("pieces", "pieces", self.listed),)

    def refusals(self, state, action):
        few = len(action.pieces)
        return [refuse("salute.few", f"Needs 2 pieces, has {few}.", "3.2")] if few < 2 else []

    def perform(self, draft, action):
        draft.set("saluted", len(action.pieces))


def with_salute(table: Table) -> SaluteRule:
    system = table.session.system
    rule = SaluteRule()
    system.phases["table"].rules = [rule]
    system.notation = Notation((*ACTIONS, Salute))
    table.session.start()
    return rule


def test_listed_pieces_are_ticked_and_the_rule_number_is_shown(table: Table, qtbot) -> None:
    rule = with_salute(table)
    panel = shown(DecisionPanel(table), qtbot)
    table.selection.select(["nor.1_arm", "sel.1_inf"])
    click(panel.buttons.buttons["salute"])
    form = panel.form
    assert form is not None and form.fields["pieces"].value() == ("nor.1_arm",)
    assert form.refusal.sentences == "Needs 2 pieces, has 1. (rule 3.2)"
    assert f'color:{table.theme.window.warn.name()}">3.2<' in form.refusal.text()
    form.fields["pieces"].rows.item(0).setCheckState(Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: not form.refusal.isVisible())
    # Other values on offer: the form is made anew and keeps what was ticked by hand.
    rule.listed = ("nor.5_inf", "nor.hq", "nor.1_arm")
    table.session.start()
    assert panel.form is not form and panel.form.fields["pieces"].value() == ("nor.hq", "nor.1_arm")
    click(panel.form.submit_button)
    assert table.session.view.var("saluted") == 2


def test_form_closes_when_its_action_is_gone(table: Table, panel: DecisionPanel) -> None:
    click(panel.buttons.buttons["move"])
    with_salute(table)
    assert panel.form is None and list(panel.buttons.buttons) == ["salute"]
    assert not panel.all_button.isVisible()


def test_refused_button_says_why_beneath(table: Table, panel: DecisionPanel, monkeypatch) -> None:
    rule = next(rule for rule in table.session.system.phases["table"].rules if rule.action.verb == "turn")
    monkeypatch.setattr(rule, "refusals", lambda *_: [refuse("x", "Not before dusk.", "9.9")], raising=False)
    click(panel.buttons.buttons["turn"])
    assert panel.button_refusal.sentences == "Not before dusk. (rule 9.9)"
    click(panel.buttons.buttons["phase"])
    assert not panel.button_refusal.isVisible()


def with_edits(table: Table) -> None:
    system = table.session.system
    system.edits = edit_rules(system)
    system.notation = Notation((*ACTIONS, *EDIT_ACTIONS))
    table.session.start()


def test_edit_mode_offers_edits_under_a_red_heading(table: Table, panel: DecisionPanel) -> None:
    with_edits(table)
    assert not panel.alarm.isVisible()
    table.set_edit_mode(True)
    assert panel.alarm.isVisible() and panel.alarm.property("role") == "alarm"
    assert "break the rules" in panel.alarm.text()
    open_from_list(panel, "control")
    form = panel.form
    assert form is not None and form.offer.verb == "edit.control"
    form.fields["space"].box.set_value("0806")
    form.fields["power"].box.set_value("tar")
    click(form.submit_button)
    assert table.session.view.control["0806"] == "tar"
    table.set_edit_mode(False)
    assert panel.form is None and not panel.alarm.isVisible()


def test_edit_typed_outside_edit_mode_is_refused(table: Table, panel: DecisionPanel) -> None:
    with_edits(table)
    QTest.keyClicks(panel.line, "edit.remove sel.1_inf")
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    assert "edit mode" in panel.line_refusal.sentences
    assert "sel.1_inf" in table.session.view.pieces
    table.set_edit_mode(True)
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    assert "sel.1_inf" not in table.session.view.pieces


def test_nothing_is_shown_before_the_next_side_sits_down(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = shown(DecisionPanel(table), qtbot)
    table.session.start()
    assert table.session.viewer == "pact" and panel.line.isVisible()
    table.session.play("side league")
    assert table.session.waiting_for == "league"
    assert panel.head.title.text() == "Hand-over" and "The League" in panel.head.who.text()
    hidden = (panel.buttons, panel.all_button, panel.list, panel.line, panel.head.text, panel.head.chip)
    assert not any(part.isVisible() for part in hidden)
    table.session.take_seat()
    assert panel.head.who.text() == "The League" and panel.line.isVisible()


def test_forms_do_not_name_what_the_viewer_may_not_know(make_table, qtbot) -> None:
    table = make_table(mode=MATCH)
    panel = shown(DecisionPanel(table), qtbot)
    table.session.play("side league")
    table.session.take_seat()
    open_from_list(panel, "order stack")
    form = panel.form
    assert form is not None
    box = form.fields["piece"].box
    shown_names = [box.itemText(row) for row in range(box.count())]
    # Two submarines lie concealed at sea and one, open to all, in its owner's pool.
    assert sum("Submarine" in name for name in shown_names) == 1
    box.set_value("?0912.1")
    form.fields["height"].box.setValue(9)
    form.check()
    assert form.refusal.sentences == "The stack is 2 high; ?0912.1 cannot lie at height 9."


def test_other_theme_colours_rule_numbers_anew(panel: DecisionPanel, table: Table) -> None:
    panel.button_refusal.show_refusals([refuse("x", "No.", "1.1")])
    dark = load_theme("dark")
    table.set_theme(dark)
    assert dark.window.warn.name() in panel.button_refusal.text()
