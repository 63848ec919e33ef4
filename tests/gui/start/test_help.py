"""Rulings, sources of the data, and what the program says about itself."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QTabWidget, QTextBrowser

from wargame_desktop.gui.help_dialogs import AboutDialog, DataDialog, RulingsDialog, data_parts
from wargame_desktop.systems import registry

RULINGS = """
kind: rulings
format: 1
id: free_table
title: Rulings
source: original
why: for this test
rulings:
  hand: {rule: "3.1", question: "May a hand be shown?", ruling: Yes., reason: <b>Nobody</b> minds., test: x}
  dice: {rule: "4.2", question: "Who rolls?", ruling: The attacker., reason: Always so., test: test_dice}
"""


def test_rulings_are_listed_and_searched(qtbot, users: Path, library) -> None:
    folder = users / "resources" / "free_table"
    folder.mkdir(parents=True)
    (folder / "rulings.yaml").write_text(RULINGS, encoding="utf-8")
    dialog = RulingsDialog("free_table", library=library)
    qtbot.addWidget(dialog)
    text = dialog.text.toPlainText()
    assert "Rule 3.1. May a hand be shown?" in text and "Held by the test test_dice" in text
    assert "<b>Nobody</b> minds." in text  # a file's text is text, not markup
    qtbot.keyClicks(dialog.search, "4.2 attacker")
    assert "Who rolls?" in dialog.text.toPlainText() and "hand" not in dialog.text.toPlainText()
    qtbot.keyClicks(dialog.search, " nonsense")
    assert "No ruling" in dialog.text.toPlainText()


def test_system_without_rulings_says_so(qtbot, library) -> None:
    dialog = RulingsDialog("free_table", library=library)
    qtbot.addWidget(dialog)
    assert "no doubt" in dialog.text.toPlainText()


def test_broken_rulings_are_shown_as_their_problem(qtbot, users: Path, library) -> None:
    folder = users / "resources" / "free_table"
    folder.mkdir(parents=True)
    (folder / "rulings.yaml").write_text("kind: [", encoding="utf-8")
    dialog = RulingsDialog("free_table", library=library)
    qtbot.addWidget(dialog)
    assert "rulings.yaml" in dialog.text.toPlainText()


def test_every_file_of_a_game_is_listed_with_its_source(qtbot, session) -> None:
    dialog = DataDialog(session.system)
    qtbot.addWidget(dialog)
    tops = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    assert len(tops) == 4
    assert all(top.text(1).startswith("original") for top in tops)
    parts = data_parts(session.system.data)
    assert sum(part.many for part in parts) > 50


def test_players_own_values_are_listed(qtbot, users: Path, library) -> None:
    folder = users / "resources" / "free_table"
    folder.mkdir(parents=True)
    (folder / "units.yaml").write_text("types:\n  infantry: {name: Foot}\n", encoding="utf-8")
    system = registry.new_game("free_table/skirmish", seed="1", library=library).system
    dialog = DataDialog(system, library=library)
    qtbot.addWidget(dialog)
    item = dialog.overrides.topLevelItem(0)
    assert [item.text(column) for column in range(3)] == ["types.infantry.name", "Foot", "Infantry corps"]
    assert any(text.startswith("user") for part in data_parts(system.data) for _, text in part.parts)


def test_about_says_what_it_is_and_is_not(qtbot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    texts = {one.accessibleName(): one.toPlainText() for one in dialog.findChildren(QTextBrowser)}
    about, fonts = texts["About"], texts["Licences of the typefaces"]
    assert "unofficial" in about and "no text and no art of any rulebook" in about
    assert "Apache License" in about
    for name in ("Inter", "EB Garamond", "Roboto Condensed", "OPEN FONT LICENSE"):
        assert name in fonts
    assert dialog.findChild(QTabWidget).count() == 2
    assert any(label.text().startswith("Version") for label in dialog.findChildren(QLabel))
