"""A replay in the game's own words, ply by ply: for people at a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.rules import registry
from games.rules.kernel import Event
from scoring.replays.files import ALL, FilePly, Replay
from scoring.replays.playback import rules_of


def lines(file: Replay) -> Iterator[str]:
    """Yield the story, line by line.

    In a file that is all open, what only some were told stands behind their names in brackets.
    Raises `playback.UnknownRules`.
    """
    rules, names = rules_of(file), names_of(file)
    yield f"{rules.title} (rules version {file.rules_version}), match {file.match}"
    yield f"At the table: {', '.join(_sitters(file))}.  Told through {_eyes(file, names)}."
    if file.after:
        yield f"(The first {file.after} plies are left out.)"
    tell = _words(type(rules))
    for ply in file.plies:
        yield ""
        yield f"{ply.ply:>4}  {_act(ply, names)}"
        for event in registry.events_from(type(rules), ply.events):
            told = tell(event, names, ply.ply) or _plain(event)
            yield f"      {_heard(event, file, names)}{told}"
    yield ""
    yield from _end(file, names)


def names_of(file: Replay) -> list[str]:
    """Return what everybody is called, by seat; a deleted player is a seat."""
    sitting = {sitter.seat: sitter for sitter in file.players}
    return [_name(sitting.get(seat), seat) for seat in range(file.seats)]


def _name(sitter: Any, seat: int) -> str:
    if sitter is None or not (sitter.name or sitter.bot):
        return f"Seat {seat}"
    return sitter.name or f"Bot {seat}"


def _sitters(file: Replay) -> list[str]:
    """Return everybody's name; a bot's level stands behind it."""
    levels = {sitter.seat: sitter.bot for sitter in file.players}
    names = enumerate(names_of(file))
    return [f"{name} ({levels[seat]})" if levels.get(seat) else name for seat, name in names]


def _eyes(file: Replay, names: Sequence[str]) -> str:
    if isinstance(file.eyes, int):
        return f"the eyes of {names[file.eyes]}"
    return "everybody's eyes at once" if file.eyes == ALL else "the eyes of a spectator"


def _act(ply: FilePly, names: Sequence[str]) -> str:
    if ply.timer is not None:
        return f"the bell of hourglass {ply.timer}"
    if ply.seat is None or ply.action is None:
        return "…"
    fields = {name: value for name, value in ply.action.items() if name != "type"}
    said = f" {json.dumps(fields, sort_keys=True, ensure_ascii=False)}" if fields else ""
    return f"{names[ply.seat]}: {ply.action.get('type')}{said}"


def _heard(event: Event, file: Replay, names: Sequence[str]) -> str:
    if file.eyes != ALL or event.seen_by(None):
        return ""
    return f"[{', '.join(n for seat, n in enumerate(names) if event.seen_by(seat))}] "


def _plain(event: Event) -> str:
    return json.dumps(registry.builtins(event), ensure_ascii=False)


def _end(file: Replay, names: Sequence[str]) -> Iterator[str]:
    if file.outcome is None:
        yield f"So far, {file.ply} of {file.last} plies."
        return
    yield "It is over."
    ranking = zip(file.outcome["places"], names, file.outcome["scores"], strict=True)
    for place, name, score in sorted(ranking, key=lambda row: row[0]):
        yield f"{place:>4}. {name}: {score:,}"


def _words(rules: type[registry.AnyGame]) -> Any:
    """Return the game's function that tells an event; it stands in ``texts`` beside the rules."""
    for kind in rules.__mro__:
        package = kind.__module__.rpartition(".")[0]
        if package.startswith("games.rules.") and find_spec(f"{package}.texts"):
            return import_module(f"{package}.texts").tell
    return lambda *_: None
