"""What the accounts refuse, one class per reason.

    AccountError
    ├── TokenInvalid (PlayerBanned) · TokenExpired (TicketInvalid) · WrongCredentials
    ├── BadName · NameTaken · WeakPassword · BadCountry
    ├── NoSuchSession · NoSuchPlayer · OwnFriend · TooManyFriends
    └── RateLimited

Status and texts of each stand in the API's table of problems, by `code`.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple


class AccountError(Exception):
    """Refused; nothing was changed.

    `pointer` leads to the offending field of the request (RFC 6901), `params` are the numbers in
    question.
    """

    code: ClassVar[str]

    def __init__(self, pointer: str = "", **params: int | str | list[str]) -> None:
        super().__init__(self.code)
        self.pointer = pointer
        self.params = params


class TokenInvalid(AccountError):
    """No session has this token: never given out, signed out, or its player is banned."""

    code = "token_invalid"


class PlayerBanned(TokenInvalid):
    """The token is good, its player was shut out.

    Over HTTP it is as invalid as any other; on a socket the door says for good.
    """


class TokenExpired(AccountError):
    """The session of this token was not used for too long."""

    code = "token_expired"


class TicketInvalid(TokenExpired):
    """Never given out, used, too old, or for something else: which of these is nobody's business.

    Whoever holds a token can come back with another ticket, as with another token.
    """

    code = "ticket_invalid"


class WrongCredentials(AccountError):
    """Unknown name or wrong password: which of the two is nobody's business."""

    code = "wrong_credentials"


class BadName(AccountError):
    """The name has a length or a character that names do not have."""

    code = "bad_name"


class NameTaken(AccountError):
    """Somebody has this name, perhaps in other letters' case."""

    code = "name_taken"


class WeakPassword(AccountError):
    """The password is too short, too common or too much like the name; `why` says which."""

    code = "weak_password"


class BadCountry(AccountError):
    """No country has this code."""

    code = "bad_country"


class NoSuchSession(AccountError):
    """The player has no session with this id."""

    code = "no_such_session"


class NoSuchPlayer(AccountError):
    """Nobody goes by this name."""

    code = "no_such_player"


class OwnFriend(AccountError):
    """The player is to be their own friend."""

    code = "own_friend"


class TooManyFriends(AccountError):
    """The list of friends is full: it holds `most`."""

    code = "too_many_friends"


class Allowance(NamedTuple):
    """What is left of a limit: `remaining` of `limit`, full again in `reset_seconds`."""

    key: str
    limit: int
    remaining: int
    window_seconds: int
    reset_seconds: int


class RateLimited(AccountError):
    """Too many attempts; `allowance` says when to come back."""

    code = "rate_limited"

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(limit=allowance.limit, reset_s=allowance.reset_seconds)
        self.allowance = allowance
