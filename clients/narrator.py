"""The narrator: a client in a real seat, that plays against bots and tells what happens.

It uses the public API as anybody may: a guest's token, one POST for the table, the socket for the
rest.  ``python -m clients.narrator --url http://127.0.0.1:8000``
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import httpx

from clients.repertoire import ANY_GAME, KNOWN
from clients.seat import LineCut, Seat
from clients.story import Story

STAGE_NAMES = ("Lady Luck", "Dame Chance", "Miss Fortune", "Widow Jackpot", "Contessa Ante")
PATIENCE_SECONDS = 120.0
"""How long nothing at all may happen."""
OVERTAKEN = ("stale_decision", "wrong_phase", "not_your_turn", "not_asked")
"""How what was legal when we looked is refused, when somebody was faster."""

Json = dict[str, Any]


class Narrator:
    """One evening at one table."""

    def __init__(self, url: str, game: str, options: Mapping[str, Any], seats: int) -> None:
        self._url = url
        self._knows = KNOWN.get(game, ANY_GAME)
        self._options = {"type": game, **KNOWN.get(game, ANY_GAME).options, **options}
        self._bots = [{"seat": seat, "level": "greedy"} for seat in range(1, seats)]
        self._answered = -1
        self._position: Json = {}
        self._refused: list[Json] = []

    async def tell(self) -> None:
        """Play a match and tell it.  Raises `httpx.HTTPError`, `LineCut`, `TimeoutError`."""
        seat, story = await self._sit_down()
        frames = seat.frames()
        while not story.over:
            async with asyncio.timeout(PATIENCE_SECONDS):
                kind, data = await anext(frames)
            if kind == "ply":
                story.hear(data["events"])
            elif kind == "position":
                story.look(data["view"])
                await self._answer(seat, dict(data))
            elif kind == "nack":
                await self._think_again(seat, data)
        await frames.aclose()

    async def _sit_down(self) -> tuple[Seat, Story]:
        """Become a guest, open a table, and read up on the words."""
        async with httpx.AsyncClient(
            base_url=f"{self._url}/api/v1", trust_env=False, timeout=20
        ) as http:
            guest = await _answer(http.post("/players/guest", json={}))
            game = f"/games/{self._options['type']}"
            texts = await _answer(http.get(f"{game}/texts"))
            cards = await _answer(http.get(f"{game}/cards"))
            table = {"game": self._options, "seats": 1 + len(self._bots), "bots": self._bots}
            http.headers["Authorization"] = f"Bearer {guest['token']}"
            match = await _answer(
                http.post(
                    "/matches",
                    json={**table, "start": True},
                    headers={"Idempotency-Key": uuid4().hex},
                )
            )
            first = await _answer(http.get(f"/matches/{match['id']}/position"))
        names = [guest["player"]["name"], *STAGE_NAMES[: len(self._bots)]]
        who = "who are bots" if len(self._bots) > 1 else "who is a bot"
        _say(f"{names[0]} takes a seat against {', '.join(names[1:])}, {who}.")
        _say(f"Match {match['id']}; the shuffle is sealed as {match['commitment'][:16]}…")
        seat = Seat(self._url, guest["token"], match["id"])
        seat.last = {"epoch": match["epoch"], "ply": 0}
        story = self._knows.story(self._knows.words(texts, cards, names), _say)
        story.begin(first["view"])
        return seat, story

    async def _answer(self, seat: Seat, position: Json) -> None:
        """Act if this position asks something new of us."""
        self._position = position
        if position["legal"] and position["decision"] > self._answered:
            self._answered, self._refused = position["decision"], []
            await self._act(seat)

    async def _think_again(self, seat: Seat, problem: Mapping[str, Any]) -> None:
        """Take the next best after a refusal; where somebody was faster, wait for what is new."""
        if problem["code"] in OVERTAKEN:
            return
        _say(f"    (refused: {problem['detail']})")
        self._position["legal"] = [
            action for action in self._position["legal"] if action not in self._refused
        ]
        await self._act(seat)

    async def _act(self, seat: Seat) -> None:
        action, view = self._knows.choose(self._position), self._position["view"]
        if action is None and view["seat"] not in view["to_act"]:
            return
        if action is None:
            raise LineCut("everything that was legal is refused")
        self._refused.append(dict(action))
        await seat.act(action, self._position["decision"])


async def _answer(request: Any) -> Json:
    """Return the body of a successful answer.  Raises `httpx.HTTPError`."""
    answer: httpx.Response = await request
    if answer.is_error:
        raise httpx.HTTPError(f"{answer.status_code} {answer.text}")
    body: Json = answer.json()
    return body


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _option(text: str) -> tuple[str, Any]:
    """Return ``rounds=2`` as a name and a value."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main() -> int:
    """Read the arguments, play, and return the exit code."""
    parser = argparse.ArgumentParser(prog="clients.narrator", description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="work_the_strip")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    narrator = Narrator(asked.url.rstrip("/"), asked.game, dict(asked.option), asked.seats)
    try:
        asyncio.run(narrator.tell())
    except KeyboardInterrupt:
        return 130
    except (httpx.HTTPError, LineCut, TimeoutError) as failure:
        sys.stderr.write(f"The story breaks off: {str(failure) or type(failure).__name__}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
