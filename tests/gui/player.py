"""A person who plays a whole turn with the mouse: real presses on counters, shelves, lists and buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from tests.gui.window.hands import CTRL, LEFT, NONE, Hands
from wargame_desktop.core.state import HOLD
from wargame_desktop.gui.panels.dice_entry import DiceDialog, _DieButton
from wargame_desktop.gui.panels.forms import ActionForm
from wargame_desktop.gui.panels.forms_fields import PickButton
from wargame_desktop.gui.panels.forms_values import ValueBox


class Player(Hands):
    """Hands that know the panels by which whole turns are played."""

    def __init__(self, hands: Hands, pitch: float) -> None:
        super().__init__(hands.qtbot, hands.window)
        self.window.preferences.set("confirm_phase_end", False)
        # Land and sea have been painted once; painting them anew after every move would be most of the time.
        self.tables.map_item.hide()
        self.window.preferences.set("show_control", False)
        self.tables.view.zoom = pitch / self.tables.geometry_.pitch

    def see(self, *spaces: str) -> None:
        """Bring spaces into view without another zoom when they fit: painting the map anew takes its time."""
        view, geometry = self.tables.view, self.tables.geometry_
        port = view.viewport().rect().adjusted(40, 40, -40, -40)
        if all(port.contains(self._spot(geometry.piece_anchor(space))) for space in spaces):
            return
        middle = sum((geometry.piece_anchor(space) for space in spaces), QPointF()) / len(spaces)
        view.centerOn(middle)
        if not all(port.contains(self._spot(geometry.piece_anchor(space))) for space in spaces):
            super().see(*spaces)

    @property
    def prompt(self) -> str:
        """What is asked now."""
        return "" if self.session.decision is None else self.session.decision.prompt.title

    @property
    def last(self) -> str:
        """The last action, in the notation."""
        node = self.session.node
        return "" if node.action is None else self.session.text_of(node.action)

    def must(self, done: Callable[[], object], action: str) -> None:
        """Do something that has to be this action, and no other."""
        before = self.session.node
        done()
        QTest.qWait(1)
        shown = self.session.node
        refused = self.tables.scene.hand.callout
        why = refused.text.plain() if refused.isVisible() else self.status
        assert shown is not before, f"{action}: nothing happened. {why}"
        assert shown.parent is before
        assert _in_order(self.last) == _in_order(action), self.last

    # Panels

    def into_view(self, widget: QWidget, rect: QRect | None = None) -> None:
        """Scroll the left column so that a part of it can be pressed."""
        area = self.tables.left
        inside = area.widget()
        assert inside is not None
        if widget is inside or inside.isAncestorOf(widget):
            at = widget.mapTo(inside, (rect or widget.rect()).center())
            area.ensureVisible(at.x(), at.y(), 0, 60)
            QTest.qWait(1)

    def push(self, button: QAbstractButton | None) -> None:
        """Press a button that is in sight and on."""
        assert button is not None
        self.into_view(button)
        self.press(button)
        QTest.qWait(1)

    def offer(self, verb: str) -> None:
        """Press the button of an offer in the decision panel."""
        self.push(self.tables.decision.buttons.buttons[verb])

    def shortcut(self, title: str) -> None:
        """Press a button of the shop by its words."""
        buttons = {button.text(): button for button in self.tables.shop.shortcuts}
        self.push(buttons[title])

    # Carrying

    def carry(self, source: QWidget, start: QPoint, space: str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press in a widget, carry to a space of the map, let go."""
        self.see(space)
        port = self.tables.view.viewport()
        end = source.mapFromGlobal(port.mapToGlobal(self.at(space)))
        QTest.mousePress(source, LEFT, modifier, start)
        for point in (start + QPoint(14, 0), start + (end - start) / 2, end):
            _move(source, point, modifier)
            QTest.qWait(1)
        QTest.mouseRelease(source, LEFT, modifier, end)
        QTest.qWait(1)

    def from_shelf(self, piece: str, space: str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Drag a piece out of the shop onto the map; with Shift all of its kind."""
        pool = self.tables.shop.pool
        rect = pool.rect_of(piece).toRect()
        self.into_view(pool, rect)
        self.carry(pool, rect.center(), space, modifier)

    def click_shelf(self, piece: str) -> None:
        """Click a piece in the shop."""
        pool = self.tables.shop.pool
        rect = pool.rect_of(piece).toRect()
        self.into_view(pool, rect)
        QTest.mouseClick(pool, LEFT, NONE, rect.center())
        QTest.qWait(1)

    def buy(self, order: Mapping[str, int]) -> None:
        """Click the names of units as often as they are wanted, then the button."""
        basket = self.tables.shop.basket
        for kind, count in order.items():
            name = basket.names[kind]
            self.into_view(name)
            for _ in range(count):
                QTest.mouseClick(name, LEFT)
        self.push(self.tables.shop.do_button)

    def choose(self, *pieces: str) -> None:
        """Select pieces, stack by stack, in the list of the stack that was clicked."""
        stacks: dict[str, list[str]] = {}
        for piece in pieces:
            stacks.setdefault(self._on_map(self.place(piece)), []).append(piece)
        self.tables.table.selection.clear()
        for number, (space, wanted) in enumerate(stacks.items()):
            self.see(self._on_map(space))
            self._choose_in(space, wanted, keep=number > 0)
        assert set(self.tables.table.selection.pieces) == set(pieces)

    def _choose_in(self, space: str, wanted: Sequence[str], keep: bool) -> None:
        selection = self.tables.table.selection
        before = selection.pieces if keep else ()
        port = self.tables.view.viewport()
        QTest.mouseClick(port, LEFT, CTRL if keep else NONE, self.stack_at(space))
        QTest.qWait(1)
        unwanted = [piece for piece in selection.pieces if piece not in (*before, *wanted)]
        for piece in [*unwanted, *(one for one in wanted if one not in selection)]:
            self.stack_click(piece, CTRL)

    def stack_at(self, space: str) -> QPoint:
        """A point of the map where pieces of a space can be pressed; on an area map they lie beside it."""
        stacks, view = self.tables.scene.stacks, self.tables.view
        QTest.qWait(5)  # chips find their places while the map is being drawn
        stacks.finish()
        to_view = view.viewportTransform()
        port = QRectF(view.viewport().rect())
        for rect in stacks.rects_on_screen(to_view):
            for part in (0.5, 0.25, 0.75, 0.1, 0.9):
                point = QPointF(rect.left() + rect.width() * part, rect.center().y())
                hit = stacks.hit(point, to_view) if port.contains(point) else None
                if hit is not None and hit.space == space:
                    return point.toPoint()
        return self._free_point(space)

    def _free_point(self, space: str) -> QPoint:
        """A point of a space that no counters cover, for a click that takes the space in hand."""
        view, geometry = self.tables.view, self.tables.geometry_
        to_view, port = view.viewportTransform(), view.viewport().rect()
        bounds = to_view.mapRect(geometry.outline(space).boundingRect()).toRect().intersected(port)
        for y in range(bounds.top(), bounds.bottom(), 6):
            for x in range(bounds.left(), bounds.right(), 6):
                at = QPoint(x, y)
                here = geometry.space_at(view.mapToScene(at)) == space
                if here and self.tables.scene.stacks.hit(QPointF(at), to_view) is None:
                    return at
        raise AssertionError(f"{space} is covered all over")

    def stack_click(self, piece: str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Click a piece in the list of the stack."""
        QTest.mouseClick(self.tables.stack.rows.viewport(), LEFT, modifier, self.row_of(piece))

    def row_of(self, piece: str) -> QPoint:
        """Where a piece stands in the list of the stack."""
        rows = self.tables.stack.rows
        listed = [row.piece.id for row in rows.stack.rows]
        assert piece in listed, f"{piece} is not among {listed}"
        number = listed.index(piece)
        index = rows.model().index(number, 0)
        rows.scrollTo(index)
        QTest.qWait(1)
        rect = rows.visualRect(index)
        self.into_view(rows.viewport(), rect)
        return rect.center()

    def drag_pieces(self, pieces: Sequence[str], space: str) -> None:
        """Choose pieces and drag them to a space, from the list of the last stack."""
        self.choose(*pieces)
        self.see(self._on_map(self.place(pieces[0])), space)
        self.tables.table.selection.set_space(self._on_map(self.place(pieces[-1])))
        QTest.qWait(1)
        self.carry(self.tables.stack.rows.viewport(), self.row_of(pieces[-1]), space)

    def _on_map(self, space: str) -> str:
        """The space of the map for a space that may be aboard a ship."""
        while space.startswith(HOLD):
            space = self.place(space.removeprefix(HOLD))
        return space

    # Forms and dice

    @property
    def form(self) -> ActionForm:
        """The form that is open."""
        form = self.tables.decision.form
        assert form is not None
        return form

    def tick(self, argument: str, *values: str) -> None:
        """Tick values in a list of the form."""
        field = self.form.fields[argument]
        rows = field.findChild(QAbstractItemView)
        assert rows is not None
        for number in range(rows.model().rowCount()):
            index = rows.model().index(number, 0)
            if index.data(Qt.ItemDataRole.UserRole) in values:
                rows.scrollTo(index)
                rect = rows.visualRect(index)
                self.into_view(rows.viewport(), rect)
                QTest.mouseClick(rows.viewport(), LEFT, NONE, QPoint(rect.left() + 14, rect.center().y()))
        self.form.check()

    def pick(self, argument: str, value: str) -> None:
        """Choose a value in a list that drops down, or a space on the map."""
        field = self.form.fields[argument]
        box, on_map = field.findChild(ValueBox), field.findChild(PickButton)
        assert box is not None
        if box.value() == value:
            return
        if on_map is not None:
            self.push(on_map)
            self.click_map(value)
            return
        self.into_view(box)
        for _ in range(box.count()):
            if box.value() != value:
                QTest.keyClick(box, Qt.Key.Key_Down)

    def submit(self) -> None:
        """Press the button of the form."""
        self.push(self.form.submit_button)

    def with_dice(self, dice: Sequence[int], act: Callable[[], object]) -> None:
        """Do something that asks for dice, and click the faces that were thrown."""
        left = list(dice)

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, DiceDialog):
                return
            faces = {int(button.accessibleName()): button for button in dialog.findChildren(_DieButton)}
            while left and len(dialog.values) < dialog.needed.count:
                QTest.mouseClick(faces[left.pop(0)], LEFT)
            QTest.mouseClick(dialog.ok if dialog.ok.isEnabled() else dialog.back, LEFT)

        timer = QTimer(self.window, interval=5)
        timer.timeout.connect(look)
        timer.start()
        act()
        QTest.qWait(1)
        timer.stop()
        assert not left, f"dice that nobody asked for: {left}"


def _move(widget: QWidget, at: QPoint, modifier: Qt.KeyboardModifier) -> None:
    """The mouse goes on with its left button down; Qt's own helper forgets the keys that are held."""
    if modifier == NONE:
        QTest.mouseMove(widget, at)
        return
    place = QPointF(at)
    there = QPointF(widget.mapToGlobal(at))
    event = QMouseEvent(QEvent.Type.MouseMove, place, there, Qt.MouseButton.NoButton, LEFT, modifier)
    QApplication.sendEvent(widget, event)


def _in_order(text: str) -> list[tuple[str, list[str]]]:
    """The words of an action; the units in a list may come in any order."""
    words = [word.rpartition("=") for word in text.split()]
    return [(name, sorted(values.split(","))) for name, _, values in words]
