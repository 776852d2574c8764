"""Problem documents (RFC 9457) as they stand on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from api.serializers.components import component
from games.rules.kernel import Data, Meta

Param = int | str | Sequence[int | str]

Pointer = Annotated[
    str,
    Meta(description='JSON pointer (RFC 6901) into the body; "" is the whole of it.'),
]


class Flaw(Data, frozen=True):
    """One thing that is wrong: where, what, and the numbers in question.

    A flaw of the query names its parameter in `params.parameter`.
    """

    pointer: Pointer
    code: str
    params: dict[str, Param] = {}


class RateLimit(Data, frozen=True):
    """The limit that was reached: `remaining` of `limit`, full again in `reset_s` seconds."""

    key: str
    limit: int
    remaining: int
    reset_s: int
    window_s: int


class Problem(Data, frozen=True, omit_defaults=True):
    """Why not, in one shape for every refusal and fault (RFC 9457).

    Branch on `code`; `detail` is for people.  `rule` names the section of the game's rules an
    illegal action broke.  With `retryable` the same request may succeed later by itself.  A
    `stale_decision` brings the current `decision` and `position` along.
    """

    type: Annotated[str, Meta(description="A page about this kind of problem.")]
    title: str
    status: int
    code: Annotated[str, Meta(description="What to branch on: one word, never reworded.")]
    detail: Annotated[str, Meta(description="A sentence for a person.")]
    errors: list[Flaw]
    retryable: bool
    trace_id: Annotated[str, Meta(description="What to quote when you ask us about it.")]
    rule: Annotated[str, Meta(examples=["WTS 7.4"])] | None = None
    match: UUID | None = None
    decision: int | None = None
    ratelimit: RateLimit | None = None
    position: Annotated[dict[str, Any], component("Position")] | None = None
