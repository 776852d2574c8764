"""ETags: a position has another tag exactly when it is another position, for each reader."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from api import wire
from games import clock
from games.models import Match, Status
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


@pytest.fixture
def table(tiny: None, ada: Person, bob: Person, time: clock.Frozen) -> str:
    """Return the path of a running match of the two, in seats 0 and 1."""
    return f"/matches/{dealt(ada.player, bob.player).pk}"


def tag_of(who: Person, path: str) -> str:
    return who.get(path).headers["ETag"]


def lasting(position: dict[str, Any]) -> bytes:
    """Return a position without the time of the answer."""
    return wire.encoded({name: part for name, part in position.items() if name != "server_time"})


# --- Positions ------------------------------------------------------------------------------------


def test_each_seat_and_the_spectators_have_a_tag_of_their_own(
    ada: Person, bob: Person, table: str
) -> None:
    readers = (ada, bob, nobody())
    tags = [tag_of(one, f"{table}/position") for one in readers]
    assert len(set(tags)) == 3
    for one, own in zip(readers, tags, strict=True):
        answers = {tag: one.get(f"{table}/position", If_None_Match=tag) for tag in tags}
        assert {tag for tag, answer in answers.items() if answer.status == 304} == {own}
        assert {answer.headers["ETag"] for answer in answers.values()} == {own}


def test_a_304_is_empty_and_kept_by_no_cache(ada: Person, table: str) -> None:
    tag = tag_of(ada, f"{table}/position")
    answer = ada.get(f"{table}/position", If_None_Match=tag)
    assert (answer.status, answer.body) == (304, None)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_clock_alone_changes_no_tag(ada: Person, table: str, time: clock.Frozen) -> None:
    before = tag_of(ada, f"{table}/position")
    time.advance(29)
    assert tag_of(ada, f"{table}/position") == before
    time.advance(2)  # the bell
    assert tag_of(ada, f"{table}/position") != before


def test_what_another_seat_does_changes_mine(ada: Person, bob: Person, table: str) -> None:
    before = tag_of(ada, f"{table}/position")
    bob.post(f"{table}/actions", {"type": "pick", "number": 1})
    assert tag_of(ada, f"{table}/position") != before


def test_a_refusal_changes_no_tag(ada: Person, table: str) -> None:
    before = tag_of(ada, f"{table}/position"), tag_of(nobody(), f"{table}/position")
    assert ada.post(f"{table}/actions", {"type": "pick", "number": 9}).status == 409
    assert (tag_of(ada, f"{table}/position"), tag_of(nobody(), f"{table}/position")) == before


def test_a_new_epoch_is_another_position(ada: Person, table: str) -> None:
    before = tag_of(ada, f"{table}/position")
    Match.objects.update(epoch=2)
    assert tag_of(ada, f"{table}/position") != before


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("*", 304),
        ('"something", {tag}', 304),
        ("{tag}", 304),
        ('"something"', 200),
        ("nonsense", 200),
        ("", 200),
    ],
)
def test_a_client_may_name_several_tags(ada: Person, table: str, asked: str, status: int) -> None:
    tag = tag_of(ada, f"{table}/position")
    answer = ada.get(f"{table}/position", If_None_Match=asked.replace("{tag}", tag))
    assert (answer.status, answer.headers["ETag"]) == (status, tag)


@pytest.mark.parametrize("game", ["work_the_strip", "lap_dance", "hand_and_foot"])
def test_a_position_has_another_tag_exactly_when_it_is_another(
    game: str, time: clock.Frozen
) -> None:
    players = [person(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
    readers = [*players, nobody()]
    body = {"game": {"type": game}, "seats": 4}
    path = f"/matches/{players[0].post('/matches', body).body['id']}"
    for one in players[1:]:
        one.post(f"{path}/seats")
    players[0].post(f"{path}/start")
    contents, tags = defaultdict(set), defaultdict(set)
    for _ in range(12):
        time.advance(1)
        answers = [one.get(f"{path}/position") for one in readers]
        for answer in answers:
            tag, content = answer.headers["ETag"], lasting(answer.body)
            contents[tag].add(content)
            tags[content].add(tag)
        for one, answer in zip(players, answers[:-1], strict=True):
            if legal := answer.body["legal"]:
                assert one.post(f"{path}/actions", legal[0]).status == 200
                break
        else:
            time.advance(120)  # a bell is what everybody waits for
    assert {len(found) for found in contents.values()} == {1}
    assert {len(found) for found in tags.values()} == {1}
    assert len(contents) == 12 * len(readers)


# --- Headers --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("tiny")
def test_a_header_has_another_tag_when_somebody_sits_down(ada: Person, bob: Person) -> None:
    path = f"/matches/{opened(ada.player).pk}"
    tag = tag_of(nobody(), path)
    same = bob.get(path, If_None_Match=tag)
    assert (same.status, same.body, same.headers["ETag"]) == (304, None, tag)
    assert same.headers["Cache-Control"] == "private, no-store"
    bob.post(f"{path}/seats")
    changed = nobody().get(path, If_None_Match=tag)
    assert (changed.status, changed.body["seats"][1]["player"]["name"]) == (200, "Bob")


def test_a_header_has_another_tag_when_the_match_moves_or_stops(ada: Person, table: str) -> None:
    tags = [tag_of(ada, table)]
    ada.post(f"{table}/actions", {"type": "pick", "number": 1})
    tags.append(tag_of(ada, table))
    Match.objects.update(status=Status.FROZEN)
    tags.append(tag_of(ada, table))
    assert len(set(tags)) == 3


# --- If-Decision ----------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", ["0", "2", "999999999"])
def test_an_answer_to_any_other_question_is_refused(ada: Person, table: str, decision: str) -> None:
    before = ada.get(f"{table}/position").body
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 1}, If_Decision=decision)
    assert (answer.status, answer.code, answer.body["decision"]) == (409, "stale_decision", 1)
    assert answer.body["position"] == before == ada.get(f"{table}/position").body


def test_a_repeat_is_answered_though_its_question_is_over(ada: Person, table: str) -> None:
    pick = {"type": "pick", "number": 1}
    first = ada.post(f"{table}/actions", pick, key="once", If_Decision="1")
    again = ada.post(f"{table}/actions", pick, key="once", If_Decision="1")
    assert (again.status, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert (again.body["ply"], again.body["events"]) == (first.body["ply"], first.body["events"])


def test_what_another_seat_answers_leaves_my_question(ada: Person, bob: Person, table: str) -> None:
    bob.post(f"{table}/actions", {"type": "pick", "number": 1}, If_Decision="1")
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 1}, If_Decision="1")
    assert (answer.status, answer.body["ply"]) == (200, 2)


def test_without_it_an_action_is_judged_as_the_table_stands(
    ada: Person, bob: Person, table: str
) -> None:
    for one in (ada, bob):
        one.post(f"{table}/actions", {"type": "pick", "number": 1})
    assert ada.post(f"{table}/actions", {"type": "pass"}).status == 200
