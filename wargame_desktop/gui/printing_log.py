"""What a printed log holds: its text, the counters beside its lines, and a piece of map for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from wargame_desktop.core.engine import view_for
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import Node
from wargame_desktop.reports.turnlog import GameLog, LogReader, game_log
from wargame_desktop.storage.game import Game
from wargame_desktop.systems.base import GameSystem

from .counters.face import CounterFace, Style
from .faces import default_style, face_of

_MOST_FACES = 6


@dataclass(frozen=True)
class TurnPicture:
    """The spaces a turn speaks of, and the position after it, both as the reader may know them."""

    spaces: tuple[str, ...]
    view: State


@dataclass(frozen=True)
class LogPrint:
    """Everything a printer needs. `faces` goes by the number of an action, `pictures` by that of a turn."""

    log: GameLog
    system: GameSystem
    players: tuple[str, ...] = ()
    faces: Mapping[int, tuple[CounterFace, ...]] = field(default_factory=dict)
    pictures: tuple[TurnPicture | None, ...] = ()


def log_print(
    game: Game,
    side: str | None,
    *,
    upto: Node | None = None,
    important_only: bool = False,
    last_turn: bool = False,
) -> LogPrint:
    """The log of a line of play, made ready for print, as a side may know it; None sees all."""
    system = game.system
    log = game_log(
        game.timeline,
        system,
        title=game.header.title,
        side=side,
        important_only=important_only,
        upto=upto,
        text_of=game.text_of,
    )
    if last_turn and log.turns:
        log = replace(log, turns=log.turns[-1:])
    reading = _Reading(game, side)
    pictures = []
    for turn in log.turns:
        numbers = [entry.node for phase in turn.phases for entry in phase.entries]
        pictures.append(reading.read(numbers))
    return LogPrint(log, system, players_of(game), reading.faces, tuple(pictures))


def players_of(game: Game) -> tuple[str, ...]:
    """The seats with who plays them."""
    told = []
    for seat in game.header.seats:
        name = seat.get("name")
        if isinstance(name, str) and name:
            told.append(f"{name} (bot)" if seat.get("player") == "bot" else name)
    return tuple(told)


class _Reading:
    """Looks up the counters and spaces that the entries of a log speak of."""

    def __init__(self, game: Game, side: str | None) -> None:
        self._game = game
        self._side = side
        self._reader = LogReader(game.timeline, game.system, side, game.text_of)
        self._style: Style = default_style(game.system)
        self.faces: dict[int, tuple[CounterFace, ...]] = {}

    def read(self, numbers: list[int]) -> TurnPicture | None:
        """Note the counters of a turn's actions; gives its picture, None when there is nothing to see."""
        spaces: dict[str, None] = {}
        view: State | None = None
        for number in numbers:
            read = self._reader.read(self._game.node(number))
            if not read.pieces and not read.spaces:
                continue
            view = view_for(self._game.system, self._game.state_at(self._game.node(number)), self._side)
            spaces.update(dict.fromkeys(read.spaces))
            shown = [view.pieces[piece] for piece in read.pieces if piece in view.pieces]
            self.faces[number] = tuple(
                face_of(self._game.system, view, piece, self._style) for piece in shown[:_MOST_FACES]
            )
        return None if view is None or not spaces else TurnPicture(tuple(spaces), view)
