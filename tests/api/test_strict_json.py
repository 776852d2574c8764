"""What two readers could understand differently is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.strict_json import MOST_DEPTH, Malformed, TooLarge, convert, loads
from games.rules.kernel import Data, Meta
from games.rules.registry import builtins

LIMIT = 64 * 1024


def flaw_of(raw: bytes, limit: int = LIMIT) -> tuple[str, str]:
    with pytest.raises(Malformed) as refused:
        loads(raw, limit=limit)
    return refused.value.pointer, refused.value.code


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}),
        (b' "\\ud83d\\ude00" ', "\N{GRINNING FACE}"),
        ("\N{GRINNING FACE}".join('""').encode(), "\N{GRINNING FACE}"),
        (b"9007199254740992", 2**53),
        (b"-9007199254740992", -(2**53)),
        (b'"' + b"[" * 100 + b'"', "[" * 100),
        (b"[" * MOST_DEPTH + b"]" * MOST_DEPTH, [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]),
        (b'"\\\\"', "\\"),
    ],
)
def test_one_plain_value_is_read(raw: bytes, value: object) -> None:
    assert loads(raw, limit=LIMIT) == value


@pytest.mark.parametrize(
    ("raw", "pointer", "code"),
    [
        (b"", "", "malformed"),
        (b"{", "", "malformed"),
        (b'{"a": 1,}', "", "malformed"),
        (b"{'a': 1}", "", "malformed"),
        (b"{} {}", "", "malformed"),
        (b"\xef\xbb\xbf{}", "", "malformed"),
        (b'"a\nb"', "", "malformed"),
        (b"01", "", "malformed"),
        (b"\xff", "", "bad_text"),
        (b'"\xc3"', "", "bad_text"),
        (b'"\xed\xa0\x80"', "", "bad_text"),
        (b'{"a": ["x", "\\ud800"]}', "/a/1", "bad_text"),
        (b'{"a": "\\u0000"}', "/a", "bad_text"),
        (b'{"a": {"\\udfff": 1}}', "/a", "bad_text"),
        (b'{"a": NaN}', "/a", "not_a_number"),
        (b"[1, -Infinity]", "/1", "not_a_number"),
        (b"[1e400]", "/0", "not_a_number"),
        (b'{"a": 9007199254740993}', "/a", "out_of_range"),
        (b"1" + b"0" * 5000, "", "out_of_range"),
        (b'{"a": 1, "a": 1}', "/a", "duplicate_key"),
        (b'{"a": [{}, {"b/~": 1, "\\u0062/~": 2}]}', "/a/1/b~1~0", "duplicate_key"),
        (b"[" * 17 + b"]" * 17, "", "too_deep"),
        (b'{"a":' * 20_000, "", "too_deep"),
        (b"[" * 60_000, "", "too_deep"),
    ],
)
def test_everything_else_is_refused_at_its_place(raw: bytes, pointer: str, code: str) -> None:
    if len(raw) > LIMIT:
        assert flaw_of(raw, len(raw)) == (pointer, code)
    else:
        assert flaw_of(raw) == (pointer, code)


def test_a_byte_too_many_is_too_large() -> None:
    assert loads(b'"1234"', limit=6) == "1234"
    with pytest.raises(TooLarge) as refused:
        loads(b'"12345"', limit=6)
    assert refused.value.params == {"most": 6}


@given(
    st.binary(max_size=64) | st.text(alphabet='{}[]",:\\u0ad8 1eN-', max_size=64).map(str.encode)
)
def test_nonsense_is_read_or_refused_and_never_more(raw: bytes) -> None:
    with suppress(Malformed):
        assert loads(raw, limit=LIMIT) == json.loads(raw)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**53), 2**53)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.just("a") | st.just("b"), inner)
        ),
        max_leaves=10,
    )
)
def test_what_is_written_is_read_back(value: Any) -> None:
    raw = json.dumps(value).encode()
    if raw.count(b"[") + raw.count(b"{") <= MOST_DEPTH:
        assert loads(raw, limit=LIMIT) == value


# --- Typed ----------------------------------------------------------------------------------------


class Inner(Data, frozen=True, tag="inner"):
    n: Annotated[int, Meta(ge=0, le=5)] = 0


class Other(Data, frozen=True, tag="other"):
    cards: tuple[str, ...]


class Outer(Data, frozen=True):
    id: UUID
    mode: Literal["a", "b"] = "a"
    inner: Inner | Other | None = None
    name: Annotated[str, Meta(pattern="^x+$", max_length=3)] = "x"


ID = "0190163d-8694-739b-aea5-966c26f8ad91"


def test_data_of_the_right_shape_is_typed() -> None:
    outer = Outer(UUID(ID), "b", Other(("x",)))
    assert convert(builtins(outer), Outer) == outer


@pytest.mark.parametrize(
    ("value", "pointer", "code"),
    [
        ([], "", "wrong_type"),
        ({}, "/id", "missing_field"),
        ({"id": "x"}, "/id", "bad_format"),
        ({"id": 1}, "/id", "wrong_type"),
        ({"id": ID, "mode": "c"}, "/mode", "unknown_value"),
        ({"id": ID, "x/y": 1}, "/x~1y", "unknown_field"),
        ({"id": ID, "inner": {}}, "/inner/type", "missing_field"),
        ({"id": ID, "inner": {"type": "outer"}}, "/inner/type", "unknown_value"),
        ({"id": ID, "inner": {"type": "inner", "n": 6}}, "/inner/n", "out_of_range"),
        ({"id": ID, "inner": {"type": "inner", "n": True}}, "/inner/n", "wrong_type"),
        ({"id": ID, "inner": {"type": "inner", "n": "1"}}, "/inner/n", "wrong_type"),
        ({"id": ID, "inner": {"type": "inner", "n": 1.0}}, "/inner/n", "wrong_type"),
        ({"id": ID, "inner": {"type": "other", "cards": "x"}}, "/inner/cards", "wrong_type"),
        ({"id": ID, "inner": {"type": "other", "cards": ["x", 1]}}, "/inner/cards/1", "wrong_type"),
        ({"id": ID, "name": "y"}, "/name", "bad_format"),
        ({"id": ID, "name": "xxxx"}, "/name", "out_of_range"),
    ],
)
def test_data_of_another_shape_is_refused_at_its_place(
    value: object, pointer: str, code: str
) -> None:
    with pytest.raises(Malformed) as refused:
        convert(value, Outer)
    assert (refused.value.pointer, refused.value.code) == (pointer, code)
