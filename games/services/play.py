"""Playing: a seat acts, a bell rings, a bot takes its turn.  Each is one transaction."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DatabaseError, InterfaceError

from accounts.models import Player
from games import dispatch, failpoints, pacing, plies, store
from games.ai import bots
from games.errors import NoSuchMatch, RequestIdReused, StaleDecision
from games.models import Match, Participant, Ply
from games.rules import registry
from games.rules.kernel import Action, IllegalAction, Seat
from games.store import Cause
from games.table import Asked, Table

logger = logging.getLogger(__name__)

ring_due = plies.ring_due
"""`ring_due(match_id=...)` rings what has run out and returns how many bells that were."""


@dataclass(frozen=True)
class Played:
    """What an action led to; `replayed`: it had been applied before, by the same request.

    `table` stands at that ply; None when it was replayed.
    """

    match: Match
    seat: Seat
    ply: Ply
    replayed: bool = False
    table: Table | None = None


def act(
    *,
    match_id: UUID,
    player: Player,
    action: object,
    request_id: str,
    decision: int | None = None,
) -> Played:
    """Let a player act in the seat they hold.

    `action` is ``{"type": ..., ...}`` as it was sent; `request_id` names the request, so that its
    repeat is answered and not applied again; `decision` the question it answers, if it matters.

    Judged under the lock, in this order: the seat, the known request, what the clock says (late
    is judged before legal), the match's status, the decision, the rules.

    Whoever acts is there: the seat's count of time-outs is reset even when the action is refused.
    Else nobody could take their seat back from the stand-in, which may always be faster.

    Raises `msgspec.ValidationError` (not an action of this game), `NoSuchMatch`, `NotYourSeat`,
    `RequestIdReused`, `NotStarted`, `MatchOver`, `MatchClosed`, `MatchFrozen`, `StaleDecision`,
    `IllegalAction`, `EngineFault`.
    """
    found: list[Played | Exception] = []
    wish = Wish(match_id, player, action, request_id, decision)
    act_together([wish], lambda _, outcome: found.append(outcome))
    if isinstance(found[0], Exception):
        raise found[0]
    return found[0]


class Wish(NamedTuple):
    """What somebody wants to do; see `act`."""

    match_id: UUID
    player: Player
    action: object
    request_id: str
    decision: int | None = None


def act_together(wishes: Sequence[Wish], answer: Callable[[int, Played | Exception], None]) -> None:
    """Let several players act; each is answered, by the place of the wish, as soon as it is known.

    What `act` says of each of them holds.  Those that nothing stands against are written together.
    """
    longer, drafts = list[tuple[int, _Wish]](), list[tuple[int, _Wish, plies.Drafted]]()
    for place, wish in enumerate(wishes):
        try:
            understood = _understood(wish)
        except Exception as error:  # noqa: BLE001 - it is the answer
            answer(place, error)
            continue
        if drafted := _drafted(understood):
            drafts.append((place, understood, drafted))
        else:
            longer.append((place, understood))
    for (place, understood, drafted), written in zip(drafts, _written(drafts), strict=True):
        if written:
            answer(place, _settled(drafted))
        else:
            longer.append((place, understood))
    for place, understood in longer:
        answer(place, _under_the_lock(understood))


class _Wish(NamedTuple):
    """A wish whose action could be read; the cause names the request."""

    match_id: UUID
    player: Player
    action: Action[Any, Any]
    decision: int | None
    cause: Cause


def _understood(wish: Wish) -> _Wish:
    action = registry.decode_action(_rules(wish.match_id), wish.action)
    cause = Cause(request_id=wish.request_id, request_hash=_hash(action))
    return _Wish(wish.match_id, wish.player, action, wish.decision, cause)


def _drafted(wish: _Wish) -> plies.Drafted | None:
    """Act without the lock.  None: something stands against it, which the lock's holder judges.

    A known request need not be looked for: it cannot be written a second time.
    """
    table = store.glimpse(wish.match_id)
    try:
        if table is None or table.overdue() or (owner := table.held_by(wish.player)).missed:
            return None
        _still_asked(table, owner.seat, wish.decision)
        return plies.draft(table, owner.seat, wish.action, wish.cause)
    except Exception:  # noqa: BLE001 - whatever it is, it is told by whoever holds the lock
        return None


def _written(drafts: Sequence[tuple[int, _Wish, plies.Drafted]]) -> list[bool]:
    """Write the drafts.  If the database refuses, the lock's holder finds out which, and why."""
    if not drafts:
        return []
    try:
        return store.write_drafts([drafted.draft for _, _, drafted in drafts])
    except (DatabaseError, InterfaceError):
        return [False] * len(drafts)


def _settled(drafted: plies.Drafted) -> Played:
    plies.settle(drafted)
    store.keep(drafted.table)
    ply = drafted.draft.ply
    return Played(drafted.table.match, ply.seat or 0, ply, table=drafted.table)


