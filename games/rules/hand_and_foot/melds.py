"""What makes a meld (HF 10): how it may begin, and what may be added."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.hand_and_foot.cards import CODE_OF, IS_RANK, IS_WILD, WILD_RANK
from games.rules.hand_and_foot.options import MOST_WILDS, FootOptions
from games.rules.hand_and_foot.state import BoardMeld
from games.rules.kernel import Refusal


def bad_start(cards: Sequence[str], pointer: str, top: str | None = None) -> Refusal | None:
    """Return why these cards, with the pile's `top` if it is one of them, are no meld (HF 10.1).

    `pointer` leads to `cards`.
    """
    naturals, wilds, rank, mixed = 0, 0, "", None
    if top is not None:
        naturals, rank = 1, CODE_OF[top]
    if naturals + len(cards) < 3:
        return Refusal("meld_too_small", pointer)
    for place, card in enumerate(cards):
        if card in IS_WILD:
            wilds += 1
        elif card in IS_RANK:
            naturals += 1
            rank = rank or CODE_OF[card]
            if CODE_OF[card] != rank and not mixed:
                mixed = Refusal("mixed_ranks", f"{pointer}/{place}", {"card": card, "rank": rank})
        else:
            return Refusal("card_not_meldable", f"{pointer}/{place}", {"card": card})
    return mixed or _bad_numbers(naturals, wilds, pointer)


def _bad_numbers(naturals: int, wilds: int, pointer: str) -> Refusal | None:
    """Return why a new meld of so many naturals and wilds is none (HF 10.1, A-07, A-08)."""
    if naturals == 0:
        return None
    if naturals < 2:
        return Refusal("too_few_naturals", pointer)
    if naturals == 2 and wilds > 1:
        return Refusal("start_one_wild", pointer)
    return _too_many_wilds(naturals, wilds, pointer)


def _too_many_wilds(naturals: int, wilds: int, pointer: str) -> Refusal | None:
    if wilds <= min(naturals, MOST_WILDS):
        return None
    return Refusal("too_many_wilds", pointer, {"wilds": wilds, "naturals": naturals})


def bad_addition(meld: BoardMeld, cards: Sequence[str], pointer: str) -> Refusal | None:
    """Return why these cards may not be added to `meld` (HF 10.2).  `pointer` leads to `cards`."""
    wilds = 0
    for place, card in enumerate(cards):
        if refusal := _misfit(meld, card, f"{pointer}/{place}"):
            return refusal
        wilds += card in IS_WILD
    if meld.rank == WILD_RANK or not wilds:
        return None
    return _too_many_wilds(meld.naturals + len(cards) - wilds, meld.wilds + wilds, pointer)


def _misfit(meld: BoardMeld, card: str, pointer: str) -> Refusal | None:
    """Return why a card does not fit to a meld, whatever else is added."""
    if card in IS_WILD:
        if meld.caps and meld.rank != WILD_RANK:
            return Refusal("capped_no_wild", pointer, {"card": card})
    elif card not in IS_RANK:
        return Refusal("card_not_meldable", pointer, {"card": card})
    elif meld.rank == WILD_RANK:
        return Refusal("wild_meld_only_wilds", pointer, {"card": card})
    elif CODE_OF[card] != meld.rank:
        return Refusal("mixed_ranks", pointer, {"card": card, "rank": meld.rank})
    return None


def wild_room(meld: BoardMeld) -> int:
    """Return how many wilds a rank meld still takes as it lies (HF 10.2)."""
    if meld.caps:
        return 0
    return min(meld.naturals, MOST_WILDS) - meld.wilds


def no_room(board: Sequence[BoardMeld], rank: str, options: FootOptions) -> str | None:
    """Return why no further meld of this rank may be laid, as a refusal's code (HF 10.1)."""
    own = [meld for meld in board if meld.rank == rank]
    if options.max_melds_per_rank and len(own) >= options.max_melds_per_rank:
        return "too_many_melds_of_rank"
    if options.second_meld_needs_group and any(meld.kind == "meld" for meld in own):
        return "group_first"
    return None
