"""The scripted server: it knows one evening, tells it as it is bid, and listens closely."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from secrets import token_hex
from uuid import uuid4

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Subprotocol

from clients.conformance.checks import Broken, Json, expect, same
from clients.conformance.client.call import Call
from clients.conformance.client.commands import Ended, Launch, Run
from clients.conformance.client.recording import Evening, shown
from clients.conformance.client.script import Script

SUBPROTOCOL = Subprotocol("parlour.v1+json")
PATIENCE_SECONDS = 20.0
"""How long a client may take to call, to say something, to end."""


class Stage:
    """One run of one client against one script."""

    def __init__(self, evening: Evening, patience: float) -> None:
        self._patience = patience
        self.token = token_hex(32)
        self.match = str(uuid4())
        self.script = Script(evening, self.match)
        self.refusals = 0
        """So many handshakes are still to be refused with 503."""
        self.calls: list[Call] = []
        self.asked_for: list[str] = []
        """The paths that were asked for over HTTP."""
        self.run: Run | None = None
        self.heartbeat_ms = 10_000
        self._waiting: asyncio.Queue[Call] = asyncio.Queue()

    # --- What a script does -----------------------------------------------------------------------

    async def called(self) -> Call:
        """Return the next connection, nothing having been said on it."""
        waiting = asyncio.ensure_future(self._waiting.get())
        ended = asyncio.ensure_future(self.ended())
        try:
            await asyncio.wait(
                (waiting, ended), timeout=self._patience, return_when=asyncio.FIRST_COMPLETED
            )
            if waiting.done():
                return waiting.result()
            if ended.done():
                raise Broken(f"the client gave up: {_last_words(ended.result())}")
            raise Broken(f"the client did not call within {self._patience:g} s")
        finally:
            waiting.cancel()
            ended.cancel()

    async def greeted(self) -> Call:
        """Return the next connection, after a good hello and the welcome."""
        call = await self.called()
        await call.greet()
        return call

    async def warmed_up(self) -> Call:
        """Return a connection on which one question was answered, and the next one is asked."""
        call = await self.greeted()
        await call.tell_position()
        await call.take(await call.act())
        await call.tell_news()
        return call

    async def resumed(self, ply: int | None = None) -> Call:
        """Return the next connection, which goes on from `ply`, as it should; it is told the rest.

        Without a ply: from the newest of the script.
        """
        call = await self.greeted()
        known = {"epoch": self.script.epoch, "ply": self.script.ply if ply is None else ply}
        same(call.resume, known, "where the client resumes")
        await call.tell_the_rest()
        return call

    async def asked_again(self, call: Call, ply: int) -> Call:
        """Return the connection on which a client that missed something asks for what it missed.

        It may follow again on the one it has, or come back on another; either way from `ply`.
        """
        following = asyncio.ensure_future(call.followed_again())
        calling = asyncio.ensure_future(self.greeted())
        try:
            await asyncio.wait((following, calling), return_when=asyncio.FIRST_COMPLETED)
            if following.done() and following.exception() is None:
                again = call
            elif following.done() and call.connection.state is State.OPEN:
                await following
                again = call
            else:
                again = await calling
        finally:
            following.cancel()
            calling.cancel()
        same(again.resume, {"epoch": self.script.epoch, "ply": ply}, "where it resumes")
        await again.tell_the_rest()
        return again

    async def played_out(self, call: Call) -> Json:
        """Play to the end on this connection; return what the client says then.

        It must say it with exit code 0, and without calling again.
        """
        known = len(self.calls)
        ending = asyncio.ensure_future(self.ended())
        playing = asyncio.ensure_future(self._plays(call))
        try:
            await asyncio.wait((ending, playing), return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                await playing
                await asyncio.wait((ending,), timeout=self._patience)
            expect(ending.done(), f"the client does not come to an end; {self.script.where()}")
        finally:
            playing.cancel()
        same(len(self.calls) - known, 0, "connections that nothing called for")
        if not self.script.forgives:
            same(self.script.strays, 0, "answers to questions that had passed")
        return self._told(await ending)

    async def given_up(self) -> Ended:
        """Return how the client ended after it was told not to come back."""
        ending, calling = asyncio.ensure_future(self.ended()), asyncio.ensure_future(self.called())
        await asyncio.wait(
            (ending, calling), timeout=self._patience, return_when=asyncio.FIRST_COMPLETED
        )
        came_back = calling.done() and calling.exception() is None
        calling.cancel()
        expect(not came_back, "the client comes back")
        expect(ending.done(), "the client neither ends nor comes back")
        return await ending

    async def ended(self) -> Ended:
        """Return how the client ended."""
        if self.run is None:
            raise Broken("no client was started")
        return await self.run.ended()

    async def _plays(self, call: Call) -> None:
        while not self.script.over:
            await call.take(await call.act())
            await call.tell_news()

    def _told(self, ended: Ended) -> Json:
        same(ended.code, 0, f"the exit code ({_last_words(ended)})")
        lines = ended.out.strip().splitlines()
        same(len(lines), 1, "lines on standard output")
        try:
            told: Json = json.loads(lines[0])
        except ValueError as error:
            raise Broken(f"no JSON on standard output: {lines[0][:80]}") from error
        script = self.script
        said = (told["epoch"], told["ply"], told["status"])
        same(said, (script.epoch, script.ply, "finished"), "epoch, ply and status at the end")
        same(
            told["view"].get("view", told["view"]), script.watched()["view"], "the view at the end"
        )
        return told

    # --- What a server does -----------------------------------------------------------------------

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer the few requests a bot makes over HTTP; None: a handshake, which goes on."""
        path = request.path.partition("?")[0]
        self.asked_for.append(request.path)
        if path == "/ws/v1":
            return self._handshake(connection, request)
        documents = {
            f"/api/v1/matches/{self.match}": self.script.header,
            f"/api/v1/matches/{self.match}/position": self.script.watched
            if "Authorization" not in request.headers
            else self.script.position,
        }
        if path not in documents:
            return _json(HTTPStatus.NOT_FOUND, {"code": "not_found", "status": 404})
        return _json(HTTPStatus.OK, documents[path]())

    def _handshake(self, connection: ServerConnection, request: Request) -> Response | None:
        if self.refusals:
            self.refusals -= 1
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "busy\n")
        offered = request.headers.get("Sec-WebSocket-Protocol", "")
        if SUBPROTOCOL not in offered:
            return connection.respond(HTTPStatus.BAD_REQUEST, "subprotocol\n")
        return None

    async def talk(self, connection: ServerConnection) -> None:
        """Hand a connection to the script, and keep it until it ends."""
        call = Call(
            connection,
            self.script,
            self.token,
            heartbeat_ms=self.heartbeat_ms,
            patience=self._patience,
        )
        self.calls.append(call)
        self._waiting.put_nowait(call)
        await connection.wait_closed()


