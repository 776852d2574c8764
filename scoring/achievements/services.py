"""Awards follow from the facts of matches, and from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import IntegerField, QuerySet, Sum, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Greatest

from accounts.models import Player
from games.models import Match
from scoring.achievements.achievement import (
    ALWAYS,
    Achievement,
    Deed,
    Earned,
    achievements_of,
    earned,
    in_reach,
)
from scoring.achievements.models import Award
from scoring.statistics.models import MatchFacts

Deeds = dict[UUID, list[Deed]]
"""By player."""


def award(*, match: Match) -> None:
    """Give the people of a counted match what they have earned by now, as `award_all` does."""
    award_all(game=match.game, matches=[match])


@transaction.atomic
def award_all(*, game: str, matches: Collection[Match]) -> None:
    """Give the people of these counted matches of a game what they have earned by now.

    It may run twice, late, in any order and beside itself.  Under the players' locks: what they
    hold from before these matches stays, for nothing later changes it; what they do not hold no
    other match has earned, so it is looked for in these, and a career's in all, if their sum may
    be enough.  Who holds something from one of these matches, or from a later one, gets all awards
    anew.
    """
    if not achievements_of(game):
        return
    new = _deeds(game, MatchFacts.objects.filter(match__in=[match.pk for match in matches]))
    held = _held(game, _locked(new))
    late = {player for player in held if _is_late(held[player], new[player])}
    in_order = {player: new[player] for player in held if player not in late}
    found = {player: _alone(game, held[player], deeds) for player, deeds in in_order.items()}
    for player, earned_now in _by_careers(game, {each: held[each] for each in in_order}).items():
        found[player] += earned_now
    Award.objects.bulk_create(
        [_award(player, game, one) for player, all_ in found.items() for one in all_]
    )
    _anew(game, {player: held[player] for player in late})


@transaction.atomic
def award_players(game: str, player_ids: Iterable[UUID | None]) -> None:
    """Make the awards of these players in this game anew."""
    if achievements_of(game):
        _anew(game, _held(game, _locked({each for each in player_ids if each is not None})))


def _locked(player_ids: Collection[UUID]) -> list[UUID]:
    """Keep others from giving these players awards; return those who are still there."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=player_ids)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _held(game: str, player_ids: Iterable[UUID]) -> dict[UUID, list[Award]]:
    found: dict[UUID, list[Award]] = {player: [] for player in player_ids}
    for row in Award.objects.filter(player__in=found, game=game):
        if row.player_id is not None:
            found[row.player_id].append(row)
    return found


def _is_late(held: Iterable[Award], deeds: Iterable[Deed]) -> bool:
    first = min(deed.place for deed in deeds)
    return any((award.at, award.match_id) >= first for award in held)


# --- What is earned now ---------------------------------------------------------------------------


def _alone(game: str, held: Iterable[Award], deeds: Sequence[Deed]) -> list[Earned]:
    """Return what these matches have earned, each by itself."""
    return earned(game, deeds, [a for a in _open(game, held) if not a.career])


def _by_careers(game: str, held: Mapping[UUID, Iterable[Award]]) -> dict[UUID, list[Earned]]:
    """Return what careers have earned; only those are read that may have come to enough."""
    wanted = {player: [a for a in _open(game, has) if a.career] for player, has in held.items()}
    sums = _sums(game, wanted)
    near = {
        player: careers
        for player, all_ in wanted.items()
        if (careers := [a for a in all_ if in_reach(a, sums.get(player, {}))])
    }
    deeds = _deeds(game, MatchFacts.objects.filter(player__in=near)) if near else {}
    return {
        player: earned(game, deeds.get(player, ()), careers) for player, careers in near.items()
    }


def _open(game: str, held: Iterable[Award]) -> list[Achievement]:
    has = {award.achievement for award in held}
    return [a for a in achievements_of(game) if a.id not in has]


def _sums(game: str, wanted: Mapping[UUID, Sequence[Achievement]]) -> dict[UUID, dict[str, int]]:
    """Return the most that the counts of these players can have come to at any time.

    That is the sum of what is above nought, whether a count is added up or the most of it counts.
    """
    people = [player for player, careers in wanted.items() if careers]
    needed = {name for careers in wanted.values() for a in careers for name in a.needs}
    names = sorted(needed.difference(ALWAYS))
    if not people or not names:
        return {}
    counts = {name: Coalesce(Cast(KT(f"counts__{name}"), IntegerField()), 0) for name in names}
    rows = _counting(game, MatchFacts.objects.filter(player__in=people)).values_list("player")
    sums = {f"sum_{name}": Sum(Greatest(each, Value(0))) for name, each in counts.items()}
    return {
        player: dict(zip(names, found, strict=True))
        for player, *found in rows.annotate(**sums).values_list("player", *sums)
    }


def _deeds(game: str, rows: QuerySet[MatchFacts]) -> Deeds:
    """Return what these rows say that people did."""
    columns = ("player", "match_id", "finished_at", "counts", "score", "place", "seats")
    found: Deeds = {}
    for player, match_id, at, counts, *rest in _counting(game, rows).values_list(*columns):
        deed = Deed(match_id, at, {**counts, **_always(*rest)})
        found.setdefault(player, []).append(deed)
    return found


def _counting(game: str, rows: QuerySet[MatchFacts]) -> QuerySet[MatchFacts]:
    """Leave out matches that a bot ended for a player: they count for nothing here."""
    return rows.filter(game=game, player__isnull=False, stayed=True).order_by()


def _always(score: int, place: int, seats: int) -> dict[str, int]:
    return {"score": score, "won": int(place == 1), "matches": 1, "seats": seats}


# --- What is written ------------------------------------------------------------------------------


def _award(player_id: UUID, game: str, one: Earned) -> Award:
    return Award(
        player_id=player_id,
        game=game,
        achievement=one.achievement,
        match_id=one.match_id,
        at=one.at,
    )


def _anew(game: str, held: Mapping[UUID, Iterable[Award]]) -> None:
    """Let these players hold what all their matches have earned, and nothing else."""
    deeds = _deeds(game, MatchFacts.objects.filter(player__in=held)) if held else {}
    for player, has in held.items():
        _write(player, game, has, earned(game, deeds.get(player, ())))


def _write(player_id: UUID, game: str, has: Iterable[Award], found: Iterable[Earned]) -> None:
    held = {award.achievement: award for award in has}
    new: list[Award] = []
    for one in found:
        old = held.pop(one.achievement, None)
        if old is None:
            new.append(_award(player_id, game, one))
        elif (old.match_id, old.at) != (one.match_id, one.at):
            old.match_id, old.at = one.match_id, one.at
            old.save(update_fields=["match", "at"])
    Award.objects.bulk_create(new)
    Award.objects.filter(pk__in=[award.pk for award in held.values()]).delete()
