"""Charts read by column and row, dice charts among them, and plain tables of values by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.provenance import Provenance, provenance_of, source_fields
from wargame_desktop.content.ranges import Die, Range, parse_die, parse_range, range_problems
from wargame_desktop.content.schema import (
    BAD,
    At,
    Bad,
    Choice,
    Fields,
    Id,
    ListOf,
    Located,
    MapOf,
    Plain,
    Raw,
    Reading,
    Record,
    Text,
    Words,
    plain,
)
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.frozen import Plain as PlainValue

Cell = str | int | tuple[int, int] | tuple[tuple[str, int], ...]

_CODE = re.compile(r"([A-Za-z]+)([0-9]{0,3})")
_LOSSES = re.compile(r"([0-9]{1,3}|-)\s*/\s*([0-9]{1,3}|-)")
_WHOLE = re.compile(r"-?[0-9]{1,6}")


class ChartError(LookupError):
    """A chart was asked for a row or column it does not have."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The labels along one side of a chart; ranges when they stand for numbers, names otherwise."""

    title: str
    labels: tuple[str, ...]
    ranges: tuple[Range, ...] | None
    clamp: bool

    def index(self, value: int | str, chart: str) -> int:
        """The position of a value; a number beyond the ends takes the end when the chart clamps."""
        if self.ranges is None:
            if str(value) in self.labels:
                return self.labels.index(str(value))
        elif isinstance(value, int):
            for position, one in enumerate(self.ranges):
                if value in one:
                    return position
            if self.clamp and self.ranges:
                lows = [r.low if r.low is not None else -(10**9) for r in self.ranges]
                return lows.index(min(lows) if value < min(lows) else max(lows))
        raise ChartError(f"the chart {chart} has no {self.title} {value}; it has {', '.join(self.labels)}")


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of results: `cells[row][column]`."""

    id: str
    title: str
    die: Die | None
    columns: Axis
    rows: Axis
    cells: tuple[tuple[Cell, ...], ...]
    note: str
    provenance: Provenance

    def cell(self, column: int | str, row: int | str) -> Cell:
        """The result for a column and a row, each given as a number or as a label."""
        return self.cells[self.rows.index(row, self.id)][self.columns.index(column, self.id)]

    def column(self, column: int | str) -> str:
        """The label of the column that a value falls in."""
        return self.columns.labels[self.columns.index(column, self.id)]

    def shifted(self, column: int | str, shift: int, row: int | str) -> Cell:
        """The result some columns to the right (or left, if negative), never beyond the ends."""
        place = self.columns.index(column, self.id) + shift
        place = max(0, min(place, len(self.columns.labels) - 1))
        return self.cells[self.rows.index(row, self.id)][place]


@dataclass(frozen=True, slots=True)
class Table:
    """Values by name, in one column or several."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: FrozenMap[FrozenMap[PlainValue]]
    note: str
    provenance: Provenance

    def value(self, row: str, column: str = "value") -> PlainValue:
        """The value of a row, in a named column if the table has several."""
        if row not in self.rows:
            raise ChartError(f"the table {self.id} has no row {row}; it has {', '.join(self.rows)}")
        if column not in self.columns:
            raise ChartError(f"the table {self.id} has no column {column}; it has {', '.join(self.columns)}")
        return self.rows[row][column]


@dataclass(frozen=True, slots=True)
class ChartSet:
    """Everything one charts file defines."""

    header: Header
    charts: FrozenMap[Chart]
    tables: FrozenMap[Table]

    def chart(self, chart_id: str) -> Chart:
        """A chart by id."""
        if chart_id not in self.charts:
            raise ChartError(f"no chart {chart_id}{near(chart_id, self.charts)}")
        return self.charts[chart_id]

    def table(self, table_id: str) -> Table:
        """A table by id."""
        if table_id not in self.tables:
            raise ChartError(f"no table {table_id}{near(table_id, self.tables)}")
        return self.tables[table_id]


class _DieSchema:
    def read(self, node: Node, reading: Reading) -> Die | Bad:
        text = Text(12).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        die = parse_die(text)
        return die or reading.refuse(node, f"expected dice such as 1d6 or 2d6, found {quoted(text)}")


class _Span:
    def read(self, node: Node, reading: Reading) -> Range | Bad:
        text = Text(20).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        if text == "any":
            return Range(None, None)
        span = parse_range(text)
        return span or reading.refuse(node, f"expected a span such as 0-20, 1+ or any, found {quoted(text)}")


