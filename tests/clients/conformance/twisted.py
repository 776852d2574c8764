"""A real server behind somebody who twists its words: every request and frame passes through here.

What is twisted is one thing at a time, by a `Twist`; what is not twisted comes through as it was.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.eventually import eventually_async

Json = dict[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
DROPPED = {"connection", "transfer-encoding", "content-length", "host", "content-encoding", "date"}


@dataclass
class Talk:
    """What was said on one socket so far, by both; `notes`: what the twist wants to remember."""

    said: list[Any] = field(default_factory=list)
    heard: list[Json] = field(default_factory=list)
    notes: Json = field(default_factory=dict)


@dataclass
class Asked:
    """A request on its way to the server."""

    method: str
    path: str
    query: str
    headers: dict[str, str]


@dataclass
class Answered:
    """An answer on its way back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> Any:
        """The body as JSON; None if it is none."""
        with suppress(ValueError):
            return json.loads(self.body)
        return None


class Hangs(Exception):
    """The twist closes the socket itself."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Twist:
    """Twists nothing."""

    def path(self, path: str) -> str:
        """Return the path a handshake is passed on to."""
        return path

    def offered(self, names: list[str]) -> list[str]:
        """Return the subprotocols a handshake is passed on with."""
        return names

    def chosen(self, name: str | None, offered: list[str]) -> str | None:
        """Return the subprotocol that is said to be chosen."""
        del offered
        return name

    def origin(self, origin: str | None) -> str | None:
        """Return the origin a handshake is passed on with."""
        return origin

    def says(self, text: str | bytes, talk: Talk) -> tuple[list[str | bytes], list[Json]]:
        """Return what is passed on of a client's message, and what is answered at once."""
        del talk
        return [text], []

    def told(self, frame: Json, talk: Talk) -> list[Json]:
        """Return what the client is told instead of a frame.  Raises `Hangs`."""
        del talk
        return [frame]

    def closes(self, code: int, talk: Talk) -> int:
        """Return the code the client is told instead."""
        del talk
        return code

    def asks(self, asked: Asked) -> None:
        """Change a request."""

    def answers(self, asked: Asked, answered: Answered) -> None:
        """Change an answer."""

    def streams(self, chunk: bytes) -> bytes:
        """Return what is passed on of a stream."""
        return chunk


