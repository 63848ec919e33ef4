"""Rulings on doubtful rules: what this program does, why, and the test that holds it."""

from __future__ import annotations

from dataclasses import dataclass

from wargame_desktop.content.documents import Header, read_document
from wargame_desktop.content.schema import MapOf, Reading, Record, Text
from wargame_desktop.content.yaml_source import Mapping
from wargame_desktop.core.frozen import FrozenMap


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision on a doubtful rule; `test` names the test that holds it."""

    id: str
    rule: str
    question: str
    ruling: str
    reason: str
    test: str


@dataclass(frozen=True, slots=True)
class RulingSet:
    """Everything one rulings file defines."""

    header: Header
    rulings: FrozenMap[Ruling]


def load_rulings(root: Mapping, reading: Reading) -> RulingSet:
    """Read a rulings file; a partial result when problems were noted."""
    record = Record(
        {"rule": Text(80), "question": Text(), "ruling": Text(), "reason": Text(), "test": Text(200)}, {}
    )
    header, fields = read_document(root, "rulings", {"rulings": (MapOf(record), {})}, {}, reading)
    rulings = {
        key: Ruling(key, item["rule"], item["question"], item["ruling"], item["reason"], item["test"])
        for key, item in fields["rulings"].items()
    }
    return RulingSet(header, FrozenMap(rulings))
