"""Awards follow from the facts of matches, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from games.models import Match
from scoring.achievements.achievement import Deed, Earned, achievements_of, earned
from scoring.achievements.models import Award
from scoring.statistics.models import MatchFacts


def award(*, match: Match) -> None:
    """Give the people of a counted match what they have earned by now.

    It may run twice, late, in any order and beside itself: under each player's lock all their
    awards of the game are made anew, dated by the match that earned them.
    """
    people = MatchFacts.objects.filter(match=match, player__isnull=False)
    award_players(match.game, people.values_list("player_id", flat=True))


def award_players(game: str, player_ids: Iterable[UUID | None]) -> None:
    """Make the awards of these players in this game anew."""
    if not achievements_of(game):
        return
    wanted = sorted({player_id for player_id in player_ids if player_id is not None})
    with transaction.atomic():
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in=wanted)
        for player in rows.order_by("pk"):
            _write(player, game, earned(game, _deeds(player, game)))


def _deeds(player: Player, game: str) -> list[Deed]:
    """Return what the player did; matches that a bot ended for them count for nothing here."""
    rows = MatchFacts.objects.filter(player=player, game=game, stayed=True).order_by()
    columns = ("match_id", "finished_at", "counts", "score", "place", "seats")
    return [
        Deed(at=at, match_id=match_id, counts={**counts, **_always(score, place, seats)})
        for match_id, at, counts, score, place, seats in rows.values_list(*columns).iterator()
    ]


def _always(score: int, place: int, seats: int) -> dict[str, int]:
    return {"score": score, "won": int(place == 1), "matches": 1, "seats": seats}


def _write(player: Player, game: str, found: list[Earned]) -> None:
    held = {award.achievement: award for award in Award.objects.filter(player=player, game=game)}
    for one in found:
        old = held.pop(one.achievement, None)
        if old is None:
            old = Award(player=player, game=game, achievement=one.achievement)
        if (old.match_id, old.at) != (one.match_id, one.at):
            old.match_id, old.at = one.match_id, one.at
            old.save()
    Award.objects.filter(pk__in=[award.pk for award in held.values()]).delete()
