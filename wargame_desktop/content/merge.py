"""A user's file laid over ours: records merge by id, values replace, and every change is listed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b

from wargame_desktop.content.problems import Problems, quoted
from wargame_desktop.content.yaml_source import Mapping, Node, Scalar, Sequence

# Edits to these change no rule, so they leave the hash of the data alone. They count as such only where a
# file's own keys and the keys of its records stand; between them stand ids, and below them free data.
_NOT_HASHED = frozenset({"source", "why", "note", "paint", "polygon", "label", "pieces"})
_RECORD_LEVELS = (1, 3)


@dataclass(frozen=True, slots=True)
class Override:
    """One value that the user's file gives: where, what it replaces (None: it is new) and what it says."""

    file: str
    line: int
    path: str
    ours: str | None
    theirs: str

    def __str__(self) -> str:
        if self.ours is None:
            return f"{self.file}:{self.line}: {self.path} added: {self.theirs}"
        return f"{self.file}:{self.line}: {self.path} is {self.theirs} instead of {self.ours}"


def merge(base: Mapping, user: Mapping, problems: Problems) -> tuple[Mapping, list[Override]]:
    """The base tree with the user's values in it; neither tree is changed. `kind` and `id` must agree."""
    for key in ("kind", "id"):
        ours, theirs = base.text(key), user.text(key)
        node = user.get(key)
        if node is not None and ours != theirs:
            problems.add(
                user.file,
                node.line,
                f"the {key} is {quoted(theirs or '')}, but the file it changes has {quoted(ours or '')}",
            )
    found: list[Override] = []
    merged = _merge(base, user, "", found)
    merged.user = user.file if found else ""
    return merged, found


def _merge(base: Mapping, user: Mapping, path: str, found: list[Override]) -> Mapping:
    entries = dict(base.entries)
    for key, (key_node, theirs) in user.entries.items():
        here = f"{path}.{key}" if path else key
        ours = base.get(key)
        if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
            entries[key] = (base.entries[key][0], _merge(ours, theirs, here, found))
        elif ours is None or show(ours) != show(theirs):
            entries[key] = (key_node, theirs)
            mark_user(theirs)
            found.append(
                Override(theirs.file, theirs.line, here, None if ours is None else show(ours), show(theirs))
            )
    merged = Mapping(base.file, base.line, base.column, entries)
    changed = any(
        (isinstance(node, Mapping) and node.user) or node.file == user.file for _, node in entries.values()
    )
    merged.user = user.file if changed else base.user
    return merged


def mark_user(node: Node) -> None:
    """Mark a part that comes from the user's file as a whole."""
    if isinstance(node, Mapping):
        node.user = node.file
        for _, value in node.entries.values():
            mark_user(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            mark_user(item)


def show(node: Node) -> str:
    """A node in one line: its text, `[a, b]` or `{a: b}`."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return "[" + ", ".join(show(item) for item in node.items) + "]"
    return "{" + ", ".join(f"{key}: {show(value)}" for key, (_, value) in node.entries.items()) + "}"


def content_digest(node: Mapping) -> str:
    """A digest of what a tree says, not of comments, quotes, layout, sources or painting; order counts."""
    text = json.dumps(_shape(node), ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _shape(node: Node, level: int = 1) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [_shape(item, level) for item in node.items]
    skipped = _NOT_HASHED if level in _RECORD_LEVELS else ()
    return {key: _shape(value, level + 1) for key, (_, value) in node.entries.items() if key not in skipped}
