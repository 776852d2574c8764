"""What is said to everybody at a socket."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from api import notices
from api.models import Notice
from api.push import in_database
from games import clock
from tests.api.talk import Talk
from tests.games.tables import people

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "The plumber comes at midnight."


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look as often as a test wants to be told."""
    monkeypatch.setattr(notices, "LOOK_SECONDS", 0.01)


def said(text: str, *options: str) -> str:
    """Return what ``manage.py notice`` answers."""
    out = io.StringIO()
    call_command("notice", text, *options, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("often")
async def test_an_operators_word_reaches_everybody_once() -> None:
    ada, bob = await in_database(people, "Ada", "Bob")
    async with Talk() as a, Talk() as b:
        for talk, player in ((a, ada), (b, bob)):
            await talk.hello(player)
        await in_database(said, TEXT)
        heard = [await talk.hears("notice") for talk in (a, b)]
        await in_database(said, "And the electrician.")
        again = [await talk.hears("notice") for talk in (a, b)]
    assert heard == [{"kind": "maintenance", "text": TEXT}] * 2
    assert [each["text"] for each in again] == ["And the electrician."] * 2


async def test_what_lies_ahead_is_told_to_those_who_come_until_it_is_there(
    time: clock.Frozen,
) -> None:
    [ada] = await in_database(people, "Ada")
    await in_database(said, TEXT, "--at", "2030-01-01T12:30")
    async with Talk() as talk:
        await talk.hello(ada)
        told = await talk.hears("notice")
    time.advance(29 * 60)
    assert [each.text for each in await in_database(notices.current)] == [TEXT]
    time.advance(60)
    assert await in_database(notices.current) == []
    assert told == {"kind": "maintenance", "text": TEXT, "at": "2030-01-01T12:30:00Z"}


async def test_what_is_about_no_time_is_told_for_a_minute(time: clock.Frozen) -> None:
    await in_database(said, TEXT)
    time.advance(59)
    assert [each.text for each in await in_database(notices.current)] == [TEXT]
    time.advance(1)
    assert await in_database(notices.current) == []


@pytest.mark.usefixtures("often")
async def test_a_database_that_is_away_ends_nobodys_conversation(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> list[Notice]:
        monkeypatch.undo()
        raise OSError

    [ada] = await in_database(people, "Ada")
    await in_database(said, TEXT)
    monkeypatch.setattr(notices, "current", away)
    async with Talk() as talk:
        await talk.hello(ada)
        assert (await talk.hears("notice"))["text"] == TEXT
    assert "notices were not looked at: OSError" in caplog.text


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("", (), "1 to 500 letters"),
        (" \n", (), "1 to 500 letters"),
        ("x" * 501, (), "1 to 500 letters"),
        (TEXT, ("--at", "midnight"), "no time"),
        (TEXT, ("--at", "2020-01-01T00:00Z"), "is over"),
    ],
)
def test_what_cannot_be_told_is_refused(text: str, options: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        said(text, *options)
    assert not Notice.objects.exists()


def test_a_time_may_name_its_zone() -> None:
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=5)
    said(TEXT, "--at", (at - timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S-02:00"))
    assert Notice.objects.get().at == at
