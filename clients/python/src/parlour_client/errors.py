"""What can go wrong: the server says no (`ProblemError`), or the session ends (`SessionClosed`)."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour_client.models import Problem

UNEXPECTED: Final = "unexpected_answer"
"""The code of an answer that is no problem document: something between us and the server spoke."""


class ProblemError(Exception):
    """The server refused, or could not: `problem` is its document (RFC 9457).

    Branch on `code`.  With `retryable` the same request may succeed later, unchanged.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.status} {problem.code}: {problem.detail}")
        self.problem = problem

    @property
    def code(self) -> str:
        """Return the one word to branch on."""
        return self.problem.code

    @property
    def status(self) -> int:
        """Return the HTTP status, also of what came over the socket."""
        return self.problem.status

    @property
    def retryable(self) -> bool:
        """Say whether the same request may succeed later by itself."""
        return self.problem.retryable


class SessionClosed(Exception):
    """The session is over and does not come back: by a code from 4500, or for want of a token."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}".strip())
        self.code = code
        self.reason = reason


def read_problem(raw: bytes, *, status: int = 0) -> Problem:
    """Return the problem document in `raw`; never fails, for a refusal must not get lost.

    What is no document, or lacks half of it, becomes one with what could be read.
    """
    try:
        return msgspec.json.decode(raw, type=Problem)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _pieced_together(raw, status)


class _Pieces(msgspec.Struct):
    title: str = "Unexpected answer"
    status: int = 0
    code: str = UNEXPECTED
    detail: str = "The answer is no problem document."
    retryable: bool | None = None
    match: str | None = None
    decision: int | None = None


def _pieced_together(raw: bytes, status: int) -> Problem:
    try:
        found = msgspec.json.decode(raw, type=_Pieces)
    except (msgspec.DecodeError, msgspec.ValidationError):
        found = _Pieces()
    status = found.status or status
    return Problem(
        type="about:blank",
        title=found.title,
        status=status,
        code=found.code,
        detail=found.detail,
        errors=[],
        retryable=status in (429, 502, 503, 504) if found.retryable is None else found.retryable,
        trace_id="",
        match=found.match,
        decision=found.decision,
    )
