"""Before the first card: a table is set, its seats fill, it starts.  Each is one transaction."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import Player
from games import dispatch, store
from games.ai import bots as ai
from games.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadOptions,
    BadSeatCount,
    MatchClosed,
    MatchOver,
    NoSuchSeat,
    NotHost,
    NotYourSeat,
    SeatsNotFilled,
    SeatTaken,
    TooManyOpenMatches,
    UnknownGameError,
    UnknownLevel,
)
from games.models import Match, Participant, Status
from games.rules import registry
from games.rules.kernel import Seat, commitment
from games.services import succession
from games.store import Snapshot
from games.table import Table

GUEST_MATCHES = 5
"""So many open and running matches a guest may hold."""


class BotSeat(NamedTuple):
    """A bot of some level, and where it sits."""

    seat: Seat
    level: str


def create(  # noqa: PLR0913 - the fields of the request, by keyword
    *,
    host: Player,
    game: str,
    options: Mapping[str, object],
    seats: int,
    sit: bool = True,
    bots: Sequence[BotSeat] = (),
    start: bool = False,
    visibility: str = "public",
    rated: bool = True,
    takeover: bool = False,
    nonce: str = "",
) -> Match:
    """Set a table, and start at once if asked to.

    With `sit` the host takes seat 0 and adds `nonce` to the shuffle.  The seed is drawn here and
    its commitment published, before anybody else is at the table.

    Raises `UnknownGameError`, `BadOptions`, `BadSeatCount`, `NoSuchSeat`, `UnknownLevel`,
    `SeatTaken`, `SeatsNotFilled`, `TooManyOpenMatches`.
    """
    rules = _rules(game, options)
    if seats not in rules.seats:
        raise BadSeatCount(rules.seats)
    if misfit := rules.misfit(seats):
        raise BadOptions(rules.explain(misfit), f"/game{misfit.pointer}")
    seed = secrets.token_bytes(32)
    with transaction.atomic():
        _limit(host)
        match = Match.objects.create(
            game=rules.name,
            rules_version=rules.version,
            options=registry.builtins(rules.options),
            seats=seats,
            visibility=visibility,
            rated=rated,
            takeover=takeover,
            host=host,
            seed=seed,
            commitment=commitment(seed),
        )
        table = store.lock(match.pk)
        if sit:
            _seat(table, 0, player=host, nonce=nonce)
        for place, bot in enumerate(bots):
            _seat_bot(table, bot, f"/bots/{place}")
        if start:
            _start(table)
    return table.match


def join(
    *, match_id: UUID, player: Player, seat: Seat | None = None, nonce: str = ""
) -> Participant:
    """Take a seat, by default the lowest free one.

    While a match is running that is a bot's seat, if the match says so (`succession.take_over`).

    Raises `NoSuchMatch`, `AlreadyStarted`, `MatchClosed`, `AlreadySeated`, `NoSuchSeat`,
    `SeatTaken`, `TooManyOpenMatches`.
    """
    try:
        with transaction.atomic():
            table = store.lock(match_id)
            running = table.match.status == Status.RUNNING and table.match.takeover
            if not running:
                _still_open(table)
            _not_seated(table, player)
            _limit(player)
            if running:
                return succession.take_over(table, player, seat)
            free = table.free()
            if seat is None and not free:
                raise SeatTaken([])
            return _seat(table, free[0] if seat is None else seat, player=player, nonce=nonce)
    except IntegrityError:
        # Somebody was faster in spite of the lock: the database has the last word.
        raise SeatTaken(store.look(match_id).free()) from None


def leave(*, match_id: UUID, player: Player, seat: Seat) -> None:
    """Give up one's seat, or show somebody the door (the host, while the match is open).

    Who leaves a running match is replaced by a bot.  When the host leaves an open match, the
    player in the lowest seat is the host; with nobody left the match is abandoned.

    Raises `NoSuchMatch`, `NoSuchSeat`, `NotHost`, `NotYourSeat`, `MatchOver`, `MatchClosed`.
    """
    with transaction.atomic():
        table = store.lock(match_id)
        if table.match.status == Status.ABANDONED:
            raise MatchClosed
        participant = table.at(seat)
        mine = participant.player_id == player.pk
        if table.match.status == Status.OPEN:
            if not mine:
                _host_only(table, player)
            _vacate(table, participant)
        elif not mine:
            raise NotYourSeat
        elif table.match.status == Status.FINISHED:
            raise MatchOver
        else:
            succession.replace(table, participant)


def add_bot(*, match_id: UUID, player: Player, seat: Seat, level: str) -> Participant:
    """Seat a bot: the host, while the match is open.

    Raises `NoSuchMatch`, `AlreadyStarted`, `MatchClosed`, `NotHost`, `NoSuchSeat`, `SeatTaken`,
    `UnknownLevel`.
    """
    with transaction.atomic():
        table = _open(match_id)
        _host_only(table, player)
        return _seat_bot(table, BotSeat(seat, level))


def start(*, match_id: UUID, player: Player) -> Match:
    """Shuffle and deal: the host, once every seat is taken.  A repeat answers the running match.

    Raises `NoSuchMatch`, `NotHost`, `MatchClosed`, `SeatsNotFilled`.
    """
    with transaction.atomic():
        table = store.lock(match_id)
        _host_only(table, player)
        if table.match.status == Status.ABANDONED:
            raise MatchClosed
        if table.match.status == Status.OPEN:
            _start(table)
    return table.match


def cancel(*, match_id: UUID, player: Player) -> None:
    """Call an open match off: the host.  A repeat changes nothing.

    Raises `NoSuchMatch`, `NotHost`, `AlreadyStarted`.
    """
    with transaction.atomic():
        table = store.lock(match_id)
        _host_only(table, player)
        if table.match.status == Status.OPEN:
            _abandon(table)
        elif table.match.status != Status.ABANDONED:
            raise AlreadyStarted


# --- Who may, and whether -------------------------------------------------------------------------


def _rules(game: str, options: Mapping[str, object]) -> registry.AnyGame:
    try:
        return registry.game(game, options)
    except registry.UnknownGame:
        raise UnknownGameError(game) from None
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$")
        field = re.search(r" field `(.+)`$", why)  # an unknown one is named, but not in the path
        pointer = _pointer(path.rstrip("`")) + (f"/{_escaped(field[1])}" if field else "")
        raise BadOptions(f"{why}.", f"/game{pointer}") from None


def _pointer(path: str) -> str:
    """Return msgspec's ``.name[0]`` as the JSON pointer ``/name/0``."""
    return "".join(f"/{step}" for step in re.findall(r"[^.\[\]]+", path))


