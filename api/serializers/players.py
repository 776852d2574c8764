"""Players, sessions and tokens on the wire."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, UnsetType

from accounts import models, names
from accounts.services import SignedIn as Opened
from accounts.services import Ticket as Issued
from api.serializers.components import Time
from games.rules.kernel import Data, Meta

Name = Annotated[
    str,
    Meta(
        max_length=200,
        description="3 to 32 letters, digits, single spaces and `_ - . '`, beginning with a letter "
        "or digit; unique whatever the case.",
        examples=["Velvet Croupier"],
        extra_json_schema={
            "minLength": names.SHORTEST,
            "maxLength": names.LONGEST,
            "pattern": names.PATTERN,
        },
    ),
]
Password = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=128,
        description="At least 8 characters, not a common one and unlike the name.",
        extra_json_schema={"format": "password"},
    ),
]
Country = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z]{2}(?![\s\S])",
        description="ISO 3166-1 alpha-2.",
        examples=["PT"],
    ),
]
Device = Annotated[
    str,
    Meta(
        max_length=64,
        description="What the player calls this device.",
        examples=["Phone in the coat"],
    ),
]


class NewGuest(Data, frozen=True):
    """Somebody comes in without a password; the table invents a name if none is given."""

    name: Name | None = None
    device: Device = ""


class NewPlayer(Data, frozen=True):
    """Somebody registers, to come back by name and password."""

    name: Name
    password: Password
    device: Device = ""


class Credentials(Data, frozen=True):
    """Somebody comes back."""

    name: Name
    password: Password
    device: Device = ""


class NewName(Data, frozen=True):
    """What others know of me from now on; what is left out stays."""

    name: Name | UnsetType = UNSET
    country: (
        Annotated[Country | None, Meta(description="Where I am from; null: I do not say.")]
        | UnsetType
    ) = UNSET


class Player(Data, frozen=True):
    """A person at the tables."""

    id: UUID
    name: str
    guest: Annotated[bool, Meta(description="Has no password: the token is all there is.")]
    joined_at: Time
    country: Annotated[str | None, Meta(description="ISO 3166-1 alpha-2; null: they do not say.")]


class Profile(Data, frozen=True):
    """A player as everybody may see them."""

    id: UUID
    name: str
    is_guest: Annotated[bool, Meta(description="Came in without a password.")]
    joined_at: Time
    country: Annotated[str | None, Meta(description="ISO 3166-1 alpha-2; null: they do not say.")]


class Friend(Data, frozen=True):
    """Somebody I count among my friends; they are not told."""

    id: UUID
    name: str
    country: Annotated[str | None, Meta(description="ISO 3166-1 alpha-2; null: they do not say.")]
    since: Time


class Friends(Data, frozen=True):
    """My friends by name: all of them, 200 at the most."""

    friends: list[Friend]


class NewTicket(Data, frozen=True):
    """What the ticket is to open."""

    purpose: models.Purpose = models.Purpose.SOCKET


class Ticket(Data, frozen=True):
    """A ticket, shown this once: good for one connection, until `expires_at`."""

    ticket: str
    purpose: models.Purpose
    expires_at: Time


class Session(Data, frozen=True):
    """One device a player is signed in with."""

    id: UUID
    device: str
    created_at: Time
    expires_at: Annotated[Time | None, Meta(description="Moves on while the session is used.")]
    current: Annotated[bool, Meta(description="Whether this request came by it.")]


class SignedIn(Data, frozen=True):
    """A new session.  The token is shown this once; send it as `Authorization: Bearer <token>`."""

    token: str
    session: Session
    player: Player


class Sessions(Data, frozen=True):
    """Where the player is signed in, the newest first."""

    sessions: list[Session]


def player(row: models.Player) -> Player:
    """Return a player as they see themselves."""
    return Player(
        id=row.pk,
        name=row.name,
        guest=row.is_guest,
        joined_at=row.joined_at,
        country=row.country or None,
    )


def profile(row: models.Player) -> Profile:
    """Return a player's public side."""
    return Profile(
        id=row.pk,
        name=row.name,
        is_guest=row.is_guest,
        joined_at=row.joined_at,
        country=row.country or None,
    )


def friend(row: models.Friendship) -> Friend:
    """Return a friend as their admirer sees them."""
    found = row.friend
    return Friend(id=found.pk, name=found.name, country=found.country or None, since=row.since)


def ticket(issued: Issued) -> Ticket:
    """Return the only answer that holds a ticket."""
    return Ticket(ticket=issued.secret, purpose=issued.purpose, expires_at=issued.expires_at)


def session(row: models.Session, current: models.Session) -> Session:
    """Return a session as its player sees it."""
    return Session(
        id=row.id,
        device=row.device,
        created_at=row.created,
        expires_at=row.expiry,
        current=row.id == current.id,
    )


def signed_in(opened: Opened) -> SignedIn:
    """Return the only answer that holds a token."""
    return SignedIn(
        token=opened.token,
        session=session(opened.session, opened.session),
        player=player(opened.player),
    )
