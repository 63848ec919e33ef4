"""Actions and their one notation: typed, stored, printed and tested as the same words.

An action is a frozen dataclass with a `verb`. Fields without a default are written in order;
fields with one are written `name=value`, and left out when they hold it. A trailing `Path`
takes the rest of the line: `move ger.1-armor 2104 2204 2304`.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

from .frozen import is_whole_text

Word = Annotated[str, "word"]
PieceId = Annotated[str, "piece"]
SpaceId = Annotated[str, "space"]
PowerId = Annotated[str, "power"]
Text = Annotated[str, "text"]
Number = Annotated[int, "number"]
Flag = Annotated[bool, "flag"]
Pieces = Annotated[tuple[str, ...], "pieces"]
Spaces = Annotated[tuple[str, ...], "spaces"]
Words = Annotated[tuple[str, ...], "words"]
Numbers = Annotated[tuple[int, ...], "numbers"]
Counts = Annotated[tuple[tuple[str, int], ...], "counts"]
Pairs = Annotated[tuple[tuple[str, str], ...], "pairs"]
"""Who goes with what, in one declaration checked as a whole: `ger.1-armor@2204,ger.2-inf@2204`."""
Path = Annotated[tuple[str, ...], "path"]

_ID = re.compile(r"[^\s\",=]+\Z")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})\Z")
_TOKEN = re.compile(r'(?:[a-z_][a-z0-9_]*=)?"(?:[^"\\]|\\.)*"(?=\s|\Z)|[^\s"]+')
_NAMED = re.compile(r"([a-z_][a-z0-9_]*)=(.*)\Z", re.DOTALL)
# Line ends that JSON leaves as they are: an action is one line to every reader.
_LINE_ENDS = {char: f"\\u{char:04x}" for char in (0x85, 0x2028, 0x2029)}
_LISTS = {"pieces": _ID, "spaces": _ID, "words": _ID, "path": _ID}
LONGEST_LINE = 20_000


class NotationError(ValueError):
    """A line that is no action of this game, with a sentence that says why."""


@dataclass(frozen=True)
class Action:
    """One thing a player may do. Subclasses are frozen dataclasses with a `verb`."""

    verb: ClassVar[str]


A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Argument:
    """A field of an action as the notation and the table's forms see it."""

    name: str
    kind: str
    default: Any
    required: bool