class Theatre:
    """Where clients are tried: a stage of its own for each check."""

    def __init__(self, launch: Launch, *, patience: float = PATIENCE_SECONDS) -> None:
        self._launch = launch
        self._patience = patience
        self._evening = shown()

    @asynccontextmanager
    async def stage(self, *, heartbeat_ms: int = 10_000, refusals: int = 0) -> AsyncIterator[Stage]:
        """Return a stage, its server listening, the client started; both end with the block."""
        stage = Stage(self._evening, self._patience)
        stage.heartbeat_ms, stage.refusals = heartbeat_ms, refusals
        async with _serving(stage) as server:
            host, port = server.sockets[0].getsockname()[:2]
            stage.run = await self._launch(
                {
                    "PARLOUR_URL": f"http://{host}:{port}",
                    "PARLOUR_TOKEN": stage.token,
                    "PARLOUR_MATCH": stage.match,
                    "PARLOUR_SEED": "1",
                }
            )
            try:
                yield stage
            finally:
                for call in stage.calls:
                    call.cut()
                await stage.run.stop()


@asynccontextmanager
async def _serving(stage: Stage) -> AsyncIterator[Server]:
    async with serve(
        stage.talk,
        "127.0.0.1",
        0,
        subprotocols=[SUBPROTOCOL],
        process_request=stage.answer,
        ping_interval=None,
        compression=None,
        close_timeout=0.5,
    ) as server:
        yield server


def _json(status: HTTPStatus, document: Json) -> Response:
    body = json.dumps(document).encode()
    headers = Headers(
        [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
    )
    return Response(status.value, status.phrase, headers, body)


def _last_words(ended: Ended) -> str:
    said = (ended.err.strip() or ended.out.strip()).splitlines()
    return f"exit code {ended.code}, {said[-1][:120] if said else 'without a word'}"
