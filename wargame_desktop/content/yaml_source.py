"""One YAML file as a tree in which every mapping, list and scalar knows its file, line and column.

Nothing is typed here: a scalar is its text and whether it was quoted, so that hex 0412 keeps its zero
and NO stays Norway; the schema decides. A file is never code and never large: no anchors, aliases or
tags, no second document, no duplicate keys, and bounds on size, depth and number of nodes. The tree is
built from parser events, so that a bound is met before memory is spent, with the same result from the C
parser and from the pure one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wargame_desktop.content.problems import ContentError, Problem, Problems, quoted

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 32
MAX_NODES = 500_000

# All but line feed and printable text. U+0085, U+2028 and U+2029 break lines for YAML but not for editors.
_FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_NAMES = {
    "\t": "a tab; use spaces",
    "\0": "a NUL character",
    "\ufeff": "a byte order mark",
    "\r": "a lone carriage return",
}


class Scalar:
    """A piece of text; `quoted` when it stood in quotes or in a block, so that "true" is no flag."""

    __slots__ = ("column", "file", "line", "quoted", "text")
    what = "text"

    def __init__(self, file: str, line: int, column: int, text: str, is_quoted: bool = False) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.text = text
        self.quoted = is_quoted


class Sequence:
    """A list of nodes."""

    __slots__ = ("column", "file", "items", "line")
    what = "a list"

    def __init__(self, file: str, line: int, column: int, items: list[Node]) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.items = items


class Mapping:
    """Keys and values in the order of the file; keys are scalars and each occurs once.

    `user` names the user's file when that file gives this mapping or a value anywhere in it.
    """

    __slots__ = ("column", "entries", "file", "line", "user")
    what = "a mapping"

    def __init__(self, file: str, line: int, column: int, entries: dict[str, tuple[Scalar, Node]]) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.entries = entries
        self.user = ""

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        entry = self.entries.get(key)
        return entry[1] if entry else None

    def text(self, key: str) -> str | None:
        """The text under a key, or None when it is missing or no scalar."""
        node = self.get(key)
        return node.text if isinstance(node, Scalar) else None

    def keys(self) -> list[str]:
        """The keys in the order of the file."""
        return list(self.entries)


Node = Scalar | Sequence | Mapping


def read_file(path: Path, name: str | None = None) -> Mapping:
    """Read a YAML file whose top is a mapping; `name` is how messages call it. Raises only `ContentError`."""
    shown = name if name is not None else str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable path"
        raise ContentError([Problem(shown, 0, f"cannot be read: {reason}")]) from error
    return read_bytes(data, shown)


def read_bytes(data: bytes, name: str, pure: bool = False) -> Mapping:
    """Read YAML whose top is a mapping; `pure` forces the slow parser. Raises only `ContentError`."""
    text = _decode(data, name)
    problems = Problems()
    builder = _Builder(name, problems)
    root = builder.build(text, pure)
    if root is None and not len(problems):
        problems.add(name, 1, "the file is empty")
    elif root is not None and not isinstance(root, Mapping):
        problems.add(name, root.line, f"the file must be a mapping of keys to values, not {root.what}")
    problems.raise_if_any()
    assert isinstance(root, Mapping)
    return root


def _decode(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        raise ContentError(
            [Problem(name, 0, f"larger than {MAX_BYTES // 1024 // 1024} MB, the most a data file may have")]
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(
            [Problem(name, line, f"not UTF-8 text (byte 0x{data[error.start]:02x})")]
        ) from None
    text = text.replace("\r\n", "\n")
    problems = Problems()
    line, position = 1, 0
    for match in _FORBIDDEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        problems.add(name, line, f"contains {_name_of(match.group())}")
        if len(problems) > 20:
            break
    problems.raise_if_any()
    return text


def _name_of(character: str) -> str:
    return _NAMES.get(character, f"the character U+{ord(character):04X}, which is not printable")


class _Open:
    """A collection being filled; for a mapping `key` is the key whose value comes next."""

    __slots__ = ("is_flow", "key", "node", "skipping")

    def __init__(self, node: Sequence | Mapping, is_flow: bool) -> None:
        self.node = node
        self.is_flow = is_flow
        self.key: Scalar | None = None
        self.skipping = False  # the key was refused; its value is read and dropped


class _Builder:
    """Turns parser events into located nodes and notes what a data file may not contain."""

    def __init__(self, name: str, problems: Problems) -> None:
        self.name = name
        self.problems = problems
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.count = 0
        self.line = 1

    def build(self, text: str, pure: bool) -> Node | None:
        """Read the events until the end or until a bound or a syntax error stops the reading."""
        import yaml

        try:
            for event in _events(text, pure):
                self.line = event.start_mark.line + 1
                if not self._take(event):
                    break
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self.problems.add(self.name, mark.line + 1 if mark else self.line, _syntax_message(error))
        except (yaml.YAMLError, ValueError, OverflowError):
            self.problems.add(
                self.name, self.line, "not valid YAML: an escape or a character that does not exist"
            )
        return self.root

    def _take(self, event: Any) -> bool:
        """Use one event; False stops the reading."""
        import yaml

        if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            self.stack.pop()
            return True
        if isinstance(event, yaml.DocumentStartEvent):
            return self._start_document(event)
        if isinstance(event, yaml.NodeEvent):
            return self._take_node(event)
        return True

    def _start_document(self, event: Any) -> bool:
        if self.root is not None:
            self.problems.add(self.name, self.line, "a second document starts here; a data file holds one")
            return False
        if event.version or event.tags:
            self.problems.add(self.name, self.line, "a % directive; data files use none")
        return True

    def _take_node(self, event: Any) -> bool:
        import yaml

        self.count += 1
        if self.count > MAX_NODES:
            self.problems.add(
                self.name, self.line, f"more than {MAX_NODES} values, the most a data file may have"
            )
            return False
        column = event.start_mark.column + 1
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_marks(event)
            self._place(self._scalar(event, column))
            return True
        if isinstance(event, yaml.AliasEvent):
            self.problems.add(self.name, self.line, f"the alias *{event.anchor}; write the value out")
            self._place(Scalar(self.name, self.line, column, ""))
            return True
        self._refuse_marks(event)
        if len(self.stack) >= MAX_DEPTH:
            self.problems.add(self.name, self.line, f"nested deeper than {MAX_DEPTH} levels")
            return False
        is_list = isinstance(event, yaml.SequenceStartEvent)
        node: Sequence | Mapping = (
            Sequence(self.name, self._line_of_value(), column, [])
            if is_list
            else Mapping(self.name, self._line_of_value(), column, {})
        )
        self._place(node)
        self.stack.append(_Open(node, bool(event.flow_style)))
        return True

    def _refuse_marks(self, event: Any) -> None:
        if event.anchor is not None:
            self.problems.add(
                self.name, self.line, f"the anchor &{event.anchor}; write the value out where it is used"
            )
        if event.tag is not None:
            self.problems.add(self.name, self.line, f"the tag {quoted(event.tag)}; data files use none")

    def _scalar(self, event: Any, column: int) -> Scalar:
        text: str = event.value
        is_quoted = event.style is not None and event.style != ""
        bad = _FORBIDDEN.search(text)
        if bad:
            self.problems.add(self.name, self.line, f"text with {_name_of(bad.group())}")
        if not is_quoted and self.stack and self.stack[-1].is_flow:
            self._refuse_in_flow(text)
        if not text and not is_quoted:
            key = self.stack[-1].key if self.stack else None
            return (
                Scalar(self.name, key.line, key.column, text)
                if key
                else Scalar(self.name, self.line, 0, text)
            )
        return Scalar(self.name, self.line, column, text, is_quoted)

    def _refuse_in_flow(self, text: str) -> None:
        """Refuse what the two parsers read differently inside brackets."""
        if "?" in text:
            self.problems.add(self.name, self.line, "a text with ? inside [ ] or { } needs quotes")
        elif not text:
            self.problems.add(self.name, self.line, 'a value is missing inside [ ] or { }; write null or ""')

    def _line_of_value(self) -> int:
        """A collection is reported at its key, not at its first entry, which may stand far below."""
        key = self.stack[-1].key if self.stack else None
        return key.line if key is not None else self.line

    def _place(self, node: Node) -> None:
        """Put a finished scalar or a starting collection where it belongs."""
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if isinstance(top.node, Sequence):
            top.node.items.append(node)
        elif top.skipping:
            top.skipping = False
        elif top.key is None:
            self._start_entry(top, top.node, node)
        else:
            top.node.entries[top.key.text] = (top.key, node)
            top.key = None

    def _start_entry(self, top: _Open, mapping: Mapping, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.problems.add(self.name, self.line, f"a key must be text, not {node.what}")
            top.skipping = True
            return
        earlier = mapping.entries.get(node.text)
        if earlier is not None:
            self.problems.add(
                self.name,
                node.line,
                f"the key {quoted(node.text)} is already given in line {earlier[0].line}",
            )
            top.skipping = True
            return
        top.key = node


def _events(text: str, pure: bool) -> Iterator[Any]:
    import yaml

    fast = None if pure else getattr(yaml, "CSafeLoader", None)
    loader: Any = fast or yaml.SafeLoader
    return iter(yaml.parse(text, Loader=loader))


def _syntax_message(error: Any) -> str:
    problem = (error.problem or error.context or "cannot be read").strip()
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = " (a text with a colon needs quotes)"
    elif "could not find expected ':'" in problem:
        hint = " (a key without its colon, or a wrong indentation)"
    return f"not valid YAML: {problem}{hint}"
