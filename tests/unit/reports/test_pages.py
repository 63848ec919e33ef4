"""Reports as text and as HTML pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.unit.reports.desk import new_game, play
from wargame_desktop.core.timeline import Timeline
from wargame_desktop.reports.html import log_html, oob_html
from wargame_desktop.reports.oob import order_of_battle
from wargame_desktop.reports.text import log_text, oob_text, roll_text
from wargame_desktop.reports.turnlog import LoggedRoll, game_log
from wargame_desktop.systems.base import GameSystem

NASTY = "<script>alert(\"x\")</script> & 'y'"


class Page(HTMLParser):
    """Reads a page, checks that its elements are closed, and collects what the tests ask for."""

    EMPTY = ("meta", "br")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


@pytest.fixture
def timeline() -> Timeline:
    """A short game with dice, an edit, a variation, a comment and a turn."""
    timeline = new_game()
    play(timeline, 'roll 2d6 purpose="Weather"', "plot pact feint", "edit.move sel.hq 0404")
    (last,) = play(timeline, "turn")
    timeline.undo()
    play(timeline, 'note "what if"')
    last.comment = f"see {NASTY}"
    return timeline


def system_of(timeline: Timeline) -> GameSystem:
    """The rules, with the names that reports need."""
    assert isinstance(timeline.system, GameSystem)
    return timeline.system


def test_the_text_of_a_log(timeline: Timeline) -> None:
    text = log_text(game_log(timeline, system_of(timeline), title="On the Selm"))
    first, second = timeline.main_line()[0].dice
    assert text.splitlines() == [
        "On the Selm",
        "===========",
        "Free table, with everything that is hidden",
        "",
        "Turn 1",
        "------",
        "[Weather]",
        '    1  The Pact: roll 2d6 purpose="Weather"',
        f"         Weather: 2d6 rolled {first}, {second} = {first + second}.",
        f"         Dice: Weather: 2d6 {first}, {second}",
        "    2  The Pact: plot pact feint",
        "         Plan: feint.",
        "       * pact made a plan.",
        f"         Dice: the plan's worth: d6 {timeline.main_line()[1].dice[0]}",
        "    3  The Pact: edit.move sel.hq 0404 [edited by hand]",
        "         Selmark GHQ Headquarters to Hartwick (0404).",
        "    4  The Pact: turn [also tried: 5]",
        "       * Turn 2 begins.",
        "         Phase: weather.",
        f"         “see {NASTY}”",
        "",
        f"main line, actions 1–4, position {timeline.main_line()[-1].state_hash}",
        "Data: made for this program",
    ]


def test_the_text_for_a_side_leaves_out_what_it_may_not_know(timeline: Timeline) -> None:
    text = log_text(game_log(timeline, system_of(timeline), side="league", important_only=True))
    assert "as The League may know it, important events only" in text
    assert "    2  The Pact: (an action you may not know)\n       * pact made a plan.\n" in text
    assert "feint" not in text


def test_an_empty_log_says_so() -> None:
    timeline = new_game()
    log = game_log(timeline, system_of(timeline))
    assert "Nothing to report." in log_text(log)
    assert "no actions" in log_text(log)
    assert "Nothing to report." in Page(log_html(log)).text


def test_long_lines_are_wrapped_and_nothing_is_lost() -> None:
    timeline = new_game()
    words = " ".join(f"word{number}" for number in range(60))
    play(timeline, f'note "{words}"')
    text = log_text(game_log(timeline, system_of(timeline)))
    assert max(map(len, text.splitlines())) <= 100
    assert words in " ".join(text.split())


@pytest.mark.parametrize(
    ("roll", "text"),
    [
        (LoggedRoll("Attack", 6, (3, 5)), "Attack: 2d6 3, 5"),
        (LoggedRoll("", 10, (8,)), "d10 8"),
        (LoggedRoll("2d6", 6, (1, 1)), "2d6 1, 1"),
    ],
)
def test_dice_are_told_with_their_purpose(roll: LoggedRoll, text: str) -> None:
    assert roll_text(roll) == text


def test_a_page_needs_nothing_else_and_every_action_can_be_linked_to(timeline: Timeline) -> None:
    source = log_html(game_log(timeline, system_of(timeline), title="On the Selm"))
    page = Page(source)
    assert page.ids == ["a1", "a2", "a3", "a4"]
    assert page.links == ["#a1", "#a2", "#a3", "#a4"]
    assert "src" not in page.attributes and "script" not in page.tags and "link" not in page.tags
    assert not re.search(r"https?:|url\(|@import", source)
    assert "size: A4; margin: 17mm" in source


def test_a_page_says_what_the_text_says(timeline: Timeline) -> None:
    log = game_log(timeline, system_of(timeline), title="On the Selm")
    text = " ".join(Page(log_html(log)).text.split())
    for said in (
        "On the Selm",
        "Turn 1",
        "Weather",
        "The Pact",
        "edited by hand",
        "also tried: 5",
        "Plan: feint.",
    ):
        assert said in text
    assert f"On the Selm: main line, actions 1–4, position {log.position}" in text
    assert "data: made for this program" in text


def test_players_words_are_never_markup(timeline: Timeline) -> None:
    page = Page(log_html(game_log(timeline, system_of(timeline), title=NASTY)))
    assert page.text.count(NASTY) == 4  # title, heading, comment and foot
    assert "script" not in page.tags


def test_the_text_of_an_order_of_battle() -> None:
    timeline = new_game()
    system = system_of(timeline)
    text = oob_text(order_of_battle(system, timeline.state, title="On the Selm", side="league"))
    assert text.startswith("On the Selm: order of battle\n")
    assert "\nTurn 1, as The League may know it\n" in text
    assert "    2 × Selmark Supply unit\n" in text
    assert "    Selmark Guards Armoured corps (reduced)\n" in text
    assert "    2 × a hidden piece (concealed)\n" in text
    assert text.endswith(f"Position {timeline.state.hash}\nData: made for this program\n")


def test_the_page_of_an_order_of_battle_says_the_same() -> None:
    timeline = new_game()
    oob = order_of_battle(system_of(timeline), timeline.state, title=NASTY)
    page = Page(oob_html(oob))
    for power in oob.powers:
        assert f"{power.name} ({power.side}): {power.count}" in page.text
        for place in power.places:
            assert place.name in page.text
            assert all(row.name in page.text for row in place.rows)
    assert "script" not in page.tags
    assert f"position {oob.position}" in page.text