def load_charts(root: Mapping, reading: Reading) -> ChartSet:
    """Read a charts file; a partial result when problems were noted."""
    optional: dict[str, tuple[Any, Any]] = {
        "charts": (MapOf(_chart_record()), {}),
        "tables": (MapOf(_table_record()), {}),
    }
    header, fields = read_document(root, "charts", {}, optional, reading)
    charts = {key: _chart(key, item, header, reading) for key, item in fields["charts"].items()}
    tables = {key: _table(key, item, header, reading) for key, item in fields["tables"].items()}
    return ChartSet(
        header,
        FrozenMap({key: item for key, item in charts.items() if not isinstance(item, Bad)}),
        FrozenMap({key: item for key, item in tables.items() if not isinstance(item, Bad)}),
    )


def _chart_record() -> Record:
    return Record(
        {"title": Text(200), "columns": ListOf(At(Text(40)), least=1), "rows": MapOf(At(Raw()), Text(40))},
        {
            "die": (_DieSchema(), None),
            "roll": (Choice("rows", "columns"), "rows"),
            "column_title": (Text(80), "column"),
            "row_title": (Text(80), ""),
            "column_span": (_Span(), None),
            "row_span": (_Span(), None),
            "clamp": (Words(Choice("rows", "columns")), ()),
            "cells": (Choice("text", "number", "losses", "codes"), "text"),
            "codes": (Words(Text(12)), ()),
            "note": (Text(2000), ""),
            **source_fields(),
        },
        {"title": "", "columns": (), "rows": {}},
    )


def _chart(key: str, item: Fields, header: Header, reading: Reading) -> Chart | Bad:
    rows = item.at("rows")
    if not isinstance(rows, Mapping) or item.bad & {"columns", "rows"}:
        return BAD  # noted already; without its sides a chart cannot be checked
    row_labels = [Located(label, rows.entries[label][0]) for label in rows.keys()]  # noqa: SIM118
    spans: dict[str, Range | None] = {"rows": item["row_span"], "columns": item["column_span"]}
    die: Die | None = item["die"]
    if die is not None and spans[item["roll"]] is None:
        spans[item["roll"]] = die.range
    row_title = item["row_title"] or ("roll" if die else "row")
    before = len(reading.problems)
    columns = _axis(
        item["column_title"], item["columns"], spans["columns"], "columns" in item["clamp"], reading
    )
    axis = _axis(row_title, row_labels, spans["rows"], "rows" in item["clamp"], reading)
    if die is not None:
        _check_die(die, item, spans[item["roll"]], reading)
    cells = tuple(_row(located, item, reading) for located in item["rows"].values())
    provenance = provenance_of(item, reading, header.provenance)
    if len(reading.problems) > before:
        return BAD
    return Chart(key, item["title"], die, columns, axis, cells, item["note"], provenance)


def _check_die(die: Die, item: Fields, span: Range | None, reading: Reading) -> None:
    axis = item["roll"]
    if span is None or axis in item["clamp"]:
        return
    if die.range.low not in span or die.range.high not in span:
        node = item.at("row_span" if axis == "rows" else "column_span")
        reading.note(node, f"the span {span} leaves out rolls of {die}, which gives {die.range}")


def _axis(
    title: str,
    labels: list[Located[str]] | tuple[Located[str], ...],
    span: Range | None,
    clamp: bool,
    reading: Reading,
) -> Axis:
    names = tuple(label.value for label in labels)
    seen: dict[str, int] = {}
    for label in labels:
        if label.value in seen:
            reading.note(
                label.node, f"the label {quoted(label.value)} is already used in line {seen[label.value]}"
            )
        seen.setdefault(label.value, label.node.line)
    if span is None:
        return Axis(title, names, None, clamp)
    ranges: list[Range] = []
    good: list[Located[str]] = []
    for label in labels:
        one = parse_range(label.value)
        if one is None:
            reading.note(
                label.node, f"expected a number or range such as 4-7, 12+ or <=1, found {quoted(label.value)}"
            )
        else:
            ranges.append(one)
            good.append(label)
    if len(good) == len(labels):
        for position, message in range_problems(ranges, span):
            reading.problems.add(good[position].node.file, good[position].node.line, f"{title}: {message}")
    return Axis(title, names, tuple(ranges), clamp)


