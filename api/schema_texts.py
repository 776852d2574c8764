"""Words of the OpenAPI description that belong to no single operation."""

from __future__ import annotations

from typing import Any, Final

from api.operation import Reader, Tag

DESCRIPTION: Final = """\
Parlour is an online table for card games with hidden information.

**In five steps**: `POST /players/guest` for a token · `GET /games` · `POST /matches` with bots \
and `start: true` · `GET /matches/{match_id}/position` · `POST /matches/{match_id}/actions` with \
any of the position's `legal` actions. Then again, or listen: `WS /ws/v1`, or \
`GET /matches/{match_id}/plies?wait=25`.

**Bodies** are strict JSON of at most 64 KiB: unknown fields, duplicate keys and `NaN` are \
refused. \
*Answers* may hold more fields one day: ignore what you do not know.

**Repeats**: send an `Idempotency-Key` with each POST, and the same one when you repeat it. A \
repeat is answered as the first time (`Idempotency-Replayed: true`); refusals are not kept.

**Problems** are `application/problem+json` (RFC 9457) in one shape. Branch on `code`; its page \
stands under `type`. A refusal tells nothing you could not see at the table.
"""

TAGS: Final = {
    Tag.GAMES: "What can be played: options, actions, events, cards, rules and words as data. "
    "For everybody; may be cached.",
    Tag.PLAYERS: "Who you are: guests, registered players, sessions, friends.",
    Tag.TABLES: "Setting a table: matches and their seats, until the cards are dealt.",
    Tag.PLAY: "Playing: the position, actions, and what happened meanwhile.",
    Tag.REPLAYS: "Looking back at what was played, and proving that it was dealt as promised.",
    Tag.RESULTS: "What came of it: leaderboards of all time and by season.",
    Tag.SERVER: "The server about itself: this description, its problems, its health.",
}

READERS: Final = {
    Reader.APP: "What a web page or an app for people needs, from the door to the last card.",
    Reader.BOT: "What a program needs that plays by itself: a token, a table, positions, actions.",
    Reader.OPERATOR: "For whoever keeps a server running.",
}

SECURITY: Final[dict[str, dict[str, str]]] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The opaque token of POST /players/guest, /players or /sessions.",
    },
    "ticket": {
        "type": "apiKey",
        "in": "query",
        "name": "ticket",
        "description": "The single-use ticket of POST /socket-tickets, for whoever cannot send "
        "headers.",
    },
}

_UUID: Final = {"type": "string", "format": "uuid"}
_TEXT: Final = {"type": "string"}

PATH_PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "game": {"description": "The wire name of a game.", "schema": _TEXT},
    "match_id": {"description": "A match.", "schema": _UUID},
    "name": {"description": "The name of a player, in whatever case.", "schema": _TEXT},
    "token": {"description": "Of a shared replay.", "schema": _TEXT},
    "session_id": {"description": "One of my sessions.", "schema": _UUID},
    "code": {
        "description": "The `code` of a problem.",
        "schema": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "examples": ["seat_taken"]},
    },
    "seat": {
        "description": "A place at the table, counted from 0.",
        "schema": {"type": "integer", "minimum": 0},
    },
}

HEADERS: Final[dict[str, dict[str, Any]]] = {
    "Idempotency-Key": {
        "description": "Names this request, so that its repeat is answered and not done again: 1 "
        "to 64 visible ASCII characters, best a fresh UUID. Kept for 24 hours, on actions for as "
        "long as the match.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
    },
    "If-Decision": {
        "description": "The `decision` of the position this answers; refused as `stale_decision` "
        "if something else is asked by now.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "If-None-Match": {"description": "The ETag you have.", "schema": _TEXT},
    "Last-Event-ID": {
        "description": "`epoch:ply`: the id of the newest event you have; empty: none.",
        "schema": {"type": "string", "pattern": "^([0-9]{1,9}:[0-9]{1,9})?$"},
    },
    "ETag": {"description": "Names this state of it.", "schema": _TEXT},
    "Cache-Control": {"description": "Who may keep it, and how long.", "schema": _TEXT},
    "Location": {"description": "Where the new thing is found.", "schema": _TEXT},
    "Idempotency-Replayed": {
        "description": "`true`: this was done before, by the same key.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "WWW-Authenticate": {"description": "`Bearer`, with what is wrong.", "schema": _TEXT},
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "RateLimit": {"description": "What is left, and for how long.", "schema": _TEXT},
    "RateLimit-Policy": {"description": "The limit itself.", "schema": _TEXT},
}
