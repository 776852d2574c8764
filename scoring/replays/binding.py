"""From a match's record to a replay: what a viewer may have of it, as one file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from games import replay
from games.models import Match, Participant, Ply
from games.records import Record
from games.rules import registry
from scoring.replays import chain
from scoring.replays.files import (
    ALL,
    Eyes,
    FilePly,
    Replay,
    Sitter,
    place,
    seen_by,
    view_data,
)
from scoring.replays.playback import narrow_ply


def bound(record: Record, eyes: Eyes, *, ply: int | None = None, after: int = 0) -> Replay:
    """Return the match up to `ply` through these eyes, without the plies up to `after`.

    All open (`ALL`) it has its seed, nonces and chain: the caller knows that the match is over.
    Raises what the rules raise where the plies do not fit them.
    """
    match, open_ = record.match, eyes == ALL
    last = match.ply if ply is None else ply
    opening, table = _seen(record, eyes, last)
    links = links_of(record) if open_ else []
    return Replay(
        format="parlour-replay/1",
        match=str(match.pk),
        game=game_of(match),
        rules_version=match.rules_version,
        seats=match.seats,
        players=[_sitter(row) for row in record.participants],
        status=_status(match),
        eyes=eyes,
        commitment=match.commitment,
        seed=bytes(match.seed).hex() if open_ else None,
        nonces=list(match.nonces) if open_ else None,
        last=match.ply,
        ply=last,
        after=after,
        opening=None if after else opening,
        plies=[
            _file_ply(record, row, link, eyes)
            for row, link in zip_longest(record.plies, links[1:])
            if after < row.number <= last
        ],
        table=table,
        outcome=match.outcome if last == match.ply else None,
        chain=_closed(record, links[-1]) if open_ else None,
    )


def head_of(record: Record) -> str:
    """Return the head of the hash chain of a match that is over: by its rows alone.

    A view is a function of state, options and seat, so that no ply need be played for it.  Raises
    `UnknownGame` and `msgspec.ValidationError`, where rules or state are not there any more.
    """
    return _closed(record, links_of(record)[-1])


def _closed(record: Record, last: str) -> str:
    match = record.match
    state = registry.decode_state(type(record.rules), bytes(match.state or b""))
    table = _views(record, state, ALL)
    return chain.head(last, plies=match.ply, outcome=match.outcome, table=table)


def links_of(record: Record) -> list[str]:
    """Return the link before the first ply, and that of each ply.  Raises `UnknownGame`."""
    match = record.match
    dealt = record.rules.setup(match.seats, record.key)
    first = chain.begin(
        match=str(match.pk),
        game=game_of(match),
        rules_version=match.rules_version,
        seats=match.seats,
        commitment=match.commitment,
        nonces=match.nonces,
        opening=_views(record, dealt, ALL),
    )
    return [first, *chain.links(first, map(_row, record.plies))]


def game_of(match: Match) -> dict[str, Any]:
    """Return the options with the game's name, as they stand in the header of a match."""
    return {"type": match.game, **match.options}


def _row(ply: Ply) -> Mapping[str, Any]:
    """Return a ply as it stands in a file."""
    return {
        "ply": ply.number,
        "seat": ply.seat,
        "action": ply.action,
        "timer": ply.timer_id,
        "events": ply.events,
        "at": _at(ply.at),
    }


def _at(moment: datetime) -> str:
    """Return a time to the microsecond, always with all its digits, for it is hashed."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _file_ply(record: Record, row: Ply, link: str | None, eyes: Eyes) -> FilePly:
    ply = FilePly(**_row(row), link=link)
    if eyes == ALL:
        return ply
    narrowed: FilePly = narrow_ply(record.rules, ply, eyes if isinstance(eyes, int) else None)
    return narrowed


def _seen(record: Record, eyes: Eyes, ply: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is seen before the first ply, and after `ply`."""
    match, opening, table = record.match, dict[str, Any](), dict[str, Any]()
    for now in replay.again(record.rules, match.seats, record.key, record.moves[:ply]):
        if now.number == 0:
            opening = _views(record, now.state, eyes)
        if now.number == ply:
            table = _views(record, now.state, eyes)
    return opening, table


def _views(record: Record, state: Any, eyes: Eyes) -> dict[str, Any]:
    seats = seen_by(eyes, record.match.seats)
    return {place(seat): view_data(record.rules.view(state, seat)) for seat in seats}


def _sitter(row: Participant) -> Sitter:
    name = None if row.player is None else row.player.name
    return Sitter(seat=row.seat, name=name, bot=row.bot_level or None)


def _status(match: Match) -> Any:
    return str(match.status)
