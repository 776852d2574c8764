"""News that comes twice, in the wrong order, not at all, or from the future."""

from __future__ import annotations

from clients.conformance.checks import Group, Json, same
from clients.conformance.client.call import Call
from clients.conformance.client.stage import Stage, Theatre

group: Group[Theatre] = Group("News")
SURPRISE: Json = {"surprise": {"nested": [1, None]}}


async def _asked_and_answered(call: Call) -> None:
    """Have the question that is asked answered, without telling what comes of it."""
    await call.take(await call.act())


async def _resumes_well(stage: Stage, call: Call) -> None:
    """Cut the line, and see that the client goes on from the newest ply; then play to the end."""
    await call.ponged()
    call.cut()
    await stage.played_out(await stage.resumed())


@group.check
async def unknown_frames(theatre: Theatre) -> None:
    """Clients ignore frames they do not know."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        for t in ("confetti", "presence", "notice", "chat"):
            await call.say(t, match=stage.match, seats=[0], kind="party", text="Encore!")
        await call.say_frame({"t": "bare"})
        await call.tell_position()
        await _asked_and_answered(call)
        await call.say("confetti", match=stage.match)
        await call.tell_news()
        await stage.played_out(call)
        same(len(stage.calls), 1, "connections")


@group.check
async def unknown_fields(theatre: Theatre) -> None:
    """Clients ignore fields they do not know, in every frame and beside `d`."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.say_frame(_surprising("position", call, stage.script.position()))
        await _asked_and_answered(call)
        for ply in stage.script.since(call.told):
            await call.say_frame(_surprising("ply", call, ply))
        call.told = stage.script.ply
        await call.say_frame(_surprising("position", call, stage.script.position()))
        await _resumes_well(stage, call)


def _surprising(t: str, call: Call, content: Json) -> Json:
    return {"t": t, "d": {"match": call.script.match, **content, **SURPRISE}, **SURPRISE}


@group.check
async def doubled_plies(theatre: Theatre) -> None:
    """A ply that is already known is dropped: told twice it is counted once."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await _asked_and_answered(call)
        for ply in stage.script.since(call.told):
            await call.tell_ply(ply)
            await call.tell_ply(ply)
        await _resumes_well(stage, call)


@group.check
async def doubled_position(theatre: Theatre) -> None:
    """A question that is asked twice is answered once."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.tell_position()
        await call.tell_position()
        await stage.played_out(call)
        acts = [frame["d"].get("decision") for frame in call.heard if frame["t"] == "act"]
    same(acts, sorted({*acts}), "the decisions that were answered")


@group.check
async def old_plies(theatre: Theatre) -> None:
    """A ply from before what the client has is dropped, and does not set it back."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.tell_ply(stage.script.plies[0])
        await _resumes_well(stage, call)


@group.check
async def old_plies_after_resume(theatre: Theatre) -> None:
    """A resume that begins earlier than was asked for brings known plies: they are dropped."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.ponged()
        call.cut()
        again = await stage.greeted()
        ends = {"from": stage.script.first, "to": stage.script.ply}
        await again.say("resumed", match=stage.match, **ends)
        await again.tell_ply(stage.script.plies[0])
        await _resumes_well(stage, again)


@group.check
async def lost_ply(theatre: Theatre) -> None:
    """Plies have no gap: where one is missing the client asks again, from the last it has."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await _asked_and_answered(call)
        first, *_, last = stage.script.since(call.told)
        await call.tell_ply(first)
        await call.tell_ply({**last, "ply": last["ply"] + 1})
        stage.script.plies.append({**last, "ply": last["ply"] + 1})
        again = await stage.asked_again(call, first["ply"])
        await stage.played_out(again)


@group.check
async def reordered_plies(theatre: Theatre) -> None:
    """Plies in the wrong order leave no hole: in the end the client is at the newest."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await _asked_and_answered(call)
        known = call.told
        for ply in reversed(stage.script.since(known)):
            await call.tell_ply(ply)
        again = await stage.asked_again(call, known)
        await _resumes_well(stage, again)


async def _resynced(theatre: Theatre, reason: str, *, epoch: int, moved: int) -> None:
    """Resync a client that comes back, and see that it goes on from there and from nowhere else."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await call.ponged()
        call.cut()
        again = await stage.greeted()
        stage.script.forgives = True
        stage.script.begin_anew(epoch=epoch, ply=stage.script.ply + moved)
        again.told = stage.script.ply
        await again.say("resync", match=stage.match, reason=reason)
        await again.tell_position()
        await _asked_and_answered(again)
        await again.tell_news()
        await _resumes_well(stage, again)


@group.check
async def resync_too_old(theatre: Theatre) -> None:
    """After `resync too_old` the client forgets what it has, and goes on from the position."""
    await _resynced(theatre, "too_old", epoch=1, moved=400)


@group.check
async def resync_ahead(theatre: Theatre) -> None:
    """After `resync ahead` it goes back: the position of an older ply is the truth."""
    await _resynced(theatre, "ahead", epoch=1, moved=-3)


@group.check
async def resync_epoch(theatre: Theatre) -> None:
    """After `resync epoch_changed` it goes on in the new epoch, and names that when it resumes."""
    await _resynced(theatre, "epoch_changed", epoch=2, moved=-10)


@group.check
async def resync_unasked(theatre: Theatre) -> None:
    """A `resync` may come at any time: plies were taken back while everybody was listening."""
    async with theatre.stage() as stage:
        call = await stage.warmed_up()
        await _asked_and_answered(call)
        stage.script.forgives = True
        stage.script.begin_anew(epoch=3, ply=7)
        await call.say("resync", match=stage.match, reason="epoch_changed")
        await call.tell_position()
        await _asked_and_answered(call)
        call.told = stage.script.first
        await call.tell_news()
        await _resumes_well(stage, call)


@group.check
async def fragmented_frames(theatre: Theatre) -> None:
    """A text message may come in several WebSocket frames."""
    async with theatre.stage() as stage:
        call = await stage.greeted()
        await call.tell_in_pieces()
        await stage.played_out(call)
