"""What must hold of every state of every game."""

from __future__ import annotations

from .engine import RulesError, System, phase_of
from .frozen import FrozenMap
from .state import HOLD, State


class InvariantError(RuntimeError):
    """A state that cannot be; the message lists what is wrong."""


def problems(system: System, state: State) -> list[str]:
    """Everything that is wrong with a state, as sentences."""
    found: list[str] = []
    for piece_id, piece in state.pieces.items():
        if piece_id != piece.id:
            found.append(f"piece {piece.id} is listed as {piece_id}")
        found += _space_problems(system, state, piece_id)
    for space, power in state.control.items():
        if not system.has_space(space):
            found.append(f"{power} controls {space}, which is no space of this map")
        if state.powers and power not in state.powers:
            found.append(f"{space} is controlled by {power}, which is no power of this game")
    for frame in state.stack:
        try:
            phase_of(system, frame)
        except RulesError as error:
            found.append(str(error))
    if state.stack and phase_of_top_runs_by_itself(system, state):
        found.append(f"the phase {state.top.name} asks nobody")
    for table in (state.options, state.vars):
        found += [f"{name} is not plain data" for name, value in table.items() if not _is_plain(value)]
    marked = [piece.id for piece in state.pieces.values() if not _is_plain(piece.marks)]
    found += [f"the marks of piece {piece_id} are not plain data" for piece_id in marked]
    framed = [frame.name for frame in state.stack if not _is_plain(frame.params)]
    found += [f"the parameters of phase {name} are not plain data" for name in framed]
    return found + system.problems(state)


def phase_of_top_runs_by_itself(system: System, state: State) -> bool:
    """Whether the phase in charge waits for nobody: no state at rest may be so."""
    phase = system.phases.get(state.top.name)
    return phase is not None and phase.decider(state) is None


def _space_problems(system: System, state: State, piece_id: str) -> list[str]:
    seen = {piece_id}
    space = state.pieces[piece_id].space
    while space.startswith(HOLD):
        carrier = space.removeprefix(HOLD)
        if carrier in seen:
            return [f"piece {piece_id} is carried in a circle"]
        if carrier not in state.pieces:
            return [f"piece {piece_id} is carried by {carrier}, which is not in the game"]
        seen.add(carrier)
        space = state.pieces[carrier].space
    if not system.has_space(space):
        return [f"piece {piece_id} is in {space}, which is no space of this map"]
    return []


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    if isinstance(value, FrozenMap):
        return all(_is_plain(item) for item in value.values())
    return value is None or isinstance(value, bool | int | str)


def check(system: System, state: State) -> None:
    """Raise InvariantError when anything is wrong."""
    found = problems(system, state)
    if found:
        raise InvariantError("; ".join(found))
