"""What a service of the table refuses, one class per reason.

    TableError
    ├── NoSuchMatch · NoSuchSeat
    ├── NotYourSeat · NotHost
    ├── UnknownGameError · BadOptions · BadSeatCount · UnknownLevel
    ├── SeatTaken · AlreadySeated · SeatsNotFilled · TooManyOpenMatches
    ├── NotStarted · AlreadyStarted · MatchOver · MatchClosed
    ├── StaleDecision · RequestIdReused
    └── MatchFrozen · EngineFault

What the *rules* refuse is `games.rules.kernel.IllegalAction`, and passes through as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

Param = int | str | list[int] | list[str]


class TableError(Exception):
    """A service refuses; nothing was changed (where something was, the service says so).

    `status` is the HTTP status it means, `detail` the text with ``{params}`` filled in, `pointer`
    the JSON pointer of the offending field of the request, `retryable` whether the same request
    may succeed later without anybody doing anything.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    text: ClassVar[str]
    """The template of `detail`."""
    at: ClassVar[str] = ""
    """The `pointer`, unless an instance knows better."""
    retryable: ClassVar[bool] = False

    def __init__(self, pointer: str | None = None, **params: Param) -> None:
        self.pointer = self.at if pointer is None else pointer
        self.params: dict[str, Param] = params
        super().__init__(self.code)

    @property
    def detail(self) -> str:
        """Return the text for a person."""
        return self.text.format_map({name: _said(param) for name, param in self.params.items()})


def _said(param: Param) -> str:
    """Return a parameter as it stands in a sentence: ``[1, 3]`` is "1, 3", ``[]`` is "none"."""
    if isinstance(param, list):
        return ", ".join(map(str, param)) or "none"
    return str(param)


# --- Who and where --------------------------------------------------------------------------------


class NoSuchMatch(TableError):
    """There is no match of this id."""

    code, status, title = "no_such_match", 404, "No such match"
    text = "There is no match with this id."


class NoSuchSeat(TableError):
    """The match has no such seat, or nobody sits in it."""

    code, status, title = "no_such_seat", 404, "No such seat"
    text = "This match has no seat {seat}, or nobody sits there."

    def __init__(self, seat: int, pointer: str | None = None) -> None:
        super().__init__(pointer, seat=seat)


class NotYourSeat(TableError):
    """The player holds no seat here, or not this one."""

    code, status, title = "not_your_seat", 403, "Not your seat"
    text = "That seat is not yours."


class NotHost(TableError):
    """Only the host may."""

    code, status, title = "not_host", 403, "Only the host may"
    text = "Only the host of this match may do that."


# --- Setting a table ------------------------------------------------------------------------------


class UnknownGameError(TableError):
    """The catalogue has no such game."""

    code, status, title = "unknown_game", 400, "Unknown game"
    text = "There is no game called {game}."
    at = "/game/type"

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class BadOptions(TableError):
    """An option is unknown, or has a value the game does not offer."""

    code, status, title = "bad_options", 400, "Bad options"
    text = "{why}"
    at = "/game"

    def __init__(self, why: str, pointer: str | None = None) -> None:
        super().__init__(pointer, why=why)


class BadSeatCount(TableError):
    """The game cannot be played by so many under these options."""

    code, status, title = "bad_seat_count", 400, "Bad seat count"
    text = "Under these options the game is for {least} to {most} seats."
    at = "/seats"

    def __init__(self, allowed: Sequence[int]) -> None:
        super().__init__(least=min(allowed), most=max(allowed))


class UnknownLevel(TableError):
    """There is no bot of this level."""

    code, status, title = "unknown_level", 400, "Unknown level"
    text = "Bots come in these levels: {levels}."
    at = "/level"

    def __init__(self, levels: Sequence[str], pointer: str | None = None) -> None:
        super().__init__(pointer, levels=list(levels))


class SeatTaken(TableError):
    """Somebody sits there already; `free` are the seats that are left."""

    code, status, title = "seat_taken", 409, "Seat taken"
    text = "That seat is taken. Free seats: {free}."

    def __init__(self, free: Sequence[int], pointer: str | None = None) -> None:
        super().__init__(pointer, free=list(free))


class AlreadySeated(TableError):
    """Nobody holds two seats of one match."""

    code, status, title = "already_seated", 409, "Already seated"
    text = "You already hold seat {seat} of this match."

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class SeatsNotFilled(TableError):
    """A match starts when every seat is taken."""

    code, status, title = "seats_not_filled", 409, "Seats not filled"
    text = "The match starts when every seat is taken. Free seats: {free}."

    def __init__(self, free: Sequence[int]) -> None:
        super().__init__(free=list(free))


class TooManyOpenMatches(TableError):
    """A guest holds a limited number of matches at a time."""

    code, status, title = "too_many_open_matches", 409, "Too many open matches"
    text = "A guest may hold {most} open or running matches at a time."

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


# --- When -----------------------------------------------------------------------------------------


class NotStarted(TableError):
    """The match is still open: no card has been dealt."""

    code, status, title = "not_started", 409, "Not started"
    text = "This match has not started yet."


class AlreadyStarted(TableError):
    """Only an open match can be changed like this."""

    code, status, title = "already_started", 409, "Already started"
    text = "This match has started already."


class MatchOver(TableError):
    """The match has an outcome."""

    code, status, title = "match_over", 409, "Match over"
    text = "This match is over."


class MatchClosed(TableError):
    """The match was abandoned."""

    code, status, title = "match_abandoned", 409, "Match abandoned"
    text = "This match was abandoned."


class StaleDecision(TableError):
    """The action answers an old question; `decision` is the number of the current one."""

    code, status, title = "stale_decision", 409, "Stale decision"
    text = "The table has moved on: you are being asked question {decision} now."

    def __init__(self, decision: int) -> None:
        super().__init__(decision=decision)


class RequestIdReused(TableError):
    """This request id stands for another action already."""

    code, status, title = "request_id_reused", 422, "Request id reused"
    text = "This request id was used for another action already."


# --- Faults ---------------------------------------------------------------------------------------


class MatchFrozen(TableError):
    """The match stands still since a fault, its clocks stopped, until an operator looks."""

    code, status, title = "match_frozen", 503, "Match frozen"
    text = "This match is frozen after a fault of ours; its clocks stand still."


class EngineFault(TableError):
    """The rules failed just now: nothing was applied, and the match is frozen."""

    code, status, title = "engine_fault", 503, "Engine fault"
    text = "The rules failed. Nothing was applied, and the match is frozen until we have looked."
