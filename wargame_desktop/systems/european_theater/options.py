"""Optional rules: what each changes, asked by the one place it changes.

Every switch is an option of the scenario, off unless chosen. Events that optional rules bring about are in
`options_events`; the set-up reads its own switches in `setup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wargame_desktop.core.frozen import FrozenMap
from wargame_desktop.core.refusal import Refusal, refuse
from wargame_desktop.core.state import Piece

from .model import ALLIES, AXIS, DROPPED, NEUTRAL
from .situation import Situation

# Turns of the track that optional rules name.
WINTER_1940 = 2
AUTUMN_1940 = 5
WINTER_1941 = 6
SPRING_1942 = 11
SUMMER_1942 = 12
SURRENDER_YEAR = 1943

PLAN_Z, NO_ETHIOPIA, PERSIA, IRELAND = 3, 4, 5, 6
"""Results of the Axis variant roll that change anything; 1 and 2 are history."""
FRENCH_UPDATED, BEF_PREPARED, REPUBLICAN_SPAIN, NO_PURGES = 3, 4, 5, 6
"""Results of the Allied variant roll that change anything; 1 and 2 are history."""

BULGARIAN_GROUND = ("bulgaria", "yugoslavia", "greece", "albania", "turkey")
OUTSIDE_EUROPE = frozenset(
    (
        "spanish_morocco", "french_north_africa", "tunisia", "libya", "egypt", "palestine", "syria", "cyprus",
        "turkey", "iraq", "persia", "saudi_arabia",
    )
)  # fmt: skip
PERSIAN_TRIGGERS = ("paris", "london", "moscow", "grozny", "cairo")
SURRENDERED = "italy_surrendered"
VICHY_AXIS = "vichy_axis"
"""Variable: Vichy France has joined the Axis (optional: Vichy goes Axis)."""
VICHY_BARRED = "vichy_barred"
"""Variable: Vichy France will never join the Axis (optional: Syria)."""
RED_SEA_FLEET = "red_sea_fleet"
EXPOSED = "exposed"
"""Variable: ports taken by arriving this turn, which shelter no fleet yet (optional: Oslo and Copenhagen)."""


def variant(sit: Situation, side: str) -> int:
    """The side's variant roll; 0 when none was made."""
    rolled = sit.state.var("variant")
    found = rolled.get(side, 0) if isinstance(rolled, FrozenMap) else 0
    assert isinstance(found, int)
    return found


def holds(sit: Situation, side: str, place: str) -> bool:
    """Whether a side controls a named place."""
    return sit.controls(side, sit.facts.place(place))


# Production


def extra_points(sit: Situation, power: str) -> int:
    """Points that optional rules give a major power, or take from it."""
    return {"gb": _british, "su": _soviet, "ge": _german, "fr": _french}.get(power, lambda _: 0)(sit)


def _british(sit: Situation) -> int:
    total = -1 if sit.option("japan") and sit.turn >= SPRING_1942 else 0
    if sit.turn == WINTER_1941:
        total -= 1 if sit.option("ethiopia") else 0
        total += 1 if variant(sit, AXIS) == NO_ETHIOPIA else 0
    if variant(sit, AXIS) == IRELAND and sit.holder("ire") == AXIS and not holds(sit, ALLIES, "dublin"):
        total -= 1
    return total


def _soviet(sit: Situation) -> int:
    return 1 if sit.option("persia") and sit.holder("per") == ALLIES else 0


def _german(sit: Situation) -> int:
    return 1 if grozny_lost(sit) else 0


def _french(sit: Situation) -> int:
    gives = sit.option("france_modernized") and sit.turn >= WINTER_1941 and holds(sit, ALLIES, "algiers")
    return 1 if gives else 0


def grozny_lost(sit: Situation) -> bool:
    """Whether the oil of Grozny works for Germany (optional: Grozny)."""
    return sit.option("grozny") and holds(sit, AXIS, "grozny")


def total_points(sit: Situation, power: str, points: int) -> int:
    """The points of a power after all optional rules; without Grozny the Soviets have half, rounded up."""
    points = max(0, points + extra_points(sit, power))
    return (points + 1) // 2 if power == "su" and grozny_lost(sit) else points


def pays_as_minor(sit: Situation, power: str) -> bool:
    """Vichy in the Axis and Italy after its surrender have one point each Winter, as minor powers have."""
    return (power == "fr" and sit.flag(VICHY_AXIS)) or (power == "it" and sit.flag(SURRENDERED))


def free_french_barred(sit: Situation) -> bool:
    """Once Vichy has joined the Axis the Free French wait for Paris or Toulon."""
    joined = sit.flag("vichy_joined")
    return joined and not holds(sit, ALLIES, "paris") and not holds(sit, ALLIES, "toulon")


# Movement and places


def in_mud(sit: Situation, piece: Piece) -> bool:
    """Whether a unit is in the mud of a Russian Spring (optional: weather)."""
    muddy = sit.option("weather") and sit.season == "spring"
    return muddy and sit.facts.power_of(sit.ground_of(piece)) == "su"


def is_air_base(sit: Situation, power: str, space: str) -> bool:
    """Whether a power may base an air unit in a hex: a friendly city or port (optional: air base)."""
    if not sit.option("air_bases"):
        return True
    return (sit.facts.has(space, "city") or sit.facts.has(space, "port")) and sit.is_own(power, space)


def air_room(sit: Situation, space: str) -> int:
    """How many air units a hex holds: one, two in a city with a port (optional: air base)."""
    both = sit.facts.has(space, "city") and sit.facts.has(space, "port")
    return 2 if both and sit.option("air_bases") else 1


