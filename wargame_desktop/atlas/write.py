"""Writes the map file and the table of places; the same map always gives the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from wargame_desktop.atlas.fit import Residual
from wargame_desktop.atlas.source import Pair, Place, Source

if TYPE_CHECKING:
    from wargame_desktop.atlas.build import HexMap

_WIDTH = 110
_SAFE = re.compile(r"[^\W\d_][\w .'/()+-]*[\w.)]|[^\W\d_]")
_CODES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_VOID = " "
_TERRAIN_CODES = {"sea": "~", "clear": ".", "void": _VOID}
_KIND_CODES = {"land": "l", "coast": "c", "sea": "~", "void": _VOID}


def map_text(source: Source, hexes: HexMap) -> str:
    """The map file: the frame as it stands, then layers, hexes and hexsides."""
    parts = [source.frame.rstrip("\n"), "", "layers:"]
    terrain_codes = _codes(sorted(set(hexes.terrains.values())), _TERRAIN_CODES)
    parts += _layer(source, "terrain", hexes.terrains, terrain_codes)
    parts += _layer(source, "kind", hexes.kinds, _KIND_CODES)
    if hexes.countries:
        country_codes = _codes(_in_order(source, hexes.countries.values()), {"none": "-"})
        parts += _layer(source, "country", hexes.countries, country_codes)
    for key, lines in (("hexes", _hex_lines(source, hexes)), ("hexsides", _side_lines(source, hexes))):
        parts += ["", f"{key}:", *lines] if lines else []
    return "\n".join(parts) + "\n"


def _in_order(source: Source, countries: Iterable[str]) -> list[str]:
    """Countries in the order of the corrections file."""
    used = set(countries)
    return [one for one in dict.fromkeys(source.corrections.countries.values()) if one in used]


def _codes(values: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
    """One character for each value: a letter of its name if one is free."""
    codes = {value: given[value] for value in values if value in given}
    if "none" in given:
        codes["none"] = given["none"]
    for value in values:
        letters = (*value, *value.upper(), *_CODES)
        free = [one for one in letters if one in _CODES and one not in codes.values()]
        codes.setdefault(value, free[0])
    return codes


def _layer(source: Source, name: str, values: Mapping[str, str], codes: Mapping[str, str]) -> list[str]:
    legend = ", ".join(f'"{code}": {value}' for value, code in codes.items() if code != _VOID)
    lines = [f"  {name}:", *_folded("    legend: {", legend, "}"), "    rows:"]
    for row, labels in _rows(source):
        lines.append(f'      "{row}": "{"".join(codes[values.get(label, "none")] for label in labels)}"')
    return lines


def _folded(head: str, text: str, tail: str) -> list[str]:
    """A flow mapping on as many lines as it needs."""
    lines, line = [], head
    for word in text.split(", "):
        if len(line) + len(word) > _WIDTH:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + ", "
    return [*lines, line.removesuffix(", ") + tail]


def _rows(source: Source) -> list[tuple[str, list[str]]]:
    """Row number and its labels from west to east."""
    rows: dict[str, list[tuple[float, str]]] = {}
    grid = source.grid
    for sheet in grid.sheets:
        for row in range(sheet.rows[0], sheet.rows[1] + 1):
            number = f"{row:0{grid.row_digits}d}"
            for column in range(sheet.columns[0], sheet.columns[1] + 1):
                place = f"{column:0{grid.column_digits}d}"
                pair = place + number if grid.label_order == "column_row" else number + place
                label = sheet.prefix + pair
                rows.setdefault(sheet.prefix + number, []).append((grid.centre(label)[0], label))
    return [(row, [label for _, label in sorted(cells)]) for row, cells in rows.items()]


def _hex_lines(source: Source, hexes: HexMap) -> list[str]:
    corrections = source.corrections
    marks: dict[str, dict[str, object]] = {}
    for label, name in corrections.straits.items():
        marks.setdefault(label, {})["strait"] = name
    for mark, labels in corrections.marks.items():
        for label in labels:
            marks.setdefault(label, {})[mark] = True
    lines = []
    for label in sorted({*hexes.places, *marks}):
        place = hexes.places.get(label)
        fields: dict[str, object] = {} if place is None else {"name": place.name}
        if place is not None and place.city:
            fields["city"] = place.city
        if place is not None and place.port:
            fields["port"] = True
        attrs = {**(dict(place.attrs) if place is not None else {}), **marks.get(label, {})}
        if attrs:
            fields["attrs"] = attrs
        fields.update(_source_of(place, corrections.sources.get(label)))
        lines.append(f'  "{label}": {_flow(fields)}')
    return lines


def _source_of(place: Place | None, given: tuple[str, str] | None) -> dict[str, object]:
    if given is not None:
        return {"source": given[0], **({"why": given[1]} if given[1] else {})}
    if place is None:
        return {}
    if place.printed:
        return {"source": f"rule {place.rule}"}
    return {"source": "reconstructed", "why": _evidence(place)}


def _evidence(place: Place) -> str:
    """Why a place stands in its hex."""
    if place.misprint:
        return f"rule {place.rule} prints {place.misprint}; see the rulings"
    return f"rule {place.rule}" if place.printed else place.why or "where the bent earth puts it"


def _flow(value: object) -> str:
    """Plain data as YAML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    is_safe = _SAFE.fullmatch(text) is not None and text not in ("true", "false", "null")
    return text if is_safe else json.dumps(text, ensure_ascii=False)


