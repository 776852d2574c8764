"""Acting: once, exactly, and only what is allowed."""

from __future__ import annotations

import asyncio

from clients.conformance.checks import Group, Json, same
from clients.conformance.server.venue import Table, Venue

group: Group[Venue] = Group("Acting")


async def _unchanged(table: Table, ply: int) -> None:
    same(await table.ply(), ply, "the ply after a refusal")


@group.check
async def act_acked(venue: Venue) -> None:
    """`act` is answered by `ack {ply, replayed}`; its ply and a position follow."""
    table = await venue.table()
    async with table.ada.talk(table.match) as line:
        wish = table.answer_to(await line.hears("position"))
        ack = await line.acked("act", **wish)
        position = await line.until(ack["ply"])
    same((ack["ply"], ack["replayed"]), (1, False), "ply and replayed")
    same([ply["ply"] for ply in line.told("ply")], [1], "the plies told")
    same(position["ply"], 1, "the ply of the position that follows")


@group.check
async def act_repeated(venue: Venue) -> None:
    """The same act under the same request id is applied once: the same ply, `replayed`."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    async with table.ada.talk(table.match) as line:
        first = await line.acked("act", **wish)
        await table.act(table.bob)
        again = await line.acked("act", **wish)
    same((first["ply"], first["replayed"]), (1, False), "the first ack")
    same((again["ply"], again["replayed"]), (1, True), "the ack of the repeat")
    same(await table.ply(), 2, "the ply after the repeat")


@group.check
async def act_repeated_over_rest(venue: Venue) -> None:
    """What was done over the socket is repeated over REST, and answered with its ply and events."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    async with table.ada.talk(table.match) as line:
        await line.acked("act", **wish)
        told = await line.hears("ply")
        again = await table.act(table.ada, wish)
    same((again["ply"], again["replayed"]), (1, True), "ply and Idempotency-Replayed")
    same(again["events"], told["events"], "the events of the repeat")
    same(await table.ply(), 1, "the ply after the repeat")


@group.check
async def act_twice_at_once(venue: Venue) -> None:
    """The same act at the same moment over two sockets and REST is applied once."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    async with table.ada.talk() as one, table.ada.talk() as two:
        answers = await asyncio.gather(
            one.acked("act", **wish), two.acked("act", **wish), table.act(table.ada, wish)
        )
    same([each["ply"] for each in answers], [1, 1, 1], "the plies answered")
    replayed = sorted(each["replayed"] for each in answers)
    same(replayed, [False, True, True], "what was replayed")
    same(await table.ply(), 1, "the ply")


@group.check
async def request_id_reused(venue: Venue) -> None:
    """The same request id with another action is 422 `request_id_reused`; nothing changes."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    other = wish | {"action": {"type": "ask", "target": 1, "mode": "name", "key": "lola"}}
    async with table.ada.talk(table.match) as line:
        await line.acked("act", **wish)
        problem = await line.refused("act", "request_id_reused", **other)
        same(problem["status"], 422, "the status")
        same((await table.act(table.ada, other, status=422))["code"], problem["code"], "over REST")
        await _unchanged(table, 1)


@group.check
async def refused_id_is_free(venue: Venue) -> None:
    """A refused action is not remembered: corrected, it may go under the same request id."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    wrong = {"type": "ask", "target": 1, "mode": "name", "key": "lola"}
    async with table.ada.talk(table.match) as line:
        answer = await line.asked("act", **wish | {"action": wrong})
        same(answer["t"], "nack", "the answer to an action out of phase")
        await _unchanged(table, 0)
        ack = await line.acked("act", **wish)
    same((ack["ply"], ack["replayed"]), (1, False), "the ack of the corrected act")


@group.check
async def decision_stale(venue: Venue) -> None:
    """An answer to a question no longer asked is 409 `stale_decision` with the position of now."""
    table = await venue.table()
    decision = (await table.position())["decision"]
    await table.play(2)
    [seat] = (await table.position())["view"]["to_act"]
    mover = table.people[seat]
    stale = {**await table.wish(mover), "decision": decision}
    async with mover.talk(table.match) as line:
        problem = await line.refused("act", "stale_decision", **stale)
    now = await table.position(mover)
    same((problem["status"], problem["decision"]), (409, now["decision"]), "status and decision")
    same(problem["position"]["ply"], now["ply"], "the ply of the position in it")
    same(problem["position"]["view"], now["view"], "the view of the position in it")
    same((await table.act(mover, stale, status=409))["code"], "stale_decision", "over REST")
    await _unchanged(table, 2)


@group.check
async def acts_reordered(venue: Venue) -> None:
    """Of two acts that arrive in the wrong order the later is refused, and can be sent again."""
    table = await venue.table()
    first = await table.wish(table.ada)
    early = {**first, "decision": first["decision"] + 1, "request_id": f"2-{first['request_id']}"}
    async with table.ada.talk(table.match) as line:
        await line.refused("act", "stale_decision", **early)
        await _unchanged(table, 0)
        ack = await line.acked("act", **first)
        same((ack["ply"], ack["replayed"]), (1, False), "the ack of the first act")
        await table.act(table.bob)
        again = await line.acked("act", **first)
        same((again["ply"], again["replayed"]), (1, True), "its repeat, after the other")


@group.check
async def act_illegal(venue: Venue) -> None:
    """What the rules forbid is 409 with code, rule and pointer, on the socket as over REST."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    wrong: Json = wish | {"action": {"type": "work_the_strip"}, "request_id": "illegal"}
    async with table.ada.talk(table.match) as line:
        answer = await line.asked("act", **wrong)
    same(answer["t"], "nack", "the answer to what the rules forbid")
    over_rest = await table.act(table.ada, wrong, status=409)
    same((answer["d"]["status"], bool(answer["d"].get("rule"))), (409, True), "status, and a rule")
    told = {**answer["d"], "trace_id": ""}
    same({**over_rest, "trace_id": "", "replayed": None}, {**told, "replayed": None}, "over REST")
    await _unchanged(table, 0)


@group.check
async def act_malformed(venue: Venue) -> None:
    """An action of unknown type, or with an unknown field, is refused; nothing changes."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    async with table.ada.talk(table.match) as line:
        for action in ({"type": "dance"}, {**wish["action"], "surprise": 1}, {}):
            await line.refused("act", "malformed", **wish | {"action": action})
        await _unchanged(table, 0)


@group.check
async def seat_not_mine(venue: Venue) -> None:
    """Whoever has no seat may watch, and not act: 403 `not_your_seat`."""
    table, eve = await venue.table(), venue.guests[3]
    wish = await table.wish(table.ada)
    async with eve.talk(table.match) as line:
        position = await line.hears("position")
        problem = await line.refused("act", "not_your_seat", **wish)
        same(problem["status"], 403, "the status")
        await _unchanged(table, 0)
    same((position["legal"], position["hints"]), ([], None), "what an onlooker may do")
