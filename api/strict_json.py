"""JSON read without mercy: what two readers could understand differently is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, ClassVar, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")

MOST_DEPTH = 16
MOST_INTEGER = 2**53
"""Beyond this a JavaScript client would read another number than was written."""


class Malformed(ValueError):
    """The request cannot be read; `pointer` (RFC 6901) leads to the place, "" is the whole.

    `problem` is the code of the problem a client is told of.

    `code` says what is wrong there: ``malformed``, ``duplicate_key``, ``not_a_number``,
    ``too_deep``, ``bad_text``, ``unknown_field``, ``missing_field``, ``wrong_type``,
    ``out_of_range``, ``unknown_value``, ``bad_format``.
    """

    problem: ClassVar[str] = "malformed"

    def __init__(
        self,
        detail: str,
        pointer: str = "",
        *,
        code: str = "malformed",
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.code = code
        self.params = dict(params or {})


class TooLarge(Malformed):
    """The body is longer than this door lets through."""

    problem = "payload_too_large"


def loads(raw: bytes, *, limit: int) -> object:
    """Return the one JSON value in `raw`, at most `limit` bytes.  Raises `Malformed`, `TooLarge`.

    Refused are invalid UTF-8, duplicate keys, NaN and infinities, integers beyond 2**53, lone
    surrogates and NUL in texts, nesting deeper than 16, and anything after the value.
    """
    if len(raw) > limit:
        raise TooLarge(f"At most {limit} bytes are read.", code="too_large", params={"most": limit})
    text = _utf8(raw)
    _measure_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"Not JSON: {error.msg} at character {error.pos}.") from error
    for flaw in _flaws(value, ""):
        raise Malformed(flaw.detail, flaw.pointer, code=flaw.code)
    return value


def convert(value: object, kind: type[T] | Any, *, lax: bool = False) -> T:
    """Return `value` (from `loads`) as a `kind`.  Raises `Malformed` with the offending path.

    `lax` reads numbers and booleans from texts: for query strings.
    """
    try:
        result: T = msgspec.convert(value, kind, strict=not lax)
    except msgspec.ValidationError as error:
        raise malformed_of(error) from error
    return result


# --- What Python's reader would let pass ----------------------------------------------------------


class _Flaw(NamedTuple):
    """Stands in the read value where something unacceptable stood, until its path is known."""

    detail: str
    code: str
    pointer: str = ""


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"Not UTF-8 at byte {error.start}.", code="bad_text") from error


_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Whole texts (possessive, so that an unclosed one costs one pass), and brackets outside them."""


def _measure_depth(text: str) -> None:
    """Refuse deep nesting before a recursive reader sees it."""
    depth = 0
    for token in _BRACKETS.finditer(text):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        if depth > MOST_DEPTH:
            raise Malformed(
                f"Nested deeper than {MOST_DEPTH}.", code="too_deep", params={"most": MOST_DEPTH}
            )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        twice = key in found
        found[key] = _Flaw("This key stands here twice.", "duplicate_key") if twice else value
    return found


def _integer(text: str) -> int | _Flaw:
    too_long = len(text) > len(str(MOST_INTEGER)) + 1
    if too_long or abs(int(text)) > MOST_INTEGER:
        return _Flaw("Integers beyond 2^53 are not exact everywhere.", "out_of_range")
    return int(text)


def _float(text: str) -> float | _Flaw:
    number = float(text)
    return number if isfinite(number) else _Flaw("Not a finite number.", "not_a_number")


def _constant(text: str) -> _Flaw:
    return _Flaw(f"{text} is not JSON.", "not_a_number")


def _flaws(value: object, pointer: str) -> Iterator[_Flaw]:
    """Yield what is wrong in `value`, in the order in which it was written."""
    if isinstance(value, _Flaw):
        yield value._replace(pointer=pointer)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not _clean(key):
                yield _Flaw("A key holds NUL or half a character.", "bad_text", pointer)
            yield from _flaws(item, f"{pointer}/{escaped(key)}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _flaws(item, f"{pointer}/{place}")
    elif isinstance(value, str) and not _clean(value):
        yield _Flaw("NUL and half characters are not text.", "bad_text", pointer)


_UNCLEAN = re.compile("[\x00\ud800-\udfff]")


def _clean(text: str) -> bool:
    return _UNCLEAN.search(text) is None


def escaped(key: str) -> str:
    """Return `key` as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


# --- msgspec's complaints, as pointers ------------------------------------------------------------

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+)\]|\[\.\.\.\]")
_FIELD = re.compile(r"^Object (?P<how>contains unknown|missing required) field `(?P<field>.*)`$")


def malformed_of(error: msgspec.ValidationError, base: str = "") -> Malformed:
    """Return what msgspec found as a `Malformed`; `base` points to what was converted."""
    found = _WHERE.match(str(error))
    what, path = (found["what"], found["path"] or "$") if found else (str(error), "$")
    pointer = base + "".join(
        f"/{escaped(step[1] or step[2])}" for step in _STEP.finditer(path) if step[1] or step[2]
    )
    if field := _FIELD.match(what):
        unknown = field["how"] == "contains unknown"
        return Malformed(
            f"{what}.",
            f"{pointer}/{escaped(field['field'])}",
            code="unknown_field" if unknown else "missing_field",
        )
    return Malformed(f"{what}.", pointer, code=_complaint(what))


def _complaint(what: str) -> str:
    """Name what msgspec says in words."""
    if what.startswith(("Invalid value", "Invalid enum value")):
        return "unknown_value"
    if what.startswith("Invalid") or "matching regex" in what:
        return "bad_format"
    if what.startswith("Expected") and ", got" in what:
        return "wrong_type"
    return "out_of_range"
