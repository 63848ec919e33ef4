"""The data at hand: maps, units, charts, cards, rulings and scenarios, the user's values laid over ours.

A reference such as `european_theater` stands for
resources/european_theater/{map,units,charts,cards,rulings}.yaml. What was read once is kept until the
text of one of its files changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from wargame_desktop.board.model import Board
from wargame_desktop.content import maps, scenarios
from wargame_desktop.content.cards import CardSet, load_cards
from wargame_desktop.content.charts import ChartSet, load_charts
from wargame_desktop.content.documents import kind_of
from wargame_desktop.content.folders import RESOURCE_KINDS, Folders, default_folders
from wargame_desktop.content.map_paint import Paint
from wargame_desktop.content.maps import GameMap
from wargame_desktop.content.merge import Override, content_digest, mark_user, merge
from wargame_desktop.content.problems import ContentError, Problem, near, quoted
from wargame_desktop.content.rulings import RulingSet, load_rulings
from wargame_desktop.content.scenarios import Scenario
from wargame_desktop.content.schema import ID_PATTERN, Reading
from wargame_desktop.content.units import UnitSet, load_units
from wargame_desktop.content.yaml_source import MAX_BYTES, Mapping, Node, read_bytes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario in a list, read without loading what it refers to; `problem` says why it cannot be read."""

    id: str
    system: str
    title: str
    summary: str
    path: Path
    is_users: bool
    problem: str = ""
    turn: int = 0
    """The turn it begins with: scenarios of one war are listed in the order of time."""


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A scenario with everything it refers to. `board` is the map's, with the scenario's own boxes in it."""

    scenario: Scenario
    map: GameMap | None
    board: Board
    units: tuple[UnitSet, ...]
    charts: tuple[ChartSet, ...]
    cards: tuple[CardSet, ...]
    data_hash: str


@dataclass(frozen=True, slots=True)
class _Tree:
    """A file as read and merged, with the digest of the bytes it came from."""

    root: Mapping
    digest: str
    overrides: tuple[Override, ...]


class Library:
    """Finds, reads, merges and keeps data files. Bad data raises `ContentError` with every problem."""

    def __init__(self, folders: Folders | None = None) -> None:
        self.folders = folders if folders is not None else default_folders()
        self._trees: dict[tuple[Path | None, Path | None], _Tree] = {}
        self._objects: dict[tuple[str, str], tuple[str, Any]] = {}

    # What there is

    def refs(self, kind: str = "map") -> list[str]:
        """The references that have a file of this kind, sorted."""
        return [ref for ref in self.folders.refs() if self.has(ref, kind)]

    def has(self, ref: str, kind: str) -> bool:
        """True when a file of this kind exists under this reference."""
        return bool(ID_PATTERN.fullmatch(ref)) and any(self.folders.resource(ref, kind))

    def scenarios(self, system: str | None = None) -> list[ScenarioInfo]:
        """All scenarios, or those of one system; an unreadable file is listed with its problem."""
        infos = [self._info(path) for path in self.folders.scenario_files()]
        chosen = [info for info in infos if system is None or info.system == system]
        return sorted(chosen, key=lambda info: (info.system, info.turn, info.id, str(info.path)))

    def _info(self, path: Path) -> ScenarioInfo:
        users = self.folders.is_users(path)
        try:
            root = self._tree(None, path).root if users else self._tree(path, None).root
        except ContentError as error:
            return ScenarioInfo(
                path.stem, path.parent.name, path.stem, "", path, users, str(error.problems[0])
            )
        texts = [
            root.text(key) or fallback for key, fallback in (("id", path.stem), ("system", path.parent.name))
        ]
        title, summary = root.text("title") or path.stem, root.text("summary") or ""
        start = root.get("start")
        turn = (start.text("turn") or "") if isinstance(start, Mapping) else ""
        begins = int(turn) if turn.isdecimal() and len(turn) < 6 else 0
        return ScenarioInfo(texts[0], texts[1], title, summary, path, users, turn=begins)

    # Loading

    def load_map(self, ref: str) -> GameMap:
        """The map of a reference."""
        return self._load(ref, "map", maps.load_map)

    def load_painted_map(self, ref: str) -> GameMap:
        """The map together with what its art file adds; the same as `load_map` when it has none."""
        game_map = self.load_map(ref)
        return game_map.with_art(self._load(ref, "art", self._art)) if self.has(ref, "art") else game_map

    def _art(self, root: Mapping, reading: Reading) -> Paint:
        """An art file; its id is the map's, whose spaces it may name."""
        ref = root.text("id") or ""
        ids = _Resolver(self).spaces(ref, root.get("id") or root, reading)
        if ids is not None:
            reading.declare("space", ids)
        return maps.load_art(root, reading)

    def load_units(self, ref: str) -> UnitSet:
        """The units of a reference."""
        return self._load(ref, "units", load_units)

    def load_charts(self, ref: str) -> ChartSet:
        """The charts and tables of a reference."""
        return self._load(ref, "charts", load_charts)

    def load_cards(self, ref: str) -> CardSet:
        """The cards of a reference."""
        return self._load(ref, "cards", load_cards)

    def load_rulings(self, ref: str) -> RulingSet:
        """The rulings of a reference."""
        return self._load(ref, "rulings", load_rulings)

    def load_scenario(self, name: str | Path) -> Scenario:
        """A scenario by id, by `system/id`, or by the path of a file."""
        path = self.find_scenario(name)
        users = self.folders.is_users(path)
        tree = self._tree(None, path) if users else self._tree(path, None)
        reading = Reading()
        scenario = scenarios.load_scenario(tree.root, reading, _Resolver(self))
        return _finish(scenario, reading, tree.root)

    def open_scenario(self, name: str | Path) -> ScenarioData:
        """A scenario together with its map, units, charts and cards."""
        scenario = self.load_scenario(name)
        game_map = self.load_map(scenario.map) if scenario.map else None
        boxes = [(box.id, box.name, box.kind, box.attrs) for box in scenario.boxes.values()]
        return ScenarioData(
            scenario,
            game_map,
            maps.board_with_boxes(game_map, boxes),
            tuple(self.load_units(ref) for ref in scenario.units),
            tuple(self.load_charts(ref) for ref in scenario.charts),
            tuple(self.load_cards(ref) for ref in scenario.cards),
            self.data_hash([scenario.map, *scenario.units, *scenario.charts, *scenario.cards]),
        )

    def find_scenario(self, name: str | Path) -> Path:
        """The file of a scenario; an unknown or ambiguous name raises `ContentError`."""
        text = str(name)
        if isinstance(name, Path) or text.endswith((".yaml", ".yml")):
            return Path(name)
        system, slash, own = text.rpartition("/")
        infos = self.scenarios(system if slash else None)
        found = [info for info in infos if info.id == own]
        if len(found) == 1:
            return found[0].path
        if found:
            places = ", ".join(self.folders.shown(info.path) for info in found)
            raise ContentError([Problem(text, 0, f"several scenarios have this id: {places}")])
        raise ContentError([Problem(text, 0, f"no such scenario{near(own, [info.id for info in infos])}")])

    # What was changed, and a digest of what is used

    def overrides(self, ref: str | None = None) -> list[Override]:
        """Every value that the user's files replace or add, for one reference or for all."""
        found: list[Override] = []
        for one in [ref] if ref is not None else self.folders.refs():
            for kind in RESOURCE_KINDS:
                ours, theirs = self.folders.resource(one, kind)
                if theirs is not None:
                    found += self._tree(ours, theirs).overrides
        return found

    def data_hash(self, refs: Iterable[str]) -> str:
        """A digest of the rules data under these references: what it says, not its layout; no art."""
        digest = blake2b(digest_size=16)
        for ref in sorted(set(refs) - {""}):
            for kind in ("map", "units", "charts", "cards"):
                if self.has(ref, kind):
                    root = self._resource(ref, kind).root
                    digest.update(f"{ref} {kind} {content_digest(root)}\n".encode())
        return digest.hexdigest()

    # Reading

    def problems_in(self, path: Path) -> list[Problem]:
        """Every problem of one file of any kind; a user's file is read over the one it changes."""
        try:
            tree = self._tree(self.folders.counterpart(path), path)
        except ContentError as error:
            return list(error.problems)
        reading = Reading()
        try:
            kind = kind_of(tree.root, reading)
            if kind == "scenario":
                scenarios.load_scenario(tree.root, reading, _Resolver(self))
            elif kind == "art":
                self._art(tree.root, reading)
            elif kind is not None:
                _LOADERS[kind](tree.root, reading)
        except ContentError as error:  # too many problems to go on
            return list(error.problems)
        return reading.problems.sorted()

    def _load(self, ref: str, kind: str, loader: Callable[[Mapping, Reading], T | None]) -> T:
        tree = self._resource(ref, kind)
        kept = self._objects.get((ref, kind))
        if kept is not None and kept[0] == tree.digest:
            value: T = kept[1]
            return value
        reading = Reading()
        value = _finish(loader(tree.root, reading), reading, tree.root)
        self._objects[(ref, kind)] = (tree.digest, value)
        return value

    def _resource(self, ref: str, kind: str) -> _Tree:
        if not self.has(ref, kind):
            known = [one for one in self.folders.refs() if self.has(one, kind)]
            raise ContentError(
                [
                    Problem(
                        f"resources/{ref}/{kind}.yaml",
                        0,
                        f"there is no {kind} {quoted(ref)}{near(ref, known)}",
                    )
                ]
            )
        ours, theirs = self.folders.resource(ref, kind)
        return self._tree(ours, theirs)

    def _tree(self, ours: Path | None, theirs: Path | None) -> _Tree:
        """Read one or both files; nothing is read again while the bytes stay the same."""
        contents = [(path, self._bytes(path)) for path in (ours, theirs) if path is not None]
        digest = blake2b(b"\0".join(blake2b(data).digest() for _, data in contents)).hexdigest()
        kept = self._trees.get((ours, theirs))
        if kept is not None and kept.digest == digest:
            return kept
        roots = [read_bytes(data, self.folders.shown(path)) for path, data in contents]
        overrides: list[Override] = []
        reading = Reading()
        root = roots[0]
        if len(roots) == 2:
            root, overrides = merge(roots[0], roots[1], reading.problems)
            reading.problems.raise_if_any()
        elif ours is None and theirs is not None and self.folders.is_users(theirs):
            mark_user(root)
            overrides = [
                Override(root.file, root.line, "the whole file", None, root.text("title") or theirs.stem)
            ]
        tree = _Tree(root, digest, tuple(overrides))
        self._trees[(ours, theirs)] = tree
        return tree

    def _bytes(self, path: Path) -> bytes:
        try:
            with path.open("rb") as stream:
                return stream.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a usable path"
            raise ContentError([Problem(self.folders.shown(path), 0, f"cannot be read: {reason}")]) from error


