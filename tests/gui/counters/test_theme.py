"""Themes: the files in the box, errors with file and line, contrast and colour vision."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from tests.gui.counters.rendering import different_pixels, distance, lab, picture, pixels
from wargame_desktop.gui.counters.face import CounterFace
from wargame_desktop.gui.counters.painter import contrast
from wargame_desktop.gui.fonts import resources_dir
from wargame_desktop.gui.theme import (
    NationStyle,
    Theme,
    WindowColors,
    faded,
    load_theme,
    load_theme_file,
    mix,
    theme_names,
)  # fmt: skip
from wargame_desktop.gui.theme_file import ThemeError

AXIS = ("germany", "italy", "japan")
ALLIES = ("britain", "france", "usa", "ussr", "china")
MAJORS = (*AXIS, *ALLIES)
OPPONENTS = [(one, other) for one in AXIS for other in ALLIES]


@pytest.fixture(scope="module")
def theme(qapp) -> Theme:
    return load_theme("light")


@pytest.fixture(params=["light", "dark", "paper"])
def any_theme(qapp, request) -> Theme:
    return load_theme(request.param)


def test_the_box_holds_three_themes():
    assert theme_names() == ["dark", "light", "paper"]


def test_values_of_a_theme(theme):
    assert theme.window.ground == QColor("#F3F1EA")
    assert theme.terrain("forest") == QColor("#CDD5AE")
    assert theme.terrain("glacier") == theme.terrain("clear")
    assert theme.overlay.reach_fill.alphaF() == pytest.approx(0.26, abs=0.005)
    assert theme.nation("germany").mark == "cross"
    assert theme.nation("atlantis") is theme.nation("neutral")
    assert theme.nation("canada").body == theme.nation("britain").body
    assert theme.nation("hungary").bands and theme.elite("guards") is not None and theme.elite("") is None
    assert not load_theme("paper").shadows and load_theme("dark").dark
    assert load_theme("dark").board.veil.alphaF() == pytest.approx(0.24, abs=0.005)


@pytest.mark.parametrize(
    ("pitch", "level", "side"),
    [(20, 0, 11), (44.9, 0, 11), (45, 1, 21), (80, 2, 40), (119, 2, 40), (120, 3, 62), (400, 3, 62)],
)
def test_levels_of_detail(theme, pitch, level, side):
    assert theme.detail.level(pitch) == level
    assert theme.detail.side_at(pitch) == side


def test_mixing_and_fading():
    black, white = QColor("#000000"), QColor("#FFFFFF")
    assert mix(black, white, 0) == black and mix(black, white, 1) == white
    assert faded(white, 0.5).alphaF() == pytest.approx(0.5, abs=0.01) and white.alpha() == 255


def test_text_is_readable(any_theme):
    win = any_theme.window
    for ground in (win.ground, win.panel, win.selection, win.note):
        assert contrast(win.text, ground) >= 4.5
    for text in (win.dim, win.good, win.bad, win.warn, win.accent):
        for ground in (win.ground, win.panel):
            assert contrast(text, ground) >= 4.5, (text.name(), ground.name())
    assert contrast(win.accent_text, win.accent) >= 4.5


def test_figures_are_readable_on_every_nation(theme):
    for key, style in theme.nations.items():
        assert contrast(style.ink, style.body) >= 4.5, key
        assert contrast(theme.status.box_line, style.box) >= 7, key


@pytest.mark.parametrize("eyes", ["full", "protan", "deutan", "tritan"])
def test_opponents_stay_apart_for_every_kind_of_eyes(theme, eyes):
    for one, other in OPPONENTS:
        assert distance(theme.nation(one).body, theme.nation(other).body, eyes) >= 18, (one, other)
    for one, other in combinations(MAJORS, 2):
        assert distance(theme.nation(one).body, theme.nation(other).body, eyes) >= 11, (one, other)


def test_without_colour_lightness_or_mark_tells_opponents_apart(theme):
    """In grey Germany, France and the Soviet Union are equally dark: there the mark must do the work."""
    for one, other in OPPONENTS:
        first, second = theme.nation(one), theme.nation(other)
        if abs(lab(first.body, "full")[0] - lab(second.body, "full")[0]) < 15:
            same_body = _in_one_body(theme)
            pictures = [picture(CounterFace(nation=key), 34, same_body) for key in (one, other)]
            assert different_pixels(*pictures) >= 3, (one, other)


def _in_one_body(theme: Theme) -> Theme:
    """The theme with all nations in the same colours, so that only their marks differ."""
    sample = theme.nation("germany")
    return replace(
        theme,
        nations={
            key: NationStyle(sample.body, sample.box, sample.ink, style.mark, style.bands, style.upright)
            for key, style in theme.nations.items()
        },
    )


def test_marks_are_drawn_from_34_pixels_up_and_differ(theme):
    same_body = _in_one_body(theme)
    for symbol in ("infantry", "battleship", "fighter"):
        small = {pixels(picture(CounterFace(nation=key, symbol=symbol), 33, same_body)) for key in MAJORS}
        assert len(small) == 1
        large = {pixels(picture(CounterFace(nation=key, symbol=symbol), 34, same_body)) for key in MAJORS}
        assert len(large) == len(MAJORS)


def test_overlays_of_different_meaning_differ_for_every_kind_of_eyes(theme):
    over = theme.overlay
    for eyes in ("full", "protan", "deutan", "tritan"):
        for one, other in combinations((over.reach_line, over.zone, over.supply, over.path), 2):
            assert distance(one, other, eyes) >= 11, (eyes, one.name(), other.name())


# ------------------------------------------------------------------------------------- window


def test_style_sheet_names_only_colours_of_the_theme(any_theme):
    assert "$" not in any_theme.style_sheet.replace("$panel stand", "")
    for field in fields(WindowColors):
        assert getattr(any_theme.window, field.name).name() in any_theme.style_sheet, field.name
    role = QPalette.ColorRole
    assert any_theme.palette().color(role.Window) == any_theme.window.ground
    assert any_theme.palette().color(QPalette.ColorGroup.Disabled, role.Text) == any_theme.window.dim


def test_style_sheet_is_understood_by_qt(qtbot, any_theme):
    """Qt warns about a style sheet it cannot parse, which fails the test; the colours must arrive too."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(any_theme.style_sheet)
    panel, label, button = QFrame(), QLabel("Title"), QPushButton("End movement")
    for widget, role in ((panel, "panel"), (label, "title"), (button, "primary")):
        widget.setProperty("role", role)
    column = QVBoxLayout(window)
    inner = QVBoxLayout(panel)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.addWidget(label)
    inner.addWidget(button)
    column.addWidget(panel)
    window.resize(300, 160)
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    spot = button.mapTo(window, button.rect().topLeft())
    assert image.pixelColor(spot.x() + 8, spot.y() + button.height() // 2) == any_theme.window.accent
    left = panel.mapTo(window, panel.rect().topLeft())
    assert image.pixelColor(left.x() + 8, left.y() + panel.height() // 2) == any_theme.window.panel
    assert button.x() >= 14, "panels have 14 pixels of padding"


# ------------------------------------------------------------------------------------- bad files


def write(folder: Path, text: str, name: str = "mine") -> Path:
    base = resources_dir() / "themes" / "light.yaml"
    (folder / "light.yaml").write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_theme_that_extends_another_needs_only_what_differs(qapp, tmp_path):
    path = write(tmp_path, 'title: Mine\nextends: light\nwindow:\n  accent: "#7A1F5C"\n')
    mine = load_theme_file(path)
    assert mine.title == "Mine" and mine.window.accent == QColor("#7A1F5C")
    assert mine.window.ground == load_theme("light").window.ground


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("title: A\nextends: light\nwindow:\n  accent: blue\n", 4, '"blue", which is no colour'),
        ('title: A\nextends: light\nwindow:\n  accent: "#12345 6%"\n', 4, "no colour"),
        ('title: A\nextends: light\nwindow:\n  accnt: "#123456"\n', 4, 'window has no "accnt"'),
        ('extends: light\nwindow:\n  text: "#000000"\n  text: "#111111"\n', 4, '"text" is given twice'),
        ("extends: light\nwidth:\n  grid: wide\n", 3, "must be a number"),
        ("extends: light\nwidth:\n  grid: .nan\n", 3, "must be a number"),
        ("extends: light\ndark: maybe\n", 2, "must be true or false"),
        ("extends: light\nextra: 1\n", 2, 'no section "extra"'),
        ("extends: light\nwindow: 5\n", 2, "list of names"),
        ("extends: light\n? [a]\n: 1\n", 2, "plain word"),
        ("extends: ../secret\n", 1, "plain name of a theme"),
        ("extends: mine\n", 1, "extend each other"),
        ("title: [\n", 2, "not YAML"),
        ("title: A\n", 1, 'lacks "dark"'),
        ("- a\n", 1, "list of sections"),
        (
            'extends: light\nnations:\n  japan: ["#000000", "#000000", "#000000", moon]\n',
            3,
            'mark "moon" is unknown',
        ),
        ('extends: light\nnations:\n  japan: ["#000000"]\n', 3, "body, box, ink and mark"),
        (
            'extends: light\nvariants:\n  oz: [mordor, across, "#000000", "#000000"]\n',
            3,
            '"mordor" is no nation',
        ),
        ('extends: light\nvariants:\n  oz: [japan, around, "#000000", "#000000"]\n', 3, "across or upright"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(qapp, tmp_path, text, line, part):
    with pytest.raises(ThemeError) as caught:
        load_theme_file(write(tmp_path, text))
    message = str(caught.value)
    assert message.startswith(f"mine.yaml:{line}: ") and part in message, message


def test_missing_sections_and_names_are_told(qapp, tmp_path):
    whole = (resources_dir() / "themes" / "light.yaml").read_text(encoding="utf-8")
    for gone, said in (
        ('  panel: "#FBFAF6"\n', 'window lacks "panel"'),
        ('  clear: "#EFE8D4"\n', 'terrain lacks "clear"'),
        ('  neutral: ["#A79FB0", "#E9E5EC", "#221C28", ring]\n', 'nations lacks "neutral"'),
    ):
        assert gone in whole
        with pytest.raises(ThemeError, match=said):
            load_theme_file(write(tmp_path, whole.replace(gone, "")))


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfe\x00", b"a: " + b"[" * 5000, b"#" * 300_000, b"a: \x00", b""],
    ids=["bytes", "deep", "big", "nul", "empty"],
)
def test_rubbish_raises_only_a_theme_error(qapp, tmp_path, raw):
    path = tmp_path / "mine.yaml"
    path.write_bytes(raw)
    with pytest.raises(ThemeError, match=r"^mine\.yaml"):
        load_theme_file(path)


def test_an_absent_theme_is_told(qapp, tmp_path):
    with pytest.raises(ThemeError, match="cannot be read"):
        load_theme_file(tmp_path / "none.yaml")
