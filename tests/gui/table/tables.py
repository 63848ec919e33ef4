"""Tables to try hands on: a game without rules, and a session that allows one space and refuses the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QGraphicsView

from wargame_desktop.core import engine
from wargame_desktop.core.action import Action
from wargame_desktop.core.dice import SeededDice
from wargame_desktop.core.refusal import Refusal, Refused, refuse
from wargame_desktop.core.sequence import Target
from wargame_desktop.core.state import State
from wargame_desktop.gui.map.geometry import MapGeometry
from wargame_desktop.gui.map.scene import TableScene
from wargame_desktop.gui.map.view import MapView
from wargame_desktop.gui.theme import load_theme
from wargame_desktop.systems.base import GameSystem, Preview
from wargame_desktop.systems.free_table.model import Move
from wargame_desktop.systems.registry import new_game


class TrySession(QObject):
    """A game of the free table, seen by an onlooker; it counts what it is asked."""

    changed = Signal(object)
    refused = Signal(object, str)

    def __init__(self, scenario: str = "free_table/skirmish") -> None:
        super().__init__()
        game = new_game(scenario, seed="table")
        self.system: GameSystem = game.system
        self.state: State = game.state
        self.waiting_for: str | None = None
        self.viewer: str | None = None
        self.played: list[Action] = []
        self.asked_targets = 0
        self.asked_why: list[Action] = []
        self.foretold: Preview | None = None

    @property
    def view(self) -> State:
        return engine.view_for(self.system, self.state, self.viewer)

    def targets(self, pieces: Sequence[str]) -> dict[str, Target]:
        self.asked_targets += 1
        return engine.targets(self.system, self.state, pieces)

    def drop_action(self, pieces: Sequence[str], space: str, via: Sequence[str] = ()) -> Action | None:
        return engine.drop(self.system, self.state, pieces, space, via)

    def why_not(self, action: Action) -> list[Refusal]:
        self.asked_why.append(action)
        return engine.refusals_for(self.system, self.state, action)

    def preview(self, action: Action) -> Preview | None:
        return self.foretold

    def propose(self, action: Action) -> bool:
        return self.play(action)

    def play(self, action: Action) -> bool:
        try:
            outcome = engine.apply(self.system, self.state, action, SeededDice("table"))
        except Refused as error:
            self.refused.emit(error.refusals, "")
            return False
        self.state = outcome.state
        self.played.append(action)
        self.changed.emit(outcome.changed)
        return True


RIVER = refuse(
    "movement.not_enough_mp",
    "Needs 4 movement points, has 3: forest 2 + river 1 + enemy zone 1.",
    "8.1",
    spaces=("1105", "1106"),
    needs=4,
    has=3,
    allowance=6,
)


class StrictSession(TrySession):
    """Only `allowed` may be entered, each at a cost and by a path; anything else is refused by RIVER."""

    def __init__(self, allowed: dict[str, tuple[str, tuple[str, ...]]] | None = None) -> None:
        super().__init__()
        self.allowed = allowed if allowed is not None else {"1005": ("2", ("1105", "1005"))}
        self.via_allowed: tuple[str, ...] = ()

    def targets(self, pieces: Sequence[str]) -> dict[str, Target]:
        self.asked_targets += 1
        return {
            space: Target(space, Move(tuple(pieces), space), cost, path)
            for space, (cost, path) in self.allowed.items()
        }

    def drop_action(self, pieces: Sequence[str], space: str, via: Sequence[str] = ()) -> Action | None:
        if space == "nowhere":
            return None
        self.last_via = tuple(via)
        return Move(tuple(pieces), space)

    def why_not(self, action: Action) -> list[Refusal]:
        self.asked_why.append(action)
        assert isinstance(action, Move)
        return [] if action.space in self.allowed else [RIVER]


class PlainView(QGraphicsView):
    """A view that takes presses on the empty map, as one that pans would."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()


class Table:
    """A scene in a view of fixed size, with helpers that say where things are in the viewport."""

    def __init__(
        self,
        qtbot,
        session: TrySession,
        zoom: float = 1.0,
        at: str = "1105",
        make_view: Callable[[TableScene, MapGeometry], QGraphicsView] | None = None,
    ) -> None:
        self.session = session
        self.geometry = MapGeometry(session.system.data.map)
        self.scene = TableScene(session, self.geometry, load_theme("light"))
        self.scene.set_motion(False)
        self.view = make_view(self.scene, self.geometry) if make_view else PlainView(self.scene)
        self.view.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.resize(900, 640)
        qtbot.addWidget(self.view)
        self.scene.attach(self.view)
        self.view.show()
        qtbot.waitExposed(self.view)
        if isinstance(self.view, MapView):
            self.view.animated = False
            self.view.zoom = zoom
        else:
            self.view.scale(zoom, zoom)
        self.view.centerOn(self.geometry.centre(at))
        self.view.setFocus()
        self.qtbot = qtbot
        self.settle()

    def settle(self) -> None:
        """Let timers and paints run, and all pictures be drawn."""
        self.qtbot.wait(1)
        self.scene.stacks.finish()
        self.view.viewport().repaint()

    def at(self, space: str, dx: float = 0.0, dy: float = 0.0) -> QPoint:
        """A point of the viewport: the middle of a space's pieces, shifted by screen pixels."""
        point = self.view.mapFromScene(self.geometry.piece_anchor(space))
        return QPoint(round(point.x() + dx), round(point.y() + dy))

    def empty_corner(self, space: str) -> QPoint:
        """A point in a space but beside its counters."""
        pitch = self.geometry.pitch * self.view.transform().m11()
        return self.at(space, 0, -0.42 * pitch)

    def press(self, at: QPoint, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        """Left button down."""
        self.qtbot.mousePress(self.view.viewport(), Qt.MouseButton.LeftButton, modifier, at)

    def move(self, *points: QPoint) -> None:
        """The mouse over some points, one after the other."""
        for point in points:
            self.qtbot.mouseMove(self.view.viewport(), point)

    def release(self, at: QPoint, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        """Left button up."""
        self.qtbot.mouseRelease(self.view.viewport(), Qt.MouseButton.LeftButton, modifier, at)

    def click(self, at: QPoint, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        """Press and release."""
        self.press(at, modifier)
        self.release(at, modifier)

    def drag(self, start: QPoint, end: QPoint) -> None:
        """Press, carry and let go."""
        self.press(start)
        self.move(start + (end - start) / 2, end)
        self.settle()
        self.release(end)
        self.settle()

    def key(self, key: Qt.Key) -> None:
        """A key for the map."""
        self.qtbot.keyClick(self.view, key)

    def place(self, piece: str) -> str:
        """The space a piece is in."""
        return self.session.state.piece(piece).space

    def viewport(self) -> QRectF:
        """The viewport as a rectangle."""
        return QRectF(self.view.viewport().rect())
