"""The example in packaging/examples: the first turn of the campaign by `wargame do`, and its printed log.

After a change that is meant to alter it, write the log anew with `WARGAME_REGENERATE=1`, as the playthroughs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.systems.european_theater.table import rules
from wargame_desktop.cli import main
from wargame_desktop.systems.european_theater.sequence import TITLES

EXAMPLES = Path(__file__).parents[3] / "packaging" / "examples"
SCRIPT, LOG = EXAMPLES / "poland_1939.script", EXAMPLES / "poland_1939.html"


def _commands() -> list[list[str]]:
    """The command lines that the script's head tells the reader to type."""
    lines = re.findall(r"^#   wargame (.*)$", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    return [line.split() for line in lines]


def test_the_first_turn_goes_as_the_example_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    commands = _commands()
    assert [command[0] for command in commands] == ["new", "do", "log"]
    for command in commands:
        assert main(command) == 0, capsys.readouterr().err
    told = capsys.readouterr().out
    assert "Germany takes Warsaw (2405)." in told
    assert "Poland is conquered by the Axis." in told
    assert main(["replay", "poland.wargame"]) == 0
    printed = (tmp_path / LOG.name).read_text(encoding="utf-8")
    if os.environ.get("WARGAME_REGENERATE") == "1":
        LOG.write_text(printed, encoding="utf-8", newline="\n")
        pytest.skip(f"{LOG.name} was written anew")
    assert printed.splitlines() == LOG.read_text(encoding="utf-8").splitlines()


def test_a_step_of_the_turn_bears_the_name_of_its_phase() -> None:
    assert set(TITLES) <= set(rules().phases)
