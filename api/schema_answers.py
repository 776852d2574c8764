"""What an operation may answer, in the OpenAPI description: its success, and every problem.

The examples are those of `api.recorded`: what a playthrough was answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import groupby
from typing import Final

from api import recorded
from api.idempotency import REPLAYED
from api.json_schemas import Schema, reference
from api.operation import Access, Operation
from api.problems import ILLEGAL_STATUS, PROBLEMS
from api.recorded import Call
from api.schema_texts import HEADERS
from api.serializers.problems import Problem

JSON: Final = "application/json"
PROBLEM_JSON: Final = "application/problem+json"
EXAMPLES: Final = "#/components/examples/"
EVERYWHERE: Final = ("bad_host", "bad_request", "payload_too_large", "server_error")
"""What any address may answer, whatever it is asked."""

_OF_STATUS: Final = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After", "RateLimit", "RateLimit-Policy"),
    503: ("Retry-After",),
}


def responses(declared: Operation, path: str) -> dict[str, Schema]:
    """Return everything this operation may answer, by status."""
    answers = {**_success(declared), **_problems(declared, path)}
    for status, answer in declared.other_answers.items():
        other: Schema = {"description": HTTPStatus(status).phrase}
        if answer is not None:
            met = _examples(_answered(declared, status))
            other["content"] = {JSON: {"schema": reference(answer), **met}}
        if beside := answers.get(str(status), {}).get("content"):
            other["content"] = {**other.get("content", {}), **beside}
        answers[str(status)] = other
    return answers


def examples_of_requests(declared: Operation) -> Schema:
    """Return the ``examples`` of a body, by what was recorded or else by what is declared."""
    sent = [call for call in recorded.calls(declared.id) if call.request is not None]
    found = {
        call.name: {"summary": call.summary, "value": call.request}
        for call in sent
        if call.status < HTTPStatus.BAD_REQUEST
    }
    if found:
        return {"examples": found}
    return {} if declared.example is None else {"example": dict(declared.example)}


def codes_of(declared: Operation, path: str) -> list[str]:
    """Return every problem code an operation may answer, the refusals of the games aside."""
    codes = {*declared.problems, *EVERYWHERE}
    if declared.access is not Access.OPEN:
        codes |= {"token_invalid", "token_expired", "not_acceptable", "unavailable"}
    if declared.access is Access.PLAYER:
        codes.add("token_missing")
    if declared.body is not None:
        codes |= {"malformed", "unsupported_media_type"}
    if declared.query is not None:
        codes.add("malformed")
    if declared.keyed:
        codes |= {"bad_request_id", "request_id_reused"}
    if declared.asks_decision:
        codes.add("malformed")
    if "{" in path:
        codes.add("not_found")
    return sorted(codes)


def problem_examples(codes: Iterable[str]) -> dict[str, Schema]:
    """Return the components under ``examples``: a document of each code, as it was met."""
    met = recorded.problems()
    return {
        code: {"summary": PROBLEMS[code].title, "value": met[code]}
        for code in sorted(codes)
        if code in met
    }


# --- What was hoped for ---------------------------------------------------------------------------


def _success(declared: Operation) -> dict[str, Schema]:
    answer: Schema = {"description": HTTPStatus(declared.status).phrase}
    names = declared.headers + ((REPLAYED,) if declared.keyed else ())
    if names:
        answer["headers"] = {name: HEADERS[name] for name in names}
    content = dict(_content(declared))
    if content:
        answer["content"] = content
    answers = {str(declared.status): answer}
    if declared.conditional:
        answers["304"] = {"description": "Not Modified: what you have is what there is."}
    return answers


def _content(declared: Operation) -> Iterator[tuple[str, Schema]]:
    met = _answered(declared, declared.status)
    if declared.answer is not None:
        yield JSON, {"schema": reference(declared.answer), **_examples(met)}
    for media_type in declared.also_as:
        yield media_type, {"schema": {"type": "string"}, **_examples(met, media_type)}


def _answered(declared: Operation, status: int) -> list[Call]:
    return [call for call in recorded.calls(declared.id) if call.status == status]


def _examples(met: Iterable[Call], media_type: str = JSON) -> Schema:
    found = {
        call.name: {"summary": _summary(call), "value": call.answer}
        for call in met
        if call.media_type == media_type and call.answer is not None
    }
    return {"examples": found} if found else {}


def _summary(call: Call) -> str:
    return call.summary + (" (shortened)" if call.shortened else "")


# --- What may go wrong ----------------------------------------------------------------------------


def _problems(declared: Operation, path: str) -> dict[str, Schema]:
    def status_of(code: str) -> int:
        return PROBLEMS[code].status

    codes = sorted(codes_of(declared, path), key=lambda code: (status_of(code), code))
    found = {
        str(status): _refused(status, list(group)) for status, group in groupby(codes, status_of)
    }
    if declared.illegal:
        _add_illegal(found.setdefault(str(ILLEGAL_STATUS), _refused(ILLEGAL_STATUS, [])))
    return found


def _refused(status: int, codes: Iterable[str]) -> Schema:
    codes = list(codes)
    lines = [f"- `{code}`: {PROBLEMS[code].text}" for code in codes]
    met = [code for code in codes if code in recorded.problems()]
    refused: Schema = {
        "description": "\n".join([f"{HTTPStatus(status).phrase}:", *lines]),
        "content": {
            PROBLEM_JSON: {
                "schema": reference(Problem),
                "examples": {code: {"$ref": EXAMPLES + code} for code in met},
            }
        },
    }
    if status in _OF_STATUS:
        refused["headers"] = {name: HEADERS[name] for name in _OF_STATUS[status]}
    return refused


def _add_illegal(refused: Schema) -> None:
    """Say that the rules of the match's game may refuse, with one example from each game."""
    refused["description"] += "\n- a code of the game's refusals, with the `rule` it rests on"
    examples = refused["content"][PROBLEM_JSON]["examples"]
    for game, met in recorded.refusals().items():
        for code in sorted(met)[:1]:
            examples[game] = {"summary": f"{game}: {code}", "value": met[code]}
