"""Whole matches as they would be written: played in memory, by rows that nobody has saved yet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from games import replay
from games.ai import bots
from games.models import Match, Participant, Ply, Status
from games.records import Record
from games.rules import registry
from games.rules.kernel import Event, State, commitment, shuffle_key
from games.rules.registry import AnyGame
from tests.laws.players import Ply as Played
from tests.laws.players import any_ply, do_in_place, goes_on

BEGAN = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def evening(
    game: str,
    seats: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    *,
    version: int | None = None,
    level: str = "",
) -> Record:
    """Return one finished match: by players without an idea, or by bots of a level."""
    rules = registry.game(game, options, version)
    luck = Random(f"{game}/{seats}/{seed}")
    match = _match(rules, seats, luck)
    key = shuffle_key(bytes(match.seed), str(match.pk), match.nonces)
    state: State = rules.setup(seats, key)
    plies: list[Ply] = []
    while goes_on(rules, state):
        played, events = _chosen(rules, state, luck, level), list[Event]()
        do_in_place(rules, state, played, events.append)
        plies.append(_row(match, state.ply, played, events))
    match.state, match.ply = registry.encode_state(state), state.ply
    match.outcome, match.status = registry.builtins(rules.outcome(state)), Status.FINISHED
    match.finished_at = BEGAN + timedelta(seconds=state.ply)
    return Record(match, plies, _bots(match))


def saved(*records: Record) -> None:
    """Write these matches."""
    Match.objects.bulk_create([record.match for record in records])
    Participant.objects.bulk_create([row for record in records for row in record.participants])
    Ply.objects.bulk_create([row for record in records for row in record.plies], batch_size=500)


def broken_off(record: Record, ply: int) -> Record:
    """Return the same match as it would be had it been abandoned after so many plies."""
    match, moves = record.match, record.moves[:ply]
    for now in replay.again(record.rules, match.seats, record.key, moves):
        if now.number == ply:
            match.state = registry.encode_state(now.state)
    match.ply, match.status = ply, Status.ABANDONED
    match.outcome = match.finished_at = None
    return Record(match, record.plies[:ply], record.participants)


def _match(rules: AnyGame, seats: int, luck: Random) -> Match:
    seed = luck.randbytes(32)
    return Match(
        id=UUID(bytes=luck.randbytes(16), version=4),
        game=rules.name,
        rules_version=rules.version,
        options=registry.builtins(rules.options),
        seats=seats,
        seed=seed,
        commitment=commitment(seed),
        nonces=[
            f"nonce {seat} \N{GREEK SMALL LETTER ALPHA}" if seat else "" for seat in range(seats)
        ],
        started_at=BEGAN,
    )


def _bots(match: Match) -> list[Participant]:
    return [
        Participant(match=match, seat=seat, bot_level="random", nonce=match.nonces[seat])
        for seat in range(match.seats)
    ]


def _chosen(rules: AnyGame, state: State, luck: Random, level: str) -> Played:
    if not level:
        return any_ply(rules, state, luck)
    if not state.to_act:
        return next(timer.id for timer in state.timers if not timer.paused)
    seat = state.to_act[0]
    legal = rules.legal_actions(state, seat)
    seed = hashlib.sha256(luck.randbytes(8)).digest()
    return seat, bots.choose(rules, rules.view(state, seat), (), legal, level, seed)


def _row(match: Match, number: int, played: Played, events: list[Event]) -> Ply:
    return Ply(
        match=match,
        number=number,
        seat=None if isinstance(played, int) else played[0],
        action=None if isinstance(played, int) else _json(played[1]),
        timer_id=played if isinstance(played, int) else None,
        events=_json(events),
        at=BEGAN + timedelta(seconds=number),
    )


def _json(thing: Any) -> Any:
    """Return what a database gives back: lists where there were tuples."""
    return json.loads(json.dumps(registry.builtins(thing)))
