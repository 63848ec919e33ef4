"""Board searches measured against plain networkx on the same map, in one run; ratios, never seconds.

The map has 5,040 hexes with terrain, rivers, a rail net, 400 units and 300 blocked hexes. Both sides of each
pair are timed in turn, so that a busy machine slows both, and each ratio is that of the medians. The results
of both sides are compared before anything is timed.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable

import networkx as nx

from wargame_desktop.board import (
    Board,
    Change,
    Conditions,
    HexGrid,
    Link,
    MovePolicy,
    Parts,
    Sheet,
    Space,
    Stage,
    StepCosts,
    SupplyPolicy,
    reach,
    supply_map,
)

COLUMNS, ROWS, ALLOWANCE, LAND_LIMIT = 72, 70, 6, 4
TERRAIN_COST = {"clear": 1, "forest": 2, "mountain": 3}


class Situation:
    """One generated map with units, blocked hexes and supply sources; the same for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        rng = random.Random(seed)
        grid = HexGrid("flat", (Sheet((1, COLUMNS), (1, ROWS)),), "even", "south")
        kinds = ["clear"] * 16 + ["forest"] * 3 + ["mountain"]
        terrain = {label: rng.choice(kinds) for label in grid.labels}
        rivers: dict[tuple[str, str], dict[str, object]] = {}
        for label in grid.labels:
            for direction, other in grid.neighbours(label).items():
                if direction in ("N", "NE", "SE") and rng.random() < 0.05:
                    rivers[label, other] = {"river": True}
        rails = [("rail", [f"{c:02d}{r:02d}" for c in range(1, COLUMNS + 1)]) for r in range(4, ROWS, 8)]
        rails += [("rail", [f"{c:02d}{r:02d}" for r in range(1, ROWS + 1)]) for c in range(5, COLUMNS, 9)]
        self.board = Board.from_hexgrid(grid, terrain, hexsides=rivers, lines=rails)
        labels = list(grid.labels)
        self.units = rng.sample(labels, 400)
        self.blocked = rng.sample([label for label in labels if label not in self.units], 300)
        self.sources = rng.sample([label for label in labels if label not in self.blocked], 30)
        self.start = "3635"
        self.costs = StepCosts(self.board, self.step_cost)
        near = set(grid.within(self.start, 3))
        enemies = [label for label in self.blocked if label not in near]
        zone = {z for e in enemies[:60] for z in grid.neighbours(e).values() if z not in near}
        self.conditions = Conditions(self.board, forbidden=enemies, stop=sorted(zone - set(enemies)))
        self.policy = MovePolicy(self.costs, self.conditions, ALLOWANCE)

    @staticmethod
    def step_cost(link: Link, _origin: Space, there: Space) -> Parts:
        """Rail 1; else terrain, and 1 more over a river."""
        if link.kind == "rail":
            return (("rail", 1),)
        parts = ((there.terrain, TERRAIN_COST[there.terrain]),)
        return (*parts, ("river", 1)) if link.attrs.get("river") else parts

    def supply_policy(self) -> SupplyPolicy:
        """Up to four hexes over land, then rail of any length; made anew as a game would each time."""
        nets = self.board.compiled
        return SupplyPolicy(
            (Stage("land", nets.net("hexside"), LAND_LIMIT), Stage("rail", nets.net("rail"))),
            (Change("land", "rail"),),
            blocked=frozenset(self.blocked),
        )