def _side_lines(source: Source, hexes: HexMap) -> list[str]:
    lines: list[str] = []
    for kind in ("all_sea", "all_land"):
        pairs = sorted(pair for pair, one in hexes.sides.items() if one == kind)
        if pairs:
            lines += [f"  {kind}:", "    - path: >-", *_wrapped(pairs, 8)]
    rivers = {name: pairs for name, pairs in hexes.rivers.items() if pairs}
    if rivers:
        lines.append("  river:")
    for name, pairs in rivers.items():
        lines += [f"    - name: {_flow(name)}", "      path: >-", *_wrapped(pairs, 8)]
    divisions = [(mark, _division(source, hexes, mark)) for mark in source.corrections.divisions]
    if divisions:
        lines.append("  division:")
    for mark, pairs in divisions:
        lines += [f"    - name: {_flow(mark)}", "      path: >-", *_wrapped(pairs, 8)]
    return lines


def _division(source: Source, hexes: HexMap, mark: str) -> list[Pair]:
    """The hexsides inside a country that part the hexes with a mark from those without."""
    marked = frozenset(source.corrections.marks.get(mark, ()))
    return sorted(
        (min(label, other), max(label, other))
        for label in marked
        for other in source.grid.neighbours(label).values()
        if other not in marked and hexes.countries.get(other) == hexes.countries.get(label)
    )


def _wrapped(pairs: Iterable[Pair], indent: int) -> list[str]:
    lines, line = [], ""
    for a, b in pairs:
        word = f"{a}/{b}"
        if len(line) + len(word) + indent > _WIDTH:
            lines.append(" " * indent + line.rstrip())
            line = ""
        line += word + " "
    return [*lines, " " * indent + line.rstrip()]


def places_text(source: Source, hexes: HexMap, found: list[Residual]) -> str:
    """The table of places: printed and used hex, where the earth alone would put it, and how far apart."""
    apart = {one.name: one.apart for one in found}
    fitted = {one.name: source.grid.label_at(*one.at) or "off" for one in found}
    lines = [
        "# Places of the map",
        "",
        "Where each place stands and why. *Printed* is the hex number of the rulebook, *used* the one on our",
        "map. *Fitted* is the hex where the earth puts the place when it is turned and scaled to fit all",
        "places best, but not yet bent; *apart* how far, in hexes, that is from the middle of the hex used.",
        "",
        "| place | printed | used | fitted | apart | evidence |",
        "|---|---|---|---|---|---|",
    ]
    for label, place in sorted(hexes.places.items(), key=lambda item: item[1].name):
        printed = place.printed or place.misprint or "–"
        distance = f"{apart[place.name]:.2f}" if place.name in apart else "–"
        cells = (place.name, printed, label, fitted.get(place.name, "–"), distance, _evidence(place))
        lines.append(f"| {' | '.join(cells)} |")
    rms = (sum(one * one for one in apart.values()) / max(1, len(apart))) ** 0.5
    count = len(apart)
    lines += ["", f"{count} places are pinned; their distances have a root mean square of {rms:.2f} hexes."]
    return "\n".join(lines) + "\n"