def _escaped(name: str) -> str:
    """Return a client's own word as one step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _limit(player: Player) -> None:
    """Raise `TooManyOpenMatches` for a guest who holds enough."""
    if not player.is_guest:
        return
    store.hold_player(player)
    live = Match.objects.filter(status__in=[Status.OPEN, Status.RUNNING])
    theirs = live.filter(Q(host=player) | Q(participants__player=player)).values("pk").distinct()
    if theirs.count() >= GUEST_MATCHES:
        raise TooManyOpenMatches(GUEST_MATCHES)


def _open(match_id: UUID) -> Table:
    """Return the locked table of a match that has not started."""
    table = store.lock(match_id)
    _still_open(table)
    return table


def _still_open(table: Table) -> None:
    if table.match.status == Status.ABANDONED:
        raise MatchClosed
    if table.match.status != Status.OPEN:
        raise AlreadyStarted


def _not_seated(table: Table, player: Player) -> None:
    seat = table.seat_of(player)
    if seat is not None:
        raise AlreadySeated(seat)


def _host_only(table: Table, player: Player) -> None:
    if table.match.host_id != player.pk:
        raise NotHost


# --- Changing the table ---------------------------------------------------------------------------


def _seat(
    table: Table,
    seat: Seat,
    *,
    player: Player | None = None,
    level: str = "",
    nonce: str = "",
    pointer: str = "/seat",
) -> Participant:
    if not 0 <= seat < table.match.seats:
        raise NoSuchSeat(seat, pointer)
    if seat not in table.free():
        raise SeatTaken(table.free(), pointer)
    participant = Participant.objects.create(
        match_id=table.match.pk, seat=seat, player=player, bot_level=level, nonce=nonce
    )
    table.participants.append(participant)
    table.participants.sort(key=lambda other: other.seat)
    dispatch.header_changed(table.match.pk)
    return participant


def _seat_bot(table: Table, bot: BotSeat, at: str = "") -> Participant:
    if bot.level not in ai.LEVELS:
        raise UnknownLevel(ai.LEVELS, f"{at}/level")
    return _seat(table, bot.seat, level=bot.level, pointer=f"{at}/seat")


def _vacate(table: Table, participant: Participant) -> None:
    """Empty a seat of an open match, and find the next host if it was the host's."""
    participant.delete()
    table.participants.remove(participant)
    dispatch.header_changed(table.match.pk)
    if participant.player_id is None or participant.player_id != table.match.host_id:
        return
    heirs = [other for other in table.participants if other.player_id is not None]
    if heirs:
        store.set_host(table, heirs[0])
    else:
        _abandon(table)


def _abandon(table: Table) -> None:
    before = table.facts()
    store.close(table, Status.ABANDONED)
    dispatch.after_ply(before, table.facts())


def _start(table: Table) -> None:
    """Deal.  What the options call "the host" is the host's seat; 0 if the host only watches."""
    if free := table.free():
        raise SeatsNotFilled(free)
    match, before = table.match, table.facts()
    seats = {other.player_id: other.seat for other in table.participants}
    options = table.rules.options.hosted_by(seats.get(match.host_id, 0))
    match.options = registry.builtins(options)
    match.nonces = [participant.nonce for participant in table.participants]
    table.rules = registry.game(match.game, match.options, match.rules_version)
    state = table.rules.setup(match.seats, store.key_of(match))
    store.begin(table, Snapshot.of(table.rules, state))
    dispatch.after_ply(before, table.facts())
