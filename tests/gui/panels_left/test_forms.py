"""Fields for every kind of argument, picking on the map, and the typed line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wargame_desktop.core import action as kinds
from wargame_desktop.core.action import Action, Notation
from wargame_desktop.core.sequence import Choice, Offer
from wargame_desktop.gui.panels.decision_line import ActionLine, completions
from wargame_desktop.gui.panels.forms import ActionForm
from wargame_desktop.gui.panels.forms_fields import PickButton
from wargame_desktop.gui.panels.forms_values import labelled
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.free_table.model import ACTIONS


@dataclass(frozen=True)
class Everything(Action):
    """One argument of every kind, the last ones optional."""

    verb: ClassVar[str] = "everything"
    word: kinds.Word
    piece: kinds.PieceId
    space: kinds.SpaceId
    power: kinds.PowerId
    text: kinds.Text
    number: kinds.Number
    flag: kinds.Flag
    pieces: kinds.Pieces
    spaces: kinds.Spaces
    words: kinds.Words
    numbers: kinds.Numbers
    counts: kinds.Counts
    pairs: kinds.Pairs
    path: kinds.Path
    some: kinds.Number = 3
    maybe: kinds.PowerId = ""


def form_of(table: Table, qtbot, **listed: Choice) -> ActionForm:
    notation = Notation((*ACTIONS, Everything))
    table.session.system.notation = notation
    arguments = tuple(
        listed.get(item.name, Choice(item.name, item.kind, required=item.required))
        for item in notation.arguments("everything")
    )
    form = ActionForm(table, Offer("everything", "Everything", "", arguments))
    qtbot.addWidget(form)
    form.show()
    return form


EXAMPLE: dict[str, Any] = {
    "word": "dusk",
    "piece": "nor.hq",
    "space": "0706",
    "power": "tar",
    "text": "two words",
    "number": -4,
    "flag": True,
    "pieces": ("nor.1_arm", "nor.1_mech"),
    "spaces": ("0404", "0507"),
    "words": ("one", "two"),
    "numbers": (3, 1, 3),
    "counts": (("infantry", 2), ("armour", 1)),
    "pairs": (("nor.1_arm", "0806"), ("nor.1_mech", "sel.hq")),
    "path": ("0404", "0505", "0404"),
    "some": 5,
    "maybe": "sel",
}


def test_every_kind_shows_and_gives_back_its_value(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    for name, value in EXAMPLE.items():
        form.fields[name].set_value(value)
    assert form.values() == EXAMPLE
    line = table.session.system.notation.format(form.action())
    assert table.session.system.notation.parse(line) == form.action()


def test_an_empty_form_asks_for_what_it_needs(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    assert form.missing() == ["word", "unit", "place", "power"]
    assert form.values()["some"] == 3 and form.values()["maybe"] == ""
    form.submit_button.click()
    assert form.hint.text() == "Still to fill in: word, unit, place, power."


LISTED = {
    "word": Choice("word", "word", ("clear", "mud")),
    "number": Choice("number", "number", least=2, most=6),
    "pieces": Choice("pieces", "pieces", ("nor.1_mech", "nor.1_arm", "nor.hq")),
    "spaces": Choice("spaces", "spaces", ("0507", "0404")),
    "counts": Choice("counts", "counts", ("sel.militia", "sel.supply"), most=4),
    "pairs": Choice("pairs", "pairs", ("nor.1_arm@0806", "nor.hq@0905")),
    "path": Choice("path", "path", ("0404", "0505")),
}


def test_listed_values_come_back_in_the_order_of_the_list(table: Table, qtbot) -> None:
    form = form_of(table, qtbot, **LISTED)
    given: dict[str, Any] = {
        "pieces": ("nor.1_arm", "nor.1_mech"),
        "spaces": ("0404",),
        "counts": (("sel.supply", 3),),
        "pairs": (("nor.hq", "0905"),),
        "path": ("0505", "0404"),
    }
    for name, value in given.items():
        form.fields[name].set_value(value)
    found = form.values()
    assert found["pieces"] == ("nor.1_mech", "nor.1_arm")
    assert {name: found[name] for name in given if name != "pieces"} == {
        name: value for name, value in given.items() if name != "pieces"
    }


def test_listed_words_and_bounds_hold(table: Table, qtbot) -> None:
    form = form_of(table, qtbot, **LISTED)
    word, number = form.fields["word"].box, form.fields["number"].box
    assert [word.itemText(row) for row in range(word.count())] == ["Clear", "Mud"]
    assert form.values()["word"] == "clear" and form.values()["number"] == 2
    QTest.keyClick(number, Qt.Key.Key_Down)
    assert number.value() == 2
    for _ in range(9):
        QTest.keyClick(number, Qt.Key.Key_Up)
    assert number.value() == 6
    counts = form.fields["counts"].boxes["sel.militia"]
    counts.setValue(99)
    assert form.values()["counts"] == (("sel.militia", 4),)


def test_values_with_one_name_are_told_apart(table: Table) -> None:
    pairs = labelled(table, "piece", ("nor.fighter.1", "nor.fighter.2", "nor.hq"))
    assert [label for label, _ in pairs] == [
        "Norrin Fighter wing (nor.fighter.1)",
        "Norrin Fighter wing (nor.fighter.2)",
        "Norrin Army A Headquarters",
    ]


def test_name_or_id_may_be_typed(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    box = form.fields["space"].box
    QTest.keyClicks(box.lineEdit(), "Kessel (0706)")
    assert box.value() == "0706"
    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), "0404")
    assert box.value() == "0404"


def pick_button(field):
    return field.findChild(PickButton)


def test_a_space_is_picked_on_the_map(table: Table, qtbot) -> None:
    offered = Choice("space", "space", ("0404", "0706"))
    form = form_of(table, qtbot, space=offered)
    button = pick_button(form.fields["space"])
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert table.is_picking and table.candidates == ("0404", "0706")
    assert not table.answer_pick("0507") and button.isChecked()
    assert table.answer_pick("0706")
    assert form.values()["space"] == "0706" and not button.isChecked()


def test_a_path_is_picked_step_by_step_until_given_up(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    button = pick_button(form.fields["path"])
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    for space in ("0404", "0505", "0606"):
        assert table.answer_pick(space)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not table.is_picking
    assert form.values()["path"] == ("0404", "0505", "0606")


def test_another_question_ends_the_first(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    first, second = pick_button(form.fields["space"]), pick_button(form.fields["spaces"])
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert not first.isChecked() and second.isChecked()
    table.answer_pick("0404")
    assert form.values()["spaces"] == ("0404",) and form.values()["space"] == ""


def test_entries_are_added_and_deleted_by_keyboard(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    field = form.fields["words"]
    for word in ("one", "two", "three"):
        field.boxes[0].set_value(word)
        QTest.keyClick(field.add_button, Qt.Key.Key_Space)
    field.rows.setCurrentRow(1)
    QTest.keyClick(field.rows, Qt.Key.Key_Delete)
    assert field.value() == ("one", "three")
    assert [field.rows.item(row).text() for row in range(2)] == ["One", "Three"]


def test_pieces_follow_the_selection_until_changed_by_hand(table: Table, qtbot) -> None:
    form = form_of(table, qtbot)
    field = form.fields["piece"]
    table.selection.select(["nor.hq"])
    assert field.value() == "nor.hq"
    QTest.keyClicks(field.box.lineEdit(), "x")
    table.selection.select(["sel.hq"])
    assert field.value() != "sel.hq"


def test_a_form_without_pieces_takes_the_space_in_hand(table: Table, qtbot) -> None:
    offer = next(item for item in table.session.decision.offers if item.verb == "control")
    table.selection.set_space("0806")
    form = ActionForm(table, offer)
    qtbot.addWidget(form)
    assert form.fields["space"].value() == "0806"
    table.selection.set_space("0706")
    assert form.fields["space"].value() == "0706"


def test_a_value_that_cannot_be_written_is_said(table: Table, qtbot) -> None:
    offer = next(item for item in table.session.decision.offers if item.verb == "roll")
    form = ActionForm(table, offer)
    qtbot.addWidget(form)
    form.fields["dice"].set_value("two dice")
    form.check()
    assert form.refusal.sentences == "Dice: “two dice” cannot be written as a name."


# The typed line


@pytest.mark.parametrize(
    ("line", "start", "first"),
    [
        ("mo", 0, "move"),
        ("move nor.1_a", 5, "nor.1_arm"),
        ("move nor.1_arm,nor.1_m", 15, "nor.1_mech"),
        ("move nor.1_arm 070", 15, "0701"),
        ("side le", 5, "league"),
        ("return nor.hq dead bot", 19, "bottom="),
        ("add tar.gu", 4, "tar.guns"),
        ("add tar.guns 0706 power=ta", 24, "tar"),
    ],
)
def test_words_are_completed_by_what_stands_there(table: Table, line: str, start: int, first: str) -> None:
    found_start, found = completions(table, table.session.decision.offers, line)
    assert (found_start, found[0]) == (start, first)


def test_nothing_is_proposed_for_an_unknown_verb(table: Table) -> None:
    assert completions(table, table.session.decision.offers, "attack 07")[1] == []


@pytest.fixture
def line(table: Table, qtbot) -> ActionLine:
    """A line that knows the offers."""
    line = ActionLine(table)
    line.set_offers(table.session.decision.offers)
    qtbot.addWidget(line)
    line.show()
    line.setFocus()
    return line


def test_tab_completes_and_enter_sends(line: ActionLine, qtbot) -> None:
    line.setText("mov")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    line.insert("nor.1_a")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    line.insert("0806")
    assert line.text() == "move nor.1_arm 0806" and line.verb == "move"
    with qtbot.waitSignal(line.entered) as sent:
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert sent.args == ["move nor.1_arm 0806"]


def test_up_and_down_bring_back_lines_that_were_done(line: ActionLine) -> None:
    for text in ("turn", "phase"):
        line.remember(text)
    QTest.keyClick(line, Qt.Key.Key_Up)
    QTest.keyClick(line, Qt.Key.Key_Up)
    assert line.text() == "turn"
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert line.text() == "phase"
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert line.text() == ""
