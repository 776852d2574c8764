"""Coming in and going out: guests, registration, sessions, tickets, what players say of themselves.

Errors: those of `accounts.errors`; what is refused has changed nothing but the counters.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import limits, names
from accounts.countries import CODES
from accounts.errors import (
    BadCountry,
    NameTaken,
    NoSuchPlayer,
    NoSuchSession,
    OwnFriend,
    TicketInvalid,
    TooManyFriends,
    WeakPassword,
    WrongCredentials,
)
from accounts.limits import Limit
from accounts.models import Friendship, Player, Purpose, Session, SocketTicket

MOST_SESSIONS: Final = 50
"""Devices one player is signed in with; the longest unused ones give way."""
MOST_INVENTIONS: Final = 6
"""How often a taken invented name is replaced by another."""
MOST_FRIENDS: Final = 200
"""So many fit on one page of a board, and into one query."""
TICKET_LIFE: Final = timedelta(seconds=30)
"""How long a ticket may be on its way."""


class SignedIn(NamedTuple):
    """A player and a new session; `token` is told once, here, and kept nowhere."""

    player: Player
    session: Session
    token: str


class Ticket(NamedTuple):
    """A new ticket; `secret` is told once, here, and kept nowhere."""

    secret: str
    purpose: Purpose
    expires_at: datetime


def create_guest(*, address: str, name: str | None = None, device: str = "") -> SignedIn:
    """Let somebody in without a password, by a given or an invented name.

    Raises `RateLimited` (by `address`), `BadName` and `NameTaken`.
    """
    limits.count(Limit.named("guests"), limits.network_of(address))
    if name is not None:
        player = _create(names.checked(name), password=None, is_guest=True)
    else:
        player = _create_with_invented_name()
    return _sign_in(player, device)


def register(*, address: str, name: str, password: str, device: str = "") -> SignedIn:
    """Make a player who can come back by name and password.

    Raises `RateLimited` (by `address`), `BadName`, `NameTaken` and `WeakPassword`.
    """
    limits.count(Limit.named("registrations"), limits.network_of(address))
    names.checked(name)
    _check_strength(password, Player(name=name))
    return _sign_in(_create(name, password=password, is_guest=False), device)


def sign_in(*, address: str, name: str, password: str, device: str = "") -> SignedIn:
    """Open a session for whoever knows the password.

    Raises `RateLimited` (by `address` and by name) and `WrongCredentials`: the same answer after
    the same work, whether the name is unknown, has no password or has another one.
    """
    by_name = Limit.named("sign_ins_by_name")
    limits.count(Limit.named("sign_ins"), limits.network_of(address))
    limits.count(by_name, name.lower())
    player = _named(name)
    if player is None:
        Player().set_password(password)  # as much work as checking one
        raise WrongCredentials
    if not player.check_password(password) or not player.is_active:
        raise WrongCredentials
    limits.forgive(by_name, name.lower())
    return _sign_in(player, device)


def sign_out(*, player: Player, session_id: UUID) -> None:
    """End one of the player's own sessions.  Raises `NoSuchSession`."""
    ended, _ = Session.objects.filter(user=player, id=session_id).delete()
    if not ended:
        raise NoSuchSession


def introduce(*, player: Player, name: str | None = None, country: str | None = None) -> Player:
    """Change what others know of the player: their name, their country ("": they do not say).

    None leaves it as it is.  Raises `BadName`, `NameTaken` and `BadCountry`; then all stays.
    """
    wanted = {} if name is None else {"name": names.checked(name)}
    if country is not None:
        wanted["country"] = _checked_country(country)
    for field, value in wanted.items():
        setattr(player, field, value)
    try:
        with transaction.atomic():
            player.save(update_fields=list(wanted))
    except IntegrityError as error:
        player.refresh_from_db(fields=list(wanted))
        raise NameTaken("/name") from error
    return player


# --- Friends --------------------------------------------------------------------------------------


