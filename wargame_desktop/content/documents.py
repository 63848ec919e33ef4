"""What every data file starts with: its kind, format number, id, title and source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.problems import near, quoted
from wargame_desktop.content.provenance import Provenance, Source
from wargame_desktop.content.schema import Bad, Choice, Fields, Id, Int, Reading, Record, Schema, Text
from wargame_desktop.content.yaml_source import Mapping

KINDS = ("map", "art", "units", "charts", "cards", "rulings", "scenario")
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Header:
    """The top of a data file."""

    kind: str
    id: str
    title: str
    provenance: Provenance


def kind_of(root: Mapping, reading: Reading) -> str | None:
    """The kind a file claims to be, or None after noting that it claims none that exists."""
    kind = root.text("kind")
    if kind in KINDS:
        return kind
    if kind is None:
        reading.note(root, f'the key "kind" is missing; it is one of {", ".join(KINDS)}')
    else:
        node = root.get("kind") or root
        reading.note(node, f"unknown kind {quoted(kind)}{near(kind, KINDS)}; it is one of {', '.join(KINDS)}")
    return None


def read_document(
    root: Mapping,
    kind: str,
    required: dict[str, tuple[Schema[Any], Any]],
    optional: dict[str, tuple[Schema[Any], Any]],
    reading: Reading,
) -> tuple[Header, Fields]:
    """Read a whole file; what is wrong is noted and replaced by a default, so that later checks still run."""
    head: dict[str, tuple[Schema[Any], Any]] = {
        "kind": (Choice(kind), kind),
        "format": (Int(1, FORMAT), FORMAT),
        "id": (Id(), ""),
        "title": (Text(200), ""),
        "source": (Source(), Provenance("original")),
    }
    needed = {**head, **required}
    record = Record(
        {key: schema for key, (schema, _) in needed.items()},
        {"why": (Text(1000), ""), **optional},
        {key: default for key, (_, default) in needed.items()},
    )
    fields = record.read(root, reading)
    assert not isinstance(fields, Bad)  # the root is a mapping, and there are fallbacks
    source: Provenance = fields["source"]
    if root.user == root.file:
        source = Provenance("user", root.file)
    elif source.kind == "reconstructed" and not fields["why"]:
        reading.note(fields.at("source"), 'reconstructed data needs its reasoning under the key "why"')
    provenance = Provenance(source.kind, source.reference, fields["why"])
    return Header(kind, fields["id"], fields["title"], provenance), fields
