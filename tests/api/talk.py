"""One client's end of a socket, without a network."""

from __future__ import annotations

import json
from typing import Any, Self
from uuid import UUID

from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer

from accounts.models import Player, Session
from api.asgi import App
from api.consumers import socket
from api.frames import SUBPROTOCOL
from api.push import in_database
from config.process_layer import ProcessChannelLayer
from tests.contract import said_by_client, said_by_server

SOON = 10.0


def token_of(player: Player) -> str:
    """Return the token of a new session."""
    _, token = Session.objects.create(user=player)
    return str(token)


def followed() -> set[str]:
    """Return the matches' groups which anybody hears in this process, whatever carries them."""
    layer: Any = get_channel_layer()
    if isinstance(layer, ProcessChannelLayer):
        return {group for group in layer._groups if group.startswith("match.")}
    (shard,) = layer._shards
    names = (name.partition("__group__") for name in shard._subscribed_to)
    return {group for _, _, group in names if group.startswith("match.")}


def channels() -> set[str]:
    """Return whatever else the layer keeps for somebody in this process."""
    layer: Any = get_channel_layer()
    return set(layer._mailboxes if isinstance(layer, ProcessChannelLayer) else layer.channels)


class Talk:
    """A conversation: ``async with Talk() as talk: await talk.hello(player, match)``."""

    def __init__(
        self,
        *,
        app: App = socket,
        path: str = "/ws/v1",
        subprotocols: tuple[str, ...] = (SUBPROTOCOL,),
        headers: tuple[tuple[bytes, bytes], ...] = (),
    ) -> None:
        scope = {
            "type": "websocket",
            "path": path,
            "headers": list(headers),
            "subprotocols": list(subprotocols),
            "extensions": {"websocket.http.response": {}},
        }
        self.line: Any = ApplicationCommunicator(app, scope)  # type: ignore[no-untyped-call]
        self.answer: dict[str, Any] = {}
        self.presence: list[dict[str, Any]] = []
        """What was said about who is there, which comes when it comes."""

    async def __aenter__(self) -> Self:
        await self.line.send_input({"type": "websocket.connect"})
        self.answer = await self.line.receive_output(SOON)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.line.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.line.wait(SOON)

    async def hello(
        self, player: Player, *matches: UUID, resume: dict[str, int] | None = None
    ) -> dict[str, Any]:
        """Say hello, follow these matches, and return the welcome."""
        follow = [{"match": str(pk)} | ({"resume": resume} if resume else {}) for pk in matches]
        token = await in_database(token_of, player)
        await self.say("hello", token=token, follow=follow)
        return await self.hears("welcome")

    async def say(self, t: str, frame_id: str | None = None, /, **d: Any) -> None:
        """Send a frame that the contract allows."""
        frame = {"t": t, "d": d} | ({"id": frame_id} if frame_id else {})
        said_by_client(frame)
        await self.send(frame)

    async def send(self, frame: object) -> None:
        """Send anything: text as it stands, bytes as a binary frame, the rest as JSON."""
        if isinstance(frame, bytes):
            content: dict[str, object] = {"bytes": frame}
        else:
            content = {"text": frame if isinstance(frame, str) else json.dumps(frame)}
        await self.line.send_input({"type": "websocket.receive", **content})

    async def hear(self) -> dict[str, Any]:
        """Return the next frame that does not say who is there."""
        while (frame := await self.hear_any())["t"] == "presence":
            pass
        return frame

    async def hear_any(self) -> dict[str, Any]:
        """Return the next frame."""
        message = await self.line.receive_output(SOON)
        assert message["type"] == "websocket.send", message
        frame: dict[str, Any] = json.loads(message["text"])
        said_by_server(frame)
        if frame["t"] == "presence":
            self.presence.append(frame["d"])
        return frame

    async def sees(self, *seats: int) -> None:
        """Return when these seats are there, and nobody else."""
        while not self.presence or self.presence[-1]["seats"] != list(seats):
            assert (await self.hear_any())["t"] in ("presence", "ping", "ply", "position")

    async def hears(self, t: str) -> dict[str, Any]:
        """Return the `d` of the next frame, which must be a `t`."""
        frame = await self.hear()
        assert frame["t"] == t, frame
        d: dict[str, Any] = frame["d"]
        return d

    async def hears_all(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the `d` of the next frames, which must be of these kinds in this order."""
        return [await self.hears(kind) for kind in kinds]

    async def hears_until(self, t: str) -> list[dict[str, Any]]:
        """Return the frames up to and with the next `t`."""
        heard = [await self.hear()]
        while heard[-1]["t"] != t:
            heard.append(await self.hear())
        return heard

    async def silent(self) -> bool:
        """Say whether nothing more is being said: the answer to a ping comes next."""
        await self.say("ping")
        frame = await self.hear()
        return frame == {"t": "pong", "d": {}}

    async def closed(self) -> tuple[int, str]:
        """Return code and reason with which the server hangs up, next."""
        while (message := await self.line.receive_output(SOON))["type"] == "websocket.send":
            frame = json.loads(message["text"])
            assert frame["t"] == "presence", frame
        assert message["type"] == "websocket.close", message
        return message["code"], message.get("reason", "")