class Twisted:
    """The application: HTTP and sockets, passed on to `url`."""

    def __init__(self, url: str, twist: Twist) -> None:
        self.url = url
        self.twist = twist
        self.http = httpx.AsyncClient(base_url=url, trust_env=False, verify=False, timeout=40)  # noqa: S501

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)

    # --- HTTP -------------------------------------------------------------------------------------

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        body = b""
        while (message := await receive()).get("more_body"):
            body += message["body"]
        body += message.get("body", b"")
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        kept = {name: value for name, value in headers.items() if name not in DROPPED}
        asked = Asked(scope["method"], scope["path"], scope["query_string"].decode(), kept)
        self.twist.asks(asked)
        request = self.http.build_request(
            asked.method,
            httpx.URL(self.url).copy_with(raw_path=_raw(asked)),
            headers=asked.headers,
            content=body,
        )
        answer = await self.http.send(request, stream=True)
        try:
            if answer.headers.get("content-type", "").startswith("text/event-stream"):
                await self._stream(answer, send)
            else:
                await self._whole(asked, answer, send)
        finally:
            await answer.aclose()

    async def _whole(self, asked: Asked, answer: httpx.Response, send: Send) -> None:
        answered = Answered(answer.status_code, dict(answer.headers), await answer.aread())
        self.twist.answers(asked, answered)
        await send(_start(answered.status, answered.headers))
        await send({"type": "http.response.body", "body": answered.body})

    async def _stream(self, answer: httpx.Response, send: Send) -> None:
        await send(_start(answer.status_code, dict(answer.headers)))
        with suppress(httpx.TransportError):
            async for chunk in answer.aiter_raw():
                body = self.twist.streams(chunk)
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    # --- Sockets ----------------------------------------------------------------------------------

    async def _socket(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        offered: Any = self.twist.offered(scope["subprotocols"])
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        origin: Any = self.twist.origin(headers.get("origin"))
        url = self.url.replace("http", "ws", 1) + self.twist.path(scope["path"])
        try:
            socket = await connect(
                url, subprotocols=offered or None, origin=origin, proxy=None, max_size=None
            )
        except InvalidStatus as refused:
            await _refuse(refused, send)
            return
        chosen = self.twist.chosen(socket.subprotocol, scope["subprotocols"])
        await send({"type": "websocket.accept", "subprotocol": chosen})
        try:
            await self._pass_on(socket, receive, send)
        finally:
            socket.transport.abort()

    async def _pass_on(self, socket: ClientConnection, receive: Receive, send: Send) -> None:
        talk = Talk()
        tasks = [
            asyncio.create_task(self._forth(socket, receive, send, talk)),
            asyncio.create_task(self._back(socket, send, talk)),
        ]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        for task in done:
            code = task.result()
            if code is not None:
                with suppress(Exception):
                    await send({"type": "websocket.close", "code": code})

    async def _forth(
        self, socket: ClientConnection, receive: Receive, send: Send, talk: Talk
    ) -> int | None:
        with suppress(ConnectionClosed):
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text")
                said = message["bytes"] if text is None else text
                talk.said.append(_frame(said))
                try:
                    passed, answers = self.twist.says(said, talk)
                except Hangs as hangs:
                    return hangs.code
                for each in passed:
                    await socket.send(each)
                for frame in answers:
                    await send({"type": "websocket.send", "text": json.dumps(frame)})
            return None
        await asyncio.sleep(3600)  # the way back hears of it, and says why
        return None

    async def _back(self, socket: ClientConnection, send: Send, talk: Talk) -> int | None:
        try:
            while True:
                frame = json.loads(await socket.recv())
                talk.heard.append(frame)
                for each in self.twist.told(frame, talk):
                    await send({"type": "websocket.send", "text": json.dumps(each)})
        except ConnectionClosed as closed:
            return self.twist.closes(closed.rcvd.code if closed.rcvd else 1011, talk)
        except Hangs as hangs:
            return hangs.code
        except OSError:
            return None


@asynccontextmanager
async def twisted(url: str) -> AsyncIterator[tuple[str, Twisted]]:
    """Serve what `url` serves, to be twisted; return where, and by whom."""
    app = Twisted(url, Twist())
    configured = uvicorn.Config(
        app,
        port=0,
        log_level="critical",
        lifespan="off",
        ws_max_size=16 * 1024,
        ws_ping_interval=None,
        timeout_keep_alive=120,
    )
    server = uvicorn.Server(configured)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = asyncio.create_task(server._serve())
    await eventually_async(partial(_is, server, "started"))
    try:
        host, port = server.servers[0].sockets[0].getsockname()[:2]
        yield f"http://{host}:{port}", app
    finally:
        server.should_exit = server.force_exit = True
        await serving
        await app.http.aclose()


async def _is(server: uvicorn.Server, what: str) -> bool:
    return bool(getattr(server, what))


def _raw(asked: Asked) -> bytes:
    path = httpx.URL(asked.path).raw_path
    return path + (b"?" + asked.query.encode() if asked.query else b"")


def _start(status: int, headers: dict[str, str]) -> Message:
    kept = [(n.encode(), v.encode()) for n, v in headers.items() if n.lower() not in DROPPED]
    return {"type": "http.response.start", "status": status, "headers": kept}


async def _refuse(refused: InvalidStatus, send: Send) -> None:
    answer = refused.response
    kept = [(name.lower().encode(), value.encode()) for name, value in answer.headers.raw_items()]
    kept = [(name, value) for name, value in kept if name.decode() not in DROPPED]
    await send(
        {"type": "websocket.http.response.start", "status": answer.status_code, "headers": kept}
    )
    await send({"type": "websocket.http.response.body", "body": answer.body or b""})


def _frame(said: str | bytes) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(said)
    return said
