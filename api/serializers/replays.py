"""Looking back on the wire: replays, links to them, and the proof of a shuffle."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, UnsetType

from api.serializers.components import Time
from api.serializers.matches import Game, Outcome
from api.serializers.positions import AnyAction, AnyEvent, AnyView
from games.models import Status
from games.rules.kernel import Data, Meta
from games.rules.registry import builtins
from scoring.replays import selectors
from scoring.replays.files import Replay as File
from scoring.replays.models import ReplayShare

PlyNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ReplayPart(Data, frozen=True):
    """Which part of a match to look at."""

    ply: Annotated[
        PlyNumber | None, Meta(description="Up to which ply; `table` is as it stood then.")
    ] = None
    after: Annotated[PlyNumber, Meta(description="The plies up to this one are left out.")] = 0


class ReplayFilter(ReplayPart, frozen=True):
    """Which part of a match to look at, and through whose eyes."""

    seat: Annotated[
        Annotated[int, Meta(ge=0, le=9)] | None,
        Meta(description="Through whose eyes. Before the end it can only be my own seat."),
    ] = None


class NewShare(Data, frozen=True):
    """Through whose eyes the link shows the match; by default all is open."""

    seat: Annotated[int, Meta(ge=0, le=9)] | None = None


# --- Answered -------------------------------------------------------------------------------------


class ReplaySeat(Data, frozen=True):
    """Who sat there at the end: a player, or a bot of some level; of a deleted player neither."""

    seat: int
    name: str | None
    bot: str | None


class ReplayPly(Data, frozen=True):
    """A ply with everything in it; through one seat's eyes what it did itself, and was told."""

    ply: int
    seat: Annotated[int, Meta(description="Who acted; null: a bell, or not to be seen.")] | None
    action: AnyAction | None
    timer: Annotated[int, Meta(description="The hourglass whose bell it was.")] | None
    events: list[AnyEvent]
    at: Annotated[str, Meta(description="UTC to the microsecond, as it was hashed.")]
    link: Annotated[Hex, Meta(description="Of the hash chain, where all is open.")] | UnsetType = (
        UNSET
    )


class Replay(Data, frozen=True):
    """A match as a file: `docs/api/replay.md`, and `docs/fairness.md` for seed and chain.

    `opening` is what was seen before the first ply, `table` what was seen after `ply`: by seat, or
    under `spectator`.  Seed, nonces and chain are there when the match is over and all is open.
    """

    format: Literal["parlour-replay/1"]
    match: UUID
    game: Game
    rules_version: int
    seats: int
    players: list[ReplaySeat]
    status: Status
    eyes: Annotated[
        Literal["all", "spectator"] | int, Meta(description="Through whose eyes: a seat's number.")
    ]
    commitment: Hex
    seed: Hex | None
    nonces: list[str] | None
    last: Annotated[int, Meta(description="How many plies the match has.")]
    ply: Annotated[int, Meta(description="Up to which the file goes.")]
    after: Annotated[int, Meta(description="The plies up to this one are left out.")]
    opening: Annotated[dict[str, AnyView], Meta(description="Not with `after`.")] | None
    plies: list[ReplayPly]
    table: dict[str, AnyView]
    outcome: Outcome | None
    chain: Annotated[Hex, Meta(description="The head of the hash chain.")] | None


class Fairness(Data, frozen=True):
    """What proves the shuffle.

    The promise is there from the beginning; seed, nonces (by seat), key and chain when the match is
    over.  How to check them, and two programs that do: `docs/fairness.md`.
    """

    match: UUID
    game: Game
    rules_version: int
    status: Status
    commitment: Annotated[Hex, Meta(description="SHA-256 of the seed.")]
    seed: Hex | None
    nonces: list[str] | None
    key: Annotated[Hex, Meta(description="HMAC-SHA256 of the seed over match and nonces.")] | None
    plies: int
    chain: Annotated[Hex, Meta(description="The head of the hash chain over the story.")] | None


class Share(Data, frozen=True):
    """A link to a replay: whoever has the token may look, at `GET /replays/{token}`."""

    token: str
    match: UUID
    eyes: Literal["all"] | int
    made_at: Time
    revoked_at: Time | None


class Shares(Data, frozen=True):
    """My links to a match, the newest first; those taken back too."""

    shares: list[Share]


def replay(file: File) -> Any:
    """Return a replay as JSON-able data: the file itself."""
    return builtins(file)


def fairness(proof: selectors.Fairness) -> dict[str, Any]:
    """Return a proof as JSON-able data."""
    return proof._asdict()


def share(row: ReplayShare) -> Share:
    """Return a link."""
    eyes: Any = row.eyes
    return Share(
        token=row.token,
        match=row.match_id,
        eyes=eyes,
        made_at=row.made_at,
        revoked_at=row.revoked_at,
    )