class Plain:
    """The same questions put to networkx, on graphs prepared in advance as kindly to it as we know."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        board, costs, conditions = situation.board, situation.costs, situation.conditions
        net = board.compiled
        stops = {net.ids[n] for n, flag in enumerate(conditions.flag) if flag} - {situation.start}
        self.steps: nx.DiGraph[str] = nx.DiGraph()
        self.steps.add_nodes_from(net.ids)
        for (tail, head), edge in costs.best.items():
            if net.ids[tail] not in stops and head not in conditions.forbidden:
                self.steps.add_edge(net.ids[tail], net.ids[head], weight=costs.cost[edge])
        self.land: nx.Graph[str] = nx.Graph([(k.a, k.b) for k in board.links if k.kind == "hexside"])
        self.rail: nx.Graph[str] = nx.Graph([(k.a, k.b) for k in board.links if k.kind == "rail"])

    def destinations(self) -> dict[str, int]:
        """Cost of every space in reach."""
        start = self.situation.start
        costs, _ = nx.single_source_dijkstra(self.steps, start, cutoff=ALLOWANCE, weight="weight")
        assert isinstance(costs, dict)
        return {space: int(cost) for space, cost in costs.items()}

    def supplied(self) -> list[bool]:
        """For each unit, whether it is in supply."""
        blocked = frozenset(self.situation.blocked)
        land = nx.subgraph_view(self.land, filter_node=lambda hex_id: hex_id not in blocked)
        rail = nx.subgraph_view(self.rail, filter_node=lambda hex_id: hex_id not in blocked)
        heads = [source for source in self.situation.sources if source in rail]
        served = dict.fromkeys(self.situation.sources)
        for layer in nx.bfs_layers(rail, heads):
            served.update(dict.fromkeys(layer))
        reached: set[str] = set()
        for steps, layer in enumerate(nx.bfs_layers(land, list(served))):
            if steps > LAND_LIMIT:
                break
            reached.update(layer)
        return [unit in reached for unit in self.situation.units]


def our_destinations(situation: Situation) -> tuple[dict[str, int], tuple[str, ...]]:
    """Cost of every destination and the spaces just beyond; the causes are in the search, told one by one."""
    found = reach(situation.policy, situation.start)
    return found.costs, found.rim


def our_destinations_in_full(situation: Situation) -> list[object]:
    """The same with every path and every reason drawn up, as no screen ever shows them at once."""
    found = reach(situation.policy, situation.start)
    return [*(found.path(space) for space in found), *(found.why_not(space) for space in found.rim)]


def our_supplied(situation: Situation) -> list[bool]:
    """For each unit, whether it is in supply."""
    found = supply_map(situation.supply_policy(), situation.sources)
    return [found.is_supplied(unit) for unit in situation.units]


def compare(ours: Callable[[], object], theirs: Callable[[], object], repeats: int) -> float:
    """Our median time as a share of theirs, measured turn and turn about."""
    times: tuple[list[float], list[float]] = ([], [])
    gc_was_on = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repeats):
            for side, work in zip(times, (ours, theirs), strict=True):
                began = time.perf_counter()
                work()
                side.append(time.perf_counter() - began)
    finally:
        if gc_was_on:
            gc.enable()
    return statistics.median(times[0]) / statistics.median(times[1])


def check(situation: Situation, plain: Plain) -> None:
    """Both sides must answer alike, or their times mean nothing."""
    costs, _ = our_destinations(situation)
    if {**costs, situation.start: 0} != plain.destinations():
        raise AssertionError("The two movement searches disagree.")
    if our_supplied(situation) != plain.supplied():
        raise AssertionError("The two supply searches disagree.")


def run(repeats: int = 200) -> dict[str, float]:
    """Ratios ours / networkx; lower is better. Aims: reach at most 0.5, supply at most 0.1."""
    situation = Situation()
    plain = Plain(situation)
    check(situation, plain)
    return {
        "board.reach_and_rim": compare(lambda: our_destinations(situation), plain.destinations, repeats),
        "board.reach_every_path_and_reason": compare(
            lambda: our_destinations_in_full(situation), plain.destinations, repeats
        ),
        "board.supply_400_units": compare(
            lambda: our_supplied(situation), plain.supplied, max(5, repeats // 10)
        ),
    }


if __name__ == "__main__":
    for name, ratio in run().items():
        print(f"{name}: {ratio:.3f}")
