"""Counters: every symbol at every size, marks of state, stacks, plastic pieces and the cache."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from tests.gui.counters.rendering import MARGIN, picture, pixels
from wargame_desktop.gui import fonts
from wargame_desktop.gui.counters.cache import CounterCache
from wargame_desktop.gui.counters.chips import chip_size, paint_chip
from wargame_desktop.gui.counters.face import CounterFace, Side, Style
from wargame_desktop.gui.counters.painter import BLEED, paint_stack, stack_extent
from wargame_desktop.gui.counters.symbols import ALIASES, SYMBOLS, Kind, find_symbol, silhouette
from wargame_desktop.gui.theme import Theme, load_theme

SIZES = (21, 24, 40, 62, 124)
UNIT = CounterFace(nation="germany", symbol="infantry", figures=("8", "4"), size="XXX", designation="19")


@pytest.fixture(scope="module")
def theme(qapp) -> Theme:
    return load_theme("light")


def inked(image: QImage) -> int:
    return sum(alpha > 0 for alpha in pixels(image)[3::4])


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize("style", [Style.COUNTER, Style.PLASTIC])
def test_every_symbol_is_drawn_and_unlike_every_other(theme, side, style):
    seen: dict[bytes, str] = {}
    for key in SYMBOLS:
        image = picture(CounterFace(nation="germany", symbol=key, figures=("3",), style=style), side, theme)
        assert inked(image) > side * side * 0.1, key
        raw = pixels(image)
        # On plastic pieces a text tag, a number and a card are the same tag.
        if style is Style.COUNTER or SYMBOLS[key].kind is not Kind.MARKER:
            assert raw not in seen, f"{key} looks like {seen.get(raw)} at {side} px"
            seen[raw] = key


@pytest.mark.parametrize("style", [Style.COUNTER, Style.PLASTIC])
def test_symbols_of_units_are_clearly_apart_at_24_px(theme, style):
    """Not only some stray pixel: at least ten pixels differ by a good deal between any two types."""
    units = [key for key, symbol in SYMBOLS.items() if symbol.kind is not Kind.MARKER]
    grey = {
        key: pixels(
            picture(
                CounterFace(nation="britain", symbol=key, figures=("3",), style=style), 24, theme
            ).convertToFormat(QImage.Format.Format_Grayscale8)
        )
        for key in units
    }
    for number, first in enumerate(units):
        for second in units[number + 1 :]:
            apart = sum(abs(a - b) > 40 for a, b in zip(grey[first], grey[second], strict=True))
            assert apart >= 10, f"{first} and {second} differ in only {apart} pixels"


@pytest.mark.parametrize("key", sorted(SYMBOLS))
def test_a_symbol_without_figures_fills_its_counter_and_stays_inside(theme, key):
    side = 100
    image = picture(CounterFace(nation="usa", symbol=key, label="A"), side, replace(theme, shadows=False))
    low, high = round(side * MARGIN) - 2, round(side * (1 + MARGIN)) + 1
    outside = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if not (low <= x <= high and low <= y <= high) and image.pixelColor(x, y).alpha() > 0
    ]
    assert not outside


@pytest.mark.parametrize("side", [24, 40, 62])
@pytest.mark.parametrize(
    "state",
    [
        {"side": Side.REDUCED}, {"side": Side.BLANK_BACK}, {"side": Side.FACE_DOWN}, {"moved": True},
        {"ops_complete": True}, {"out_of_supply": True}, {"disrupted": True}, {"loaded": True},
        {"damaged": True}, {"hits": 2}, {"selected": True}, {"elite": "guards"}, {"elite": "ss"},
    ],
    ids=lambda state: next(iter(state)),
)  # fmt: skip
def test_every_state_shows(theme, side, state):
    changed = picture(replace(UNIT, **state), side, theme)
    plain = picture(UNIT, side, theme)
    assert sum(a != b for a, b in zip(pixels(changed), pixels(plain), strict=True)) > side


def test_states_are_unlike_each_other_without_colour(theme):
    states = [
        {}, {"side": Side.REDUCED}, {"side": Side.BLANK_BACK}, {"side": Side.FACE_DOWN}, {"moved": True},
        {"ops_complete": True}, {"out_of_supply": True}, {"disrupted": True}, {"loaded": True},
        {"damaged": True}, {"hits": 2}, {"selected": True},
    ]  # fmt: skip
    grey = [
        pixels(picture(replace(UNIT, **state), 40, theme).convertToFormat(QImage.Format.Format_Grayscale8))
        for state in states
    ]
    for number, first in enumerate(grey):
        for second in grey[number + 1 :]:
            assert sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True)) > 20


def test_a_hidden_counter_gives_nothing_away_but_its_nation(theme):
    for side in (Side.FACE_DOWN, Side.BLANK_BACK):
        for style in Style:
            shown = {
                pixels(picture(
                    CounterFace("usa", key, (fig,), size, name, name, elite, side, style, steps), 62, theme
                ))
                for key, fig, elite, size, name, steps in (
                    ("infantry", "8", "", "XXX", "19", 0), ("decoy", "1", "ss", "X", "2", 2),
                    ("control", "", "", "", "flag", 0), ("carrier", "12", "guards", "", "", 3),
                )
            }  # fmt: skip
            assert len(shown) == 1


def test_marks_never_cover_figures(theme):
    """The pixels of the figures of a counter with marks are those of a counter whose marks are taken away."""
    long = replace(UNIT, figures=("10", "10", "12"))
    for state in ({"moved": True}, {"ops_complete": True}, {"disrupted": True, "ops_complete": True}):
        marked = picture(replace(long, **state), 124, theme)
        blank = picture(replace(long, figures=(), **state), 124, theme)
        xs = [
            x
            for x in range(marked.width())
            for y in range(marked.height())
            if marked.pixelColor(x, y) != blank.pixelColor(x, y)
        ]
        left, right = (round(124 * (MARGIN + part)) for part in (0.27, 0.73))
        edge_left = left if "disrupted" in state else round(124 * (MARGIN + 0.05))
        edge_right = right if "ops_complete" in state else round(124 * (MARGIN + 0.77))
        assert xs and min(xs) >= edge_left - 1 and max(xs) <= edge_right + 1, state


def test_designation_appears_from_fifty_pixels(theme):
    without = replace(UNIT, designation="")
    assert pixels(picture(UNIT, 49, theme)) == pixels(picture(without, 49, theme))
    assert pixels(picture(UNIT, 50, theme)) != pixels(picture(without, 50, theme))


def test_a_chit_shows_only_the_first_figure(theme):
    other = replace(UNIT, figures=("8", "6"))
    assert pixels(picture(UNIT, 33, theme)) == pixels(picture(other, 33, theme))
    assert pixels(picture(UNIT, 34, theme)) != pixels(picture(other, 34, theme))


def test_a_far_counter_is_a_dot_in_the_nations_colour(theme):
    dot = picture(UNIT, 11, theme)
    assert dot.pixelColor(dot.rect().center()) == theme.nation("germany").body
    assert pixels(dot) == pixels(picture(replace(UNIT, symbol="carrier", figures=()), 11, theme))


def test_a_plastic_piece_shows_that_it_has_moved_by_more_than_colour(theme):
    piece = CounterFace(nation="italy", symbol="armour", style=Style.PLASTIC, count=3)
    grey = [
        pixels(picture(replace(piece, **state), 40, theme).convertToFormat(QImage.Format.Format_Grayscale8))
        for state in ({}, {"moved": True}, {"ops_complete": True})
    ]
    # The left upper ninth of the piece, where nothing of the tank itself is drawn.
    width = round(40 * (1 + 2 * MARGIN))
    corner = [y * width + x for y in range(8, 20) for x in range(8, 20)]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert sum(abs(grey[one][spot] - grey[other][spot]) > 40 for spot in corner) > 20


def test_a_ring_about_a_selected_counter_covers_no_mark(theme):
    marked = replace(UNIT, out_of_supply=True, disrupted=True)
    plain, chosen = (picture(replace(marked, selected=on), 62, theme) for on in (False, True))
    for part_x, part_y in ((0.905, 0.03), (0.97, 0.095), (0.03, 0.905)):
        spot = QPointF(62 * (MARGIN + part_x), 62 * (MARGIN + part_y)).toPoint()
        assert plain.pixelColor(spot) == chosen.pixelColor(spot)


def test_one_counter_is_painted_quickly(theme):
    """About half a millisecond is usual; the limit leaves room for slow machines."""
    loud = replace(
        UNIT, symbol="marine", moved=True, out_of_supply=True, disrupted=True, hits=2, selected=True
    )
    took = []
    for number in range(12):
        cache = CounterCache()
        start = time.perf_counter()
        cache.counter(replace(loud, designation=str(number)), 62, 1.0, theme)
        took.append(time.perf_counter() - start)
    assert min(took) < 0.004


def test_aliases_and_unknown_names():
    assert find_symbol("panzer").key == "armour"
    assert find_symbol("marker").key == "text"
    assert find_symbol("no such thing").key == "unknown"
    assert not set(ALIASES) & set(SYMBOLS)
    assert set(ALIASES.values()) <= set(SYMBOLS)


@pytest.mark.parametrize("key", sorted(SYMBOLS))
def test_silhouettes_keep_to_their_box(qapp, key):
    box = silhouette(key).boundingRect()
    assert QRectF(-20, -4, 140, 108).contains(box)
    assert box.width() > 30 and box.height() > 30


def _stack(faces, theme) -> QImage:
    image = QImage(160, 160, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_stack(painter, QRectF(40, 60, 62, 62), faces, theme)
    painter.end()
    return image


def test_stacks_show_lower_counters_and_a_count_from_three(theme):
    plain = replace(theme, shadows=False)
    below = replace(UNIT, nation="japan")
    two = _stack([UNIT, below], plain)
    three = _stack([UNIT, below, below], plain)
    step = round(62 * 0.13)
    peep = QPointF(40 + 62 + step / 2, 60 + 20).toPoint()
    assert two.pixelColor(peep).alpha() == 255
    assert _stack([UNIT], plain).pixelColor(peep).alpha() == 0
    pill = QPointF(40 - 62 * 0.02 - 5, 60 + 62 * 0.98).toPoint()
    assert two.pixelColor(pill).alpha() == 0
    assert three.pixelColor(pill) == plain.status.pill
    assert pixels(_stack([UNIT] * 3, plain)) != pixels(_stack([UNIT] * 4, plain))
    assert inked(_stack([], plain)) == 0


def test_chips_grow_with_their_group_and_show_counts(theme):
    def chip(*faces: CounterFace) -> QImage:
        image = QImage(220, 80, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        rect = paint_chip(painter, QPointF(20, 20), 30, faces, theme)
        painter.end()
        assert rect.size() == chip_size(faces, 30)
        return image

    soldier, tank = CounterFace(nation="ussr", symbol="infantry"), CounterFace(nation="ussr", symbol="armour")
    assert inked(chip(soldier, tank)) > inked(chip(soldier)) * 1.5
    assert pixels(chip(replace(soldier, count=2))) != pixels(chip(soldier))
    assert pixels(chip(replace(soldier, count=12))) != pixels(chip(replace(soldier, count=2)))


def test_cache_returns_the_same_picture_and_forgets_the_oldest(theme):
    one = CounterCache().counter(UNIT, 40, 1.0, theme)[0]
    weight = one.width() * one.height() * 4
    cache = CounterCache(budget=3 * weight)
    first = cache.counter(UNIT, 40, 1.0, theme)[0]
    assert cache.counter(replace(UNIT), 40, 1.0, theme)[0] is first
    for number in range(2):
        cache.counter(replace(UNIT, designation=str(number)), 40, 1.0, theme)
    cache.counter(UNIT, 40, 1.0, theme)
    cache.counter(replace(UNIT, designation="new"), 40, 1.0, theme)
    assert len(cache) == 3 and cache.used_bytes == 3 * weight
    assert cache.counter(UNIT, 40, 1.0, theme)[0] is first, "the one used last stays"
    cache.clear()
    assert len(cache) == 0 and cache.used_bytes == 0


def test_cached_pictures_are_sharp_on_dense_screens_and_cut_nothing_off(theme):
    cache = CounterCache()
    loud = replace(UNIT, out_of_supply=True, disrupted=True, loaded=True, selected=True, hits=3)
    for side in (21, 40, 62):
        for ratio in (1.0, 1.5, 2.0):
            pixmap, offset = cache.counter(loud, side, ratio, theme)
            assert pixmap.devicePixelRatio() == ratio
            assert pixmap.width() >= side * (1 + 2 * BLEED) * ratio
            assert offset.x() <= -side * BLEED and offset.y() <= -side * BLEED
            image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
            rim = [
                image.pixelColor(x, y).alpha() for x in range(image.width()) for y in (0, image.height() - 1)
            ]
            rim += [
                image.pixelColor(x, y).alpha() for y in range(image.height()) for x in (0, image.width() - 1)
            ]
            assert max(rim) == 0, f"something reaches the rim at {side} px, ratio {ratio}"
    assert stack_extent(3, 100).height() > stack_extent(1, 100).height()


def test_fonts_come_from_the_box(qapp):
    fonts.load_fonts()
    assert fonts.missing_faces() == ()
    assert fonts.family_name(fonts.UI_FAMILY) == "Inter"
    assert fonts.family_name(fonts.SERIF_FAMILY).startswith("EB Garamond")
    assert fonts.family_name(fonts.CONDENSED_FAMILY) == "Roboto Condensed"
    assert fonts.serif(20, italic=True).italic()
    assert fonts.condensed(0.2).pixelSize() == 1
