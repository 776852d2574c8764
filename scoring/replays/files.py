"""A replay as one JSON file: its fields, how it is read, and what it promises.

``docs/api/replay.md`` explains the format, ``docs/api/replay.schema.json`` is made of these types.

Errors: `NoReplay` (not a replay, or not of this format; the message says where).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from games.rules.kernel import Data
from scoring.replays import chain

ALL: Final = "all"
SPECTATOR: Final = "spectator"
Eyes: TypeAlias = Literal["all", "spectator"] | Annotated[int, Meta(ge=0, le=9)]
"""Through whose eyes: a seat's, a spectator's, or everybody's at once."""
MOST_BYTES: Final = 64 * 1024 * 1024
Hash: TypeAlias = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 or a key, in hexadecimal digits.")
]
_BESIDE_THE_VIEW = ("ply", "decision", "timers")


class NoReplay(ValueError):
    """This is no replay that can be read here."""


class Sitter(Data, frozen=True):
    """Who sat there at the end: a player's name, or a bot's level; a deleted player has neither."""

    seat: int
    name: str | None
    bot: str | None


class FilePly(Data, frozen=True, omit_defaults=True):
    """One ply: the action of a seat, or the bell of a timer; what was noticed; when (UTC).

    Through one seat's eyes only its own actions stand here, and the events it was told.  `link`: of
    the hash chain, in files that are all open.
    """

    ply: int
    seat: int | None
    action: dict[str, Any] | None
    timer: int | None
    events: list[dict[str, Any]]
    at: str
    link: Hash | None = None


class Replay(Data, frozen=True):
    """A match, or its first plies, as a file.

    `match`: its id; `game`: the options, with the game's name as `type`; `eyes`: through whose eyes
    it is told; `last`: how many plies the match has, `ply`: up to which the file goes, `after`:
    which of them are left out at its beginning.  `opening` and `table`: what is seen before the
    first ply and after `ply`, by seat (or "spectator").  `seed` (hexadecimal), `nonces` and `chain`
    (the head of the hash chain) are there when the match is over and all is open.
    """

    format: Literal["parlour-replay/1"]
    match: str
    game: dict[str, Any]
    rules_version: int
    seats: Annotated[int, Meta(ge=1, le=10)]
    players: list[Sitter]
    status: Literal["running", "finished", "abandoned", "frozen"]
    eyes: Eyes
    commitment: Hash
    seed: Hash | None
    nonces: list[str] | None
    last: int
    ply: int
    after: int
    opening: dict[str, dict[str, Any]] | None
    plies: list[FilePly]
    table: dict[str, dict[str, Any]]
    outcome: dict[str, Any] | None
    chain: Hash | None

    @property
    def whole(self) -> bool:
        """Whether everything is in it, so that it can be played again."""
        return self.eyes == ALL and self.after == 0 and self.seed is not None


def seen_by(eyes: Eyes, seats: int) -> list[int | None]:
    """Return the seats (None: a spectator) whose views stand in a file."""
    if eyes == ALL:
        return [*range(seats)]
    return [eyes if isinstance(eyes, int) else None]


def place(seat: int | None) -> str:
    """Return under which name a seat's view stands in a file."""
    return SPECTATOR if seat is None else str(seat)


def view_data(view: Any) -> dict[str, Any]:
    """Return a view as it goes over the wire: without what stands beside it there."""
    data: dict[str, Any] = msgspec.to_builtins(view, str_keys=True)
    return {name: value for name, value in data.items() if name not in _BESIDE_THE_VIEW}


def written(file: Replay) -> bytes:
    """Return the file's bytes: JSON that people can read, a line for each ply."""
    rows = msgspec.to_builtins(file, str_keys=True)
    plies = rows.pop("plies")
    head = ",\n".join(f"  {chain.canonical(k)}: {chain.canonical(v)}" for k, v in rows.items())
    body = ",\n".join(f"    {chain.canonical(ply)}" for ply in plies)
    return f'{{\n{head},\n  "plies": [\n{body}\n  ]\n}}\n'.encode()


def read(data: bytes) -> Replay:
    """Return the replay of a file.  Raises `NoReplay`."""
    if len(data) > MOST_BYTES:
        raise NoReplay(f"more than {MOST_BYTES} bytes")
    try:
        return msgspec.json.decode(data, type=Replay)
    except msgspec.MsgspecError as flaw:
        raise NoReplay(str(flaw)) from flaw
    except RecursionError as flaw:
        raise NoReplay("nested too deeply") from flaw


def links_of(file: Replay) -> list[str]:
    """Return what the links of an all open file should be, from its own words."""
    first = chain.begin(
        match=file.match,
        game=file.game,
        rules_version=file.rules_version,
        seats=file.seats,
        commitment=file.commitment,
        nonces=file.nonces or [],
        opening=file.opening,
    )
    plies = [msgspec.to_builtins(ply) | {"link": None} for ply in file.plies]
    return [first, *chain.links(first, plies)]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(Replay)
