"""The preview of an action in its form: figures and exact chances before anything is done."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wargame_desktop.gui.panels.preview import ChanceBars, PreviewBox, figures
from wargame_desktop.gui.table import Table
from wargame_desktop.systems.base import Chance, Preview

SEEN = Preview(
    ("Attack 14, defence 12",),
    (Chance("Result", (("wins", Fraction(2, 3)), ("loses", Fraction(1, 3)))),),
    "9.1",
)


def test_figures_and_bars_are_shown_and_taken_away(table: Table, qtbot: QtBot) -> None:
    box = PreviewBox(table)
    qtbot.addWidget(box)
    box.show_preview(SEEN)
    assert not box.isHidden()
    assert [label.text() for label in box.findChildren(QLabel)] == ["Attack 14, defence 12", "Result"]
    (bars,) = box.findChildren(ChanceBars)
    assert bars.accessibleDescription() == "wins 2/3  66.7%, loses 1/3  33.3%"
    alone = ChanceBars(table, SEEN.chances[0])
    qtbot.addWidget(alone)
    alone.resize(380, 44)
    picture = alone.grab().toImage()
    # Half way along the bars: the longer one has been there, the shorter has not.
    assert picture.pixelColor(185, 11) == table.theme.window.accent
    assert picture.pixelColor(185, 33) == table.theme.window.track
    box.show_preview(None)
    assert box.isHidden()


def test_a_form_previews_what_is_allowed(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wargame_desktop.gui.panels.forms import ActionForm

    monkeypatch.setattr(type(table.session.system), "preview", lambda self, state, action: SEEN)
    assert table.session.decision is not None
    offer = next(offer for offer in table.session.decision.offers if offer.verb == "roll")
    form = ActionForm(table, offer)
    qtbot.addWidget(form)
    assert form.preview.isHidden()
    form.fields["dice"].set_value("2d6")
    form.check()
    assert not form.preview.isHidden()
    form.fields["dice"].set_value("nonsense")
    form.check()
    assert form.preview.isHidden()


def test_a_chance_with_a_huge_denominator_is_read_as_percent() -> None:
    assert figures(Fraction(1, 3)) == "1/3  33.3%"
    assert figures(Fraction(1, 46656)) == "<0.01%", "what is not certain is never shown as if it were"
