"""The whole history of a game, rated by calling openskill and nothing else: what must come out."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

from games.models import Match, Participant
from scoring.ratings.models import Rating, RatingChange

Bits = tuple[str, str]
"""Mu and sigma to the last bit."""


def by_the_library(matches: Iterable[Match]) -> dict[str, Bits]:
    """Return everybody's rating after these free-for-alls, in the order given.

    By player's id or bot's level.  No level may sit at a table twice.
    """
    model, held = PlackettLuce(), dict[str, PlackettLuceRating]()
    for match in matches:
        seats = Participant.objects.filter(match=match).order_by("seat")
        who = [str(each.player_id or each.bot_level) for each in seats]
        assert match.outcome is not None
        ranks = [float(place) for place in match.outcome["places"]]
        teams = [[held.get(each) or model.rating()] for each in who]
        for each, (after,) in zip(who, model.rate(teams, ranks=ranks), strict=True):
            held[each] = after
    return {each: (rating.mu.hex(), rating.sigma.hex()) for each, rating in held.items()}


def by_us(game: str = "work_the_strip") -> dict[str, Bits]:
    """Return everybody's rating as it is written, by player's id or bot's level."""
    return {
        str(row.player_id or row.bot_level): (row.mu.hex(), row.sigma.hex())
        for row in Rating.objects.filter(game=game)
    }


def everything() -> list[object]:
    """Return every row of every rating and history, ids of rows aside, to the last bit."""
    ratings = Rating.objects.order_by("game", "player", "bot_level")
    changes = RatingChange.objects.order_by("result", "rating__player", "rating__bot_level")
    return [
        *ratings.values_list(
            *("game", "player", "bot_level", "mu", "sigma", "ordinal", "provisional"),
            *("matches", "rated_at"),
        ),
        *changes.values_list(
            *("result", "rating__player", "rating__bot_level", "at"),
            *("mu_before", "sigma_before", "mu_after", "sigma_after"),
        ),
    ]
