"""What anybody may read of a match.  Every question is asked by somebody: a player, or nobody.

A player of the match sees by their seat, everybody else as a spectator; what that means is the
games' own business (`Game.view`, `Event.seen_by`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.prepared import Prepared
from games import clock, plies, store
from games.errors import MatchClosed, NoSuchMatch, NotStarted
from games.models import Departure, Match, Participant, Ply, Status, Visibility
from games.rules import registry
from games.rules.kernel import Event, Hints, Legal, Seat, View
from games.table import Table

MOST_PLIES = 300
"""Read at a time."""
LOGS_AT_ONCE = 10
"""Whole logs held in memory."""


@dataclass(frozen=True)
class Clock:
    """A timer as clients see it: when it ends or, paused, how many milliseconds are left."""

    id: int
    name: str
    seats: tuple[Seat, ...]
    deadline_at: datetime | None
    left_ms: int | None


@dataclass(frozen=True)
class Position:
    """Everything one seat (None: a spectator) may know of the match at one ply."""

    match: Match
    epoch: int
    ply: int
    seat: Seat | None
    view: View
    hints: Hints | None
    legal: Legal
    decision: int
    clocks: tuple[Clock, ...]
    server_time: datetime


class SeenPly(NamedTuple):
    """One ply, with the events the reader was told (perhaps none) as plain data."""

    number: int
    at: datetime
    events: list[dict[str, Any]]


class Question(NamedTuple):
    """A match that waits for the player."""

    match: Match
    seat: Seat
    decision: int
    ply: int
    deadline_at: datetime | None


class Person(NamedTuple):
    """Whose result a seat's is: a player's, or (None) somebody's whose account is gone.

    `stayed`: they were still there at the end; else a bot played on in their place.
    """

    seat: Seat
    player_id: UUID | None
    stayed: bool


class Pulse(NamedTuple):
    """How far a match is."""

    epoch: int
    ply: int
    status: str


# --- Matches --------------------------------------------------------------------------------------


def match(*, match_id: UUID, viewer: Player | None) -> Match:
    """Return a match's public side.  Who knows the id of an unlisted match may see it.

    Raises `NoSuchMatch`.
    """
    del viewer  # every match is open to everybody who can name it
    found = _matches.first(match_id)
    if found is None:
        raise NoSuchMatch
    _seat(found, _participants.all(match_id))
    return found


def matches(
    *,
    status: str | None = None,
    game: str | None = None,
    mine: Player | None = None,
    player: Player | None = None,
    before: UUID | None = None,
    limit: int = 50,
) -> list[Match]:
    """Return the listed matches, newest first, or those of them this `player` hosts or plays.

    With `mine` all those of this player instead, unlisted ones included.
    """
    rows = Match.objects.order_by("-id")
    if mine is None:
        rows = rows.filter(visibility=Visibility.PUBLIC)
    if whose := mine or player:
        theirs = Participant.objects.filter(player=whose).values("match_id")
        rows = rows.filter(Q(host=whose) | Q(pk__in=theirs))
    wanted = {"status": status, "game": game, "pk__lt": before}
    rows = rows.filter(**{column: value for column, value in wanted.items() if value})
    return list(_with_seats(rows)[:limit])


def seat_of(match: Match, player: Player | None) -> Seat | None:
    """Return where this player sits; None: nowhere, a spectator."""
    if player is None:
        return None
    for participant in match.participants.all():
        if participant.player_id == player.pk:
            return participant.seat
    return None


def people_of(matches: Collection[Match]) -> dict[UUID, list[Person]]:
    """Return the people of each match by seat; who was a bot from start to end is nobody.

    A seat that was given up is the result of who left it, unless somebody came in for the bot.
    """
    found: dict[UUID, list[Person]] = {match.pk: [] for match in matches}
    left = {
        (one.match_id, one.seat): one.player_id
        for one in Departure.objects.filter(match__in=found).order_by("pk")
    }
    for one in Participant.objects.filter(match__in=found).order_by("match_id", "seat"):
        who = left.get((one.match_id, one.seat)) if one.bot_level else one.player_id
        if not one.bot_level or (one.match_id, one.seat) in left:
            found[one.match_id].append(Person(one.seat, who, not one.bot_level))
    return found


def seats_held(
    *, match_ids: Collection[UUID], player_ids: Collection[UUID]
) -> dict[tuple[UUID, UUID], Seat]:
    """Return by match and player where these players sit in these matches, in one query."""
    rows = Participant.objects.filter(match__in=match_ids, player__in=player_ids)
    found = rows.values_list("match_id", "player_id", "seat")
    return {(match_id, player_id): seat for match_id, player_id, seat in found}


def current_ply(*, match_id: UUID) -> Pulse:
    """Return how far the match is, in one cheap query; what is due is rung first.

    Raises `NoSuchMatch`.
    """
    try:
        return pulses(match_ids=[match_id])[match_id]
    except KeyError:
        raise NoSuchMatch from None


def pulses(*, match_ids: Collection[UUID]) -> dict[UUID, Pulse]:
    """Return how far these matches are, in one cheap query; what is due is rung first."""
    now, found, overdue = clock.now(), dict[UUID, Pulse](), list[UUID]()
    for pk, epoch, ply, status, deadline_at in _rows(match_ids):
        found[pk] = Pulse(epoch, ply, status)
        if deadline_at and deadline_at <= now and plies.ring_due(match_id=pk):
            overdue.append(pk)
    again = _rows(overdue) if overdue else ()
    return found | {pk: Pulse(epoch, ply, status) for pk, epoch, ply, status, _ in again}


def _rows(match_ids: Collection[UUID]) -> list[tuple[UUID, int, int, str, datetime | None]]:
    columns = ("pk", "epoch", "ply", "status", "deadline_at")
    return list(Match.objects.filter(pk__in=match_ids).values_list(*columns))


def overdue(*, match_id: UUID) -> bool:
    """Say whether a bell of this match should have rung by now."""
    running = Match.objects.filter(pk=match_id, status=Status.RUNNING)
    return running.filter(deadline_at__lte=clock.now()).exists()


_matches = Prepared(lambda: Match.objects.select_related("host"), by="id")
_participants = Prepared(lambda: Participant.objects.select_related("player"), by="match")


def _seat(found: Match, participants: list[Participant]) -> None:
    """Give a match its participants, as `prefetch_related` does."""
    seated: QuerySet[Participant] = QuerySet(model=Participant)
    seated._result_cache, seated._prefetch_done = participants, True  # type: ignore[attr-defined]  # noqa: SLF001
    found._prefetched_objects_cache = {"participants": seated}  # type: ignore[attr-defined]  # noqa: SLF001


def _with_seats(rows: QuerySet[Match]) -> QuerySet[Match]:
    return rows.select_related("host").prefetch_related("participants__player")


# --- The position ---------------------------------------------------------------------------------


def position(*, match_id: UUID, player: Player | None) -> Position:
    """Return what this player (None: a spectator) may know now; what is due is rung first.

    Raises `NoSuchMatch`, `NotStarted`, and `MatchClosed` for a match abandoned before its start.
    """
    table = store.look(match_id)
    if table.match.deadline_at and table.match.deadline_at <= table.now:
        plies.ring_due(match_id=match_id)
        table = store.look(match_id)
    return position_at(table, table.seat_of(player))


def questions(*, player: Player, limit: int = 100) -> list[Question]:
    """Return the running matches that wait for this player, the most urgent first."""
    running = Match.objects.filter(status=Status.RUNNING, participants__player=player)
    rows = running.order_by("deadline_at", "id").values_list("pk", flat=True)[:limit]
    found = [_question(store.look(pk), player) for pk in rows]
    return [question for question in found if question is not None]


def position_at(table: Table, seat: Seat | None) -> Position:
    """Return what a seat of this table (None: a spectator) may know.

    Raises `NotStarted`, and `MatchClosed` for a match abandoned before its start.
    """
    match, state, rules = table.match, table.state, table.rules
    if state is None:
        raise MatchClosed if match.status == Status.ABANDONED else NotStarted
    view = rules.view(state, seat)
    playing = seat is not None and match.status == Status.RUNNING
    return Position(
        match=match,
        epoch=match.epoch,
        ply=match.ply,
        seat=seat,
        view=view,
        hints=None if seat is None else rules.hints(view),
        legal=rules.legal_actions(state, seat) if playing and seat is not None else Legal((), True),
        decision=view.decision,
        clocks=tuple(_clock(match, timer) for timer in view.timers),
        server_time=table.now,
    )


def _clock(match: Match, timer: Any) -> Clock:
    running = match.clocks.get(str(timer.id), {})
    at = running.get("at")
    return Clock(
        id=timer.id,
        name=timer.name,
        seats=timer.seats,
        deadline_at=None if at is None else clock.from_ms(at),
        left_ms=running.get("left"),
    )


def _question(table: Table, player: Player) -> Question | None:
    match, seat, state = table.match, table.seat_of(player), table.state
    if seat is None or state is None or seat not in state.to_act:
        return None
    return Question(match, seat, state.questions[seat], match.ply, match.deadline_at)


# --- Plies and events -----------------------------------------------------------------------------


def plies_since(
    *, match_id: UUID, player: Player | None, after: int, limit: int = MOST_PLIES
) -> list[SeenPly]:
    """Return the plies after number `after`, oldest first, with the events this reader was told.

    Raises `NoSuchMatch`.
    """
    row = match(match_id=match_id, viewer=player)
    seat, rules = seat_of(row, player), registry.kind(row.game, row.rules_version)
    found = Ply.objects.filter(match_id=match_id, number__gt=after).order_by("number")
    return [seen_ply(rules, ply, seat) for ply in found.defer("action")[:limit]]


def newest(*, match_id: UUID) -> tuple[Table, Ply] | None:
    """Return a match's table and the ply that led to it, for whoever tells all its followers.

    None before the first ply.  Raises `NoSuchMatch`.
    """
    table = store.look(match_id)
    ply = Ply.objects.filter(match_id=match_id, number=table.match.ply).first()
    return None if ply is None else (table, ply)


def seen_ply(rules: type[registry.AnyGame], ply: Ply, seat: Seat | None) -> SeenPly:
    """Return a ply as `seat` (None: a spectator) was told of it."""
    if ply.heard is not None:  # as it was written: each row is the event beside it
        beside = zip(ply.events, ply.heard, strict=True)
        return SeenPly(ply.number, ply.at, [row for row, event in beside if event.seen_by(seat)])
    told = _told(registry.events_from(rules, ply.events), seat)
    return SeenPly(ply.number, ply.at, [registry.builtins(event) for event in told])


def seen_events(*, match_id: UUID, seat: Seat | None) -> list[Event]:
    """Return what `seat` was told since the current round began.  Raises `NoSuchMatch`."""
    return _told(store.events_this_round(match(match_id=match_id, viewer=None)), seat)


def public_events(*, match: Match) -> Iterator[Event]:
    """Yield everything that everybody was told of a match, in order."""
    for _, events in public_logs([match]):
        yield from events


def public_logs(matches: Iterable[Match]) -> Iterator[tuple[Match, Iterator[Event]]]:
    """Yield each match with everything that everybody was told of it, in order.

    A few logs are read at a time.  The events of a match are read off as they are asked for, and a
    log that its rules cannot read raises only then.
    """
    left = iter(matches)
    while some := list(islice(left, LOGS_AT_ONCE)):
        told: dict[UUID, list[Sequence[Any]]] = {match.pk: [] for match in some}
        rows = Ply.objects.filter(match__in=told).order_by("match_id", "number")
        for match_id, events in rows.values_list("match_id", "events"):
            told[match_id].append(events)
        for match in some:
            yield match, _public(match, told[match.pk])


def _public(match: Match, plies: Iterable[Sequence[Any]]) -> Iterator[Event]:
    rules = registry.kind(match.game, match.rules_version)
    for events in plies:
        yield from _told(registry.events_from(rules, events), None)


def _told(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    return [event for event in events if event.seen_by(seat)]


# --- Results --------------------------------------------------------------------------------------


class Holder(NamedTuple):
    """Whose result a seat's is: a player's, or that of a bot of this level."""

    player_id: UUID | None
    level: str


def holders(matches: Collection[Match]) -> dict[UUID, list[Holder]]:
    """Return whose result each seat's is, by match and seat: whoever the cards were dealt to.

    Who leaves or goes away answers for what the stand-in does, and for what somebody does who came
    in for it; who comes in for a bot plays on in its name.
    """
    left = _first_to_leave(matches)
    found: dict[UUID, list[Holder]] = {match.pk: [] for match in matches}
    for each in Participant.objects.filter(match__in=found).order_by("match_id", "seat"):
        found[each.match_id].append(_holder(each, left.get((each.match_id, each.seat))))
    return found


def _holder(participant: Participant, left: UUID | None) -> Holder:
    if participant.dealt_to:
        return Holder(None, participant.dealt_to)
    if player_id := left or participant.player_id:
        return Holder(player_id, "")
    return Holder(None, participant.played_by)


def _first_to_leave(matches: Collection[Match]) -> dict[tuple[UUID, Seat], UUID]:
    """Return who was the first to give up a seat, by match and seat."""
    rows = Departure.objects.filter(match__in=[match.pk for match in matches])
    found: dict[tuple[UUID, Seat], UUID] = {}
    for row in rows.order_by("at", "pk"):
        found.setdefault((row.match_id, row.seat), row.player_id)
    return found


def sides(match: Match) -> tuple[int, ...]:
    """Return the side of every seat, counted from 0; where everybody plays alone, each their own.

    Raises `registry.UnknownGame`.
    """
    return registry.game(match.game, match.options, match.rules_version).sides(match.seats)


class Ended(NamedTuple):
    """Where a finished match stands among the results of its game: by time, then by id."""

    game: str
    at: datetime
    match_id: UUID


def unrated(*, match_id: UUID) -> Ended | None:
    """Return where a match ended whose result was not dealt with; None: it was, or is not there."""
    rows = Match.objects.filter(pk=match_id, status=Status.FINISHED, rated_at=None)
    row = rows.values_list("game", "finished_at").first()
    return None if row is None or row[1] is None else Ended(row[0], row[1], match_id)


def unsealed(*, match_id: UUID) -> Match | None:
    """Return a match that was abandoned after its start and not sealed yet; else None."""
    rows = Match.objects.filter(pk=match_id, status=Status.ABANDONED, rated_at=None)
    return rows.filter(started_at__isnull=False).first()


def waiting_for_rating(*, until: Ended, limit: int) -> list[Match]:
    """Return the finished matches of a game whose results were not dealt with, oldest first.

    Up to and including `until`.
    """
    rows = Match.objects.filter(
        Q(finished_at__lt=until.at) | Q(finished_at=until.at, pk__lte=until.match_id),
        finished_at__lte=until.at,  # says no more, but by the index
        game=until.game,
        status=Status.FINISHED,
        rated_at=None,
    )
    return list(rows.order_by("finished_at", "pk")[:limit])


def unrated_before(*, game: str, at: datetime) -> bool:
    """Say whether a match of a game was over before `at` and its result was not dealt with."""
    return Match.objects.filter(
        game=game, status=Status.FINISHED, rated_at=None, finished_at__lt=at
    ).exists()


def rated_matches(*, game: str, size: int) -> Iterator[list[UUID]]:
    """Yield, in lists of this size, the rated matches of a game whose results were dealt with."""
    rows = Match.objects.filter(game=game, status=Status.FINISHED, rated=True).order_by("pk")
    rows = rows.filter(rated_at__isnull=False)
    page = list(rows.values_list("pk", flat=True)[:size])
    while page:
        yield page
        page = list(rows.filter(pk__gt=page[-1]).values_list("pk", flat=True)[:size])


def finished(*, match_ids: Collection[UUID]) -> list[Match]:
    """Return those of these matches that came to their regular end."""
    return list(Match.objects.filter(pk__in=match_ids, status=Status.FINISHED))


def listed(*, match_ids: Collection[UUID]) -> set[UUID]:
    """Return which of these matches anybody may be told of."""
    rows = Match.objects.filter(pk__in=match_ids, visibility=Visibility.PUBLIC)
    return set(rows.values_list("pk", flat=True))