_LOADERS: dict[str, Callable[[Mapping, Reading], object]] = {
    "map": maps.load_map,
    "units": load_units,
    "charts": load_charts,
    "cards": load_cards,
    "rulings": load_rulings,
}


def _finish(value: T | None, reading: Reading, root: Mapping) -> T:
    reading.problems.raise_if_any()
    if value is None:  # every loader notes why it gives nothing
        raise ContentError([Problem(root.file, root.line, "cannot be read")])
    return value


class _Resolver:
    """Gives a scenario the library's data; problems of what it refers to are noted beside its own."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def has(self, ref: str, kind: str) -> bool:
        """True when the file exists."""
        return self.library.has(ref, kind)

    def spaces(self, ref: str, node: Node, reading: Reading) -> Collection[str] | None:
        """The ids of a map's spaces."""
        found = self._try(self.library.load_map, ref, "map", node, reading)
        return None if found is None else frozenset(space.id for space in found.board.spaces)

    def units(self, ref: str, node: Node, reading: Reading) -> UnitSet | None:
        """A set of units."""
        return self._try(self.library.load_units, ref, "units", node, reading)

    def cards(self, ref: str, node: Node, reading: Reading) -> CardSet | None:
        """A set of cards."""
        return self._try(self.library.load_cards, ref, "cards", node, reading)

    def charts(self, ref: str, node: Node, reading: Reading) -> ChartSet | None:
        """A set of charts."""
        return self._try(self.library.load_charts, ref, "charts", node, reading)

    def _try(self, load: Callable[[str], T], ref: str, kind: str, node: Node, reading: Reading) -> T | None:
        if not self.library.has(ref, kind):
            known = self.library.refs(kind)
            reading.note(node, f"there is no {kind} {quoted(ref)}{near(ref, known)}")
            return None
        try:
            return load(ref)
        except ContentError as error:
            reading.problems.extend(error.problems)
            return None
