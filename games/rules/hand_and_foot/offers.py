"""Representatives of plays whose number is beyond counting (HF 9): one of each kind that matters.

Whatever is offered is legal; and where anything of a kind is legal, something is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.hand_and_foot.cards import CODE_OF, IS_RANK, WILD_RANK
from games.rules.hand_and_foot.holdings import Holding, holding
from games.rules.hand_and_foot.melds import no_room, wild_room
from games.rules.hand_and_foot.openings import openings, openings_with
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Cards, New, Onto, Take, Use
from games.rules.hand_and_foot.state import BoardMeld, FootState
from games.rules.hand_and_foot.table import is_frozen, minimum, taken_count, team_of
from games.rules.kernel import Seat

KEPT: Final = 2
"""So many cards a seat in the foot keeps for its discard and after it (HF 14.2)."""


def _spare(state: FootState, seat: Seat) -> int:
    """Return how many active cards may be laid (HF 14.2)."""
    return len(state.active[seat]) - (KEPT if state.in_foot[seat] else 0)


# --- On the board ---------------------------------------------------------------------------------


def new_melds(state: FootState, seat: Seat, options: FootOptions) -> Iterator[tuple[Cards, ...]]:
    """Yield single new melds; for a team that has not opened, whole openings (HF 9.4)."""
    held, board = holding(state.active[seat]), state.boards[team_of(state, seat)]
    if not board:
        found = openings(held.ranks, held.wilds, minimum(options, state.round), options)
        most = _spare(state, seat)
        yield from (melds for melds in found if sum(map(len, melds)) <= most)
    elif (spare := _spare(state, seat)) > 2:
        full = _full_ranks(board, options)
        for rank, cards in held.ranks.items():
            if len(cards) > 1 and rank not in full:
                if len(cards) > 2:
                    yield (cards[:spare],)
                if held.wilds:
                    yield ((*cards[:2], held.wilds[0]),)
        if len(held.wilds) > 2 and WILD_RANK not in full:
            yield (held.wilds[:3],)


def _full_ranks(board: list[BoardMeld], options: FootOptions) -> set[str]:
    """Return the ranks of which no further meld may be laid."""
    there = [meld.rank for meld in board]
    if options.second_meld_needs_group:
        return {rank for rank in there if no_room(board, rank, options)}
    most = options.max_melds_per_rank
    return {rank for rank in there if there.count(rank) >= most} if most else set()


def additions(state: FootState, seat: Seat, options: FootOptions) -> Iterator[tuple[int, Cards]]:
    """Yield, meld by meld, all naturals of its rank, one of them, and one wild of each kind."""
    del options
    if (spare := _spare(state, seat)) < 1:
        return
    held = holding(state.active[seat])
    wilds = [(wild,) for wild in held.one_of_each_wild]
    for meld in state.boards[team_of(state, seat)]:
        if cards := held.ranks.get(meld.rank):
            yield meld.id, cards[:spare]
            if len(cards) > 1 and spare > 1:
                yield meld.id, cards[:1]
        if wilds and (not meld.naturals or wild_room(meld) > 0):
            for wild in wilds:
                yield meld.id, wild


def caps(state: FootState, seat: Seat, options: FootOptions) -> Iterator[tuple[int, str]]:
    """Yield the first Lady with every group that takes one (HF 9.6)."""
    ladies = holding(state.active[seat]).ladies
    if not ladies or _spare(state, seat) < 1:
        return
    for meld in state.boards[team_of(state, seat)]:
        if takes_cap(meld, options):
            yield meld.id, ladies[0]


def takes_cap(meld: BoardMeld, options: FootOptions) -> bool:
    """Say whether a Lady may be put on a meld (HF 9.6)."""
    most = options.caps_per_group
    return meld.kind in ("clean", "wild") and not (most and len(meld.caps) >= most)


# --- The pile -------------------------------------------------------------------------------------


def takes(
    state: FootState, seat: Seat, options: FootOptions, *, to_go_out: bool = False
) -> Iterator[Take]:
    """Yield the ways to take the pile (HF 9.3); `to_go_out`: without the keep rule."""
    pile = state.pile
    if pile[-1] not in IS_RANK:
        return
    held, board = holding(state.active[seat]), state.boards[team_of(state, seat)]
    found: Iterator[Take]
    if board:
        found = (Take(use) for use in _uses(pile, held, board, options))
    else:
        found = _opening_takes(pile, held, minimum(options, state.round), options)
    most = len(state.active[seat]) + taken_count(pile, options) - 1
    if state.in_foot[seat] and not to_go_out:
        most -= KEPT
    for take in found:
        if len(take.use.cards) + sum(map(len, take.melds)) <= most:
            yield take


def _opening_takes(
    pile: list[str], held: Holding, least: int, options: FootOptions
) -> Iterator[Take]:
    """Yield takes that open the board with the top card (HF 11)."""
    frozen, top = is_frozen(pile), pile[-1]
    if frozen and len(held.ranks.get(CODE_OF[top], ())) < 2:
        return
    for first, *rest in openings_with(top, held.ranks, held.wilds, least, options):
        yield Take(New(tuple(card for card in first if card != top)), tuple(rest))


def _uses(
    pile: list[str], held: Holding, board: list[BoardMeld], options: FootOptions
) -> Iterator[Use]:
    """Yield what a team that has opened may do with the top card."""
    rank, frozen = CODE_OF[pile[-1]], is_frozen(pile)
    cards = held.ranks.get(rank, ())
    if cards and not no_room(board, rank, options):
        if len(cards) > 1:
            yield New(cards[:2])
        if len(cards) > 2:
            yield New(cards)
        if held.wilds and not frozen:
            yield New((cards[0], held.wilds[0]))
    for meld in board:
        if meld.rank == rank:
            if not frozen and options.pick_onto_meld:
                yield Onto(meld.id)
            if len(cards) > 1:
                yield Onto(meld.id, cards[:2])
