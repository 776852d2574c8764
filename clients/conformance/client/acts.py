"""An act, and a line that is cut at each of its steps; acts that are refused."""

from __future__ import annotations

from clients.conformance.checks import Group, Json, expect, same
from clients.conformance.client.call import Call
from clients.conformance.client.stage import Stage, Theatre

group: Group[Theatre] = Group("An act, cut")


async def _sent_again(stage: Stage, ply: int, act: Json) -> Call:
    """Return the next connection, on which this act must come again, unchanged, before any other.

    It is answered from the stored result, after the resume.
    """
    again = await stage.resumed(ply)
    frame = await again.act()
    same(frame["d"], act, "what is sent after the cut")
    await again.take(frame)
    return again


@group.check
async def cut_before_act(theatre: Theatre) -> None:
    """Cut as the question is asked: it is answered once, under one request id."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.tell_position()
        await call.ponged()
        call.cut()
        again = await stage.resumed()
        await stage.played_out(again)
        acts = [f["d"] for each in stage.calls for f in each.heard if f["t"] == "act"]
    first = [act for act in acts if act.get("decision") == acts[0].get("decision")]
    same(len({act["request_id"] for act in first}), 1, "request ids for the first question")


@group.check
async def cut_before_applied(theatre: Theatre) -> None:
    """Cut after sending, the act being lost: sent again unchanged, and then it is applied."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        act = (await call.act())["d"]
        call.cut()
        again = await _sent_again(stage, known, act)
        await again.tell_news()
        await stage.played_out(again)


@group.check
async def cut_before_ack(theatre: Theatre) -> None:
    """Cut after sending, the ack being lost: sent again under the same id, answered as replayed."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        act = (await call.act())["d"]
        stage.script.apply(act)
        call.cut()
        again = await _sent_again(stage, known, act)
        await stage.played_out(again)


@group.check
async def cut_after_ack(theatre: Theatre) -> None:
    """Cut after the ack, before the ply: nothing is sent again, the resume names the old ply."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        act = await call.act()
        await call.take(act)
        await call.ponged()
        call.cut()
        again = await stage.resumed(known)
        await stage.played_out(again)
        sent = [frame["d"]["request_id"] for frame in again.heard if frame["t"] == "act"]
    expect(act["d"]["request_id"] not in sent, "an act that was acknowledged is sent again")


@group.check
async def cut_after_ply(theatre: Theatre) -> None:
    """Cut after the ply, the ack being lost: sent again; the resume names the new ply."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        act = (await call.act())["d"]
        stage.script.apply(act)
        await call.tell_plies()
        await call.ponged()
        call.cut()
        again = await _sent_again(stage, stage.script.ply, act)
        await stage.played_out(again)


@group.check
async def cut_between_plies(theatre: Theatre) -> None:
    """Cut between two plies: the resume names the last that was heard."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.take(await call.act())
        first = stage.script.since(call.told)[0]
        await call.tell_ply(first)
        await call.ponged()
        call.cut()
        await stage.played_out(await stage.resumed(first["ply"]))


@group.check
async def cut_after_position(theatre: Theatre) -> None:
    """Cut when all is told and the next act is on its way: that one is sent again."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.take(await call.act())
        await call.tell_news()
        act = (await call.act())["d"]
        call.cut()
        again = await _sent_again(stage, stage.script.ply, act)
        await again.tell_news()
        await stage.played_out(again)


@group.check
async def cut_again_and_again(theatre: Theatre) -> None:
    """However often the line is cut, the same act is sent again under the same request id."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        act = (await call.act())["d"]
        for _ in range(3):
            call.cut()
            call = await stage.resumed(known)
            same((await call.act())["d"], act, "what is sent after the cut")
        call.cut()
        call = await _sent_again(stage, known, act)
        await call.tell_news()
        await stage.played_out(call)


@group.check
async def cut_at_greeting(theatre: Theatre) -> None:
    """Cut between hello and welcome: what is unanswered stays unanswered, and is sent again."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        known = stage.script.ply
        act = (await call.act())["d"]
        call.cut()
        call = await stage.called()
        same((await call.hear())["t"], "hello", "the first frame")
        call.cut()
        again = await _sent_again(stage, known, act)
        await again.tell_news()
        await stage.played_out(again)


@group.check
async def nack_stale(theatre: Theatre) -> None:
    """`stale_decision` is not the end: the client looks at the next position and goes on."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        decision = stage.script.decision
        frame = await call.act()
        stage.script.apply({**frame["d"], "request_id": "somebody-else"})
        now = stage.script.position()
        await call.refuse(frame, "stale_decision", decision=now["decision"], position=now)
        await call.tell_news()
        await stage.played_out(call)
        acts = [each["d"].get("decision") for each in call.heard if each["t"] == "act"]
    same(acts.count(decision), 1, "answers to the question that had passed")


@group.check
async def nack_is_final(theatre: Theatre) -> None:
    """An act that was refused is done with: it is not sent again after a cut."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        frame = await call.act()
        stage.script.forgives = True  # to try something else is fair
        stage.script.apply({**frame["d"], "request_id": "somebody-else"})
        await call.refuse(frame, "wrong_phase", rule="WTS 6.1")
        await call.ponged()
        call.cut()
        again = await stage.resumed(call.told)
        await stage.played_out(again)
        sent = [each["d"]["request_id"] for each in again.heard if each["t"] == "act"]
    expect(frame["d"]["request_id"] not in sent, "an act that was refused is sent again")