def _under_the_lock(wish: _Wish) -> Played | Exception:
    try:
        with plies.held(wish.match_id) as table:
            played = _act(table, wish)
    except Exception as error:  # noqa: BLE001 - it is the answer
        return error
    store.keep(table)
    return played


def _act(table: Table, wish: _Wish) -> Played:
    owner = table.held_by(wish.player)
    if ply := store.known(table, owner.seat, wish.cause.request_id or ""):
        same = _same(ply, wish.cause.request_hash)
        return Played(table.match, owner.seat, same, replayed=True)
    plies.ring_all_due(table)
    _welcome_back(table, owner)
    _still_asked(table, owner.seat, wish.decision)
    ply = plies.act(table, owner.seat, wish.action, wish.cause)
    return Played(table.match, owner.seat, ply, table=table)


def take_bot_turn(*, match_id: UUID, seat: Seat, decision: int) -> bool:
    """Let the bot of this seat answer the question it was sent for; say whether it did.

    It thinks outside the lock.  A question that is over, a seat that a person plays (again), a
    match that stands still, a message before its time, an invitation that the bot lets pass:
    nothing happens.  A table that moved on while it was thinking, so that
    its answer is refused, asks it again.  A bot that fails does the first thing the rules allow:
    a match never hangs on one.  Raises `NoSuchMatch`, `EngineFault`.
    """
    asked = Asked(seat, decision)
    table = store.look(match_id)
    if asked not in table.bots_asked() or pacing.too_early(table, asked):
        return False
    action = _choice(table, asked)
    failpoints.reach("thinking")
    with plies.held(match_id) as now:
        plies.ring_all_due(now)
        return asked in now.bots_asked() and _submit(now, asked, action, table.match.ply)


@lru_cache(maxsize=4096)
def _rules(match_id: UUID) -> type[registry.AnyGame]:
    """Return the rules a match is played by; they never change."""
    row = Match.objects.filter(pk=match_id).values_list("game", "rules_version").first()
    if row is None:
        raise NoSuchMatch
    return registry.kind(*row)


def _hash(action: Action[Any, Any]) -> str:
    """Return the SHA-256 (hex) of the action's canonical JSON."""
    body = json.dumps(registry.builtins(action), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(body.encode()).hexdigest()


def _same(ply: Ply, body: str) -> Ply:
    if not hmac.compare_digest(ply.request_hash, body):
        raise RequestIdReused
    return ply


def _welcome_back(table: Table, owner: Participant) -> None:
    """Reset the time-outs of somebody who acts; a stand-in leaves."""
    if not owner.missed:
        return
    was_away = bool(owner.played_by)
    store.set_missed(table, owner, 0)
    if was_away:
        dispatch.header_changed(table.match.pk)


def _still_asked(table: Table, seat: Seat, decision: int | None) -> None:
    current = table.running().questions[seat]
    if decision is not None and decision != current:
        raise StaleDecision(current)


def _choice(table: Table, asked: Asked) -> Action[Any, Any] | None:
    """Return what the bot makes of what its seat may know; None: nothing, or it failed."""
    seat, match = asked.seat, table.match
    seed = pacing.luck(match.pk, *asked)
    answer = bots.choose if asked in table.bots_waited_for() else bots.take_up
    try:
        state, level = table.running(), table.at(seat).played_by
        seen = [event for event in store.events_this_round(match) if event.seen_by(seat)]
        view, legal = table.rules.view(state, seat), table.rules.legal_actions(state, seat)
        return answer(table.rules, view, seen, legal, level, seed)
    except Exception as fault:  # noqa: BLE001 - a bot's fault must not stop the match
        logger.error(  # noqa: TRY400 - a traceback may quote a card
            "the bot of seat %(seat)d in match %(match)s failed: %(fault)s",
            {"seat": seat, "match": match.pk, "fault": type(fault).__name__},
        )
        return None


def _submit(table: Table, asked: Asked, action: Action[Any, Any] | None, seen_ply: int) -> bool:
    """Play what the bot chose when the table stood at `seen_ply`; say whether anything was played.

    Who is waited for does at least the first thing the rules allow.
    """
    try:
        if action is not None:
            plies.act(table, asked.seat, action)
            return True
    except IllegalAction as refused:
        if table.match.ply != seen_ply:
            _ask_again(table, asked)
            return False
        logger.warning(
            "the bot of seat %(seat)d in match %(match)s was refused: %(code)s",
            {"seat": asked.seat, "match": table.match.pk, "code": refused.refusal.code},
        )
    if asked not in table.bots_waited_for():
        return False
    plies.act_by_default(table, asked.seat)
    return True


def _ask_again(table: Table, asked: Asked) -> None:
    store.ask_bots_again(table, asked)
    after = table.facts()
    dispatch.after_ply(replace(after, bots=after.bots - {asked}), after)
