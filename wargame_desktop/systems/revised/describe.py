"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wargame_desktop.core.event import Event
from wargame_desktop.core.state import State
from wargame_desktop.systems.editing import describe_edit

from .advantages import name_of

if TYPE_CHECKING:
    from .system import Revised


def describe(game: Revised, event: Event, state: State) -> str:
    """What happened."""
    edited = describe_edit(event)
    if edited is not None:
        return edited
    sentence = _SENTENCES[event.kind](game, event)
    if sentence.endswith(".."):  # Karelia S.S.R. brings its own full stop
        sentence = sentence[:-1]
    return sentence[:1].upper() + sentence[1:]


def _space(game: Revised, event: Event, key: str = "space") -> str:
    return (
        game.facts.name(event.text(key))
        if event.text(key) in game.facts.spaces
        else game.space_name(event.text(key))
    )


def _power(game: Revised, event: Event, key: str = "power") -> str:
    return game.power_name(event.text(key))


def _dice(event: Event) -> str:
    dice = event["dice"]
    return ", ".join(map(str, dice)) if isinstance(dice, tuple) else str(dice)


def _moved(game: Revised, event: Event) -> str:
    path = event["path"]
    assert isinstance(path, tuple)
    way = " – ".join(game.facts.name(str(space)) for space in path)
    what = " on a bombing raid" if event["raid"] else " as a kamikaze attack" if event["kamikaze"] else ""
    return f"{event['units']} from {_space(game, event, 'start')} to {way}{what}."


def _count(number: object, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _battle_over(game: Revised, event: Event) -> str:
    where = _space(game, event)
    if event["winner"] == "attacker":
        return f"{where}: the attacker wins with {event['attackers']} left."
    if event["winner"] == "defender":
        return f"{where}: the defender holds with {event['defenders']} left."
    return f"{where}: the combat ends without a winner."


def _casualties(game: Revised, event: Event) -> str:
    parts = [f"loses {event['lost']}"] if event["lost"] else []
    parts += [f"takes a hit on {event['damaged']}"] if event["damaged"] else []
    return f"The {event['role']} in {_space(game, event)} {' and '.join(parts)}."


def _captured(game: Revised, event: Event) -> str:
    city = f" with {event['city']}" if event["city"] else ""
    loser = _power(game, event, "loser")
    return f"{_power(game, event)} takes {_space(game, event)}{city} ({event['income']} IPCs) from {loser}."


def _liberated(game: Revised, event: Event) -> str:
    city = f" with {event['city']}" if event["city"] else ""
    return f"{_power(game, event)} frees {_space(game, event)}{city} for {_power(game, event, 'owner')}."


def _flak(game: Revised, event: Event) -> str:
    lost = f"{event['lost']} shot down" if event["lost"] else "no hit"
    targets = _count(event["targets"], "air unit")
    return f"Anti-aircraft fire in {_space(game, event)} at {targets}: {_dice(event)}, {lost}."


def _raided(game: Revised, event: Event) -> str:
    victim = _power(game, event, "victim")
    return f"Bombing raid on {_space(game, event)}: {victim} surrenders {event['paid']} IPCs."


def _researched(game: Revised, event: Event) -> str:
    name = str(game.facts.tables["developments"].rows[event.text("development")]["name"])
    end = "success" if event["success"] else "no success"
    return f"{_power(game, event)} researches {name}: {_dice(event)}, {end}."


def _retreated(game: Revised, event: Event) -> str:
    return f"{event['units']} retreat from {_space(game, event)} to {_space(game, event, 'to')}."


def _reinforced(game: Revised, event: Event) -> str:
    name = name_of(game, event.text("advantage"))
    return f"{name}: {_power(game, event)} places {event['units']} in {_space(game, event)}."


_SENTENCES: dict[str, Callable[[Revised, Event], str]] = {
    "turn_begun": lambda g, e: f"Round {e['turn']}: {_power(g, e)} begins its turn.",
    "researched": _researched,
    "bought": lambda g, e: f"{_power(g, e)} buys {e['units']} for {e['cost']} IPCs.",
    "moved": _moved,
    "launched": lambda g, e: f"{e['units']} take off in {_space(g, e)}.",
    "loaded": lambda g, e: f"{e['units']} go aboard {e['ship']} from {_space(g, e)}.",
    "offloaded": lambda g, e: f"{e['units']} go ashore in {_space(g, e)}.",
    "assault_planned": lambda g, e: (
        f"{e['units']} are to land in {_space(g, e)} from {_space(g, e, 'zone')}."
    ),
    "called_off": lambda g, e: f"The landing in {_space(g, e)} is called off.",
    "ignored": lambda g, e: f"The submarines in {_space(g, e)} are left alone.",
    "battle_begun": lambda g, e: (
        f"Combat in {_space(g, e)}: {_power(g, e)} attacks with {e['attackers']} against {e['defenders']}."
    ),
    "fired": lambda g, e: f"{e['what']}, hitting on {e['value']}: {_dice(e)}, {_count(e['hits'], 'hit')}.",
    "flak_fired": _flak,
    "casualties_chosen": _casualties,
    "disagreed": lambda g, e: f"The defenders do not agree; {_power(g, e, 'by')} chooses.",
    "destroyed": lambda g, e: f"Destroyed in {_space(g, e)}: {e['units']}.",
    "pressed": lambda g, e: f"The attack in {_space(g, e)} is pressed.",
    "retreated": _retreated,
    "withdrawn": lambda g, e: f"{e['units']} leave the combat in {_space(g, e)}.",
    "submerged": lambda g, e: f"{e['units']} submerge in {_space(g, e)}.",
    "battle_over": _battle_over,
    "refuge_found": lambda g, e: f"{e['piece']} lands: {_space(g, e)}.",
    "ditched": lambda g, e: f"{e['units']} over {_space(g, e)} find no place to land and are lost.",
    "captured": _captured,
    "liberated": _liberated,
    "returned": lambda g, e: f"{_space(g, e)} goes back to {_power(g, e)}.",
    "capital_fell": lambda g, e: (
        f"The capital of {_power(g, e)} has fallen: {_power(g, e, 'captor')} takes {e['amount']} IPCs."
    ),
    "raided": _raided,
    "rocket_struck": lambda g, e: (
        f"A rocket hits {_space(g, e)}: {_power(g, e, 'victim')} surrenders {e['paid']} IPCs."
    ),
    "placed": lambda g, e: f"{_power(g, e)} places {e['units']}: {_space(g, e)}.",
    "embarked": lambda g, e: f"{e['units']} board {e['ship']}.",
    "income_collected": lambda g, e: f"{_power(g, e)} collects {e['income']} IPCs and holds {e['total']}.",
    "war_won": lambda g, e: f"{g.side_name(e.text('side'))} win the war with {e['cities']} victory cities.",
    "best_power": lambda g, e: (
        f"{_power(g, e)} is the individual winner; its production changed by {e['gain']} IPCs."
    ),
    "advantage_gained": lambda g, e: f"{_power(g, e)} has the advantage {name_of(g, e.text('advantage'))}.",
    "declared": lambda g, e: f"{_power(g, e)} declares {name_of(g, e.text('advantage'))}.",
    "reinforced": _reinforced,
    "treaty_broken": lambda g, e: "The Soviet Union attacks Japan and loses its Nonaggression Treaty.",
    "lent": lambda g, e: f"Lend-Lease: the Soviet Union takes over {e['units']} of {_power(g, e)}.",
    "kaiten_named": lambda g, e: f"{_count(e['count'], 'kaiten torpedo')} in {_space(g, e)}.",
}
