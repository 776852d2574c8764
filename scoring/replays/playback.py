"""A file checked and played again, with nothing but the rules: no database, no server.

`check` names every difference it finds; a file that was not tampered with has none.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

import msgspec

from games import replay
from games.replay import Again, Move
from games.rules import registry
from games.rules.kernel import Event, commitment, shuffle_key
from scoring.replays import chain
from scoring.replays.files import Replay, links_of, place, seen_by, view_data


class UnknownRules(LookupError):
    """The rules this was played by, or this version of them, are not here."""


def rules_of(file: Replay) -> registry.AnyGame:
    """Return the game under the file's options, in its version.

    Raises `UnknownRules` and `msgspec.ValidationError` (options that do not fit the game).
    """
    name = str(file.game.get("type"))
    try:
        return registry.game(name, file.game, file.rules_version)
    except registry.UnknownGame:
        raise UnknownRules(f"{name}, version {file.rules_version}") from None


def check(file: Replay) -> list[str]:
    """Return what is wrong with a whole file; nothing: it was played just like this.

    Raises `UnknownRules`; `ValueError` for a file that does not hold everything.
    """
    if not file.whole:
        raise ValueError("only a file that is all open, from the first ply on, can be checked")
    rules = rules_of(file)
    found = _seal_flaws(file)
    if file.seats not in rules.seats or len(file.nonces or ()) != file.seats:
        return [*found, f"{file.seats} seats do not fit the game, or the nonces"]
    try:
        return found + list(_play_flaws(file, rules))
    except Exception as fault:  # noqa: BLE001 - what the rules raise is the finding
        return [*found, f"the rules stopped: {type(fault).__name__} {fault}"]


def again(file: Replay, rules: registry.AnyGame) -> Iterator[Again]:
    """Yield the table before the first ply and after each; see `games.replay.again`."""
    moves = [Move(ply.ply, ply.seat, ply.action, ply.timer) for ply in file.plies]
    yield from replay.again(rules, file.seats, key_of(file), moves)


def key_of(file: Replay) -> str:
    """Return the key of a whole file's random streams."""
    return shuffle_key(bytes.fromhex(file.seed or ""), file.match, file.nonces or [])


def views(rules: registry.AnyGame, state: Any, file: Replay) -> dict[str, Any]:
    """Return what is seen through the file's eyes."""
    return {
        place(seat): view_data(rules.view(state, seat)) for seat in seen_by(file.eyes, file.seats)
    }


def told(rules: registry.AnyGame, file: Replay) -> Iterator[tuple[int, list[Event]]]:
    """Yield the events of each ply as the rules' own classes, leniently."""
    for ply in file.plies:
        yield ply.ply, registry.events_from(type(rules), ply.events)


def _seal_flaws(file: Replay) -> list[str]:
    """Return what is wrong with commitment and hash chain."""
    found = []
    if not hmac.compare_digest(commitment(bytes.fromhex(file.seed or "")), file.commitment):
        found.append("the seed is not the one that was committed to")
    links = links_of(file)
    wrong = [p.ply for p, link in zip(file.plies, links[1:], strict=True) if p.link != link]
    if wrong:
        found.append(f"the hash chain breaks at ply {wrong[0]}")
    head = chain.head(links[-1], plies=file.last, outcome=file.outcome, table=file.table)
    if file.ply == file.last and file.chain != head:
        found.append("the head of the hash chain is another")
    return found


def _play_flaws(file: Replay, rules: registry.AnyGame) -> Iterator[str]:
    tables = again(file, rules)
    table = next(tables)
    if not replay.same_data(views(rules, table.state, file), file.opening):
        yield "another deal: the opening is not what the seed gives"
    for ply, table in zip(file.plies, tables, strict=True):
        if not replay.same_data(table.events, ply.events):
            yield f"ply {ply.ply}: other events"
            return
    if table.number != file.ply or file.ply > file.last:
        yield f"the file says {file.ply} plies, and holds {table.number}"
    if not replay.same_data(views(rules, table.state, file), file.table):
        yield "another table at the end of the file"
    outcome = rules.outcome(table.state)
    if file.ply == file.last and not replay.same_data(outcome, file.outcome):
        yield "another outcome"


def cut(file: Replay, ply: int) -> Replay:
    """Return a file up to `ply`; only of a whole one it is known how the table looked then.

    Raises `UnknownRules`, `ValueError` (no such ply).
    """
    if not 0 <= ply <= file.ply:
        raise ValueError(f"the file has the plies 0 to {file.ply}")
    rules = rules_of(file)
    outcome = file.outcome if ply == file.last else None
    shorter = msgspec.structs.replace(file, plies=file.plies[:ply], ply=ply, outcome=outcome)
    if file.whole:
        for table in again(shorter, rules):
            if table.number == ply:
                seen = views(rules, table.state, file)
                return msgspec.structs.replace(shorter, table=seen)
    return msgspec.structs.replace(shorter, table={})


def through(file: Replay, seat: int | None) -> Replay:
    """Return a whole file through the eyes of one seat (None: a spectator).

    Raises `UnknownRules`, `ValueError` (no such seat).
    """
    if seat is not None and seat not in range(file.seats):
        raise ValueError(f"the match has the seats 0 to {file.seats - 1}")
    rules = rules_of(file)
    eyes = "spectator" if seat is None else seat
    narrowed = msgspec.structs.replace(file, eyes=eyes)
    opening: dict[str, Any] = {}
    table: dict[str, Any] = {}
    for now in again(file, rules):
        if now.number == 0:
            opening = views(rules, now.state, narrowed)
        if now.number == file.ply:
            table = views(rules, now.state, narrowed)
    plies = [narrow_ply(rules, ply, seat) for ply in file.plies]
    return msgspec.structs.replace(
        narrowed, seed=None, nonces=None, chain=None, opening=opening, table=table, plies=plies
    )


def narrow_ply(rules: registry.AnyGame, ply: Any, seat: int | None) -> Any:
    """Return a ply as one seat (None: a spectator) was told of it."""
    events = registry.events_from(type(rules), ply.events)
    mine = seat is not None and ply.seat == seat
    return msgspec.structs.replace(
        ply,
        seat=ply.seat if mine else None,
        action=ply.action if mine else None,
        timer=None,
        events=[registry.builtins(event) for event in events if event.seen_by(seat)],
        link=None,
    )
