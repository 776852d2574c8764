"""Everything the API refuses outside the rules of a game, in one table: code, status, words.

The rules' own refusals stand in each game's table (`Game.refusals`); `every_code` joins the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final

from api import recorded
from api.serializers.components import component
from games import errors as table
from games.rules import registry
from games.rules.kernel import Data, Meta
from scoring.leaderboards import errors as boards
from scoring.replays import errors as replays

AnyProblem = Annotated[dict[str, Any], component("Problem")]

ILLEGAL_STATUS: Final = 409
ILLEGAL_TITLE: Final = "Illegal action"
ILLEGAL_REMEDY: Final = (
    "Mark what `errors[].pointer` points to; look at `legal` and `hints` of the position, and "
    "offer something the rules allow."
)
_LATER: Final = "Wait for a position whose `legal` has an action of this kind, and offer it then."
_DONE: Final = "Nothing: it is done, and the others are still busy. Wait for the next position."
_FIRST: Final = "Do first what the text says; `legal` of the position lists it."
_OPTIONS: Final = "Choose other options: `GET /games/{game}` tells which fit together."
ILLEGAL_REMEDIES: Final = {
    "wrong_phase": _LATER,
    "not_your_turn": _LATER,
    "not_your_step": _LATER,
    "not_asked": _LATER,
    "not_accused": _LATER,
    "not_a_voter": _LATER,
    "bad_stage": _LATER,
    "reaction_window": _LATER,
    "call_out_open": _LATER,
    "call_out_spent": _LATER,
    "already_submitted": _DONE,
    "already_ready": _DONE,
    "already_voted": _DONE,
    "already_done": _DONE,
    "must_play_sets": _FIRST,
    "must_play_specials": _FIRST,
    "must_draw_first": _FIRST,
    "bad_first_dealer": _OPTIONS,
    "bad_customers": _OPTIONS,
    "bad_timer": _OPTIONS,
    "too_many_rounds": _OPTIONS,
    "bad_turn_seconds": _OPTIONS,
    "fun_rules_off": "Do not offer it: the match's `game` says `fun_rules: false`.",
}
"""What to do about refusals that are not about a field of what was offered."""


class ProblemKind(Data, frozen=True):
    """One kind of problem.  `text` may hold ``{params}``; `remedy` says what a client can do."""

    code: str
    status: int
    title: str
    text: str
    remedy: str
    retryable: bool = False


def _of(error: type[table.TableError], remedy: str) -> ProblemKind:
    """Return the row of a refusal of `games.services`, in its own words."""
    return ProblemKind(
        error.code, error.status, error.title, error.text, remedy, retryable=error.retryable
    )


_KINDS: Final = (
    # --- The request ------------------------------------------------------------------------------
    ProblemKind(
        "malformed",
        400,
        "Malformed request",
        "The request is not what this address reads.",
        "Correct what `errors[].pointer` points to; `/openapi.json` says what is read.",
    ),
    ProblemKind(
        "bad_request",
        400,
        "Bad request",
        "The request makes no sense to this server.",
        "Check the address, the headers and the host name of the request.",
    ),
    ProblemKind(
        "bad_host",
        400,
        "Unknown host",
        "This server does not answer to that host name.",
        "Use the public address; operators: PARLOUR_ALLOWED_HOSTS.",
    ),
    ProblemKind(
        "not_found",
        404,
        "Not found",
        "There is nothing at this address.",
        "The API lives under /api/v1, without a slash at the end.",
    ),
    ProblemKind(
        "no_such_game",
        404,
        "No such game",
        "The catalogue has no such game.",
        "GET /games lists the games.",
    ),
    ProblemKind(
        "method_not_allowed",
        405,
        "Method not allowed",
        "This address does not do that.",
        "The header `Allow` lists what it does.",
    ),
    ProblemKind(
        "not_acceptable",
        406,
        "Not acceptable",
        "The answer does not come in any of the accepted media types.",
        "Accept application/json.",
    ),
    ProblemKind(
        "payload_too_large",
        413,
        "Payload too large",
        "The body is longer than anything this API reads.",
        "Send less: 64 KiB are the most.",
    ),
    ProblemKind(
        "unsupported_media_type",
        415,
        "Unsupported media type",
        "Bodies are JSON.",
        "Send `Content-Type: application/json`.",
    ),
    ProblemKind(
        "bad_request_id",
        400,
        "Bad request id",
        "An Idempotency-Key has 1 to 64 visible ASCII characters.",
        "Use a fresh UUID for each thing to be done, and the same one when you repeat it.",
    ),
    _of(table.RequestIdReused, "Use a fresh Idempotency-Key for a different request."),
    # --- Who you are ------------------------------------------------------------------------------
    ProblemKind(
        "token_missing",
        401,
        "Who are you?",
        "This needs a player: no token came with the request.",
        "POST /players/guest or POST /sessions, then send `Authorization: Bearer <token>`.",
    ),
    ProblemKind(
        "token_invalid",
        401,
        "Token invalid",
        "This token is nobody's.",
        "Sign in again: POST /sessions, or POST /players/guest.",
    ),
    ProblemKind(
        "token_expired",
        401,
        "Token expired",
        "This token was not used for too long.",
        "Sign in again: POST /sessions, or POST /players/guest.",
    ),
    ProblemKind(
        "ticket_invalid",
        401,
        "Ticket invalid",
        "This ticket was used, is too old or opens something else.",
        "POST /socket-tickets for another one: each is good once, for 30 seconds.",
    ),
    ProblemKind(
        "wrong_credentials",
        401,
        "Wrong name or password",
        "No player has this name with this password.",
        "Check both. After several failures both the name and the address have to wait.",
    ),
    ProblemKind(
        "forbidden",
        403,
        "Forbidden",
        "You may not do that.",
        "Nothing; ask the host or an operator.",
    ),
    ProblemKind(
        "bad_name",
        400,
        "Bad name",
        "A name has 3 to 32 characters: letters, digits, single spaces and _ - . ' "
        "only, beginning with a letter or digit.",
        "Choose another name.",
    ),
    ProblemKind(
        "name_taken",
        409,
        "Name taken",
        "Somebody else answers to that name already.",
        "Choose another name.",
    ),
    ProblemKind("weak_password", 400, "Weak password", "{why}", "Choose a better password."),
    ProblemKind(
        "no_such_session",
        404,
        "No such session",
        "You are not signed in under this id.",
        "GET /sessions lists your sessions.",
    ),
    ProblemKind(
        "no_such_player",
        404,
        "No such player",
        "Nobody goes by that name.",
        "Names are told by matches' headers; a player may have taken another one since.",
    ),
    ProblemKind(
        "bad_country",
        400,
        "Bad country",
        "No country has this code.",
        "Send a code of ISO 3166-1 alpha-2, such as `PT`, or null.",
    ),
    ProblemKind(
        "own_friend",
        409,
        "Your own friend",
        "Being your own best friend is fine, but you need not be listed for it.",
        "Name somebody else.",
    ),
    ProblemKind(
        "too_many_friends",
        409,
        "Too many friends",
        "Your list is full; it holds {most}.",
        "DELETE /me/friends/{name} makes room.",
    ),
    ProblemKind(
        "rate_limited",
        429,
        "Too many attempts",
        "Too many attempts; come back in {reset_s} seconds.",
        "Wait as long as `Retry-After` says.",
        retryable=True,
    ),
    # --- The table --------------------------------------------------------------------------------
    _of(table.NoSuchMatch, "GET /matches lists the matches that can be found."),
    _of(table.NoSuchSeat, "Seats are counted from 0; the match's header lists them."),
    _of(table.NotYourSeat, "Take a seat first, or act for your own."),
    _of(table.NotHost, "Ask the host."),
    _of(table.UnknownGameError, "GET /games lists the games."),
    _of(table.BadOptions, "GET /games/{game} holds the JSON Schema of the options."),
    _of(table.BadSeatCount, "Choose a number of seats this game can be played by."),
    _of(table.UnknownLevel, "Choose one of `errors[].params.levels`."),
    _of(table.SeatTaken, "Take one of the seats in `errors[].params.free`."),
    _of(table.AlreadySeated, "You sit at this table already; nobody holds two seats."),
    _of(table.SeatsNotFilled, "Wait for players, or add bots to the free seats."),
    _of(table.TooManyOpenMatches, "Finish or leave one of your matches first, or register."),
    _of(table.NotStarted, "Wait for the host to start the match."),
    _of(table.AlreadyStarted, "Too late for this: the cards are dealt."),
    _of(table.MatchOver, "Nothing more can be played here; look at the outcome."),
    _of(table.MatchClosed, "Nothing more can be played here."),
    _of(table.StaleDecision, "Read the position in this answer, and answer its `decision`."),
    # --- Looking back -----------------------------------------------------------------------------
    _of(replays.ReplayNotOpen, "Leave `seat` out, or wait for the end: then all is open."),
    _of(replays.NoSuchPly, "The header of the match says how many plies there are."),
    _of(replays.NotOver, "Wait for the end."),
    _of(replays.NoSuchShare, "Ask whoever gave you the link for the whole of it."),
    _of(replays.ShareRevoked, "Ask whoever gave you the link for another."),
    _of(replays.NotYourShare, "GET /matches/{match_id}/shares lists yours."),
    # --- Results ----------------------------------------------------------------------------------
    _of(boards.NoSuchSeason, "GET /leaderboards/{game}/seasons lists the seasons."),
    # --- Faults -----------------------------------------------------------------------------------
    _of(table.MatchFrozen, "Wait: operators have been told, and clocks stand still."),
    _of(table.EngineFault, "Wait: operators have been told, and clocks stand still."),
    ProblemKind(
        "server_error",
        500,
        "Server error",
        "Something went wrong on our side; it has been written down.",
        "Try again later; tell us the `trace_id` if it stays.",
    ),
    ProblemKind(
        "unavailable",
        503,
        "Busy",
        "The table is busy; nothing was changed.",
        "Repeat the request with the same Idempotency-Key after `Retry-After` seconds.",
        retryable=True,
    ),
)

PROBLEMS: Final = {kind.code: kind for kind in _KINDS}


class Ruling(Data, frozen=True):
    """One refusal of one game: the rule it rests on, and its text with ``{params}``.

    `section` is the id of the rule in `GET /games/{game}/rules`; `example` is a refusal of a match.
    """

    game: str
    code: str
    rule: str
    section: str
    text: str
    example: AnyProblem | None


def rulings(code: str | None = None) -> Iterator[Ruling]:
    """Yield the refusals (with this code) of every game in the catalogue."""
    for name in registry.names():
        met = recorded.refusals().get(name, {})
        for found, (rule, text) in registry.kind(name).refusals.items():
            if code in (None, found):
                yield Ruling(name, found, rule, section_of(rule), text, met.get(found))


def section_of(rule: str) -> str:
    """Return the id of a rule's section: ``wts-7-4`` of ``WTS 7.4``, ``lap-r55`` of ``LAP-R55``."""
    return re.sub(r"[ .-]+", "-", rule.lower())


