"""The game on the table, for widgets: what the viewer may know, what may be done, and doing it.

Widgets read `view`, `decision` and `targets`, call `play`, and repaint what `changed` names. They never
see the true state: in match play stand-ins take the place of hidden pieces on the way out, and are
turned back into pieces on the way in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from wargame_desktop.bots.random import RandomBot
from wargame_desktop.core import engine
from wargame_desktop.core.action import Action, NotationError, substitute
from wargame_desktop.core.dice import DiceError, DiceNeeded
from wargame_desktop.core.draft import Changed
from wargame_desktop.core.engine import Decision, Outcome
from wargame_desktop.core.refusal import Refusal, Refused, refuse
from wargame_desktop.core.sequence import Offer, Target
from wargame_desktop.core.state import State
from wargame_desktop.core.timeline import MATCH, Node, TimelineError
from wargame_desktop.core.view import mask_action
from wargame_desktop.storage.errors import StorageError
from wargame_desktop.storage.game import Game
from wargame_desktop.systems.base import Bot, GameSystem, Preview
from wargame_desktop.systems.editing import EditMove
from wargame_desktop.systems.tables import Area, Shop, Table

BOT = "bot"
_BOT_PAUSE_MS = 250


class Session(QObject):
    """One game in progress, seen from one seat."""

    changed = Signal(object)
    """A Changed that names what to repaint, or None for everything."""
    moved = Signal(object)
    """The Node that the table shows now."""
    refused = Signal(object, str)
    """A tuple of Refusal, and the text of the action."""
    rolled = Signal(object)
    """The tuple of Roll of the action just done."""
    notice = Signal(str)
    """Something to tell the players: an undo that is not possible, a file that could not be written."""
    dice_needed = Signal(object)
    """A DiceNeeded: an action waits for dice thrown by hand; see `give_dice`."""
    annotated = Signal(object)
    """A Node whose comment, or whose place among the variations, was changed."""
    proposed = Signal(object)
    """An Action that was dropped on the map and wants to be looked at before it is done."""
    handover = Signal(str)
    """The side that should sit down now; nothing is shown to it before `take_seat`."""

    def __init__(self, game: Game, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.always_hand_over = False
        self.bots_play = True
        self.editing = False
        """Whether pieces are moved by hand, whatever the rules say; see `systems.editing`."""
        self._viewer: str | None = None
        self._waiting_for: str | None = None
        self._waiting_dice: tuple[Action, tuple[int, ...]] | None = None
        self._bot_timer = QTimer(self, interval=_BOT_PAUSE_MS, singleShot=True)
        self._bot_timer.timeout.connect(self._bot_plays)
        self._bots: dict[str, Bot] = {}
        if self.is_match:
            self._viewer = self._human_side() or self._first_side()

    # What there is to see

    @property
    def system(self) -> GameSystem:
        """The rules in force."""
        return self.game.system

    @property
    def is_match(self) -> bool:
        """Whether hidden things stay hidden and dice cannot be taken back."""
        return self.game.header.mode == MATCH

    @property
    def node(self) -> Node:
        """The position shown."""
        return self.game.cursor

    @property
    def viewer(self) -> str | None:
        """The side that looks at the table; None sees everything."""
        return self._viewer

    @property
    def waiting_for(self) -> str | None:
        """The side that has been asked to sit down; while it is set, show nothing."""
        return self._waiting_for

    @cached_property
    def view(self) -> State:
        """What the viewer may know."""
        return engine.view_for(self.system, self.game.state, self._viewer)

    @cached_property
    def decision(self) -> Decision | None:
        """The decision owed; None when the game is over."""
        found = engine.decision(self.system, self.game.state)
        return None if found is None else replace(found, offers=self._masked(found.offers))

    @cached_property
    def edit_offers(self) -> tuple[Offer, ...]:
        """The changes by hand that may be made in edit mode."""
        return self._masked(engine.edit_offers(self.system, self.game.state))

    def _masked(self, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """Offers whose listed values are under the names the viewer knows."""
        names = self._stand_ins
        return offers if not names else tuple(_masked_offer(offer, names) for offer in offers)

    @cached_property
    def _stand_ins(self) -> dict[str, str]:
        return engine.hidden_names(self.system, self.game.state, self._viewer)

    @cached_property
    def _true_names(self) -> dict[str, str]:
        return {stand_in: name for name, stand_in in self._stand_ins.items()}

    @property
    def owner_side(self) -> str | None:
        """The side that owes the decision."""
        return None if self.decision is None else self.game.state.side_of(self.decision.owner)

    @property
    def owner_name(self) -> str:
        """Who owes the decision, for people."""
        return "" if self.decision is None else self.system.side_name(self.decision.owner)

    @property
    def may_act(self) -> bool:
        """Whether the person at the table may decide now."""
        return (
            self.decision is not None
            and self._waiting_for is None
            and not self._is_bots_turn()
            and (self._viewer is None or self._viewer == self.owner_side)
        )

    @property
    def hides_anything(self) -> bool:
        """Whether some side may not know something that another does."""
        state = self.game.state
        return any(engine.hidden_names(self.system, state, side) for side in self.system.sides(state))

    def unfinished(self) -> Sequence[str]:
        """Pieces and spaces the decider may have forgotten, under the names the viewer knows."""
        state = self.game.state
        if not state.stack or not self.may_act:
            return ()
        phase = engine.phase_of(self.system, state.top)
        return [self._stand_ins.get(item, item) for item in phase.unfinished(state)]

    def zones(self) -> Sequence[str]:
        """The spaces in enemy zones, for the side that looks or has to decide."""
        side = self._viewer or self.owner_side
        return () if side is None else self.system.zones(self.game.state, side)

    def supply_lines(self) -> tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]:
        """The supply lines of the pieces the viewer knows, and what lies between the others and supply."""
        found = self.system.supply(self.game.state) or ()
        known = [item for item in found if item.piece in self.view.pieces]
        lines = [item.line for item in known if item.supplied and len(item.line) > 1]
        places = {item.piece: self.view.pieces[item.piece].space for item in known}
        return lines, [(places[item.piece], *item.cut[:1]) for item in known if not item.supplied]

    @cached_property
    def shop(self) -> Shop | None:
        """What the person at the table may buy or has to place now."""
        return self.system.shop(self.game.state) if self.may_act else None

    def tables(self) -> Sequence[Table]:
        """The game's charts, made of what the viewer may know."""
        return self.system.tables(self.view)

    def overlay(self, name: str, piece: str | None = None) -> Sequence[Area]:
        """One of the game's overlays, made of what the viewer may know."""
        return self.system.overlay(self.view, name, piece)

    def text_of(self, action: Action) -> str:
        """An action as the viewer may read it."""
        return self.game.text_of(mask_action(action, self._stand_ins))

    # What may be done

    def targets(self, pieces: Sequence[str]) -> dict[str, Target]:
        """Where the pieces may be dropped, each with its cost, path and action."""
        true = self._true(pieces)
        if self._edits:
            spaces = [space.id for space in self.system.board.spaces]
            return {space: Target(space, EditMove(true, space)) for space in spaces}
        if not self.may_act:
            return {}
        return engine.targets(self.system, self.game.state, true)

    def drop_action(self, pieces: Sequence[str], space: str, via: Sequence[str] = ()) -> Action | None:
        """What dropping pieces on a space means, allowed or not."""
        if self._edits:
            return EditMove(self._true(pieces), self._true((space,))[0])
        return engine.drop(self.system, self.game.state, self._true(pieces), self._true((space,))[0], via)

    def why_not(self, action: Action) -> list[Refusal]:
        """Why an action is not allowed; empty when it is."""
        if not self.may_act and not self._is_edit(action):
            return [self._not_your_turn()]
        return self._told(engine.refusals_for(self.system, self.game.state, self._known(action)))

    def preview(self, action: Action) -> Preview | None:
        """What an allowed action would lead to, before it is done."""
        return self.system.preview(self.game.state, self._known(action)) if self.may_act else None

    def _told(self, refusals: Sequence[Refusal]) -> list[Refusal]:
        """Refusals in which hidden pieces go under their stand-ins."""
        pieces, names = self.game.state.pieces, self._stand_ins
        hidden = {} if not refusals else {key: name for key, name in names.items() if key in pieces}
        if not hidden:
            return list(refusals)
        said = {self.system.name_of(pieces[key]): "a hidden piece" for key in hidden} | hidden
        return [_masked_refusal(refusal, said, names) for refusal in refusals]

    @property
    def _edits(self) -> bool:
        return self.editing and bool(self.system.edits) and self._waiting_for is None

    def _is_edit(self, action: Action | str) -> bool:
        """Edits are not bound to whose decision it is, only to somebody sitting there."""
        verb = action.lstrip() if isinstance(action, str) else action.verb
        return verb.startswith("edit.") and self._waiting_for is None

    def _true(self, pieces: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._true_names.get(piece, piece) for piece in pieces)

    def _known(self, action: Action) -> Action:
        """The action with stand-ins turned back into pieces."""
        names = self._true_names
        if not names:
            return action
        changes = {item.name: substitute(getattr(action, item.name), names) for item in fields(action)}
        return replace(action, **changes)

    def _not_your_turn(self) -> Refusal:
        if self.decision is None:
            return refuse("game.over", "The game is over.")
        return refuse("table.not_your_decision", f"{self.owner_name} has to decide now.")

    # Doing it

    def play(self, action: Action | str, dice: Sequence[int] | None = None) -> bool:
        """Do an action; False when it was refused or waits for dice, and the reason has been signalled."""
        text = action if isinstance(action, str) else self.text_of(action)
        if not self.may_act and not self._is_edit(text):
            self.refused.emit((self._not_your_turn(),), text)
            return False
        return self._play(action, text, dice)

    def propose(self, action: Action) -> bool:
        """Do what a drop means; an action that asks first, such as an attack, is only proposed."""
        known = self._known(action)
        rule = engine.rule_for(self.system, self.game.state, known)
        if rule is None or not rule.asks_first or self.why_not(action):
            return self.play(action)
        self.proposed.emit(mask_action(known, self._stand_ins))
        return False

    def _play(self, action: Action | str, text: str, dice: Sequence[int] | None) -> bool:
        try:
            if isinstance(action, str):
                action = self.system.notation.parse(action)
            action = self._known(action)
            node, outcome = self.game.play(action, dice)
        except Refused as error:
            self.refused.emit(tuple(self._told(error.refusals)), text)
            return False
        except NotationError as error:
            self.refused.emit((refuse("notation", str(error)),), text)
            return False
        except DiceNeeded as error:
            assert isinstance(action, Action)
            self._waiting_dice = (action, tuple(dice or ()))
            self.dice_needed.emit(error)
            return False
        except DiceError as error:
            self.refused.emit((refuse("dice.wrong", str(error)),), text)
            return False
        except StorageError as error:
            # The action is done in memory; what could not be written must be said, not lost in silence.
            self.notice.emit(str(error))
            self._show_position(None)
            return True
        self._done(node, outcome)
        return True

    def give_dice(self, values: Sequence[int]) -> bool:
        """Go on with the action that waits for dice; it begins anew with all of them and may ask again."""
        if self._waiting_dice is None:
            return False
        (action, given), self._waiting_dice = self._waiting_dice, None
        return self._play(action, self.text_of(action), (*given, *values))

    def _done(self, node: Node, outcome: Outcome) -> None:
        # Pieces get other stand-ins when they move, so a masked table is repainted as a whole.
        # A power that changes sides changes its colours, and who may see its pieces.
        everything = (self._viewer is not None and bool(self._stand_ins)) or outcome.changed.powers
        self._show_position(None if everything else outcome.changed)
        if outcome.rolls:
            self.rolled.emit(outcome.rolls)

    def _show_position(self, changed: Changed | None) -> None:
        self._forget()
        self._follow_decision()
        self.changed.emit(changed)
        self.moved.emit(self.node)
        self._wake_bot()

    def _forget(self) -> None:
        for name in ("view", "decision", "edit_offers", "shop", "_stand_ins", "_true_names"):
            self.__dict__.pop(name, None)

    # Going back and forth

    def undo(self) -> bool:
        """Take the last action back."""
        return self._step(self.game.undo)

    def redo(self) -> bool:
        """Do again what was taken back."""
        return self._step(self.game.redo)

    def goto(self, node: Node | int) -> bool:
        """Show another position of the game."""
        return self._step(lambda: self.game.goto(node))

    def reset_phase(self) -> bool:
        """Go back to where the phase in charge began."""
        node, place = self.node, self.place_of(self.node)
        while node.parent is not None and self.place_of(node.parent) == place:
            node = node.parent
        if node is self.node:
            self.notice.emit("The phase has only just begun.")
            return False
        return self.goto(node)

    def place_of(self, node: Node) -> tuple[object, ...]:
        """Where in the sequence of play a position lies: equal for positions of one phase."""
        state = self.game.state_at(node)
        named = tuple(frame.name for frame in state.stack)
        return (*named, state.var("turn"), state.var("phase"), state.var("side"))

    def _step(self, step: Callable[[], object]) -> bool:
        try:
            step()
        except (TimelineError, StorageError) as error:
            self.notice.emit(str(error))
            return False
        self._show_position(None)
        return True

    # Notes on the game

    def comment(self, node: Node, text: str) -> bool:
        """Write a comment at a position; an empty one takes it away."""
        return self._annotate(node, lambda: self.game.comment(node, text))

    def promote(self, node: Node) -> bool:
        """Move a variation one place towards the main line."""
        return self._annotate(node, lambda: self.game.promote(node))

    def demote(self, node: Node) -> bool:
        """Move a variation one place away from the main line."""
        return self._annotate(node, lambda: self.game.demote(node))

    def _annotate(self, node: Node, change: Callable[[], object]) -> bool:
        try:
            change()
        except (TimelineError, StorageError) as error:
            self.notice.emit(str(error))
            return False
        self.annotated.emit(node)
        return True

    # Seats

    def look_as(self, side: str | None) -> None:
        """Look at the table as a side does; in match play only a side that sits there may."""
        if self.is_match or side == self._viewer:
            return
        self._viewer = side
        self._forget()
        self.changed.emit(None)

    def look_on(self, side: str | None) -> None:
        """Look at a finished picture of the game as a side does, without a seat: nobody plays from here."""
        self.bots_play = False
        self._viewer = side
        self._forget()

    def take_seat(self) -> None:
        """The side that was asked for sits down and sees its table."""
        if self._waiting_for is not None:
            self._viewer, self._waiting_for = self._waiting_for, None
            self._forget()
            self.changed.emit(None)

    def _follow_decision(self) -> None:
        side = self._human_side()
        if not self.is_match or side is None or side == self._viewer:
            self._waiting_for = None
            return
        if self.always_hand_over or self.hides_anything:
            self._waiting_for = side
            self.handover.emit(side)
        else:
            self._viewer = side
            self._forget()

    def _first_side(self) -> str | None:
        sides = self.system.sides(self.game.state)
        return sides[0] if sides else None

    def _human_side(self) -> str | None:
        return None if self._is_bots_turn() else self.owner_side

    def seat_of(self, owner: str) -> dict[str, object] | None:
        """The seat that plays a power or side."""
        powers = [power for power, side in self.game.state.powers.items() if owner in (power, side)]
        for seat in self.game.header.seats:
            held = seat.get("powers")
            if isinstance(held, list) and any(power in held for power in powers):
                return dict(seat)
        return None

    def _is_bots_turn(self) -> bool:
        if self.decision is None:
            return False
        seat = self.seat_of(self.decision.owner)
        return seat is not None and seat.get("player") == BOT

    def _wake_bot(self) -> None:
        if self.bots_play and self._is_bots_turn() and not self._bot_timer.isActive():
            self._bot_timer.start()

    def start(self) -> None:
        """Begin: the side that owes the first decision sits down, or its bot plays."""
        self._show_position(None)

    def _bot_plays(self) -> None:
        if not self.bots_play or not self._is_bots_turn() or self.decision is None:
            return
        owner = self.decision.owner
        seed = f"{self.game.header.seed}.{owner}.{len(self.game.timeline.nodes)}"
        if owner not in self._bots:
            self._bots[owner] = self.system.bot(seed) or RandomBot(seed)
        action = self._bots[owner].choose(self.system, self.game.state)
        if action is None:
            self.notice.emit(f"The bot of {self.owner_name} finds nothing to do.")
            return
        self._play(action, self.text_of(action), None)


def _masked_offer(offer: Offer, names: Mapping[str, str]) -> Offer:
    arguments = tuple(replace(item, values=substitute(item.values, names)) for item in offer.arguments)
    return replace(offer, arguments=arguments)


def _masked_refusal(refusal: Refusal, said: Mapping[str, str], names: Mapping[str, str]) -> Refusal:
    sentence = refusal.sentence
    # Longest first: one id may be the head of another.
    for name in sorted(said, key=lambda name: (-len(name), name)):
        sentence = sentence.replace(name, said[name])
    return replace(
        refusal,
        sentence=sentence,
        pieces=substitute(refusal.pieces, names),
        spaces=substitute(refusal.spaces, names),
    )
