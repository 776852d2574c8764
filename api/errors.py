"""From an exception to the one problem document, for REST and for the socket's ``nack``.

`problem_of` never raises: what it does not know is a ``server_error``, written to the log with a
trace id and told to nobody.
"""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404
from msgspec.structs import replace
from rest_framework import exceptions as rest

from accounts.errors import AccountError, Allowance, RateLimited
from api.problems import ILLEGAL_STATUS, ILLEGAL_TITLE, PROBLEMS, rulings
from api.serializers.problems import Flaw, Param, Problem, RateLimit
from api.strict_json import Malformed, malformed_of
from games.errors import StaleDecision, TableError
from games.rules.kernel import IllegalAction, Refusal
from games.rules.registry import AnyGame, UnknownGame

try:
    from redis import RedisError as BrokerError
except ImportError:  # the embedded default has no Redis, and needs none of its clients

    class BrokerError(Exception):  # type: ignore[no-redef]
        """What nothing raises."""


logger = logging.getLogger("parlour.api")


def problem_of(
    error: Exception, *, match_id: UUID | None = None, game: type[AnyGame] | None = None
) -> Problem:
    """Return what a client is told about `error`, which befell `match_id` of `game`."""
    trace_id = secrets.token_hex(16)
    try:
        problem = _problem(error, game, trace_id)
    except Exception as fault:  # noqa: BLE001 - a fault in telling of a fault must not hide it
        _log_fault(fault, trace_id)
        problem = _of_kind("server_error", trace_id)
    if problem.status == PROBLEMS["server_error"].status:
        _log_fault(error, trace_id)
    told = {"code": problem.code, "status": problem.status, "trace": trace_id}
    logger.info("problem %(code)s %(status)d trace=%(trace)s", told)
    return replace(problem, match=match_id)


def _problem(error: Exception, game: type[AnyGame] | None, trace_id: str) -> Problem:
    if isinstance(error, IllegalAction):
        return _illegal(error.refusal, game, trace_id)
    if isinstance(error, msgspec.ValidationError):
        error = malformed_of(error)
    if isinstance(error, TableError):
        return _of_table(error, trace_id)
    if isinstance(error, Malformed):
        return _malformed(error, trace_id)
    if isinstance(error, AccountError):
        return _of_account(error, trace_id)
    return _of_kind(_framework_code(error), trace_id)


def type_url(code: str) -> str:
    """Return the address of the page about `code`."""
    return f"{settings.PARLOUR_PUBLIC_URL}/problems/{code}"


# --- One function per family of exceptions --------------------------------------------------------


def _of_kind(
    code: str, trace_id: str, *, detail: str = "", flaws: tuple[Flaw, ...] = ()
) -> Problem:
    kind = PROBLEMS[code]
    return Problem(
        type=type_url(code),
        title=kind.title,
        status=kind.status,
        code=code,
        detail=detail or kind.text,
        errors=list(flaws),
        retryable=kind.retryable,
        trace_id=trace_id,
    )


def _illegal(refusal: Refusal, game: type[AnyGame] | None, trace_id: str) -> Problem:
    rule, detail = _ruling(refusal, game)
    return Problem(
        type=type_url(refusal.code),
        title=ILLEGAL_TITLE,
        status=ILLEGAL_STATUS,
        code=refusal.code,
        detail=detail,
        errors=[Flaw(refusal.pointer, refusal.code, {**refusal.params})],
        retryable=False,
        trace_id=trace_id,
        rule=rule or None,
    )


def _ruling(refusal: Refusal, game: type[AnyGame] | None) -> tuple[str, str]:
    """Return rule and text of a refusal: of `game`, or of whichever game knows the code."""
    if game is not None and refusal.code in game.refusals:
        return game.refusals[refusal.code][0], game.explain(refusal)
    for ruling in rulings(refusal.code):
        return ruling.rule, _filled(ruling.text, refusal.params)
    return "", "The rules do not allow that now."


def _of_table(error: TableError, trace_id: str) -> Problem:
    problem = _of_kind(
        error.code,
        trace_id,
        detail=error.detail,
        flaws=_flaws(error.pointer, error.code, error.params),
    )
    if isinstance(error, StaleDecision):
        problem = replace(problem, decision=error.params["decision"])
    return problem


def _malformed(error: Malformed, trace_id: str) -> Problem:
    flaw = Flaw(error.pointer, error.code, {**error.params})
    return _of_kind(error.problem, trace_id, detail=error.detail, flaws=(flaw,))


def _of_account(error: AccountError, trace_id: str) -> Problem:
    detail = _filled(PROBLEMS[error.code].text, error.params)
    flaws = _flaws(error.pointer, error.code, error.params)
    problem = _of_kind(error.code, trace_id, detail=detail, flaws=flaws)
    if isinstance(error, RateLimited):
        problem = replace(problem, ratelimit=ratelimit_of(error.allowance))
    return problem


def ratelimit_of(allowance: Allowance) -> RateLimit:
    """Return a limit as it stands on the wire."""
    key, limit, remaining, window_seconds, reset_seconds = allowance
    return RateLimit(
        key=key, limit=limit, remaining=remaining, reset_s=reset_seconds, window_s=window_seconds
    )


class _Row(NamedTuple):
    errors: tuple[type[Exception], ...]
    code: str


_FRAMEWORK = (
    _Row((rest.ParseError,), "malformed"),
    _Row((rest.NotAuthenticated, rest.AuthenticationFailed), "token_missing"),
    _Row((rest.PermissionDenied, DjangoPermissionDenied), "forbidden"),
    _Row((rest.NotFound, Http404), "not_found"),
    _Row((UnknownGame,), "no_such_game"),
    _Row((rest.MethodNotAllowed,), "method_not_allowed"),
    _Row((rest.NotAcceptable,), "not_acceptable"),
    _Row((rest.UnsupportedMediaType,), "unsupported_media_type"),
    _Row((RequestDataTooBig,), "payload_too_large"),
    _Row((DisallowedHost,), "bad_host"),
    _Row((SuspiciousOperation,), "bad_request"),
    # A lock that did not come in time, a server that restarts: declared, and safe to repeat.
    _Row((OperationalError, InterfaceError, BrokerError), "unavailable"),
)


def _framework_code(error: Exception) -> str:
    """Return the code of what Django, REST framework or the database raised."""
    return next((row.code for row in _FRAMEWORK if isinstance(error, row.errors)), "server_error")


def _flaws(pointer: str, code: str, params: Mapping[str, Param]) -> tuple[Flaw, ...]:
    """Return the one flaw of a refusal, unless there is nothing more to say than its code."""
    return (Flaw(pointer, code, dict(params)),) if pointer or params else ()


def _filled(text: str, params: Mapping[str, Any]) -> str:
    """Return `text` with its ``{params}``; one that is missing stays as it stands."""
    return text.format_map(_Params(params))


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _log_fault(error: Exception, trace_id: str) -> None:
    """Log where it broke.  Not its message: that may quote what nobody should read in a log."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    told = {"fault": type(error).__name__, "trace": trace_id, "stack": stack}
    logger.error("fault %(fault)s trace=%(trace)s\n%(stack)s", told)
