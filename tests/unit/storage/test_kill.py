"""A program killed at any moment loses no more than the action in hand, and the file stays good."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="players are forked")


def deaths(folder: Path, count: int, seed: str) -> None:
    """Let a player die so often, and check what is found each time."""
    command = [sys.executable, "-m", "tests.unit.storage.killed", str(folder), str(count), seed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30 + count, check=False)
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == count
    for result in results:
        assert result["signal"] == signal.SIGKILL, result
        assert result["acknowledged"] <= result["found"] <= result["acknowledged"] + 1, result
        assert result["ok"] and not result["read_only"] and not result["leftovers"], result
    # Otherwise nobody died in the middle of anything, and the test has shown nothing.
    assert any(result["damaged"] for result in results)
    assert sum(result["found"] > 0 for result in results) > count / 2


def test_fifty_deaths(tmp_path: Path) -> None:
    deaths(tmp_path, 50, "1939")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1940", "1941", "1942", "1943"])
def test_a_thousand_deaths(tmp_path: Path, seed: str) -> None:
    deaths(tmp_path, 250, seed)
