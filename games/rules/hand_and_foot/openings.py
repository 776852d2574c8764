"""Initial melds that reach a round's minimum (HF 11): a lean one and the richest there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, FACES, face_value
from games.rules.hand_and_foot.options import MOST_WILDS, FootOptions
from games.rules.hand_and_foot.plays import Cards

Melds = tuple[Cards, ...]
MANY: Final = 99
"""More melds of a rank than there are cards for."""


class Material(NamedTuple):
    """What an opening can be built of.

    `sets`: three or more naturals of a rank each; `pairs`: two, dearest first; `wilds`: cheapest
    first.  `forced`: whether the first pair (or set) must be among it, for it holds the pile's top.
    """

    sets: Melds
    pairs: Melds
    wilds: Cards
    forced: bool


def openings(
    ranks: Mapping[str, Cards], wilds: Cards, minimum: int, options: FootOptions
) -> Iterator[Melds]:
    """Yield initial melds of at least `minimum` points, if there are any."""
    yield from _best(_materials(ranks, wilds, None, options), minimum, options)


def openings_with(
    top: str, ranks: Mapping[str, Cards], wilds: Cards, minimum: int, options: FootOptions
) -> Iterator[Melds]:
    """Yield initial melds whose first one holds `top`, of at least `minimum` points (HF 9.3)."""
    rank = CODE_OF[top]
    if rank not in ranks or (len(ranks[rank]) == 1 and not wilds):
        return
    all_ranks = {**ranks, rank: (top, *ranks[rank])}
    yield from _best(_materials(all_ranks, wilds, rank, options), minimum, options)


def _materials(
    ranks: Mapping[str, Cards], wilds: Cards, first: str | None, options: FootOptions
) -> list[Material]:
    """Return the sets and pairs; where wilds want room, also with more and more sets cut up."""
    sets = sorted((cards for cards in ranks.values() if len(cards) > 2), key=_not_of(first))
    pairs = tuple(cards for cards in ranks.values() if len(cards) == 2)
    most = 1 if options.wild_initial_meld else _melds_of_a_rank(options)
    forced = first is not None and len(ranks[first]) == 2
    plain = [_threes(cards, most) for cards in sets]
    cuts = [_threes_and_a_pair(cards, most) for cards in sets]
    found = [_material(plain, pairs, wilds, first, forced=forced)]
    for place in (place for place, cut in enumerate(cuts) if cut != plain[place]):
        plain[place] = cuts[place]
        found.append(_material(plain, pairs, wilds, first, forced=forced))
    return found


def _material(
    cut: Sequence[Melds], pairs: Melds, wilds: Cards, first: str | None, *, forced: bool
) -> Material:
    parts = [cards for melds in cut for cards in melds]
    sets = tuple(cards for cards in parts if len(cards) > 2)
    more = (cards for cards in parts if len(cards) == 2)
    dearest = sorted((*pairs, *more), key=_face_of, reverse=True)
    return Material(sets, tuple(sorted(dearest, key=_not_of(first))), wilds, forced)


def _not_of(rank: str | None) -> Callable[[Cards], bool]:
    return lambda cards: rank is not None and CODE_OF[cards[0]] != rank


def _face_of(cards: Cards) -> int:
    return FACES[CODE_OF[cards[0]]].face


def _melds_of_a_rank(options: FootOptions) -> int:
    if options.second_meld_needs_group:
        return 1
    return options.max_melds_per_rank or MANY


def _threes(cards: Cards, most: int) -> Melds:
    """Return up to `most` melds of a rank, which take more wilds than one."""
    later = min(most, len(cards) // 3) - 1
    end = len(cards) - 3 * later
    return (cards[:end], *(cards[at : at + 3] for at in range(end, len(cards), 3)))


def _threes_and_a_pair(cards: Cards, most: int) -> Melds:
    """Return the same, and two cards over as the beginning of one more meld."""
    if len(cards) % 3 != 2 or len(cards) // 3 >= most:
        return _threes(cards, most)
    return (*_threes(cards[:-2], most), cards[-2:])


def _best(materials: list[Material], minimum: int, options: FootOptions) -> Iterator[Melds]:
    plain = materials[0]
    lean = next((m for m in _leaner(plain) if _reaches(m, minimum)), None)
    riches = (_richest(material, options) for material in materials)
    rich = max(riches, key=lambda melds: sum(map(face_value, melds)))
    if lean is not None:
        yield _in_order(plain, lean)
    if rich != lean and _reaches(rich, minimum):
        yield _in_order(plain, rich)


def _reaches(melds: Melds, minimum: int) -> bool:
    return bool(melds) and sum(map(face_value, melds)) >= minimum


def _in_order(material: Material, melds: Melds) -> Melds:
    """Return the melds, the forced pair first."""
    if not material.forced:
        return melds
    first = material.pairs[0][0]
    return tuple(sorted(melds, key=lambda meld: first not in meld))


def _leaner(material: Material) -> Iterator[Melds]:
    """Yield all sets, then with ever more pairs, each with the cheapest wild left."""
    melds = list(material.sets)
    least = int(material.forced)
    if not least:
        yield tuple(melds)
    for place, (pair, wild) in enumerate(zip(material.pairs, material.wilds, strict=False)):
        melds.append((*pair, wild))
        if place + 1 >= least:
            yield tuple(melds)


def _richest(material: Material, options: FootOptions) -> Melds:
    """Return what counts most: sets, the best number of pairs, and wilds wherever they fit."""
    most = min(len(material.pairs), len(material.wilds))
    plans = (_with_pairs(material, n, options) for n in range(int(material.forced), most + 1))
    return max(plans, key=lambda melds: sum(map(face_value, melds)), default=())


def _with_pairs(material: Material, pairs: int, options: FootOptions) -> Melds:
    """Return all sets and so many pairs, with the dearest wilds that can be placed."""
    rest, room = len(material.wilds) - pairs, MOST_WILDS * len(material.sets)
    alone = options.wild_initial_meld and rest > 2
    placed = pairs + (rest if alone else min(rest, room))
    wilds = iter(material.wilds[len(material.wilds) - placed :])
    melds = [(*pair, next(wilds)) for pair in material.pairs[:pairs]]
    if alone:
        return (*material.sets, *melds, tuple(wilds))
    sets = [(*cards, *islice(wilds, MOST_WILDS)) for cards in material.sets]
    return (*sets, *melds)
