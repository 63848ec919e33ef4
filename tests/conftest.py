"""Set-up shared by every test: Qt draws offscreen, and tests under tests/gui carry the `gui` marker."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A test run is the same for everyone; `HYPOTHESIS_PROFILE=default` looks for new examples instead.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# Before Qt is first imported: a test run must open no window on anyone's screen.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

GUI_TESTS = Path(__file__).parent / "gui"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in tests/gui, so that `-m "not gui"` leaves out all of it."""
    for item in items:
        if item.path.is_relative_to(GUI_TESTS):
            item.add_marker(pytest.mark.gui)
