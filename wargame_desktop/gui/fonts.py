"""The three typefaces in the box.

Inter for the interface, EB Garamond for titles and map names, Roboto Condensed Bold for counters.

`load_fonts` registers them once with Qt. Where a face is missing the DejaVu family takes over, so text is
always drawn; `missing_faces` says what could not be loaded.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

import wargame_desktop

UI_FAMILY = "Inter"
SERIF_FAMILY = "EB Garamond"
CONDENSED_FAMILY = "Roboto Condensed"

FACES = (
    "Inter-Regular.otf",
    "Inter-Italic.otf",
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "Inter-Bold.otf",
    "EBGaramond12-Regular.otf",
    "EBGaramond12-Italic.otf",
    "RobotoCondensed-Bold.ttf",
)

_families: dict[str, str] = {}
_missing: list[str] = []
_loaded = False


def resources_dir(given: Path | None = None) -> Path:
    """The folder of what comes in the box: `given`, or the installed copy, or the one beside the package."""
    if given is not None:
        return given
    package = Path(wargame_desktop.__file__).resolve().parent
    installed = package / "_data" / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def load_fonts(resources: Path | None = None) -> None:
    """Register the bundled faces with Qt; needs a QGuiApplication and does its work only once."""
    global _loaded
    if _loaded:
        return
    _loaded = True
    folder = resources_dir(resources) / "fonts"
    for face in FACES:
        number = QFontDatabase.addApplicationFont(str(folder / face)) if (folder / face).is_file() else -1
        if number < 0:
            _missing.append(f"The font {face} could not be loaded from {folder}; DejaVu stands in.")
            continue
        for family in QFontDatabase.applicationFontFamilies(number):
            for wanted in (UI_FAMILY, SERIF_FAMILY, CONDENSED_FAMILY):
                # EB Garamond calls itself "EB Garamond 12" on some systems: the optical size is in the name.
                if family == wanted or (family.startswith(wanted) and wanted == SERIF_FAMILY):
                    _families.setdefault(wanted, family)


def missing_faces() -> tuple[str, ...]:
    """One sentence for each bundled face that could not be loaded."""
    return tuple(_missing)


def family_name(wanted: str) -> str:
    """The name under which Qt knows one of the bundled families, or DejaVu's where it is missing."""
    load_fonts()
    return _families.get(wanted, "DejaVu Serif" if wanted == SERIF_FAMILY else "DejaVu Sans")


def _font(wanted: str, px: float, weight: QFont.Weight) -> QFont:
    font = QFont()
    fallback = ("DejaVu Serif",) if wanted == SERIF_FAMILY else ("DejaVu Sans Condensed", "DejaVu Sans")
    font.setFamilies([family_name(wanted), *fallback])
    font.setPixelSize(max(1, round(px)))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def ui(px: float = 13, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFont:
    """Inter with tabular figures, so that numbers in columns and lists line up."""
    font = _font(UI_FAMILY, px, weight)
    font.setItalic(italic)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def serif(px: float = 23, italic: bool = False, spacing: float = 0.0) -> QFont:
    """EB Garamond with lining figures; `spacing` is extra letter spacing as a part of the size."""
    font = _font(SERIF_FAMILY, px, QFont.Weight.Normal)
    font.setItalic(italic)
    font.setFeature(QFont.Tag("lnum"), 1)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, px * spacing)
    return font


def condensed(px: float) -> QFont:
    """Roboto Condensed Bold with tabular figures, for counters and cost pills."""
    font = _font(CONDENSED_FAMILY, px, QFont.Weight.Bold)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
