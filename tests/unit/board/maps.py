"""Grids and small maps that several board tests use."""

from __future__ import annotations

from hypothesis import strategies as st

from wargame_desktop.board import Board, HexGrid, Link, Sheet, Space

# The three printed numberings. The edges are not those of the printed sheets, only wide enough.
EUROPEAN_THEATER = HexGrid("flat", (Sheet((1, 42), (1, 18)),), shoved="even", shoved_towards="south")
SUPREME_COMMANDER = HexGrid(
    "pointy",
    (Sheet((1, 52), (1, 50)),),
    shoved="odd",
    shoved_towards="west",
    columns_grow="west",
    label_order="row_column",
)
TOTALER_KRIEG = HexGrid(
    "pointy",
    (Sheet((1, 26), (10, 52), "w"), Sheet((1, 28), (10, 52), "e", column_offset=26)),
    shoved="odd",
    shoved_towards="east",
    rows_grow="north",
    label_order="row_column",
)
PRINTED = {"european_theater": EUROPEAN_THEATER, "supreme_commander": SUPREME_COMMANDER,
           "totaler_krieg": TOTALER_KRIEG}  # fmt: skip


def line_board(length: int, kind: str = "border") -> Board:
    """Spaces s0, s1, … in a row."""
    spaces = [Space(f"s{n}") for n in range(length)]
    return Board(spaces, [Link(f"s{n}", f"s{n + 1}", kind) for n in range(length - 1)])


def hex_board(columns: int = 7, rows: int = 7, **values: object) -> Board:
    """A flat-top board of clear hexes, labelled CCRR from 0101."""
    grid = HexGrid("flat", (Sheet((1, columns), (1, rows)),), "even", "south")
    return Board.from_hexgrid(grid, dict.fromkeys(grid.labels, "clear"), **values)  # type: ignore[arg-type]


@st.composite
def boards(draw: st.DrawFn, kinds: tuple[str, ...] = ("land", "rail")) -> Board:
    """Small boards with links of several kinds, some side by side."""
    size = draw(st.integers(2, 9))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda p: p[0] != p[1])
    drawn = draw(st.lists(st.tuples(pairs, st.sampled_from(kinds)), min_size=size - 1, max_size=3 * size))
    links = [Link(f"s{a}", f"s{b}", kind) for (a, b), kind in drawn]
    return Board([Space(f"s{n}") for n in range(size)], links)


def some_spaces(board: Board, most: int = 9) -> st.SearchStrategy[frozenset[str]]:
    """Any set of the board's spaces, not too many."""
    return st.frozensets(st.sampled_from([space.id for space in board.spaces]), max_size=most)
