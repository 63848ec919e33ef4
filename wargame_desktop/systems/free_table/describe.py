"""Events of the free table as sentences."""

from __future__ import annotations

from collections.abc import Callable

from wargame_desktop.core.event import Event
from wargame_desktop.core.state import State
from wargame_desktop.systems.base import GameSystem


def describe(system: GameSystem, event: Event, state: State) -> str:
    """What happened, for a reader who may know `state`."""
    sentence = _SENTENCES[event.kind](system, event, state)
    return sentence if event.kind in ("note_written", "number_set") else sentence[:1].upper() + sentence[1:]


def _names(system: GameSystem, event: Event, state: State) -> str:
    ids = event["pieces"]
    assert isinstance(ids, tuple)
    known = [state.pieces.get(str(piece_id)) for piece_id in ids]
    named = [system.name_of(piece) if piece else "a hidden piece" for piece in known]
    counted = {name: named.count(name) for name in dict.fromkeys(named)}
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counted.items())


def _space(system: GameSystem, event: Event, state: State, key: str = "space") -> str:
    space = event.text(key)
    if space.startswith("in:"):
        carrier = state.pieces.get(space[3:])
        return f"aboard {system.name_of(carrier) if carrier else 'a hidden piece'}"
    return system.space_name(space)


def _moved(system: GameSystem, event: Event, state: State) -> str:
    place = _space(system, event, state)
    return f"{_names(system, event, state)} {place if place.startswith('aboard ') else f'to {place}'}."


def _simple(text: str) -> Callable[[GameSystem, Event, State], str]:
    return lambda system, event, state: f"{_names(system, event, state)} {text}."


def _marked(system: GameSystem, event: Event, state: State) -> str:
    value = f" = {event['value']}" if event["value"] else ""
    return f"{_names(system, event, state)} marked {event['name']}{value}."


def _drew(system: GameSystem, event: Event, state: State) -> str:
    source, target = _space(system, event, state, "source"), _space(system, event, state)
    where = target if target.startswith("aboard ") else f"to {target}"
    return f"{_names(system, event, state)} drawn from {source} {where}."


def _returned(system: GameSystem, event: Event, state: State) -> str:
    end = "at the bottom of" if event["bottom"] else "on top of"
    return f"{_names(system, event, state)} put {end} {_space(system, event, state)}."


def _rolled(system: GameSystem, event: Event, state: State) -> str:
    values = event["values"]
    assert isinstance(values, tuple)
    purpose = f"{event['purpose']}: " if event["purpose"] else ""
    total = f" = {event['total']}" if len(values) > 1 else ""
    return f"{purpose}{event['dice']} rolled {', '.join(map(str, values))}{total}."


def _controlled(system: GameSystem, event: Event, state: State) -> str:
    power = event.text("power")
    holder = "nobody" if power == "nobody" else system.power_name(power)
    return f"{_space(system, event, state)} is held by {holder}."


_SENTENCES: dict[str, Callable[[GameSystem, Event, State], str]] = {
    "pieces_moved": _moved,
    "piece_stacked": lambda s, e, t: f"{_names(s, e, t)} put at height {e['height']} of its stack.",
    "pieces_flipped": _simple("turned over"),
    "pieces_concealed": _simple("concealed"),
    "pieces_revealed": _simple("revealed"),
    "piece_marked": _marked,
    "piece_unmarked": lambda s, e, t: f"{_names(s, e, t)} no longer marked {e['name']}.",
    "piece_added": lambda s, e, t: f"{_names(s, e, t)} added in {_space(s, e, t)}.",
    "pieces_removed": lambda s, e, t: f"{e['names']} removed from the table.",
    "pieces_drawn": _drew,
    "pieces_returned": _returned,
    "space_shuffled": lambda s, e, t: f"{_space(s, e, t)} shuffled.",
    "dice_rolled": _rolled,
    "control_changed": _controlled,
    "number_set": lambda s, e, t: f"{e['name']} is {e['value']}.",
    "turn_begun": lambda s, e, t: f"Turn {e['turn']} begins.",
    "phase_begun": lambda s, e, t: f"Phase: {e['phase']}.",
    "side_passed": lambda s, e, t: f"{s.side_name(e.text('side'))} to play.",
    "note_written": lambda s, e, t: e.text("text"),
}
