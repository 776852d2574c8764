"""Bodies are read whole, and never more of them than the API reads."""

from __future__ import annotations

import json

import pytest

from api.body_limit import BodyLimit
from tests.api.http import Recorder, Request

MOST = 8


def limited(*headers: tuple[bytes, bytes], query: bytes = b"") -> tuple[Recorder, Request]:
    recorder = Recorder()
    return recorder, Request(BodyLimit(recorder, most=MOST), headers=headers, query=query)


async def test_a_body_in_chunks_comes_as_one_with_its_length() -> None:
    recorder, request = limited((b"transfer-encoding", b"chunked"), (b"accept", b"*/*"))
    await request.send(b"1234", b"", b"5678", b"")
    assert (await request.answer())[0] == 200
    [(scope, body)] = recorder.asked
    assert body == b"12345678"
    assert scope["headers"] == [(b"accept", b"*/*"), (b"content-length", b"8")]


async def test_an_announced_length_is_refused_before_the_body_comes() -> None:
    recorder, request = limited((b"content-length", b"9"))
    await request.send()
    status, headers, body = await request.answer()
    problem = json.loads(body)
    assert (status, headers["content-type"]) == (413, "application/problem+json")
    assert int(headers["content-length"]) == len(body)
    assert (problem["code"], problem["status"]) == ("payload_too_large", 413)
    assert problem["errors"][0]["params"] == {"most": MOST}
    assert recorder.asked == []


@pytest.mark.parametrize("length", [None, b"1", b"x"])
async def test_a_body_that_grows_too_long_is_refused(length: bytes | None) -> None:
    recorder, request = limited(*([(b"content-length", length)] if length else []))
    await request.send(b"12345678", b"9", b"and so on")
    assert (await request.answer())[0] == 413
    assert recorder.asked == []


async def test_the_longest_body_passes() -> None:
    recorder, request = limited((b"content-length", b"8"))
    await request.send(b"12345678")
    assert (await request.answer())[0] == 200
    assert recorder.asked[0][1] == b"12345678"


async def test_a_client_that_leaves_in_the_middle_is_not_answered() -> None:
    recorder, request = limited()
    await request.line.send_input({"type": "http.request", "body": b"1", "more_body": True})
    await request.leave()
    await request.line.wait()
    assert (recorder.asked, request.line.output_queue.empty()) == ([], True)


async def test_no_body_has_no_length() -> None:
    recorder, request = limited((b"content-length", b"0"))
    await request.send(b"")
    await request.answer()
    assert recorder.asked[0][0]["headers"] == []


async def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    recorder, request = limited((b"x_forwarded_proto", b"https"))
    await request.send(b"")
    await request.answer()
    assert recorder.asked[0][0]["headers"] == []


async def test_a_query_becomes_ascii() -> None:
    recorder, request = limited(query="a=ä&b=%20".encode())
    await request.send(b"")
    await request.answer()
    assert recorder.asked[0][0]["query_string"] == b"a=%C3%A4&b=%20"
