"""Plain distances: how many steps over a net, with no costs and no enemies."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_desktop.board.compiled import Net
from wargame_desktop.board.errors import BoardError


def distances(net: Net, sources: Iterable[str], radius: int | None = None) -> dict[str, int]:
    """Steps to the nearest source for every space at most ``radius`` away, nearest first."""
    compiled = net.board.compiled
    found = steps_from(net, compiled.numbers(sources), radius)
    return {compiled.ids[node]: steps for node, steps in found.items()}


def within(net: Net, source: str, radius: int) -> tuple[str, ...]:
    """The spaces at most ``radius`` steps away, the source included, in the board's order."""
    compiled = net.board.compiled
    return tuple(compiled.ids[node] for node in sorted(steps_from(net, [compiled.number(source)], radius)))


def distance(net: Net, a: str, b: str) -> int | None:
    """Steps from one space to another, None when the net does not join them."""
    compiled = net.board.compiled
    return steps_from(net, [compiled.number(a)], None, compiled.number(b)).get(compiled.number(b))


def steps_from(
    net: Net,
    sources: Iterable[int],
    radius: int | None,
    goal: int | None = None,
    barred: frozenset[int] = frozenset(),
) -> dict[int, int]:
    """Breadth first over space numbers, never into ``barred``; ends early when ``goal`` is found."""
    if radius is not None and radius < 0:
        raise BoardError(f"A range cannot be {radius}.")
    found = dict.fromkeys(sources, 0)
    level, steps = list(found), 0
    while level and goal not in found and (radius is None or steps < radius):
        steps += 1
        farther = []
        for here in level:
            for there in net.neighbours[here]:
                if there not in found and there not in barred:
                    found[there] = steps
                    farther.append(there)
        level = farther
    return found