def _row(located: Located[Node], item: Fields, reading: Reading) -> tuple[Cell, ...]:
    node = located.node
    wanted = len(item["columns"])
    if isinstance(node, Scalar) and wanted == 1:
        node = Sequence(node.file, node.line, node.column, [node])
    if not isinstance(node, Sequence):
        reading.note(node, f"expected a list of {wanted} results, found {node.what}")
        return ()
    if len(node.items) != wanted:
        reading.note(node, f"{len(node.items)} results for {wanted} columns")
    cells: list[Cell] = []
    for cell in node.items:
        text = cell.text.strip() if isinstance(cell, Scalar) else None
        value = None if text is None else _cell(text, item["cells"], item["codes"])
        if value is None:
            shown = quoted(text) if text is not None else cell.what
            reading.note(cell, f"expected {_CELL_NAMES[item['cells']]}, found {shown}")
        else:
            cells.append(value)
    return tuple(cells)


_CELL_NAMES = {
    "text": "a result",
    "number": "a whole number",
    "losses": "losses such as 1/2 or -/1",
    "codes": "results made of the declared codes, such as Dr2",
}


def _cell(text: str, kind: str, codes: tuple[str, ...]) -> Cell | None:
    """A result parsed as the chart says, or None when it is not of that kind."""
    if kind == "text":
        return text or None
    if kind == "number":
        return int(text) if _WHOLE.fullmatch(text) else None
    if kind == "losses":
        match = _LOSSES.fullmatch(text)
        return (_loss(match[1]), _loss(match[2])) if match else None
    if text == "-":
        return ()
    parts: list[tuple[str, int]] = []
    for word in text.replace(",", " ").split():
        match = _CODE.fullmatch(word)
        if match is None or match[1] not in codes:
            return None
        parts.append((match[1], int(match[2] or "0")))
    return tuple(parts) or None


def _loss(text: str) -> int:
    return 0 if text == "-" else int(text)


def _table_record() -> Record:
    return Record(
        {"title": Text(200)},
        {
            "columns": (ListOf(At(Id()), least=1), None),
            "rows": (MapOf(At(Raw()), Text(60)), None),
            "values": (MapOf(Plain(), Text(60)), None),
            "note": (Text(2000), ""),
            **source_fields(),
        },
        {"title": ""},
    )


def _table(key: str, item: Fields, header: Header, reading: Reading) -> Table | Bad:
    provenance = provenance_of(item, reading, header.provenance)
    if item.bad & {"values", "columns", "rows"}:
        return BAD  # noted already
    if item["values"] is not None:
        if item["columns"] is not None or item["rows"] is not None:
            return reading.refuse(item.node, "a table has either values, or columns and rows")
        single = FrozenMap({name: FrozenMap({"value": value}) for name, value in item["values"].items()})
        return Table(key, item["title"], ("value",), single, item["note"], provenance)
    if item["columns"] is None or item["rows"] is None:
        return reading.refuse(item.node, "a table needs values, or both columns and rows")
    columns = tuple(column.value for column in item["columns"])
    for position, column in enumerate(item["columns"]):
        if column.value in columns[:position]:
            reading.note(column.node, f"the column {quoted(column.value)} is given twice")
    rows = {name: _table_row(located.node, columns, reading) for name, located in item["rows"].items()}
    return Table(key, item["title"], columns, FrozenMap(rows), item["note"], provenance)


def _table_row(node: Node, columns: tuple[str, ...], reading: Reading) -> FrozenMap[PlainValue]:
    if isinstance(node, Scalar) and len(columns) == 1:
        return FrozenMap({columns[0]: plain(node)})
    if isinstance(node, Sequence):
        if len(node.items) != len(columns):
            reading.note(node, f"{len(node.items)} values for {len(columns)} columns ({', '.join(columns)})")
            return FrozenMap()
        return FrozenMap({name: plain(item) for name, item in zip(columns, node.items, strict=True)})
    if not isinstance(node, Mapping):
        reading.note(node, f"expected {len(columns)} values ({', '.join(columns)}), found one")
        return FrozenMap()
    for name, (name_node, _) in node.entries.items():
        if name not in columns:
            reading.note(name_node, f"unknown column {quoted(name)}{near(name, columns)}")
    for name in columns:
        if name not in node.entries:
            reading.note(node, f"the column {quoted(name)} is missing")
    return FrozenMap({name: plain(value) for name, (_, value) in node.entries.items()})
