"""Every ruling names a test that holds it."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from wargame_desktop.content.folders import shipped_root

ROOT = Path(__file__).parents[3]


def test_every_ruling_has_its_test() -> None:
    path = Path(str(shipped_root())) / "resources" / "european_theater" / "rulings.yaml"
    rulings = yaml.safe_load(path.read_text(encoding="utf-8"))["rulings"]
    assert rulings
    for name, ruling in rulings.items():
        file, _, function = str(ruling["test"]).partition("::")
        source = ROOT / file
        assert source.is_file(), name
        assert re.search(rf"^def {function}\(", source.read_text(encoding="utf-8"), re.MULTILINE), name
