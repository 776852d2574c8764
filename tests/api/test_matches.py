"""Tables over REST: set, found, started, called off."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest

from api import cursors
from api.serializers import matches as wire
from games import clock
from games.models import Match, Participant
from tests.api.rest import V1, Person, nobody, person
from tests.games.tables import dealt, fingerprint, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]

TINY = {"type": "tiny"}


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def counts() -> tuple[int, int]:
    return Match.objects.count(), Participant.objects.count()


# --- Setting a table ------------------------------------------------------------------------------


def test_a_new_match_is_answered_with_its_place_and_commitment(
    ada: Person, time: clock.Frozen
) -> None:
    answer = ada.post("/matches", {"game": {"type": "tiny", "rounds": 3}, "seats": 2})
    row = Match.objects.get()
    assert answer.status == 201
    assert answer.headers["Location"] == f"{V1}/matches/{row.pk}"
    host = {"id": str(ada.player.pk), "name": "Ada"}
    created = answer.body["created_at"]
    assert answer.body == {
        "id": str(row.pk),
        "game": {
            "type": "tiny",
            "rounds": 3,
            "first": "host",
            "seconds": 30,
            "broken_bell": False,
        },
        "rules_version": 1,
        "status": "open",
        "visibility": "public",
        "rated": True,
        "takeover": False,
        "host": host,
        "seats": [
            {"seat": 0, "player": host, "bot": None, "stand_in": False},
            {"seat": 1, "player": None, "bot": None, "stand_in": False},
        ],
        "epoch": 1,
        "ply": 0,
        "timers": [],
        "outcome": None,
        "commitment": row.commitment,
        "chain": None,
        "created_at": created,
        "started_at": None,
        "finished_at": None,
    }
    assert re.fullmatch("[0-9a-f]{64}", row.commitment)
    assert ada.get(f"/matches/{row.pk}").body == answer.body


def test_a_practice_match_is_one_call(ada: Person, time: clock.Frozen) -> None:
    answer = ada.post(
        "/matches",
        {
            "game": TINY,
            "seats": 3,
            "bots": [{"seat": 1, "level": "greedy"}, {"seat": 2, "level": "random"}],
            "start": True,
            "visibility": "unlisted",
            "rated": False,
            "nonce": "salt",
        },
    )
    assert answer.status == 201
    assert answer.body["status"] == "running"
    assert [seat["bot"] for seat in answer.body["seats"]] == [None, "greedy", "random"]
    assert answer.body["timers"] == [{"id": 1, "deadline_at": "2030-01-01T12:00:30Z"}]
    assert Participant.objects.get(seat=0).nonce == "salt"


def test_a_host_may_only_watch(ada: Person) -> None:
    answer = ada.post("/matches", {"game": TINY, "seats": 2, "sit": False})
    assert [seat["player"] for seat in answer.body["seats"]] == [None, None]
    assert answer.body["host"]["name"] == "Ada"


@pytest.mark.parametrize(
    ("change", "status", "code", "pointer", "flaw"),
    [
        ({"clock": {"seconds": 60}}, 400, "malformed", "/clock", "unknown_field"),
        ({"seats": "2"}, 400, "malformed", "/seats", "wrong_type"),
        ({"seats": 0}, 400, "malformed", "/seats", "out_of_range"),
        ({"seats": 5}, 400, "bad_seat_count", "/seats", "bad_seat_count"),
        ({"game": None}, 400, "malformed", "/game", "wrong_type"),
        ({"game": {}}, 400, "malformed", "/game/type", "missing_field"),
        ({"game": {"type": 1}}, 400, "malformed", "/game/type", "wrong_type"),
        ({"game": {"type": "chess"}}, 400, "unknown_game", "/game/type", "unknown_game"),
        (
            {"game": {"type": "tiny", "rounds": "two"}},
            *(400, "bad_options", "/game/rounds", "bad_options"),
        ),
        ({"game": {"type": "tiny", "x": 1}}, 400, "bad_options", "/game/x", "bad_options"),
        ({"sit": 1}, 400, "malformed", "/sit", "wrong_type"),
        ({"visibility": "secret"}, 400, "malformed", "/visibility", "unknown_value"),
        ({"nonce": "a b"}, 400, "malformed", "/nonce", "bad_format"),
        ({"nonce": "a\n"}, 400, "malformed", "/nonce", "bad_format"),
        ({"nonce": "x" * 65}, 400, "malformed", "/nonce", "out_of_range"),
        ({"bots": {}}, 400, "malformed", "/bots", "wrong_type"),
        (
            {"bots": [{"seat": 1, "level": "psychic"}]},
            *(400, "unknown_level", "/bots/0/level", "unknown_level"),
        ),
        (
            {"bots": [{"seat": 0, "level": "random"}]},
            *(409, "seat_taken", "/bots/0/seat", "seat_taken"),
        ),
        (
            {"bots": [{"seat": 9, "level": "random"}]},
            *(404, "no_such_seat", "/bots/0/seat", "no_such_seat"),
        ),
        ({"start": True}, 409, "seats_not_filled", "", "seats_not_filled"),
    ],
)
def test_a_bad_table_is_refused_at_its_field_and_not_set(
    ada: Person, change: dict[str, Any], status: int, code: str, pointer: str, flaw: str
) -> None:
    answer = ada.post("/matches", {"game": TINY, "seats": 2} | change)
    assert (answer.status, answer.code) == (status, code)
    assert (answer.flaw["pointer"], answer.flaw["code"]) == (pointer, flaw)
    assert counts() == (0, 0)


def test_a_guest_holds_five_matches_at_most() -> None:
    guest = person("Guest", is_guest=True)
    for _ in range(5):
        assert guest.post("/matches", {"game": TINY, "seats": 2}).status == 201
    answer = guest.post("/matches", {"game": TINY, "seats": 2})
    assert (answer.status, answer.code) == (409, "too_many_open_matches")
    assert answer.flaw["params"] == {"most": 5}
    assert Match.objects.count() == 5


# --- Finding one ----------------------------------------------------------------------------------


def test_matches_are_listed_newest_first_page_by_page(ada: Person) -> None:
    ids = [str(opened(ada.player).pk) for _ in range(5)]
    found, path = [], "/matches?limit=2"
    pages = 0
    while path:
        page = nobody().get(path).body
        found += [match["id"] for match in page["matches"]]
        path = f"/matches?limit=2&cursor={page['next']}" if page["next"] else ""
        pages += 1
    assert (found, pages) == (ids[::-1], 3)


def test_matches_are_found_by_status_game_and_player(ada: Person, bob: Person) -> None:
    running, waiting = dealt(ada.player, bob.player), opened(ada.player)
    hidden = opened(bob.player)
    Match.objects.filter(pk=hidden.pk).update(visibility="unlisted")

    def listed(who: Person, query: str) -> set[str]:
        return {match["id"] for match in who.get(f"/matches{query}").body["matches"]}

    assert listed(nobody(), "") == {str(running.pk), str(waiting.pk)}
    assert listed(nobody(), "?status=open") == {str(waiting.pk)}
    assert listed(nobody(), "?game=work_the_strip") == set()
    assert listed(bob, "?mine=true") == {str(running.pk), str(hidden.pk)}
    assert listed(bob, "?mine=true&status=running&game=tiny") == {str(running.pk)}
    assert listed(bob, "?mine=false") == {str(running.pk), str(waiting.pk)}


def test_mine_needs_somebody(ada: Person) -> None:
    answer = nobody().get("/matches?mine=true")
    assert (answer.status, answer.code) == (401, "token_missing")


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("limit=0", "limit", "out_of_range"),
        ("limit=101", "limit", "out_of_range"),
        ("status=lost", "status", "unknown_value"),
        ("game=%00", "game", "bad_format"),
        ("mine=perhaps", "mine", "wrong_type"),
        ("cursor=abc", "cursor", "bad_format"),
        ("cursor=%C3%A9", "cursor", "bad_format"),
        ("state=x", "state", "unknown_field"),
        ("seed=0", "seed", "unknown_field"),
    ],
)
def test_only_public_columns_can_be_asked_for(query: str, parameter: str, code: str) -> None:
    answer = nobody().get(f"/matches?{query}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == (code, {"parameter": parameter})


def test_a_cursor_is_opaque_and_comes_back_as_it_was() -> None:
    last = UUID("0190163d-8694-739b-aea5-966c26f8ad91")
    assert wire.before(cursors.written(last.bytes)) == last
    assert wire.before("") is None


def test_who_knows_the_id_sees_an_unlisted_match(ada: Person) -> None:
    match = opened(ada.player)
    Match.objects.filter(pk=match.pk).update(visibility="unlisted")
    assert nobody().get(f"/matches/{match.pk}").body["visibility"] == "unlisted"


def test_a_header_holds_no_secret(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    row = Match.with_secrets.get(pk=match.pk)
    text = str(ada.get(f"/matches/{match.pk}").body)
    assert "canary" not in text
    assert bytes(row.seed).hex() not in text


# --- Starting and calling off ---------------------------------------------------------------------


def test_the_host_starts_when_every_seat_is_taken(ada: Person, bob: Person) -> None:
    match = opened(ada.player)
    early = ada.post(f"/matches/{match.pk}/start")
    assert (early.status, early.code) == (409, "seats_not_filled")
    assert early.flaw["params"] == {"free": [1]}
    bob.post(f"/matches/{match.pk}/seats")
    refused = bob.post(f"/matches/{match.pk}/start")
    assert (refused.status, refused.code) == (403, "not_host")
    started = ada.post(f"/matches/{match.pk}/start", {})
    assert (started.status, started.body["status"]) == (200, "running")


def test_starting_again_changes_nothing(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    before = fingerprint(match.pk)
    answer = ada.post(f"/matches/{match.pk}/start")
    assert (answer.status, answer.body["status"]) == (200, "running")
    assert fingerprint(match.pk) == before


def test_start_takes_no_fields(ada: Person) -> None:
    match = opened(ada.player)
    answer = ada.post(f"/matches/{match.pk}/start", {"now": True})
    assert (answer.status, answer.code, answer.flaw["pointer"]) == (400, "malformed", "/now")


def test_only_the_host_calls_an_open_match_off(ada: Person, bob: Person) -> None:
    match = opened(ada.player)
    before = fingerprint(match.pk)
    refused = bob.delete(f"/matches/{match.pk}")
    assert (refused.status, refused.code) == (403, "not_host")
    assert fingerprint(match.pk) == before
    assert ada.delete(f"/matches/{match.pk}").status == 204
    assert ada.get(f"/matches/{match.pk}").body["status"] == "abandoned"


def test_a_running_match_is_not_called_off(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    before = fingerprint(match.pk)
    answer = ada.delete(f"/matches/{match.pk}")
    assert (answer.status, answer.code) == (409, "already_started")
    assert fingerprint(match.pk) == before


def test_an_unknown_match_is_not_there(ada: Person) -> None:
    path = "/matches/0190163d-8694-739b-aea5-966c26f8ad91"
    for answer in (
        ada.get(path),
        ada.delete(path),
        ada.post(f"{path}/start"),
        ada.post(f"{path}/seats"),
        ada.get(f"{path}/position"),
        ada.get(f"{path}/plies"),
        ada.post(f"{path}/actions", {"type": "pass"}),
    ):
        assert (answer.status, answer.code) == (404, "no_such_match")
