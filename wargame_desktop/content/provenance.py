"""Where data comes from: a numbered rule, a reconstruction, this program, or the user's own file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wargame_desktop.content.problems import quoted
from wargame_desktop.content.schema import BAD, Bad, Fields, Reading, Schema, Text
from wargame_desktop.content.yaml_source import Node

KINDS = ("rule", "reconstructed", "original", "user")


@dataclass(frozen=True, slots=True)
class Provenance:
    """The kind of source, its reference (rule number, or file for `user`), and one line of reasoning."""

    kind: str
    reference: str = ""
    why: str = ""

    def __str__(self) -> str:
        head = f"{self.kind} {self.reference}".strip()
        return f"{head}: {self.why}" if self.why else head


class Source:
    """`rule 12.3` (any reference), `reconstructed`, or `original` (made for this program)."""

    def read(self, node: Node, reading: Reading) -> Provenance | Bad:
        """The source; the reasoning under `why` is added by `provenance_of`."""
        text = Text(200).read(node, reading)
        if isinstance(text, Bad):
            return BAD
        kind, _, reference = text.partition(" ")
        if kind == "rule" and not reference.strip():
            return reading.refuse(node, "a rule needs its number, such as: rule 12.3")
        if kind not in ("rule", "reconstructed", "original") or (kind != "rule" and reference):
            return reading.refuse(
                node, f"expected rule NUMBER, reconstructed or original, found {quoted(text)}"
            )
        return Provenance(kind, reference.strip())


def source_fields() -> dict[str, tuple[Schema[Any], Any]]:
    """The two optional keys of every record that may name its own source."""
    return {"source": (Source(), None), "why": (Text(500), "")}


def provenance_of(fields: Fields, reading: Reading, outer: Provenance) -> Provenance:
    """The source of a record: the user's file when it comes from there, else its own, else the outer one."""
    if fields.node.user:
        return Provenance("user", fields.node.user, fields["why"])
    own: Provenance | None = fields["source"]
    if own is None:
        return outer if not fields["why"] else Provenance(outer.kind, outer.reference, fields["why"])
    if own.kind == "reconstructed" and not fields["why"]:
        reading.note(fields.at("source"), 'reconstructed data needs its reasoning under the key "why"')
    return Provenance(own.kind, own.reference, fields["why"])
