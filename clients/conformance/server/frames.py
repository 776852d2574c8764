"""Frames that are none, frames with a mistake, and the one answer each gets."""

from __future__ import annotations

import json
from collections import Counter

from websockets.frames import Opcode

from clients.conformance.checks import Group, Json, expect, same
from clients.conformance.server.line import ANSWERS
from clients.conformance.server.venue import Venue

group: Group[Venue] = Group("Frames")


async def _closes_after(venue: Venue, *sent: str | bytes) -> list[int]:
    """Return the code that each of these frames is closed with, after a good hello."""
    codes = []
    for each in sent:
        async with venue.guests[0].talk() as line:
            await line.socket.send(each)
            codes.append(await line.closes())
    return codes


@group.check
async def binary_frame(venue: Venue) -> None:
    """Frames are text: a binary one closes with 4500, whatever is in it."""
    ping = json.dumps({"t": "ping"}).encode()
    same(await _closes_after(venue, b"\x00\x01", ping), [4500] * 2, "the close codes")


@group.check
async def not_a_frame(venue: Venue) -> None:
    """What is not strict JSON, or not an object, closes with 4500."""
    sent = ("nonsense", "[]", '"ping"', '{"t": "ping", "t": "ping"}', '{"t": NaN}', "[" * 4000)
    same(await _closes_after(venue, *sent), [4500] * len(sent), "the close codes")


@group.check
async def oversized_frame(venue: Venue) -> None:
    """Text frames have at most 8 KiB: more closes with 4500, far more with 1009."""
    most = int(venue.welcome["limits"]["frame_bytes"])
    same(most, 8 * 1024, "limits.frame_bytes")
    fits = json.dumps({"t": "ping", "id": "fits", "d": {}})
    async with venue.guests[0].talk() as line:
        await line.socket.send(fits + " " * (most - len(fits)))
        same((await line.answer_to("fits"))["t"], "ack", "the answer to a frame that just fits")
    codes = await _closes_after(venue, fits + " " * (most + 1 - len(fits)), " " * 100_000)
    same(codes, [4500, 1009], "the close codes of what does not fit")


@group.check
async def invalid_utf8(venue: Venue) -> None:
    """Text that is not UTF-8 is cut off by the WebSocket layer: 1007."""
    async with venue.guests[0].talk() as line:
        line.send_bytes(Opcode.TEXT, b'{"t": "\xff\xfe"}')
        same(await line.closes(), 1007, "the close code")


@group.check
async def unknown_message(venue: Venue) -> None:
    """A frame of unknown type costs one nack, `malformed`, with the id; the socket stays."""
    async with venue.guests[0].talk() as line:
        for t in ("dance", "welcome", ""):
            await line.refused(t, "malformed")
        await line.lives()


@group.check
async def unknown_field(venue: Venue) -> None:
    """An unknown field of a request is refused, with a pointer to it; the socket stays."""
    table = await venue.table()
    async with venue.guests[0].talk() as line:
        problem = await line.refused("follow", "malformed", match=table.match, colour="ruby")
        same(problem["errors"][0]["pointer"], "/d/colour", "the pointer")
        await line.socket.send(json.dumps({"t": "ping", "id": "top", "x": 1}))
        same((await line.answer_to("top"))["t"], "nack", "the answer to a field beside `d`")
        await line.lives()


@group.check
async def wrong_type(venue: Venue) -> None:
    """A field of the wrong type is refused, with a pointer to it; nothing else happens."""
    async with venue.guests[0].talk() as line:
        problem = await line.refused("follow", "malformed", match=7)
        same(problem["errors"][0]["pointer"], "/d/match", "the pointer")
        problem = await line.refused("unfollow", "malformed")
        expect(problem["errors"], "no flaw is named where a field is missing")
        await line.lives()


@group.check
async def answered_once(venue: Venue) -> None:
    """Every frame with an `id` is answered by exactly one `ack` or `nack` with that `id`."""
    table = await venue.table()
    wish = await table.wish(table.ada)
    said: list[tuple[str, Json]] = [
        ("ping", {}),
        ("pong", {}),
        ("follow", {"match": table.match}),
        ("follow", {"match": table.match, "resume": {"epoch": 9, "ply": 9}}),
        ("act", wish),
        ("act", wish),
        ("act", wish | {"decision": 9999, "request_id": "late"}),
        ("unfollow", {"match": table.match}),
        ("unfollow", {"match": table.match}),
        ("dance", {}),
    ]
    async with table.ada.talk() as line:
        for number, (t, content) in enumerate(said):
            await line.say(t, f"q{number}", **content)
        await line.settled()
    answers = Counter(frame.get("id") for frame in line.heard if frame["t"] in ANSWERS)
    asked = [f"q{number}" for number in range(len(said))]
    same({name: answers[name] for name in asked}, dict.fromkeys(asked, 1), "answers by id")
    expect(None not in answers, "an answer without an id, where everything had one")


@group.check
async def answers_in_order(venue: Venue) -> None:
    """A conversation does one thing at a time: answers come in the order of the questions."""
    async with venue.guests[0].talk() as line:
        names = [f"q{number}" for number in range(12)]
        for name in names:
            await line.say("ping" if int(name[1:]) % 3 else "dance", name)
        await line.settled()
    heard = [frame["id"] for frame in line.heard if frame["t"] in ANSWERS]
    same(heard[: len(names)], names, "the ids, in order")


@group.check
async def unnamed_frames(venue: Venue) -> None:
    """Without an `id` only refusals are answered, by a nack without one."""
    table = await venue.table()
    unnamed: list[tuple[str, Json]] = [("ping", {}), ("pong", {})]
    unnamed.append(("act", await table.wish(table.ada)))
    async with table.ada.talk() as line:
        for t, content in unnamed:
            await line.say(t, **content)
        await line.say("dance")
        heard = await line.settled()
    answers = [frame["t"] for frame in heard if frame["t"] in ANSWERS and "id" not in frame]
    same(answers, ["nack"], "answers without an id")
    same(await table.ply(), 1, "the ply after an act without an id")


@group.check
async def ping_answered(venue: Venue) -> None:
    """The client's `ping` is answered by `pong`, after its ack."""
    async with venue.guests[0].talk() as line:
        await line.acked("ping")
        await line.hears("pong")
    kinds = [frame["t"] for frame in line.heard if frame["t"] in ("ack", "pong")]
    same(kinds, ["ack", "pong"], "what was answered")
