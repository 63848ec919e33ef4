"""Whole games as readable text, compared with the text on record.

After a change that is meant to alter what is played or told, write the record anew with
`WARGAME_REGENERATE=1 python -m pytest tests/playthroughs` and read the difference before keeping it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.playthroughs.playing import playthrough
from wargame_desktop.core.action import NotationError
from wargame_desktop.core.refusal import Refused
from wargame_desktop.systems import registry

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*/*.script"))
REGENERATE = os.environ.get("WARGAME_REGENERATE") == "1"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_game_goes_as_on_record(script: Path) -> None:
    record = script.with_suffix(".txt")
    text = playthrough(script)
    if REGENERATE:
        record.write_text(text, encoding="utf-8", newline="\n")
        pytest.skip(f"{record.name} was written anew")
    assert text.splitlines() == record.read_text(encoding="utf-8").splitlines()


def test_every_system_has_a_playthrough_and_no_record_is_left_over() -> None:
    assert {script.parent.name for script in SCRIPTS} == {meta.id for meta in registry.metas()}
    records = sorted(path.with_suffix(".script") for path in HERE.glob("*/*.txt"))
    assert records == SCRIPTS


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("? turn", AssertionError),
        ("move nobody 0404", Refused),
        ("fly away", NotationError),
        ("@redo", ValueError),
    ],
)
def test_a_script_that_is_wrong_fails(line: str, error: type[Exception], tmp_path: Path) -> None:
    script = tmp_path / "wrong.script"
    script.write_text(f"scenario free_table/skirmish\nseed x\n{line}\n", encoding="utf-8")
    with pytest.raises(error):
        playthrough(script)
