"""The evening that clients are shown: a few questions of a real match, as seat 0 was told them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from clients.conformance.checks import Json
from clients.conformance.server.venue import Table, Venue

FILE: Final = Path(__file__).with_name("evening.json")
QUESTIONS: Final = 5
LEAST_PLIES: Final = 2
MOST_PLIES: Final = 3
"""So many plies after each question are kept: enough to lose one, and still a short evening."""


@dataclass(frozen=True)
class Step:
    """A position in which seat 0 is asked, and the events of each ply that followed its answer."""

    position: Json
    plies: list[list[Json]]


@dataclass(frozen=True)
class Evening:
    """The header of a match while it runs, its questions, and how it ends.

    `end`: the last position of seat 0; `watched`: the same as onlookers see it.
    """

    header: Json
    steps: list[Step]
    end: Json
    watched: Json
    finished: Json


def shown() -> Evening:
    """Return the evening as it was recorded."""
    return msgspec.convert(msgspec.json.decode(FILE.read_bytes()), Evening)


async def recorded(url: str) -> str:
    """Play a whole match against oneself, and return the evening in it as JSON, line by line."""
    async with Venue(url) as venue:
        table = await venue.table()
        header = (await table.ada.get(f"/matches/{table.match}")).json()
        steps = await _played(table)
        telling = [step for step in steps[:-1] if len(step.plies) >= LEAST_PLIES]
        kept = [*telling[: QUESTIONS - 1], steps[-1]]
        evening = Evening(
            header=header,
            steps=[Step(each.position, each.plies[-MOST_PLIES:]) for each in kept],
            end=await table.position(),
            watched=await table.position(venue.guests[3]),
            finished=(await table.ada.get(f"/matches/{table.match}")).json(),
        )
    text = msgspec.json.encode(evening).decode()
    for part in ('{"position":', '"end":', '"watched":', '"finished":'):
        text = text.replace(part, f"\n{part}")
    return text + "\n"


async def _played(table: Table) -> list[Step]:
    """Play to the end, and return every question of seat 0 with what followed."""
    luck = Random(7)  # noqa: S311 - the same evening each time would be nice, and is not needed
    asked: list[Json] = []
    while (position := await table.position())["view"]["to_act"]:
        seat = position["view"]["to_act"][0]
        if seat == 0:
            asked.append(position)
        mover = table.people[seat]
        wish = table.answer_to(await table.position(mover))
        legal = (await table.position(mover))["legal"]
        await table.act(mover, {**wish, "action": luck.choice(legal)})
    return _steps(asked, await table.plies())


def _steps(asked: Sequence[Json], plies: Sequence[Json]) -> list[Step]:
    ends = [position["ply"] for position in asked[1:]] + [plies[-1]["ply"]]
    return [
        Step(
            position,
            [ply["events"] for ply in plies if position["ply"] < ply["ply"] <= end],
        )
        for position, end in zip(asked, ends, strict=True)
    ]
