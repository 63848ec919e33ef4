"""The battle board by mouse and by key: casualties, dice, press and retreat, quick resolution, both games."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.battle.boards import BoardHands
from tests.gui.battle.conftest import german_attacks
from wargame_desktop.core.timeline import MATCH
from wargame_desktop.systems.european_theater.model import Commit
from wargame_desktop.systems.showing import ATTACKER, DEFENDER


def begin(hands: BoardHands, dice: tuple[int, ...]) -> None:
    """Germany attacks the Ukraine with these dice."""
    assert hands.session.play("fight ukraine_ssr", dice)
    hands.settle()


TWO_HITS = (1, 6, 1, 6)


def test_a_fight_brings_up_the_board_with_both_sides(revised: BoardHands) -> None:
    hands = revised
    assert not hands.board.isVisible()
    begin(hands, TWO_HITS)
    board = hands.board
    assert board.isVisible() and board.geometry().bottom() < hands.ground.height()
    assert board.title.text() == "Ukraine S.S.R., cycle 1"
    assert "Germany" in board.sides[ATTACKER].name.text()
    assert board.sides[DEFENDER].columns.pieces == (
        "ussr.infantry.1", "ussr.infantry.2", "ussr.artillery.1", "ussr.tank.1",
    )  # fmt: skip
    thrown = board.sides[ATTACKER].dice.throws
    assert [(throw.title, throw.values, throw.hits) for throw in thrown] == [
        ("on 1", (1, 6), (True, False)),
        ("on 3", (1, 6), (True, False)),
    ]
    assert board.sides[DEFENDER].dice.throws == ()


def test_casualties_by_clicks(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    board = hands.board
    assert board.chosen == ["ussr.infantry.1", "ussr.infantry.2"], "the cheapest are chosen beforehand"
    hands.click_piece(DEFENDER, "ussr.tank.1")
    assert board.chosen == ["ussr.infantry.2", "ussr.tank.1"], "the first chosen makes room"
    hands.click_piece(DEFENDER, "ussr.infantry.2")
    assert board.chosen == ["ussr.tank.1"]
    assert not hands.button("Take these losses").isEnabled(), "one hit is not taken yet"
    hands.click_piece(DEFENDER, "ussr.artillery.1")
    hands.press("Take these losses")
    lost = {p.id for p in hands.session.view.at("ukraine_ssr") if p.mark("casualty")}
    left = {p.id for p in hands.session.view.at("ukraine_ssr") if p.power == "ussr"} - lost
    assert left == {"ussr.infantry.1", "ussr.infantry.2"}


def test_the_suggested_choice_is_one_click_away(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    hands.click_piece(DEFENDER, "ussr.tank.1")
    hands.press("Suggested choice")
    assert hands.board.chosen == ["ussr.infantry.1", "ussr.infantry.2"]
    hands.click_piece(DEFENDER, "ussr.infantry.1", Qt.MouseButton.RightButton)
    assert hands.board.chosen == ["ussr.infantry.2"]


def test_pieces_that_may_not_be_chosen_do_nothing(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    before = list(hands.board.chosen)
    hands.click_piece(ATTACKER, "germany.tank.1")
    assert hands.board.chosen == before


def test_casualties_by_keys(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    columns = hands.board.sides[DEFENDER].columns
    columns.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Space):  # from the first back to the last
        hands.key(key)
    assert hands.board.chosen == ["ussr.infantry.2", "ussr.tank.1"]
    node = hands.session.node
    hands.key(Qt.Key.Key_Return)
    assert hands.session.node.parent is node


def to_the_end_of_the_cycle(hands: BoardHands) -> None:
    """Both sides take their losses as suggested."""
    while hands.board.fight is not None and hands.board.fight.picks is not None:
        hands.press("Take these losses")


def test_press_or_retreat_by_buttons_with_exact_chances(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    to_the_end_of_the_cycle(hands)
    QTest.qWait(20)
    board = hands.board
    assert [one.text() for one in board.answers.buttons] == ["Press the attack", "Retreat to Eastern Europe"]
    expected = hands.session.system.prospects(hands.session.view)
    assert expected is not None and board.chances.isVisible()
    assert board.chances._shown[0] == expected
    hands.press("Retreat to Eastern Europe")
    assert {p.space for p in hands.session.view.pieces.values() if p.kind == "germany.tank"} == {
        "eastern_europe"
    }
    assert board.is_over and board.isVisible(), "the end can be read"
    hands.press("Close")
    assert not board.isVisible()


def test_a_finished_fight_offers_the_next(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    to_the_end_of_the_cycle(hands)
    hands.press("Retreat to Eastern Europe")
    hands.press("Next fight")
    board = hands.board
    assert board.is_over or (board.fight is not None and board.fight.space == "west_russia")


def test_resolving_asks_before_retreats_if_wished(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    board = hands.board
    assert board.ask_box.isChecked()
    hands.press(board.resolve_button)
    hands.qtbot.waitUntil(lambda: not board.resolver.running)
    assert board.fight is not None and board.fight.may_leave
    assert "break off" in hands.hints[-1]


def test_all_the_rest_is_resolved_without_thinking(revised: BoardHands) -> None:
    hands = revised
    hands.table.preferences.set("ask_before_retreats", False)
    begin(hands, (1, 1, 1, 6))
    board = hands.board
    assert board.all_button.isVisible()
    hands.press(board.all_button)
    hands.qtbot.waitUntil(lambda: not board.resolver.running)
    system, view = hands.session.system, hands.session.view
    resolved = system.fight(view) is None and not system.fights_left(view)
    assert resolved or system.quick(view) is None, "it stops only at a real decision"


def test_stepping_back_in_study(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    node = hands.session.node
    hands.press("Take these losses")
    hands.press(hands.board.back_button)
    assert hands.session.node is node
    assert hands.board.fight is not None and hands.board.fight.step == 1


def test_in_match_play_nobody_decides_for_the_other_side(at_board) -> None:
    hands: BoardHands = at_board(german_attacks(), MATCH)
    hands.table.preferences.set("ask_before_retreats", False)
    assert hands.session.play("fight ukraine_ssr")
    assert hands.session.owner_side == "allies"
    hands.board.resolver.start(False)
    hands.qtbot.waitUntil(lambda: not hands.board.resolver.running)
    assert hands.session.owner_side == "axis" and hands.board.watch.fight is not None
    assert hands.hints[-1] == "Germany has to decide."


def test_bots_answer_for_themselves_while_a_fight_is_resolved(at_board) -> None:
    hands: BoardHands = at_board(german_attacks(bot="allies"))
    hands.table.preferences.set("ask_before_retreats", False)
    owners = []
    hands.session.moved.connect(lambda _node: owners.append(hands.session.owner_side))
    hands.board.resolver.start(True)
    hands.qtbot.waitUntil(lambda: not hands.board.resolver.running, timeout=20_000)
    assert "allies" in owners and owners[-1] == "axis"


def test_nothing_of_a_fight_is_seen_while_seats_change(at_board) -> None:
    hands: BoardHands = at_board(german_attacks(), MATCH)
    hands.session.always_hand_over = True
    assert hands.session.play("fight ukraine_ssr")
    assert hands.session.waiting_for == "allies", "the defender has to choose"
    assert not hands.board.isVisible()
    hands.session.take_seat()
    assert hands.board.isVisible()


def test_the_board_folds_and_comes_back(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    board = hands.board
    high = board.height()
    hands.press(board.fold_button)
    QTest.qWait(5)
    assert board.height() < high / 2 and not board.foot.isVisible()
    hands.press(board.close_button)
    assert not board.isVisible()
    hands.board.show_again()
    assert board.isVisible() and board.foot.isVisible()


def test_refusals_are_told_on_the_board(revised: BoardHands) -> None:
    hands = revised
    begin(hands, TWO_HITS)
    board = hands.board
    assert board.fight is not None and board.fight.picks is not None
    board._play(hands.session.system.notation.parse("casualties ussr.tank.1"))
    assert "2 hits have to be taken, 1 are chosen." in board.refusal.sentences


# European Theater


def test_support_is_sent_by_a_click(europe: BoardHands) -> None:
    assert europe.session.play("attack 2505 ge.1_inf,ge.4_inf,ge.1_armor")
    board = europe.board
    assert board.isVisible() and "(2505)" in board.title.text()
    assert not europe.button("Send these").isEnabled()
    europe.click_piece(DEFENDER, "su.1_air")
    assert board.chosen == ["su.1_air"]
    europe.press("Send these")
    action = europe.session.node.action
    assert action is not None and action == Commit(("su.1_air",))


def test_losses_and_advance_by_clicks(europe: BoardHands) -> None:
    assert europe.session.play("attack 2505 ge.1_inf,ge.4_inf,ge.1_armor")
    # Sixteen factors, one column to the left for the Bug: a 3 inflicts 2; the answer, an 11, nothing.
    assert europe.session.play("commit", (1, 2, 5, 6))
    board = europe.board
    assert board.fight is not None and board.fight.picks is not None
    assert [throw.values for throw in board.sides[ATTACKER].dice.throws] == [(1, 2)]
    assert [throw.values for throw in board.sides[DEFENDER].dice.throws] == [(5, 6)]
    assert sorted(board.chosen) == ["su.1_inf", "su.2_inf"], "turned over before anybody is lost"
    europe.click_piece(DEFENDER, "su.1_inf")
    assert sorted(board.chosen) == ["su.1_inf", "su.1_inf"], "its second step is taken too"
    europe.press("Take these losses")
    view = europe.session.view
    assert view.piece("su.1_inf").space not in ("2505",)
    assert view.piece("su.2_inf").face == "front"


def test_an_advance_is_offered_with_everybody_chosen(europe: BoardHands) -> None:
    session = europe.session
    assert session.play("attack 2505 ge.1_inf,ge.4_inf,ge.1_armor")
    assert session.play("commit", (1, 2, 5, 6))
    europe.press("Take these losses")
    while session.view.top.name == "retreat":
        fight = europe.board.fight
        assert fight is not None and fight.options
        europe.press(fight.options[0].title)
    assert session.view.top.name == "advance"
    assert sorted(europe.board.chosen) == ["ge.1_armor", "ge.1_inf", "ge.4_inf"]
    europe.click_piece(ATTACKER, "ge.4_inf")
    europe.press("Advance these")
    spaces = {piece: session.view.piece(piece).space for piece in ("ge.1_armor", "ge.1_inf", "ge.4_inf")}
    assert spaces == {"ge.1_armor": "2505", "ge.1_inf": "2505", "ge.4_inf": "2506"}