class Notation:
    """The table of actions of one game: parses and prints them."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._kinds: dict[str, type[Action]] = {}
        self._arguments: dict[str, tuple[Argument, ...]] = {}
        for kind in kinds:
            if kind.verb in self._kinds:
                raise ValueError(f"two actions are called {kind.verb}")
            self._kinds[kind.verb] = kind
            self._arguments[kind.verb] = _arguments(kind)

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs, in the order they were listed."""
        return tuple(self._kinds)

    def arguments(self, verb: str) -> tuple[Argument, ...]:
        """The fields of an action, in the order they are written."""
        return self._arguments[verb]

    def usage(self, verb: str) -> str:
        """How a line with this verb is written."""
        parts = [verb]
        for argument in self._arguments[verb]:
            shape = {"path": "SPACE…", "text": '"TEXT"', "counts": "NAME:N,…", "pairs": "NAME@NAME,…"}.get(
                argument.kind, argument.kind.upper()
            )
            parts.append(shape if argument.required else f"[{argument.name}={shape}]")
        return " ".join(parts)

    def make(self, verb: str, values: Mapping[str, Any]) -> Action:
        """The action of a filled-in form; a value that cannot be written is a NotationError."""
        action = self._kinds[verb](**values)
        self.format(action)
        return action

    def format(self, action: Action) -> str:
        """The canonical line of an action."""
        verb = action.verb
        if self._kinds.get(verb) is not type(action):
            raise NotationError(f"{type(action).__name__} is not an action of this game")
        tokens = [verb]
        for argument in self._arguments[verb]:
            value = getattr(action, argument.name)
            if argument.required:
                tokens.append(_print(argument, value))
            elif value != argument.default:
                tokens.append(f"{argument.name}={_print(argument, value)}")
        return " ".join(tokens)

    def parse(self, line: str) -> Action:
        """The action a line stands for; raises NotationError with a sentence."""
        verb, words, named = self._split(line)
        arguments = self._arguments[verb]
        values: dict[str, Any] = {}
        required = [argument for argument in arguments if argument.required]
        for argument in required:
            if not words:
                raise NotationError(f"{verb} lacks its {argument.name}; write: {self.usage(verb)}")
            if argument.kind == "path":
                values[argument.name] = tuple(_one(argument, word) for word in words)
                words = []
            else:
                values[argument.name] = _read(argument, words.pop(0))
        if words:
            raise NotationError(f"{verb} does not take “{words[0]}”; write: {self.usage(verb)}")
        for argument in arguments:
            if not argument.required and argument.name in named:
                values[argument.name] = _read(argument, named.pop(argument.name))
        return self._kinds[verb](**values)

    def _split(self, line: str) -> tuple[str, list[str], dict[str, str]]:
        if len(line) > LONGEST_LINE:
            raise NotationError(
                f"an action of {len(line)} characters is too long; {LONGEST_LINE} is the limit"
            )
        if not is_whole_text(line):
            raise NotationError("the line holds half a character")
        tokens = _TOKEN.findall(line)
        if _TOKEN.sub("", line).strip():
            raise NotationError(f"unbalanced quotation marks in: {line.strip()}")
        if not tokens:
            raise NotationError("an empty line is no action")
        verb = tokens[0]
        if verb not in self._kinds:
            near = difflib.get_close_matches(verb, self._kinds, 3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise NotationError(f"no action is called “{verb}”{hint}")
        optional = {a.name for a in self._arguments[verb] if not a.required}
        words: list[str] = []
        named: dict[str, str] = {}
        for token in tokens[1:]:
            match = _NAMED.match(token)
            if not match or token.startswith('"'):
                words.append(token)
                continue
            name, value = match.groups()
            if name not in optional:
                raise NotationError(f"{verb} has no option {name}; write: {self.usage(verb)}")
            if name in named:
                raise NotationError(f"{verb} names {name} twice")
            named[name] = value
        return verb, words, named


def _arguments(kind: type[Action]) -> tuple[Argument, ...]:
    hints = get_type_hints(kind, include_extras=True)
    found = [_argument(item, hints[item.name]) for item in fields(kind)]
    required = [argument for argument in found if argument.required]
    for argument in required[:-1]:
        if argument.kind == "path":
            raise ValueError(f"{kind.__name__}.{argument.name}: a path must be the last required field")
    return tuple(found)


def _argument(item: Field[Any], hint: Any) -> Argument:
    kind = next((extra for extra in get_args(hint)[1:] if isinstance(extra, str)), None)
    if kind is None:
        raise ValueError(f"field {item.name} needs one of the annotated types of core.action, not {hint!r}")
    if item.default_factory is not MISSING:
        return Argument(item.name, kind, item.default_factory(), False)
    required = item.default is MISSING
    return Argument(item.name, kind, None if required else item.default, required)


def _read(argument: Argument, text: str) -> Any:
    if argument.kind in _LISTS or argument.kind in ("numbers", "counts", "pairs"):
        return () if text == "-" else tuple(_one(argument, part) for part in text.split(","))
    return _one(argument, text)


def _one(argument: Argument, text: str) -> Any:
    kind = argument.kind
    if kind == "text":
        return _read_text(argument, text)
    if kind in ("number", "numbers"):
        if not _NUMBER.match(text) or text == "-0":
            raise NotationError(f"{argument.name} should be a whole number, not “{text}”")
        return int(text)
    if kind == "flag":
        if text not in ("yes", "no"):
            raise NotationError(f"{argument.name} should be yes or no, not “{text}”")
        return text == "yes"
    if kind == "counts":
        name, colon, count = text.rpartition(":")
        if not colon or not _ID.match(name) or not _NUMBER.match(count) or count == "-0":
            raise NotationError(f"{argument.name} should be written name:number, not “{text}”")
        return (name, int(count))
    if kind == "pairs":
        return _read_pair(argument, text)
    if not _ID.match(text) or text == "-":
        raise NotationError(f"{argument.name} should be a name without blanks, not “{text}”")
    return text


def _read_pair(argument: Argument, text: str) -> tuple[str, str]:
    parts = text.split("@")
    if len(parts) != 2 or not all(_ID.match(part) and part != "-" for part in parts):
        raise NotationError(f"{argument.name} should be written name@name, not “{text}”")
    return (parts[0], parts[1])


def _read_text(argument: Argument, text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        value = str(json.loads(text))
    except ValueError:
        raise NotationError(f"{argument.name} is not a well-formed quoted text: {text}") from None
    if not is_whole_text(value):
        raise NotationError(f"{argument.name} holds half a character: {text}")
    return value


def _print(argument: Argument, value: Any) -> str:
    kind = argument.kind
    if kind == "text":
        if not is_whole_text(value):
            raise NotationError(f"{argument.name} holds half a character: {value!r}")
        return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
    if kind == "flag":
        return "yes" if value else "no"
    if kind == "path" and argument.required:
        return " ".join(_checked(argument, part) for part in value) if value else _no_path(argument)
    if kind in _LISTS:
        return ",".join(_checked(argument, part) for part in value) or "-"
    if kind == "numbers":
        return ",".join(_digits(argument, part) for part in value) or "-"
    if kind == "counts":
        cells = (f"{_checked(argument, name)}:{_digits(argument, count)}" for name, count in value)
        return ",".join(cells) or "-"
    if kind == "pairs":
        return ",".join("@".join(_checked(argument, name, "@") for name in pair) for pair in value) or "-"
    return _checked(argument, value) if kind != "number" else _digits(argument, value)


def _no_path(argument: Argument) -> str:
    raise NotationError(f"{argument.name} is empty")


def _digits(argument: Argument, number: int) -> str:
    text = str(number)
    if not _NUMBER.match(text):
        raise NotationError(f"{argument.name}: {text} is a number of more than 18 digits")
    return text


def _checked(argument: Argument, text: str, mark: str = "") -> str:
    marked = mark != "" and mark in text
    if not _ID.match(text) or text == "-" or marked or not is_whole_text(text):
        raise NotationError(f"{argument.name}: “{text}” cannot be written as a name")
    return text


def substitute(value: Any, names: Mapping[str, str]) -> Any:
    """Replace names inside an action's values; used to hide what a side may not know."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Sequence):
        return tuple(substitute(item, names) for item in value)
    return value
