"""Ways to go out (HF 14): plans that lay whatever fits, tried out to the last card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain, islice, permutations, product
from typing import Final, TypeAlias

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
TRIES: Final = 200
"""In so many ways naturals are laid before a seat is told that nothing goes."""

Plays: TypeAlias = tuple[Play, ...]
Begin: TypeAlias = Callable[[], DryRun]
"""Start anew: what is to be laid is held, the last discard is not."""
Lay: TypeAlias = Callable[[Begin, FootOptions], Plays | None]
"""Return plays that leave nothing and fulfil HF 14.1, or None."""


def plans(state: FootState, seat: Seat, options: FootOptions) -> Iterator[Plan]:
    """Yield a plan or two with which the seat goes out now, if one is found.

    The phase, the foot and earlier answers are the caller's business.
    """
    found = tuple(islice(_plans(state, seat, options, _lay_everything), MOST))
    with_care = partial(_lay_with_care, iter(range(TRIES)))
    yield from found or islice(_plans(state, seat, options, with_care), 1)


def _plans(state: FootState, seat: Seat, options: FootOptions, lay: Lay) -> Iterator[Plan]:
    held, board = state.active[seat], state.boards[team_of(state, seat)]
    if state.phase == "play":
        if board and _is_hopeful(holding(held), board, options):
            yield from _ways_out(state, seat, None, options, lay)
        return
    if options.pile_visible == "top" and taken_count(state.pile, options) > 1:
        return
    if not board or not (found := list(takes(state, seat, options, to_go_out=True))):
        return
    with_pile = holding([*held, *state.pile[-taken_count(state.pile, options) :]])
    if _is_hopeful(with_pile, board, options):
        for take in found:
            yield from _ways_out(state, seat, take, options, lay)


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
    state: FootState, seat: Seat, take: Take | None, options: FootOptions, lay: Lay
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
        plays = lay(partial(_begin, state, seat, take, discard, options), options)
        if plays is not None:
            yield Plan(take, plays, discard)


def _begin(
    state: FootState, seat: Seat, take: Take | None, discard: str | None, options: FootOptions
) -> DryRun:
    run = DryRun(state, seat, options)
    if take:
        run.take(take)
    if discard is not None:
        run.held.remove(discard)
    return run


def _usefulness(card: str) -> int:
    """Return how much a card may still help the plan: a Lady least, a wild most."""
    if card in IS_WILD:
        return 2
    return int(card in IS_RANK)


def _is_out(run: DryRun, options: FootOptions) -> bool:
    """Say whether nothing is left and the groups of HF 14.1 lie there."""
    dirty, clean = groups(run.board)
    return not run.held and dirty >= options.dirty_needed and clean >= options.clean_needed


def _lay_everything(begin: Begin, options: FootOptions) -> Plays | None:
    """Lay whatever fits, each where it seems best: nearly always enough."""
    run = begin()
    plays = (*_naturals(run, options), *_wilds(run, options), *_ladies(run, options))
    return plays if _is_out(run, options) else None


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


# --- With care: every way to lay the naturals, and no wild wasted ---------------------------------


def _lay_with_care(tries: Iterator[int], begin: Begin, options: FootOptions) -> Plays | None:
    """Lay naturals in every way, while there are `tries` left, and wilds so that they do most."""
    held = begin()
    ranks = holding(held.held).ranks.items()
    choices = product(*(tuple(_homes(held, rank, cards)) for rank, cards in ranks))
    for _, choice in zip(tries, choices, strict=False):
        run = begin()
        laid = [*_laid(run, chain.from_iterable(choice))]
        plays = (*laid, *_wilds_with_care(run, options), *_ladies(run, options))
        if _is_out(run, options):
            return plays
    return None


def _homes(run: DryRun, rank: str, cards: Cards) -> Iterator[Plays]:
    """Yield ways to lay all naturals of a rank: onto one meld or two, or as a new one."""
    own = [meld.id for meld in run.board if meld.rank == rank]
    yield from ((AddCards(meld_id, cards),) for meld_id in own)
    if len(cards) > 1:
        yield (LayMelds((cards,)),)
    for first, other in permutations(own, 2):
        for n in range(1, len(cards) // 2 + 1):
            yield AddCards(first, cards[:n]), AddCards(other, cards[n:])


def _laid(run: DryRun, plays: Iterable[Play]) -> Iterator[Play]:
    """Lay what can be laid; a new meld of two takes a wild along."""
    for play in plays:
        if isinstance(play, LayMelds) and len(play.melds[0]) == 2:
            wild = holding(run.held).wilds[:1]
            yield from _done(run, LayMelds(((*play.melds[0], *wild),)))
        else:
            yield from _done(run, play)


def _wilds_with_care(run: DryRun, options: FootOptions) -> Iterator[Play]:
    """Lay wilds: the dirty groups that want the fewest, then all others where there is room."""
    while wilds := holding(run.held).wilds:
        if groups(run.board)[0] < options.dirty_needed:
            play = _cheapest_dirty(run, wilds, options)
        else:
            play = _sink(run, wilds, options)
        if play is None or run.play(play, "") is not None:
            return
        yield play


def _cheapest_dirty(run: DryRun, wilds: Cards, options: FootOptions) -> Play | None:
    spare = [meld.id for meld in _spare_clean(run, options)]
    wanted = [
        (1 if meld.id in spare else GROUP_SIZE - len(meld.cards), meld.id)
        for meld in run.board
        if meld.id in spare or 0 < GROUP_SIZE - len(meld.cards) <= max(0, wild_room(meld))
        if meld.naturals
    ]
    missing, meld_id = min(wanted, default=(0, 0))
    return AddCards(meld_id, wilds[:missing]) if 0 < missing <= len(wilds) else None


def _sink(run: DryRun, wilds: Cards, options: FootOptions) -> Play | None:
    """Return where wilds go of which no group has need: all that fit to one meld."""
    if own := [meld.id for meld in run.board if not meld.naturals]:
        return AddCards(own[0], wilds)
    open_melds = [meld for meld in run.board if meld.kind != "clean" and wild_room(meld) > 0]
    places = [*open_melds, *_spare_clean(run, options)]
    if len(wilds) > 2 and len(wilds) > sum(map(wild_room, places)):
        return LayMelds((wilds,))
    return AddCards(places[0].id, wilds[: wild_room(places[0])]) if places else None


def _spare_clean(run: DryRun, options: FootOptions) -> list[BoardMeld]:
    """Return clean groups that may become dirty: neither the plan nor a Lady needs them."""
    clean = [meld for meld in run.board if meld.kind == "clean"]
    bare = [meld for meld in clean if not meld.caps]
    seats = sum(takes_cap(meld, options) for meld in run.board) - len(bare)
    ladies = len(holding(run.held).ladies)
    for_ladies = ladies - seats if options.caps_per_group else bool(ladies) and not seats
    needed = max(options.clean_needed - (len(clean) - len(bare)), for_ladies, 0)
    return bare[needed:]
