"""Ways to go out (HF 14): plans that lay whatever fits, tried out to the last card."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, islice
from typing import Final

from games.rules.hand_and_foot.cards import CODE_OF, IS_RANK, IS_WILD
from games.rules.hand_and_foot.dry_run import DryRun
from games.rules.hand_and_foot.holdings import Holding, holding
from games.rules.hand_and_foot.melds import no_room, wild_room
from games.rules.hand_and_foot.offers import takes, takes_cap
from games.rules.hand_and_foot.options import GROUP_SIZE, MOST_WILDS, FootOptions
from games.rules.hand_and_foot.plays import AddCards, Cards, LayMelds, Plan, Play, PutCap, Take
from games.rules.hand_and_foot.state import BoardMeld, FootState
from games.rules.hand_and_foot.table import groups, taken_count, team_of
from games.rules.kernel import Seat

MOST: Final = 2
"""So many plans are offered."""


def plans(state: FootState, seat: Seat, options: FootOptions) -> Iterator[Plan]:
    """Yield a plan or two with which the seat goes out now, if one is found.

    The phase, the foot and earlier answers are the caller's business.
    """
    yield from islice(_plans(state, seat, options), MOST)


def _plans(state: FootState, seat: Seat, options: FootOptions) -> Iterator[Plan]:
    held, board = state.active[seat], state.boards[team_of(state, seat)]
    if state.phase == "play":
        if board and _is_hopeful(holding(held), board, options):
            yield from _ways_out(state, seat, None, options)
        return
    if options.pile_visible == "top" and taken_count(state.pile, options) > 1:
        return
    if not board or not (found := list(takes(state, seat, options, to_go_out=True))):
        return
    with_pile = holding([*held, *state.pile[-taken_count(state.pile, options) :]])
    if _is_hopeful(with_pile, board, options):
        for take in found:
            yield from _ways_out(state, seat, take, options)


def _is_hopeful(held: Holding, board: list[BoardMeld], options: FootOptions) -> bool:
    """Say whether enough melds could become groups, and at most one card could not be laid."""
    if len(_stuck(held, {meld.rank for meld in board})) > 1:
        return False
    wilds, clean, dirty = min(MOST_WILDS, len(held.wilds)), 0, 0
    for meld in board:
        if meld.naturals:
            size = len(meld.cards) + len(held.ranks.get(meld.rank, ()))
            clean += not meld.wilds and size >= GROUP_SIZE
            dirty += size + wilds >= GROUP_SIZE
    new = [len(cards) for cards in held.ranks.values()]
    clean += sum(n >= GROUP_SIZE for n in new)
    dirty += sum(n + wilds >= GROUP_SIZE for n in new)
    return clean >= options.clean_needed and dirty >= options.clean_needed + options.dirty_needed


def _stuck(held: Holding, there: Collection[str]) -> list[str]:
    """Return cards no plan can lay: Villains, and naturals too few for a meld of their own."""
    most = 1 if held.wilds else 2
    lone = [cards for rank, cards in held.ranks.items() if len(cards) <= most and rank not in there]
    return [*held.villains, *chain.from_iterable(lone)]


def _ways_out(
    state: FootState, seat: Seat, take: Take | None, options: FootOptions
) -> Iterator[Plan]:
    """Try as the last discard what cannot be laid, else none and then every kind of card."""
    start = DryRun(state, seat, options)
    if take and start.take(take):
        return
    codes: dict[str, str] = {}
    for card in start.held:
        codes.setdefault(CODE_OF[card], card)
    none = (None,) if options.go_out_discard == "optional" else ()
    stuck = _stuck(holding(start.held), {meld.rank for meld in start.board})
    if len(stuck) > 1:
        return
    for discard in stuck or (*none, *sorted(codes.values(), key=_usefulness)):
        run = DryRun(state, seat, options)
        if take:
            run.take(take)
        plays = _lay_everything(run, discard, options)
        if plays is not None:
            yield Plan(take, plays, discard)


def _usefulness(card: str) -> int:
    """Return how much a card may still help the plan: a Lady least, a wild most."""
    if card in IS_WILD:
        return 2
    return int(card in IS_RANK)


def _lay_everything(
    run: DryRun, discard: str | None, options: FootOptions
) -> tuple[Play, ...] | None:
    """Return plays that leave nothing but `discard` and fulfil HF 14.1, or None."""
    if discard is not None:
        run.held.remove(discard)
    plays = [*_naturals(run, options), *_wilds(run, options), *_ladies(run, options)]
    dirty, clean = groups(run.board)
    if run.held or dirty < options.dirty_needed or clean < options.clean_needed:
        return None
    return tuple(plays)


def _done(run: DryRun, play: Play) -> Iterator[Play]:
    """Yield the play if it could be done."""
    if run.play(play, "") is None:
        yield play


def _naturals(run: DryRun, options: FootOptions) -> Iterator[Play]:
    """Lay naturals on their melds, else as new ones; a pair takes the cheapest wild along."""
    wilds = list(holding(run.held).wilds)
    for rank, cards in holding(run.held).ranks.items():
        own = [meld for meld in run.board if meld.rank == rank]
        if own:
            target = min(own, key=lambda meld: _distance(meld, len(cards)))
            yield from _done(run, AddCards(target.id, cards))
        elif len(cards) > 2:
            yield from _done(run, LayMelds((cards,)))
        elif len(cards) == 2 and wilds and not no_room(run.board, rank, options):
            yield from _done(run, LayMelds(((*cards, wilds.pop(0)),)))


def _distance(meld: BoardMeld, more: int) -> tuple[bool, int]:
    """Rank melds for more naturals: first those that become a group by them."""
    missing = GROUP_SIZE - len(meld.cards)
    return not 0 < missing <= more, -len(meld.cards)


def _wilds(run: DryRun, options: FootOptions) -> Iterator[Play]:
    """Lay wilds: where they make a dirty group that is needed, then where there is room."""
    while wilds := holding(run.held).wilds:
        play = _wild_play(run, wilds, options)
        if play is None or run.play(play, "") is not None:
            return
        yield play


def _wild_play(run: DryRun, wilds: Cards, options: FootOptions) -> Play | None:
    dirty, clean = groups(run.board)
    if dirty < options.dirty_needed:
        surplus = clean > options.clean_needed
        if play := next(_dirtying(run.board, wilds, surplus=surplus), None):
            return play
    for meld in run.board:
        if meld.naturals and meld.kind in ("dirty", "meld") and wild_room(meld) > 0:
            return AddCards(meld.id, wilds[:1])
    for meld in run.board:
        if not meld.naturals:
            return AddCards(meld.id, wilds)
    if len(wilds) > 2:
        return LayMelds((wilds,))
    return None


def _dirtying(board: list[BoardMeld], wilds: Cards, *, surplus: bool) -> Iterator[Play]:
    """Yield ways to make one more dirty group: of a meld, then of a clean group to spare."""
    for meld in board:
        missing = GROUP_SIZE - len(meld.cards)
        if meld.naturals and 0 < missing <= min(wild_room(meld), len(wilds)):
            yield AddCards(meld.id, wilds[:missing])
    if surplus:
        for meld in board:
            if meld.kind == "clean" and not meld.caps:
                yield AddCards(meld.id, wilds[:1])


def _ladies(run: DryRun, options: FootOptions) -> Iterator[Play]:
    """Cap what can be capped."""
    for lady in holding(run.held).ladies:
        for meld in run.board:
            if takes_cap(meld, options):
                yield from _done(run, PutCap(meld.id, lady))
                break
