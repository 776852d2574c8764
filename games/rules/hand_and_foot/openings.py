"""Initial melds that reach a round's minimum (HF 11): a lean one and the richest there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from games.rules.hand_and_foot.cards import CODE_OF, FACES, face_value
from games.rules.hand_and_foot.options import MOST_WILDS, FootOptions
from games.rules.hand_and_foot.plays import Cards

Melds = tuple[Cards, ...]


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
    yield from _best(_material(ranks, wilds, None, options), minimum, options)


def openings_with(
    top: str, ranks: Mapping[str, Cards], wilds: Cards, minimum: int, options: FootOptions
) -> Iterator[Melds]:
    """Yield initial melds whose first one holds `top`, of at least `minimum` points (HF 9.3)."""
    rank = CODE_OF[top]
    if rank not in ranks or (len(ranks[rank]) == 1 and not wilds):
        return
    all_ranks = {**ranks, rank: (top, *ranks[rank])}
    yield from _best(_material(all_ranks, wilds, rank, options), minimum, options)


def _material(
    ranks: Mapping[str, Cards], wilds: Cards, first: str | None, options: FootOptions
) -> Material:
    sets = [cards for cards in ranks.values() if len(cards) > 2]
    pairs = [cards for cards in ranks.values() if len(cards) == 2]
    pairs.sort(key=_face_of, reverse=True)
    if first is not None:
        for found in (sets, pairs):
            found.sort(key=lambda cards: CODE_OF[cards[0]] != first)
    if not options.wild_initial_meld and _may_split(options):
        sets = [half for cards in sets for half in _halves(cards)]
    forced = first is not None and len(ranks[first]) == 2
    return Material(tuple(sets), tuple(pairs), wilds, forced)


def _face_of(cards: Cards) -> int:
    return FACES[CODE_OF[cards[0]]].face


def _may_split(options: FootOptions) -> bool:
    return options.max_melds_per_rank != 1 and not options.second_meld_needs_group


def _halves(cards: Cards) -> Melds:
    """Return two melds of a rank, which take more wilds than one."""
    return (cards[:-3], cards[-3:]) if len(cards) > 5 else (cards,)


def _best(material: Material, minimum: int, options: FootOptions) -> Iterator[Melds]:
    lean = next((m for m in _leaner(material) if _reaches(m, minimum)), None)
    rich = _richest(material, options)
    if lean is not None:
        yield _in_order(material, lean)
    if rich != lean and _reaches(rich, minimum):
        yield _in_order(material, rich)


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
