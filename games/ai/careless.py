"""The careless player of each rulebook's simulation: a yardstick for bots, not a level to invite.

The Madam of WTS 16 lays each legal set and plays each special with a chance of 70 %, once per ask,
and asks uniformly at random, mistakes included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from games.ai import careless_lap_dance
from games.ai.bots import AnyAction
from games.rules.kernel import Event, Legal, View
from games.rules.lap_dance.hints import hints_of
from games.rules.lap_dance.view import LapView
from games.rules.registry import AnyGame
from games.rules.work_the_strip.actions import Ask, InitialPlay, PlaySet
from games.rules.work_the_strip.cards import CARDS, CARDS_OF, ID_OF, MODE_OF, key_of
from games.rules.work_the_strip.events import Asked, FinalTurnStarted, TurnStarted
from games.rules.work_the_strip.heuristics import specials
from games.rules.work_the_strip.heuristics.reading import read
from games.rules.work_the_strip.heuristics.specials import Use
from games.rules.work_the_strip.state import PlayedSet
from games.rules.work_the_strip.view import StripView

CARE: Final = 0.7
_CHAPTERS: Final = (Asked, TurnStarted, FinalTurnStarted)
"""With each of these she thinks of her sets and specials anew."""


def careless(
    game: AnyGame, view: View, seen: Sequence[Event], legal: Legal, seed: bytes
) -> AnyAction:
    """Return what she does.  `seed`: one for a whole match and seat.

    Raises TypeError for a game without a careless player.
    """
    if isinstance(view, LapView):
        random = Random(seed + f"/{view.ply}".encode())  # noqa: S311 - not for secrets
        return careless_lap_dance.careless(view, hints_of(view, game.options), legal, random)
    if not isinstance(view, StripView):
        raise TypeError("careless is a player of Work The Strip and Lap Dance")
    chapter = f"/{view.round}/{sum(isinstance(event, _CHAPTERS) for event in seen)}"
    random = Random(seed + chapter.encode())  # noqa: S311 - as above
    willing = {name for name in (*CARDS_OF, *CARDS) if random.random() < CARE}
    if view.phase == "initial_play":
        return _initial(view, willing)
    if view.phase == "round_result":
        return legal.actions[0]
    uses = specials.uses(read(game.options, view, seen))
    return _play(view, legal, willing, uses) or _ask(legal, random) or random.choice(legal.actions)


def _initial(view: StripView, willing: set[str]) -> InitialPlay:
    left, sets = list(view.hand), list[PlayedSet]()
    for key in CARDS_OF:
        cards = tuple(card for card in left if card in CARDS_OF[key])
        if len(cards) > 1 and key in willing:
            sets.append(PlayedSet(MODE_OF[key], ID_OF[key], cards))
            left = [card for card in left if card not in cards]
    return InitialPlay(tuple(sets))


def _play(
    view: StripView, legal: Legal, willing: set[str], uses: Iterable[Use]
) -> AnyAction | None:
    """Return the first set or special she cares for."""
    for action in legal.actions:
        if isinstance(action, PlaySet) and (key := key_of(action.mode, action.key)) in willing:
            cards = tuple(card for card in view.hand if card in CARDS_OF[key])
            return PlaySet(action.mode, action.key, cards)
    return next((use.action for use in uses if use.action.card in willing), None)


def _ask(legal: Legal, random: Random) -> AnyAction | None:
    asks = [action for action in legal.actions if isinstance(action, Ask)]
    return random.choice(asks) if asks else None
