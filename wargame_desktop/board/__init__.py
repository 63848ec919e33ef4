"""Maps as graphs: spaces, links, hex grids, path search, zones of control and supply. Knows no game.

Where to look: ``hexgrid`` for numbering and geometry, ``model`` and ``areas`` for the map, ``policy`` and
``paths`` for movement, ``zones`` for zones of control, ``supply`` and ``trace`` for supply, ``ranges`` for
plain distances.
"""

from wargame_desktop.board.areas import AreaMap
from wargame_desktop.board.checks import BoardProblem, structural_problems
from wargame_desktop.board.compiled import CompiledBoard, Net
from wargame_desktop.board.errors import BoardError
from wargame_desktop.board.hexgrid import HexGrid, Sheet
from wargame_desktop.board.model import HEXSIDE, Board, Link, Space
from wargame_desktop.board.paths import Reach, Reason, Route, RouteStep, explain, reach, route
from wargame_desktop.board.policy import (
    Barred,
    Conditions,
    Limit,
    MovePolicy,
    Parts,
    StepCosts,
    StepRule,
    StepView,
    Taken,
)
from wargame_desktop.board.ranges import distance, distances, within
from wargame_desktop.board.supply import Change, Line, Stage, SupplyMap, SupplyPolicy, supply_map
from wargame_desktop.board.trace import Cut, find_cut, trace
from wargame_desktop.board.zones import Projector, ZoneMap, project

__all__ = [
    "HEXSIDE",
    "AreaMap",
    "Barred",
    "Board",
    "BoardError",
    "BoardProblem",
    "Change",
    "CompiledBoard",
    "Conditions",
    "Cut",
    "HexGrid",
    "Limit",
    "Line",
    "Link",
    "MovePolicy",
    "Net",
    "Parts",
    "Projector",
    "Reach",
    "Reason",
    "Route",
    "RouteStep",
    "Sheet",
    "Space",
    "Stage",
    "StepCosts",
    "StepRule",
    "StepView",
    "SupplyMap",
    "SupplyPolicy",
    "Taken",
    "ZoneMap",
    "distance",
    "distances",
    "explain",
    "find_cut",
    "project",
    "reach",
    "route",
    "structural_problems",
    "supply_map",
    "trace",
    "within",
]