def every_code() -> list[str]:
    """Return each code a problem can carry, sorted."""
    return sorted({*PROBLEMS, *(ruling.code for ruling in rulings())})


class ProblemPage(Data, frozen=True):
    """What there is to know about one code.

    `rulings` are the games that refuse with it; a code of the table itself has none.
    """

    code: str
    status: int
    title: str
    text: str
    remedy: Annotated[str, Meta(description="What a client can do.")]
    retryable: Annotated[bool, Meta(description="Whether the same request may succeed by itself.")]
    rulings: list[Ruling]
    example: AnyProblem | None


def page_of(code: str) -> ProblemPage | None:
    """Return what there is to know about `code`; None if no problem carries it."""
    found = list(rulings(code))
    met = next((ruling.example for ruling in found if ruling.example), None)
    if kind := PROBLEMS.get(code):
        return ProblemPage(
            code,
            kind.status,
            kind.title,
            kind.text,
            kind.remedy,
            kind.retryable,
            found,
            recorded.problems().get(code, met),
        )
    if not found:
        return None
    remedy = ILLEGAL_REMEDIES.get(code, ILLEGAL_REMEDY)
    return ProblemPage(
        code, ILLEGAL_STATUS, ILLEGAL_TITLE, found[0].text, remedy, False, found, met
    )
