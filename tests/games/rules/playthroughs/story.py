"""Whole matches as stories: what was done, in the words of the wire, and what the table heard.

One transcript per game and seat count is checked in and compared, so that a change of the rules is
reviewed as a change of a story.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from games.rules import registry
from games.rules.kernel import Data, Event
from games.rules.registry import builtins
from tests.laws.matches import Match, Played, record
from tests.laws.players import any_ply
from tests.laws.tables import Table

HERE = Path(__file__).parent
NAMES = ("Ava", "Bianca", "Cleo", "Dita", "Elle", "Fifi")
OPTIONS: dict[str, dict[str, object]] = {
    "work_the_strip": {"rounds": 2},
    "lap_dance": {"rounds": 3, "start_favor": 3},
    "hand_and_foot": {"rounds": 2},
}
"""Short matches, for they are to be read."""
SEEDS: dict[tuple[str, int], int] = {
    ("work_the_strip", 3): 79,
    ("work_the_strip", 4): 79,
    ("work_the_strip", 5): 152,
    ("work_the_strip", 6): 299,
    ("lap_dance", 2): 261,
    ("lap_dance", 3): 503,
    ("lap_dance", 4): 330,
    ("hand_and_foot", 2): 32,
    ("hand_and_foot", 3): 115,
    ("hand_and_foot", 4): 97,
    ("hand_and_foot", 5): 117,
    ("hand_and_foot", 6): 34,
}
"""Matches in which much happens; others are played by seed 0."""


def chapters() -> dict[Path, Table]:
    """Return every file and the table it tells of."""
    return {
        HERE / f"{name}_{seats}.txt": Table(game, seats)
        for name in registry.names()
        for game in (registry.game(name, OPTIONS.get(name)),)
        for seats in game.seats
    }


def transcript(table: Table) -> str:
    """Return the story of one match."""
    game, seats = table
    random = Random(SEEDS.get((game.name, seats), 0))
    start = game.setup(seats, random.randbytes(32).hex())
    match = record(table, start, lambda state: any_ply(game, state, random), game.max_plies)
    return "\n".join([*_head(match), *_plies(match), *_end(match), ""])


def _head(match: Match) -> Iterator[str]:
    game = match.game
    yield f"{game.title}, version {game.version}, {match.table.seats} seats"
    yield f"options: {_json(game.options)}"
    yield f"key: {match.states[0].rng.key}"
    yield "Under each ply stands what was told; in brackets, to whom alone."
    yield ""
    public = builtins(game.view(match.states[0], None)).items()
    for seat in range(match.table.seats):
        view = builtins(game.view(match.states[0], seat)).items()
        own = {name: value for name, value in view if (name, value) not in public}
        yield f"{NAMES[seat]} begins: {_json(own)}"


def _plies(match: Match) -> Iterator[str]:
    for step in match.steps:
        yield ""
        yield f"{step.after.ply:>3}  {_act(step)}"
        for event in step.events:
            yield f"     {_told(match, event, step.after.ply)}"
            if any(_is_a_list_of_data(value) for value in msgspec.structs.astuple(event)):
                yield f"     {_json(event)}"
            for line in _details(match, event):
                yield f"       {line}"


def _act(step: Played) -> str:
    if isinstance(step.ply, int):
        name = next(timer.name for timer in step.before.timers if timer.id == step.ply)
        return f"the bell of {name} ({step.ply})"
    seat, action = step.ply
    return f"{NAMES[seat]} ({seat}): {_json(action)}"


def _told(match: Match, event: Event, ply: int) -> str:
    """Return the event in the game's own words, or as data where it has none."""
    sentence = _texts(match).tell(event, NAMES[: match.table.seats], ply) or _json(event)
    if event.seen_by(None):
        return str(sentence)
    seats = [NAMES[seat] for seat in range(match.table.seats) if event.seen_by(seat)]
    return f"[{', '.join(seats)}] {sentence}"


def _details(match: Match, event: Event) -> tuple[str, ...]:
    """Return the lines a game's words add to an event, where they do."""
    details = getattr(_texts(match), "details", None)
    return details(event, NAMES[: match.table.seats]) if details else ()


def _texts(match: Match) -> Any:
    return import_module(type(match.game).__module__.replace(".game", ".texts"))


def _end(match: Match) -> Iterator[str]:
    yield ""
    yield f"outcome: {_json(match.game.outcome(match.states[-1]))}"


def _is_a_list_of_data(value: object) -> bool:
    """Say whether there is more to it than a sentence tells, such as the lines of a score."""
    return isinstance(value, tuple) and any(isinstance(item, Data) for item in value)


def _json(thing: Any) -> str:
    return json.dumps(builtins(thing), ensure_ascii=False)