def bulgaria_stays(sit: Situation, power: str, space: str) -> bool:
    """Whether Bulgarian units may not go there (optional: Bulgaria)."""
    far = sit.facts.territory(space) not in BULGARIAN_GROUND
    return power == "bul" and sit.option("bulgaria") and far


def warsaw_garrison(sit: Situation) -> list[str] | None:
    """The German armies in Warsaw; None while none has to be there (optional: Soviet German border)."""
    conquered = sit.state.var("conquered")
    polish = isinstance(conquered, FrozenMap) and conquered.get("pol") == AXIS
    if not (sit.option("soviet_border") and polish and sit.flag("ussr_neutral")):
        return None
    there = sit.land_at(sit.facts.place("warsaw"), AXIS)
    return [piece.id for piece in there if piece.power == "ge" and not sit.unit(piece).is_fort]


def mover_refusals(sit: Situation, pieces: Iterable[str]) -> list[Refusal]:
    """Units that optional rules tie to their place."""
    moving = set(pieces)
    found = []
    kept = warsaw_garrison(sit)
    if kept and moving.issuperset(kept):
        sentence = "A German army has to stay in Warsaw while the Soviet Union is neutral."
        rule = "optional: Soviet German border"
        found.append(refuse("movement.garrison", sentence, rule, pieces=tuple(kept)))
    if sit.text(RED_SEA_FLEET) in moving:
        sentence = "The fleet sent to the Red Sea against Japan stays there."
        found.append(
            refuse("movement.red_sea", sentence, "optional: Japan", pieces=(sit.text(RED_SEA_FLEET),))
        )
    return found


# Combat


def finland_holds(sit: Situation, piece: Piece, space: str) -> bool:
    """Whether a Finnish unit may not attack Soviet units yet (optional: Finland)."""
    if piece.power != "fin" or not sit.option("finland") or holds(sit, AXIS, "leningrad"):
        return False
    return any(enemy.power == "su" for enemy in sit.land_at(space, ALLIES))


def winter_shifts(sit: Situation, attackers: Sequence[Piece], space: str) -> tuple[int, int]:
    """Columns lost in Winter by attacker and defender (optional: weather)."""
    if not sit.option("weather") or sit.season != "winter":
        return 0, 0
    if sit.power_of(space) == "su":
        side = {sit.owner(piece) for piece in attackers}
        soviet = all(piece.power == "su" for piece in attackers)
        at_home = AXIS in side and all(piece.power == "su" for piece in sit.land_at(space, ALLIES))
        return (-1 if soviet else -2), (0 if at_home else -1)
    return (0, 0) if sit.facts.territory(space) in OUTSIDE_EUROPE else (-1, 0)


def supporting_fleets(sit: Situation, fleets: list[Piece], space: str) -> list[Piece]:
    """The fleets that may help in a land fight: in their own hex or in a landing (optional: fleets)."""
    if not sit.option("fleets_at_home"):
        return fleets
    landing = any(piece.mark(DROPPED) == "sea" for piece, _ in sit.at(space))
    return [fleet for fleet in fleets if landing or fleet.space == space]


def lost_drops(sit: Situation, losers: Iterable[str]) -> list[str]:
    """Paratroops that dropped and failed: they cannot go back (optional: paratroopers)."""
    if not sit.option("paratroopers"):
        return []
    return [piece for piece in losers if sit.state.piece(piece).mark(DROPPED) == "air"]


def is_exposed(sit: Situation, space: str) -> bool:
    """A port that a fleet took this turn does not shelter it yet (optional: Oslo and Copenhagen)."""
    taken = sit.state.var(EXPOSED, ())
    return isinstance(taken, tuple) and space in taken


# Countries


def joiners(sit: Situation) -> Iterator[tuple[str, str]]:
    """Neutral powers that a variant brings into the war now."""
    if variant(sit, AXIS) == PERSIA and sit.holder("per") == NEUTRAL:
        rebels = sit.text("iraq") in ("revolt", "axis")
        if rebels or any(holds(sit, AXIS, place) for place in PERSIAN_TRIGGERS):
            yield "per", AXIS
    republic = variant(sit, ALLIES) == REPUBLICAN_SPAIN and sit.holder("spa") == NEUTRAL
    if republic and not sit.flag("ussr_neutral"):
        yield "spa", ALLIES


def italy_gives_up(sit: Situation) -> bool:
    """Whether Italy surrenders now: an Italian city in Allied hands in 1943 or later (optional: Italy)."""
    if not sit.option("italy") or sit.flag(SURRENDERED) or sit.year < SURRENDER_YEAR:
        return False
    if sit.state.side_of("it") != AXIS:
        return False
    return any(sit.facts.has(s, "city") and sit.controls(ALLIES, s) for s in sorted(sit.facts.home("it")))


def vichy_entry(sit: Situation, space: str) -> str:
    """What an Allied step into Vichy means before US entry: barred, open (Syria) or invades."""
    if not sit.option("vichy_goes_axis"):
        return "barred"
    free = sit.facts.territory(space) == "syria" or sit.flag(VICHY_BARRED)
    return "open" if free else "invades"


def enters_syria(sit: Situation, side: str, space: str) -> bool:
    """Whether the Axis sets foot in Syria, after which Vichy never joins it (optional: Syria)."""
    return side == AXIS and sit.option("syria") and sit.facts.territory(space) == "syria"