@transaction.atomic
def befriend(*, player: Player, name: str) -> Friendship:
    """Count whoever goes by this name among the player's friends; again changes nothing.

    Raises `NoSuchPlayer`, `OwnFriend` and `TooManyFriends`.
    """
    friend = None if "\0" in name else _named(name)
    if friend is None or not friend.is_active:
        raise NoSuchPlayer
    if friend == player:
        raise OwnFriend
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # so that two count in turn
    known = Friendship.objects.select_related("friend").filter(player=player)
    found = known.filter(friend=friend).first()
    if found is not None:
        return found
    if known.count() >= MOST_FRIENDS:
        raise TooManyFriends(most=MOST_FRIENDS)
    return Friendship.objects.create(player=player, friend=friend)


def unfriend(*, player: Player, name: str) -> None:
    """Let whoever goes by this name be no friend of the player, also if they never were."""
    friends = Friendship.objects.filter(player=player).annotate(lower_name=Lower("friend__name"))
    if "\0" not in name:
        friends.filter(lower_name=name.lower()).delete()


# --- Tickets --------------------------------------------------------------------------------------


def issue_ticket(*, player: Player, session: Session, purpose: Purpose) -> Ticket:
    """Return a ticket for one socket or stream of this session.  Raises `RateLimited`."""
    limits.count(Limit.named("tickets"), str(player.pk))
    now, secret = timezone.now(), secrets.token_urlsafe(32)
    SocketTicket.objects.filter(expires_at__lte=now).delete()  # whoever comes sweeps for all
    SocketTicket.objects.create(
        digest=_digest(secret), session=session, purpose=purpose, expires_at=now + TICKET_LIFE
    )
    return Ticket(secret, purpose, now + TICKET_LIFE)


def take_ticket(ticket: str, purpose: Purpose) -> tuple[Player, Session]:
    """Return who holds `ticket`, which is used up by that.  Raises `TicketInvalid`.

    It is taken by being deleted: of two who come at once the database lets one.  A refused ticket
    stays as it was, so that it still opens what it is for.
    """
    found = _good_ticket(_digest(ticket), purpose)
    if found is None:
        raise TicketInvalid
    taken, _ = SocketTicket.objects.filter(pk=found.pk).delete()
    if not taken:
        raise TicketInvalid
    player: Player = found.session.user
    return player, found.session


# --- Their parts ----------------------------------------------------------------------------------


def _create(name: str, *, password: str | None, is_guest: bool) -> Player:
    """Save a new player.  The database decides whose name it is: two may ask at once."""
    try:
        with transaction.atomic():
            return Player.objects.create_user(name, password, is_guest=is_guest)
    except IntegrityError as error:
        raise NameTaken("/name") from error


def _create_with_invented_name() -> Player:
    for attempt in range(MOST_INVENTIONS):
        try:
            return _create(names.invented(attempt), password=None, is_guest=True)
        except NameTaken:
            continue
    return _create(names.invented(MOST_INVENTIONS), password=None, is_guest=True)


def _checked_country(code: str) -> str:
    if code and code not in CODES:
        raise BadCountry("/country")
    return code


def _good_ticket(digest: str, purpose: Purpose) -> SocketTicket | None:
    now = timezone.now()
    running = Q(session__expiry__isnull=True) | Q(session__expiry__gt=now)
    good = SocketTicket.objects.filter(
        running, purpose=purpose, expires_at__gt=now, session__user__is_active=True
    )
    return good.select_related("session__user").filter(pk=digest).first()


def _digest(secret: str) -> str:
    """Return what is kept of a ticket: 256 random bits need neither salt nor slowness."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _named(name: str) -> Player | None:
    players = Player.objects.annotate(lower_name=Lower("name"))
    return players.filter(lower_name=name.lower()).first()


def _check_strength(password: str, player: Player) -> None:
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise WeakPassword("/password", why=" ".join(error.messages)) from error


@transaction.atomic
def _sign_in(player: Player, device: str) -> SignedIn:
    session, token = Session.objects.create(user=player, device=device)
    used = Session.objects.filter(user=player).order_by("-expiry", "-id")
    superfluous = list(used.values_list("id", flat=True)[MOST_SESSIONS:])
    Session.objects.filter(id__in=superfluous).delete()
    return SignedIn(player, session, token)
