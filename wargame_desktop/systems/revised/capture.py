"""Territories change hands: capture, liberation, capitals, what stands in them (Step 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_desktop.core.draft import Draft
from wargame_desktop.core.frozen import FrozenMap, Plain
from wargame_desktop.core.state import Piece

from .model import AA_GUN, BRITAIN, COMPLEX, INFANTRY, JAPAN, USSR
from .situation import Situation, table

if TYPE_CHECKING:
    from .system import Revised


def set_entry(draft: Draft, name: str, key: str, value: Plain) -> None:
    """Set one entry of a table kept in the state."""
    draft.set(name, table(draft.state, name).set(key, value))


def pay(draft: Draft, power: str, amount: int) -> None:
    """Add to a power's money, or take from it; never below nothing."""
    held = table(draft.state, "ipc").get(power, 0)
    set_entry(draft, "ipc", power, max(0, (held if isinstance(held, int) else 0) + amount))


def add_units(game: Revised, draft: Draft, power: str, kind: str, count: int, space: str) -> list[Piece]:
    """Bring new units of a power into a space."""
    added = []
    for _ in range(count):
        piece = game.fresh_piece(draft.state, f"{power}.{kind}", space)
        draft.add(piece)
        draft.move([piece.id], space)
        added.append(draft.state.piece(piece.id))
    return added


def transfer(game: Revised, draft: Draft, piece: Piece, power: str) -> Piece:
    """Give a gun or a complex to another power: the piece is exchanged for one of that power."""
    kind = game.facts.type_of(piece)
    fresh = game.fresh_piece(draft.state, f"{power}.{kind}", piece.space)
    draft.remove(piece.id)
    draft.add(fresh)
    draft.move([fresh.id], piece.space)
    return draft.state.piece(fresh.id)


def destroy(game: Revised, draft: Draft, piece_id: str) -> None:
    """Take a unit out of the game, with everything it carries."""
    if piece_id not in draft.state.pieces:
        return
    for cargo in draft.state.at(f"in:{piece_id}"):
        destroy(game, draft, cargo.id)
    draft.remove(piece_id)


def capture(game: Revised, draft: Draft, space: str) -> None:
    """The power to move takes a territory, for itself or for the friend it belonged to at first."""
    sit = Situation(game.facts, draft.state)
    old, original = sit.holder(space), game.facts.original[space]
    is_capital = game.facts.capital.get(original) == space
    frees = original != sit.power and sit.side(original) == sit.side(sit.power)
    frees = frees and (is_capital or not sit.capital_lost(original))
    new = original if frees else sit.power
    if space not in table(draft.state, "taken"):
        set_entry(draft, "taken", space, old)
    draft.control(space, new)
    _hand_over(game, draft, space, new)
    draft.emit(
        "liberated" if frees else "captured",
        space=space, power=sit.power, owner=new, loser=old, income=game.facts.income[space],
        city=game.facts.city.get(space, ""), important=True,
    )  # fmt: skip
    if game.facts.capital.get(old) == space:
        _loot(draft, sit, old)
    if is_capital and sit.side(original) == sit.side(sit.power):
        _restore(game, draft, original)
    _resistance(game, draft, space)
    if sit.power == USSR and old == JAPAN and not is_used(draft.state.vars, "nonaggression_treaty"):
        set_entry(draft, "used", "nonaggression_treaty", True)


def _hand_over(game: Revised, draft: Draft, space: str, power: str) -> None:
    for piece in draft.state.at(space):
        if game.facts.type_of(piece) in (AA_GUN, COMPLEX) and piece.power != power:
            transfer(game, draft, piece, power)


def _loot(draft: Draft, sit: Situation, loser: str) -> None:
    """The captor of a capital takes all the money its owner holds."""
    amount = sit.ipc(loser)
    pay(draft, loser, -amount)
    pay(draft, sit.power, amount)
    draft.emit("capital_fell", power=loser, captor=sit.power, amount=amount, important=True)


def _restore(game: Revised, draft: Draft, power: str) -> None:
    """A freed capital gets back its territories that friends hold."""
    sit = Situation(game.facts, draft.state)
    for space in game.facts.territories:
        holder = sit.holder(space)
        if game.facts.original[space] != power or holder == power or sit.side(holder) != sit.side(power):
            continue
        if space not in table(draft.state, "taken"):
            set_entry(draft, "taken", space, holder)
        draft.control(space, power)
        for piece in draft.state.at(space):
            if game.facts.type_of(piece) == COMPLEX and piece.power != power:
                transfer(game, draft, piece, power)
        draft.emit("returned", space=space, power=power, holder=holder)


def _resistance(game: Revised, draft: Draft, space: str) -> None:
    """French Resistance: once, when Western Europe falls to the Allies, three infantry may rise there."""
    sit = Situation(game.facts, draft.state)
    if space != "western_europe" or not sit.has_advantage(BRITAIN, "french_resistance"):
        return
    if sit.side(sit.holder(space)) == sit.side(BRITAIN) and not is_used(
        draft.state.vars, "french_resistance"
    ):
        draft.push("offer", advantage="french_resistance", power=BRITAIN, space=space)


def is_used(state_vars: FrozenMap[Plain], advantage: str) -> bool:
    """Whether an advantage of one use only has been used."""
    used = state_vars.get("used")
    return isinstance(used, FrozenMap) and used.get(advantage) is not None


def rise(game: Revised, draft: Draft) -> None:
    """The three infantry of the French Resistance."""
    add_units(game, draft, BRITAIN, INFANTRY, 3, "western_europe")
    set_entry(draft, "used", "french_resistance", True)
    draft.emit(
        "reinforced", power=BRITAIN, space="western_europe", units="3 infantry", advantage="french_resistance"
    )
