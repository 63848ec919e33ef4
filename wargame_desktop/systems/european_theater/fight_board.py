"""Attacks, strikes, sea combat, raids and transit attacks as a battle board shows them (6, 8.3.5, 9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wargame_desktop.core.action import Action
from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.state import Frame, Piece, State
from wargame_desktop.systems.base import Preview
from wargame_desktop.systems.showing import ATTACKER, DEFENDER, Column, Fight, FightSide, Option, Picks

from .battle import land_strength, port_guards
from .fights import AIR, alive, number, words
from .model import ATLANTIC, AXIS, Advance, Attack, Bomb, Commit, Displace, Lose, Retreat, Sink, other
from .preview import exchange, preview
from .situation import Situation, side_name
from .skirmish import fire_at, firepower
from .wording import cargo

if TYPE_CHECKING:
    from .system import EuropeanTheater

_MOST_OPTIONS = 8
_FIGHTS = ("battle", "raid", "bomb_run", "convoy", "transit")
_STEPS = {
    "battle": ("Support", "Air and sea", "Fire and losses", "Retreat", "Advance"),
    "raid": ("Help", "Air and sea", "Advance"),
    "bomb_run": ("Interception", "Air", "Bombs"),
    "convoy": ("Convoy", "Escort", "Sea"),
    "transit": ("Attack", "Protection", "Air and sea"),
}
_TITLES = {
    "battle": "Attack on {}",
    "raid": "Air and sea combat, {}",
    "bomb_run": "Bombers over {}",
    "convoy": "Convoys in the {}",
    "transit": "Fleets met in {}",
}
_MAY = {
    "battle": "May support",
    "raid": "May help",
    "bomb_run": "May intercept",
    "convoy": "May escort",
    "transit": "May take part",
    "skirmish": "May go on against the fleets",
}


def base_of(state: State) -> Frame | None:
    """The fight in charge: the last begun, for a retreat from one may run into another."""
    for frame in reversed(state.stack):
        if frame.name in _FIGHTS and (frame.name != "convoy" or frame.get("stage", "declare") != "declare"):
            return frame
    return None


def fight_of(system: EuropeanTheater, state: State) -> Fight | None:
    """The fight in progress with both forces, and how the decision owed can be answered."""
    base = base_of(state)
    return None if base is None else _Board(system, state, base).fight()


class _Board:
    """One position of one fight."""

    def __init__(self, system: EuropeanTheater, state: State, base: Frame) -> None:
        self.system, self.state, self.base = system, state, base
        self.sit: Situation = system.situation(state)
        self.where = ATLANTIC if base.name == "convoy" else str(base["where"])
        self.side = self._attacking()
        # Only of this fight: a fleet beaten in one may be met by another on its way to port.
        inside = state.stack[max(i for i, frame in enumerate(state.stack) if frame is base) :]
        self.out = frozenset(p for f in inside if f.name == "skirmish" for p in words(f, "out"))

    def _attacking(self) -> str:
        if self.base.name == "convoy":
            return AXIS
        side = str(self.base["side"])
        # A transit attack asks the hunter first, and then stands under the mover's name.
        return other(side) if self.base.name == "transit" and self.base["stage"] != "hunt" else side

    def fight(self) -> Fight:
        """Everything there is to show."""
        name = self.base.name
        ours, theirs = self.forces()
        return Fight(
            key=f"{name} {self.where}",
            title=_TITLES[name].format(self.system.space_name(self.where)),
            space=self.where,
            attacker=self._side(self.side, ours),
            defender=self._side(other(self.side), theirs),
            steps=_STEPS[name],
            step=self._step(),
            lines=self._lines(),
            picks=self._picks(),
            options=self._options(),
        )

    def _step(self) -> int:
        names = [frame.name for frame in self.state.stack]
        last = len(names) - 1 - names[::-1].index(self.base.name)
        above = names[last + 1 :]
        stage = str(self.base.get("stage", ""))
        if self.base.name == "transit":
            return {"hunt": 0, "answer": 1}.get(stage, 2)
        if self.base.name == "convoy":
            return 2 if "skirmish" in above else 1 if stage == "escort" else 0
        if "skirmish" in above:
            return 1
        if self.base.name == "battle":
            return {"commit": 0, "land": 2, "outcome": 2, "advance": 3}.get(stage, 4)
        return 0 if stage == "commit" else 2

    # The forces

    def forces(self) -> tuple[list[Piece], list[Piece]]:
        """Who takes part on either side, as far as that is known."""
        base, state = self.base, self.state
        if base.name == "battle":
            ours = self._alive((*words(base, "attackers"), *words(base, "support")))
            land = self.sit.land_at(self.where, other(self.side))
            if not land and base["stage"] in ("commit", "land"):  # nobody there from the start
                land = port_guards(self.sit, other(self.side), self.where)
            return ours, [*land, *self._alive(words(base, "committed"))]
        if base.name == "bomb_run":
            return self._alive(words(base, "bombers")), self._alive(words(base, "committed"))
        if base.name == "transit":
            theirs = self._alive((*words(base, "fleets"), *words(base, "committed")))
            hunters = words(base, "hunters")
            return self._alive(hunters), theirs if base["stage"] != "hunt" else self._alive(
                words(base, "fleets")
            )
        if base.name == "convoy":
            fought = next((f for f in state.stack if f.name == "skirmish"), None)
            escorts = words(fought, "defenders") if fought is not None else tuple(
                fleet.id for fleet in self.sit.fleets_at(ATLANTIC, other(AXIS))
            )  # fmt: skip
            return self._alive(words(base, "raiders")), self._alive(escorts)
        return self._alive(words(base, "attackers")), self._alive(
            (*words(base, "defenders"), *words(base, "committed"))
        )

    def _alive(self, pieces: Iterable[str]) -> list[Piece]:
        found = alive(self.state, pieces, self.system.facts)
        return [self.state.piece(piece) for piece in dict.fromkeys(found)]

    def _side(self, side: str, pieces: Sequence[Piece]) -> FightSide:
        sit = self.sit
        groups = (
            ("Land units", [p for p in pieces if sit.unit(p).is_land]),
            ("Air units", [p for p in pieces if sit.unit(p).is_air]),
            ("Fleets", [p for p in pieces if sit.unit(p).is_fleet]),
        )
        columns = [self._column(title, group, side) for title, group in groups if group]
        may = [p for p in self._candidates() if p not in {one.id for one in pieces}]
        may = [p for p in may if sit.owner(self.state.piece(p)) == side]
        if may:
            columns.append(Column(_MAY.get(self.state.top.name, "May take part"), tuple(may)))
        powers = list(dict.fromkeys(piece.power for piece in pieces)) or [
            self.state.piece(p).power for p in may
        ]
        return FightSide(headed(side), powers[0] if powers else "", tuple(columns))

    def _column(self, title: str, group: Sequence[Piece], side: str) -> Column:
        sit = self.sit
        lines = self.system.lines(self.state)
        is_land = sit.unit(group[0]).is_land
        notes = []
        if is_land:
            total = land_strength(sit, lines, group)
            short = sum(1 for piece in group if not lines.is_supplied(piece))
            notes += [f"{short} out of supply"] if short else []
        elif self.base.name == "battle":
            total = self._support(group, side)
        else:
            total = firepower(sit, group)
            tired = sum(1 for piece in group if not sit.is_ready(piece))
            notes += [f"{tired} Ops Complete"] if tired else []
        ids = tuple(piece.id for piece in group)
        factors = "1 factor" if total == 1 else f"{total} factors"
        return Column(f"{title}: {factors}", ids, ", ".join(notes), tuple(p for p in ids if p in self.out))

    def _support(self, group: Sequence[Piece], side: str) -> int:
        """What support is worth: what is left of it once its own fight is over (9.1.2)."""
        result: Any = self.base.get("skirmish")
        if isinstance(result, FrozenMap):
            left = int(str(result["attackers" if side == self.side else "defenders"]))
            return min(left, sum(map(self.sit.combat, group)))
        return sum(self.sit.combat(piece) for piece in group if piece.id not in self.out)

    def _candidates(self) -> list[str]:
        top = self.state.top
        phase: Any = self.system.phases[top.name]
        asks = top.name in (*_FIGHTS, "skirmish") and phase.decider(self.state) is not None
        if not asks or str(top.get("stage")) == "sink":
            return []
        return self.system.committable(self.state)

    def _lines(self) -> tuple[str, ...]:
        clash = next((f for f in reversed(self.state.stack) if f.name == "clash"), None)
        if clash is None:
            seen = prospects(self.system, self.state)
            return () if seen is None else seen.lines
        side = str(clash["side"])
        found = []
        for who, key in ((side, "fire"), (other(side), "answer")):
            fire: Any = clash[key]
            found.append(fire_words(self.system, who, (str(fire[0]), int(fire[1]), int(fire[2]))))
        return tuple(found)

    # What can be answered

    def _picks(self) -> Picks | None:
        top = self.state.top
        if top.name == "losses":
            return self._loss_picks(top)
        may = self._candidates()
        if may:
            role = ATTACKER if self.sit.owner(self.state.piece(may[0])) == self.side else DEFENDER
            title = "Choose the units that take part"
            return Picks(
                role, title, "Send these", Commit.verb, "pieces", tuple((p, 1) for p in may), 1, len(may)
            )
        if top.name == "advance":
            return self._advance_picks(top)
        return None

    def _loss_picks(self, top: Frame) -> Picks:
        steps = {
            p: self.sit.steps(self.state.piece(p)) for p in words(top, "candidates") if self._is_there(p)
        }
        due = min(number(top, "points"), sum(steps.values()))
        role = ATTACKER if top["side"] == self.side else DEFENDER
        points = "1 loss point" if due == 1 else f"{due} loss points"
        return Picks(
            role, f"Take {points}", "Take these losses", Lose.verb, "points", tuple(steps.items()), due, due,
            cheapest(self.sit, steps, due), counts=True, loses=True,
        )  # fmt: skip

    def _is_there(self, piece: str) -> bool:
        return piece in self.state.pieces and self.sit.is_in_play(self.state.piece(piece))

    def _advance_picks(self, top: Frame) -> Picks | None:
        spaces = words(top, "spaces")
        able = [one.pieces[0] for one in self._legal() if isinstance(one, Advance) and one.pieces]
        if len(spaces) != 1 or not able:
            return None
        role = ATTACKER if top["side"] == self.side else DEFENDER
        among = tuple((piece, 1) for piece in dict.fromkeys(able))
        title = f"Advance to {self.system.space_name(spaces[0])}"
        everyone = tuple(piece for piece, _ in among)
        return Picks(
            role, title, "Advance these", Advance.verb, "pieces", among, 1, len(among), everyone,
            besides=(("space", spaces[0]),),
        )  # fmt: skip

    def _legal(self) -> list[Action]:
        rules = self.system.phases[self.state.top.name].rules
        return [action for rule in rules if rule.available(self.state) for action in rule.legal(self.state)]

    def _options(self) -> tuple[Option, ...]:
        top = self.state.top
        if top.name == "convoy" and top.get("stage") == "sink":
            sinking = (one for one in self._legal() if isinstance(one, Sink))
            ways = [Option(f"Sink {cargo(one.points)}", one) for one in sinking]
            return tuple(ways) if len(ways) <= _MOST_OPTIONS else ()
        if top.name in ("retreat", "fleet_retreat", "displace"):
            found = [
                Option(self._way(one), one) for one in self._legal() if isinstance(one, Retreat | Displace)
            ]
            return tuple(found) if len(found) <= _MOST_OPTIONS else ()
        if top.name == "advance":
            return self._advance_options()
        may = self._candidates()
        if not may:
            return ()
        everyone = Commit(tuple(may))
        rules = self.system.phases[top.name].rules
        allowed = any(
            isinstance(one, Commit) and len(one.pieces) == len(may)
            for r in rules
            for one in r.legal(self.state)
        )
        some = (Option("Send all" if len(may) > 1 else "Send it", everyone),) if allowed else ()
        return (Option("Send nobody", Commit(), main=True), *some)

    def _advance_options(self) -> tuple[Option, ...]:
        single = [one for one in self._legal() if isinstance(one, Advance) and one.pieces]
        many = len({one.space for one in single}) > 1
        found = [
            Option(f"{self._name(one.pieces[0])} to {self.system.space_name(one.space)}", one)
            for one in single
        ]
        listed = found if many and len(found) < _MOST_OPTIONS else []
        return (Option("Stay where they are", Advance()), *listed)

    def _way(self, action: Retreat | Displace) -> str:
        return f"{self._name(action.piece)} to {self.system.space_name(action.space)}"

    def _name(self, piece: str) -> str:
        return self.system.name_of(self.state.piece(piece))


def cheapest(sit: Situation, steps: dict[str, int], points: int) -> tuple[str, ...]:
    """Whom to name for loss points: units are turned over before any is lost, the weakest first."""
    left = {piece: sit.state.piece(piece) for piece in steps}
    chosen: list[str] = []
    for _ in range(points):
        costs = []
        for key, piece in sorted(left.items()):
            turned = replace(piece, face="back")
            dies = sit.steps(piece) == 1
            costs.append((dies, sit.combat(piece) - (0 if dies else sit.combat(turned)), key))
        dies, _, key = min(costs)
        chosen.append(key)
        if dies:
            del left[key]
        else:
            left[key] = replace(left[key], face="back")
    return tuple(sorted(chosen))


def quick(system: EuropeanTheater, state: State) -> Action | None:
    """Losses where they hurt least; whom to send, where to go and how far are decisions."""
    if not state.stack or state.top.name != "losses":
        return None
    base = base_of(state)
    picks = None if base is None else _Board(system, state, base)._loss_picks(state.top)
    return None if picks is None else Lose(picks.value(picks.default))


# Chances


def prospects(system: EuropeanTheater, state: State) -> Preview | None:
    """The next exchange as it stands, while somebody may still be sent into it."""
    base = base_of(state)
    if base is None:
        return None
    top = state.top
    if top is base and base.name == "battle" and base["stage"] == "commit":
        action = Attack(str(base["where"]), words(base, "attackers"), words(base, "support"))
        return preview(system, state, action)
    if top is base and base.name == "bomb_run" and base["stage"] == "commit":
        return preview(system, state, Bomb(str(base["where"]), words(base, "bombers")))
    asks = top.name == "skirmish" or (top is base and base.get("stage") in ("commit", "answer", "escort"))
    return _clash_ahead(system, state, base) if asks else None


def _clash_ahead(system: EuropeanTheater, state: State, base: Frame) -> Preview | None:
    board, sit = _Board(system, state, base), system.situation(state)
    ours, theirs = ([p for p in force if p.id not in board.out] for force in board.forces())
    air, ships = [[p for p in ours if test(sit.unit(p))] for test in (_flies, _sails)]
    their_air, their_ships = [[p for p in theirs if test(sit.unit(p))] for test in (_flies, _sails)]
    if air and their_air:
        strength = firepower(sit, air)
        fire = (AIR, strength // 2 if base.name == "bomb_run" else strength, 0)
        answer = (AIR, firepower(sit, their_air), 0)
    elif (ours and theirs) and (ships or their_ships):
        fire, answer = fire_at(sit, air, ships, their_ships), fire_at(sit, their_air, their_ships, ships)
    else:
        return None
    told = (fire_words(system, board.side, fire), fire_words(system, other(board.side), answer))
    return Preview(told, exchange(system.facts, fire, answer), "9.2")


def _flies(unit: Any) -> bool:
    return bool(unit.is_air)


def _sails(unit: Any) -> bool:
    return bool(unit.is_fleet)


def fire_words(system: EuropeanTheater, side: str, fire: tuple[str, int, int]) -> str:
    """`Axis: 14 factors, land against land, column 4 − 1 = 3`."""
    return f"{headed(side)}: {column_words(system, fire)}"


def headed(side: str) -> str:
    """A side as a heading."""
    name = side_name(side).removeprefix("the ")
    return name[:1].upper() + name[1:]


def column_words(system: EuropeanTheater, fire: tuple[str, int, int]) -> str:
    """`14 factors, land against land, column 4 − 1 = 3`."""
    line, factors, shift = fire
    if factors <= 0:
        return "no fire"
    kind = line.replace("_vs_", " against ").replace("_", " ").replace("asw", "submarine hunt")
    column = system.facts.column(line, factors)
    moved = f" {'−' if shift < 0 else '+'} {abs(shift)} = {max(0, column + shift)}" if shift else ""
    return f"{factors} factor{'s' if factors > 1 else ''}, {kind}, column {column}{moved}"
