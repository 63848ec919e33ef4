"""Events of the European theatre as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.event import Event
from wargame_desktop.core.state import State
from wargame_desktop.systems.editing import describe_edit

from .model import ALLIES, other
from .situation import side_name
from .wording import aimed, cargo, counted, listed

if TYPE_CHECKING:
    from .system import EuropeanTheater

Teller = Callable[["EuropeanTheater", Event, State], str]


def describe(system: EuropeanTheater, event: Event, state: State) -> str:
    """What happened, in a sentence."""
    edit = describe_edit(event)
    if edit is not None:
        return edit
    sentence = _TELLERS[event.kind](system, event, state)
    return sentence[:1].upper() + sentence[1:]


def _names(system: EuropeanTheater, event: Event, state: State, key: str = "pieces") -> str:
    ids = event[key]
    assert isinstance(ids, tuple)
    known = [state.pieces.get(str(piece)) for piece in ids]
    return listed([system.name_of(piece) if piece else "a unit" for piece in known]) or "nobody"


def _place(system: EuropeanTheater, event: Event, key: str = "space") -> str:
    return system.space_name(event.text(key))


def agree(verb: str, plural: bool) -> str:
    """A verb with what follows it, for one or for several who do it."""
    first, _, rest = verb.partition(" ")
    several = {"is": "are", "has": "have", "goes": "go", "does": "do"}.get(first, first.removesuffix("s"))
    return f"{several if plural else first} {rest}".rstrip()


def side_does(side: str, verb: str) -> str:
    """A side and what it does: the Axis is one, the Allies are several."""
    return f"{side_name(side)} {agree(verb, side == ALLIES)}"


def _do(system: EuropeanTheater, event: Event, state: State, verb: str) -> str:
    ids = event["pieces"]
    assert isinstance(ids, tuple)
    names = _names(system, event, state)
    return f"{names} {agree(verb, len(ids) > 1 or names.endswith('paratroops'))}"


def _to(verb: str) -> Teller:
    return lambda s, e, t: f"{_do(s, e, t, verb)} {_place(s, e)}."


def _plain(text: str) -> Teller:
    return lambda s, e, t: f"{_do(s, e, t, text)}."


def _path(verb: str) -> Teller:
    def tell(system: EuropeanTheater, event: Event, state: State) -> str:
        path = event["path"]
        assert isinstance(path, tuple)
        end = system.space_name(str(path[-1]))
        return f"{_do(system, event, state, verb)} from {system.space_name(str(path[0]))} to {end}."

    return tell


def _line(value: Any) -> str:
    line, factors, shift = value
    moved = f", {counted(abs(shift), 'column')} to the {'right' if shift > 0 else 'left'}," if shift else ""
    return f"{counted(factors, 'factor')}{aimed(str(line))}{moved}"


def _volley(side: str, fire: Any, roll: Any, losses: Any) -> str:
    """What one side fires, rolls and brings about; a side without factors does not fire."""
    if fire[1] <= 0:
        return side_does(side, "does not fire")
    rolls = agree("rolls", side == ALLIES)
    loses = side_does(other(side), "loses")
    return f"{side_does(side, 'fires')} {_line(fire)} and {rolls} {roll}: {loses} {losses or 'nothing'}"


def _clash(system: EuropeanTheater, event: Event, state: State) -> str:
    rolls, losses = event["rolls"], event["losses"]
    assert isinstance(rolls, tuple) and isinstance(losses, tuple)
    side = event.text("side")
    first = _volley(side, event["fire"], rolls[0], losses[1])
    second = _volley(other(side), event["answer"], rolls[1], losses[0])
    text = f"At {_place(system, event)} {first}; {second}."
    absorbed = event["absorbed"]
    return f"{text} The fort absorbs {absorbed}." if absorbed else text


def _won(system: EuropeanTheater, event: Event, state: State) -> str:
    side, winner = event.text("side"), event.text("winner")
    if winner == "nobody":
        return f"Neither side wins at {_place(system, event)}."
    return f"{side_does(side if winner == 'attacker' else other(side), 'wins')} at {_place(system, event)}."


def _power(system: EuropeanTheater, event: Event, key: str = "power") -> str:
    power = event.text(key)
    name = "Vichy France" if power == "vichy" else system.power_name(power)
    return f"the {name}" if power in _WITH_ARTICLE else name


def _power_does(verb: str, key: str = "power") -> Callable[[EuropeanTheater, Event], str]:
    return lambda s, e: f"{_power(s, e, key)} {verb}"


_WITH_ARTICLE = ("us", "su", "net")


def _points(system: EuropeanTheater, event: Event, state: State) -> str:
    return f"{_power(system, event)} has {_counted(event, 'points', 'production point')}."


def _counted(event: Event, key: str, noun: str) -> str:
    return counted(int(str(event[key])), noun)


def _delayed(system: EuropeanTheater, event: Event, state: State) -> str:
    turns = _counted(event, "turns", "turn")
    return f"The United States enters the war {turns} later than the track says."


def _sunk(system: EuropeanTheater, event: Event, state: State) -> str:
    points: Any = event["points"]
    return f"Sunk: {cargo(points.items())}."


def _verdict(system: EuropeanTheater, event: Event, state: State) -> str:
    held = event["powers"]
    assert isinstance(held, tuple)
    names = listed([system.power_name(str(power)) for power in held]) or "no power"
    return f"{event['level']} victory for {side_name(event.text('winner'))}; the Axis controls {names}."


_VARIANTS = {
    "axis": (
        "history",
        "history",
        "Plan Z",
        "no war in Ethiopia",
        "Persia waits for Axis victories",
        "Ireland waits for Axis victories",
    ),
    "allies": (
        "history",
        "history",
        "a modern French army",
        "the BEF prepared",
        "Republican Spain",
        "no Soviet purges",
    ),
}


def _variant(system: EuropeanTheater, event: Event, state: State) -> str:
    roll = event["roll"]
    assert isinstance(roll, int)
    side = event.text("side")
    return f"Variant for {side_name(side)}: roll {roll}, {_VARIANTS[side][roll - 1]}."


_TELLERS: dict[str, Teller] = {
    "turn": lambda s, e, t: f"{e['season']} {e['year']}.",
    "player_turn": lambda s, e, t: f"Player turn of {side_name(e.text('side'))}.",
    "armored_action": lambda s, e, t: f"Armored Action of {side_name(e.text('side'))}.",
    "moved": _path("moves"),
    "railed": _path("goes by rail"),
    "sailed": _path("sails"),
    "dropped": _to("drops on"),
    "embarked": lambda s, e, t: f"{_do(s, e, t, 'embarks')} on {s.name_of(t.piece(e.text('fleet')))}.",
    "landed": _to("lands in"),
    "assault_begun": _to("assaults"),
    "displaced": _to("is displaced to"),
    "eliminated": _plain("is eliminated"),
    "reduced": _plain("is reduced"),
    "starved": _plain("is reduced for lack of supply"),
    "overstacked": _plain("is over the stacking limit"),
    "retreated": _to("retreats to"),
    "advanced": _to("advances to"),
    "fleet_retreats": _to("retreats to"),
    "attacked": lambda s, e, t: (
        f"{_do(s, e, t, 'attacks')} {_place(s, e)}"
        + (f", supported by {_names(s, e, t, 'support')}." if e["support"] else ".")
    ),
    "struck": _to("strikes"),
    "engaged": _to("engages the fleets in"),
    "committed": lambda s, e, t: f"{side_does(e.text('side'), 'sends')} {_names(s, e, t)}.",
    "clash": _clash,
    "clash_won": _won,
    "captured": lambda s, e, t: f"{_power_does('takes')(s, e)} {_place(s, e)}.",
    "invaded": lambda s, e, t: f"{_power_does('invades', 'by')(s, e)} {_power(s, e)}.",
    "minor_woken": lambda s, e, t: f"{_power(s, e)} is drawn into the war.",
    "us_delayed": _delayed,
    "soviet_entry": lambda s, e, t: "The Soviet Union is at war.",
    "italy_enters": lambda s, e, t: "Italy enters the war.",
    "us_enters": lambda s, e, t: "The United States enters the war.",
    "vichy_created": lambda s, e, t: "France falls; Vichy France is created.",
    "vichy_opened": lambda s, e, t: "French units join the Allies.",
    "vichy_settled": lambda s, e, t: f"Vichy France falls to {side_name(e.text('side'))}.",
    "left_vichy": _to("leaves Vichy France for"),
    "territory_taken": lambda s, e, t: (
        f"{e.text('territory').replace('_', ' ')} passes to {side_name(e.text('side'))}."
    ),
    "iraq_rolled": lambda s, e, t: (
        f"Iraq: roll {e['roll']}, {'it rebels' if e['rebels'] else 'all is quiet'}."
    ),
    "iraq_conquered": lambda s, e, t: "The rebellion in Iraq is put down.",
    "iraq_liberated": lambda s, e, t: "Iraq is Axis again.",
    "conquered": lambda s, e, t: f"{_power(s, e)} is conquered by {side_name(e.text('side'))}.",
    "liberated": lambda s, e, t: f"{_power(s, e)} is liberated by {side_name(e.text('side'))}.",
    "bombing": _to("bombs"),
    "bombed": lambda s, e, t: (
        f"{_place(s, e)} is bombed with {_line(e['fire'])} and a roll of {e['roll']}:"
        f" {'no production this turn' if e['hit'] else 'no effect'}."
    ),
    "lent": lambda s, e, t: (
        f"Lend-lease: {_counted(e, 'britain', 'point')} to Britain,"
        f" {_counted(e, 'soviet', 'point')} to the Soviet Union."
    ),
    "convoy_attack": _plain("attacks the convoys"),
    "convoy_rolled": lambda s, e, t: (
        f"The convoys are attacked with {_line(e['fire'])} and a roll of {e['roll']}:"
        f" {_counted(e, 'hits', 'point')} hit."
    ),
    "sunk": _sunk,
    "points": _points,
    "built": _to("is built in"),
    "upgraded": _plain("is brought to full strength"),
    "assigned": lambda s, e, t: f"{_place(s, e)} works for {_power(s, e)}.",
    "arrived": _plain("enters the force pool"),
    "placed": _to("is set up in"),
    "variant_rolled": _variant,
    "variant_checked": lambda s, e, t: (
        f"{_power(s, e)}: roll {e['roll']}, {'it joins' if e['joins'] else 'it stays neutral'}."
    ),
    "joined": lambda s, e, t: f"{_power(s, e)} joins {side_name(e.text('side'))}.",
    "france_modernized": lambda s, e, t: "France has modernized its army.",
    "japan_rolled": lambda s, e, t: (
        f"Japan: roll {e['roll']}, {'the 12th fleet and 2 points are lost' if e['lost'] else 'no effect'}."
    ),
    "sent_east": _plain("is sent to the Red Sea"),
    "italy_surrenders": lambda s, e, t: "Italy surrenders.",
    "vichy_joins_axis": lambda s, e, t: "Vichy France joins the Axis.",
    "verdict": _verdict,
}
