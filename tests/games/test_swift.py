"""The short way of an action leads where the long way leads, or nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import InterfaceError, OperationalError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import ValidationError

from accounts.models import Player
from games import clock, store, swift
from games.clock import Frozen
from games.errors import MatchFrozen, NotYourSeat, RequestIdReused, StaleDecision
from games.models import Match, Participant, Ply, Status
from games.rules import registry
from games.rules.kernel import IllegalAction
from games.services import lobby, play
from games.swift import Draft
from tests.games.tables import dealt, does, fingerprint, people, picked, twin_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny", "broker"),
    pytest.mark.slow,
]


@contextmanager
def ways(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Note for each try of the short way whether it led somewhere."""
    tried: list[bool] = []
    write = swift.write

    def noted(drafts: Sequence[Draft]) -> list[bool]:
        begin = len(tried)
        tried.extend([False] * len(drafts))
        tried[begin:] = write(drafts)
        return tried[begin:]

    with monkeypatch.context() as patched:
        patched.setattr(store, "write_drafts", noted)
        yield tried


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether each try of the short way led somewhere."""
    with ways(monkeypatch) as noted:
        yield noted


# --- The oracle: the plain way through the ORM ----------------------------------------------------


def written(match: Match) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    """Return all rows of a match, without the ids that differ from one match to another."""
    row = Match.with_secrets.values().get(pk=match.pk)
    plies = Ply.objects.filter(match=match).order_by("number").values()
    seats = Participant.objects.filter(match=match).order_by("seat").values()
    own = {"id", "match_id", "stamp", "joined_at", "created_at"}

    def plain(values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: bytes(value) if isinstance(value, memoryview) else value
            for name, value in values.items()
            if name not in own
        }

    return plain(row), [plain(ply) for ply in plies], [plain(seat) for seat in seats]


def random_play(
    match: Match, players: list[Player], random: Random, time: Frozen, *, short: bool
) -> list[str]:
    """Play on at random, with pauses, repeats and nonsense; return what each try came to."""
    told = []
    for number in range(60):
        time.advance(random.choice([0, 0, 0.004, 1.5, 47]))
        if not short:
            store._kept.clear()  # so that the long way is taken
        table = store.look(match.pk)
        if table.state is None or table.match.status != Status.RUNNING:
            break
        seat = random.choice(table.state.to_act or [0])
        legal = table.rules.legal_actions(table.state, seat).actions
        action = registry.builtins(random.choice(legal)) if legal else {"type": "nothing"}
        mover = players[random.choice([seat, seat, seat, 1 - seat])]
        request = f"r{random.choice([number, number, number, number - 1])}"
        told.append(tries(match.pk, mover, action, request))
    return told


def tries(match_id: UUID, player: Player, action: object, request_id: str) -> str:
    try:
        played = play.act(match_id=match_id, player=player, action=action, request_id=request_id)
    except Exception as refusal:  # noqa: BLE001 - both ways must refuse alike
        return f"{type(refusal).__name__} {refusal}"
    return f"{played.seat} {played.ply.number} {played.ply.events} {played.replayed}"


SHORT: Mapping[str, Mapping[str, Any]] = {
    "work_the_strip": {"allow_two": True, "rounds": 1},
    "lap_dance": {"rounds": 3, "read_seconds": 0},
    "hand_and_foot": {"rounds": 1},
}
"""The shortest match for two of every game."""


def test_every_game_is_written_both_ways() -> None:
    assert set(SHORT) == set(registry.names()) - {"tiny"}


@pytest.mark.parametrize("game", SHORT)
@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32))
def test_random_matches_through_both_ways_end_in_identical_rows(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(*(f"P{uuid4().hex[:12]}" for _ in range(2)))
    began = clock.now()
    with clock.frozen(began) as time:
        match = lobby.create(host=players[0], game=game, options=SHORT[game], seats=2)
        lobby.join(match_id=match.pk, player=players[1])
        lobby.start(match_id=match.pk, player=players[0])
        twin = twin_of(match)
        with ways(monkeypatch) as short:
            one = random_play(match, players, Random(seed), time, short=True)
        with ways(monkeypatch) as none:
            time.at = began
            other = random_play(twin, players, Random(seed), time, short=False)
    assert one == other
    assert written(match) == written(twin)
    assert any(short)
    assert none == []


# --- What stands against it -----------------------------------------------------------------------


def table_for_two() -> tuple[Match, Player, Player]:
    """Return a running match, its turns begun, that this process wrote last."""
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    return match, ada, bob


def asked(match: Match) -> tuple[int, dict[str, Any]]:
    """Return a seat that is asked, and something it may do."""
    table = store.look(match.pk)
    seat = table.running().to_act[0]
    return seat, registry.builtins(table.rules.legal_actions(table.running(), seat).actions[0])


def acts(match: Match, *players: Player, **more: Any) -> play.Played:
    """Let the seat that is asked do something legal."""
    seat, action = asked(match)
    return does(players[seat], match, action.pop("type"), **action, **more)


def test_an_action_after_ones_own_process_wrote_last_takes_the_short_way(
    time: Frozen, tried: list[bool]
) -> None:
    match, *players = table_for_two()
    tried.clear()
    assert acts(match, *players).ply.number == 3
    assert tried == [True]


def test_a_match_that_was_written_elsewhere_takes_the_long_way(
    time: Frozen, tried: list[bool]
) -> None:
    match, *players = table_for_two()
    with transaction.atomic():
        store.rearm(store.lock(match.pk))
    tried.clear()
    assert acts(match, *players).ply.number == 3
    assert acts(match, *players).ply.number == 4
    assert tried == [False, True]


def test_a_repeat_is_answered_and_not_written_again(time: Frozen, tried: list[bool]) -> None:
    match, *players = table_for_two()
    seat, action = asked(match)
    first = does(players[seat], match, **_kind(action), request_id="same")
    before = fingerprint(match.pk)
    again = does(players[seat], match, **_kind(action), request_id="same")
    assert (again.replayed, again.ply.number) == (True, first.ply.number)
    assert fingerprint(match.pk) == before


def _kind(action: dict[str, Any]) -> dict[str, Any]:
    return {"kind": action["type"], **{name: v for name, v in action.items() if name != "type"}}


def test_a_request_id_for_another_legal_action_is_refused_by_the_database(
    time: Frozen, tried: list[bool]
) -> None:
    match, ada, bob = table_for_two()
    seat, action = asked(match)
    does((ada, bob)[seat], match, **_kind(action), request_id="same")
    while asked(match)[0] != seat:
        acts(match, ada, bob)
    before = fingerprint(match.pk)
    tried.clear()
    other = next(
        registry.builtins(each) for each in _legal(match, seat) if registry.builtins(each) != action
    )
    with pytest.raises(RequestIdReused):
        does((ada, bob)[seat], match, **_kind(other), request_id="same")
    assert tried == [False]
    assert fingerprint(match.pk) == before


def _legal(match: Match, seat: int) -> tuple[Any, ...]:
    table = store.look(match.pk)
    return table.rules.legal_actions(table.running(), seat).actions


@pytest.mark.parametrize("late", [timedelta(0), timedelta(seconds=5)])
def test_late_is_judged_before_legal_by_the_long_way(
    late: timedelta, time: Frozen, tried: list[bool]
) -> None:
    match, *players = table_for_two()
    row = Match.objects.get(pk=match.pk)
    assert row.deadline_at is not None
    seat, action = asked(match)
    time.at = row.deadline_at + late
    tried.clear()
    with pytest.raises((IllegalAction, StaleDecision)):
        does(players[seat], match, **_kind(action), decision=_question(match, seat))
    assert tried == []
    assert Ply.objects.filter(match=match, seat=None).count() == 1


def _question(match: Match, seat: int) -> int:
    return store.look(match.pk).running().questions[seat]


def test_what_is_due_by_the_databases_clock_is_not_written_by_a_slow_one(
    time: Frozen, tried: list[bool]
) -> None:
    match, *_ = table_for_two()
    seat, action = asked(match)
    table = store.glimpse(match.pk)
    assert table is not None
    deadline = table.match.deadline_at
    assert deadline is not None
    before = fingerprint(match.pk)
    stamp, at = table.match.stamp, time.at
    time.at = deadline  # the database's clock has gone on since the process looked at its own
    ply = Ply(match_id=match.pk, number=3, seat=seat, action=action, events=[], at=at)
    assert swift.write([Draft(table.match, ply, stamp, deadline)]) == [False]
    ply.at = deadline + swift.SLACK  # nor by one that is fast
    time.at = at
    assert swift.write([Draft(table.match, ply, stamp, deadline)]) == [False]
    assert fingerprint(match.pk) == before


def test_a_stranger_and_a_frozen_match_are_refused_as_ever(time: Frozen, tried: list[bool]) -> None:
    match, *players = table_for_two()
    [cleo] = people("Cleo")
    seat, action = asked(match)
    with pytest.raises(NotYourSeat):
        does(cleo, match, **_kind(action))
    acts(match, *players)
    with transaction.atomic():
        store.close(store.lock(match.pk), Status.FROZEN)
    tried.clear()
    with pytest.raises(MatchFrozen):
        does(players[seat], match, **_kind(action))


def test_nothing_is_glimpsed_inside_a_transaction(time: Frozen, tried: list[bool]) -> None:
    match, *players = table_for_two()
    tried.clear()
    with transaction.atomic():
        acts(match, *players)
    assert tried == []
    assert acts(match, *players).ply.number == 4  # though what was kept is out of date


def test_two_never_glimpse_the_same_table(time: Frozen) -> None:
    match, *_ = table_for_two()
    assert store.glimpse(match.pk) is not None
    assert store.glimpse(match.pk) is None


# --- Several at a time ----------------------------------------------------------------------------


def wish(match: Match, players: tuple[Player, Player], **more: Any) -> play.Wish:
    """Return what the seat that is asked could do."""
    seat, action = asked(match)
    return play.Wish(match.pk, players[seat], action, **{"request_id": str(uuid4()), **more})


def together(*wishes: play.Wish) -> list[play.Played | Exception]:
    """Return the answers, each at the place of its wish."""
    found: dict[int, play.Played | Exception] = {}
    play.act_together(wishes, found.__setitem__)
    return [found[place] for place in range(len(wishes))]


def tables_for_two(count: int) -> list[tuple[Match, tuple[Player, Player]]]:
    tables = []
    for number in range(count):
        ada, bob = people(f"Ada{number}", f"Bob{number}")
        match = dealt(ada, bob)
        picked(match, ada, bob)
        tables.append((match, (ada, bob)))
    return tables


def test_actions_at_several_tables_are_written_in_one_go(time: Frozen, tried: list[bool]) -> None:
    tables = tables_for_two(4)
    twins = [(twin_of(match), players) for match, players in tables]
    tried.clear()
    played = together(*(wish(*table, request_id="same") for table in tables))
    assert tried == [True] * 4
    assert [each.match.pk for each in played if isinstance(each, play.Played)] == [
        match.pk for match, _ in tables
    ]
    for (match, _), twin in zip(tables, twins, strict=True):
        acts(twin[0], *twin[1], request_id="same")
        row, plies, _ = written(match)
        assert (row, plies[-1:]) == written(twin[0])[:2]


def test_what_stands_against_one_of_several_does_not_stand_against_the_others(
    time: Frozen, tried: list[bool]
) -> None:
    tables = tables_for_two(4)
    (moved, _), (refused, _), *_ = tables
    with transaction.atomic():
        store.rearm(store.lock(moved.pk))
    before = fingerprint(refused.pk)
    wishes = [wish(*table) for table in tables]
    wishes[1] = wishes[1]._replace(player=tables[2][1][0])
    wishes[3] = wishes[3]._replace(action={"type": "nothing"})
    tried.clear()
    one, other, third, fourth = together(*wishes)
    assert tried == [False, True]
    assert isinstance(one, play.Played)
    assert isinstance(third, play.Played)
    assert (one.ply.number, third.ply.number) == (3, 3)
    assert isinstance(other, NotYourSeat)
    assert isinstance(fourth, ValidationError)
    assert fingerprint(refused.pk) == before


def test_a_repeat_among_several_is_answered_and_the_others_are_written(
    time: Frozen, tried: list[bool]
) -> None:
    tables = tables_for_two(3)
    match, players = tables[1]
    seat, _ = asked(match)
    acts(match, *players, request_id="same")
    while asked(match)[0] != seat:
        acts(match, *players)
    before = fingerprint(match.pk)
    wishes = [wish(*table) for table in tables]
    wishes[1] = wishes[1]._replace(request_id="same")
    tried.clear()
    one, again, other = together(*wishes)
    assert tried == [False] * 3
    assert isinstance(one, play.Played)
    assert isinstance(other, play.Played)
    assert (one.ply.number, other.ply.number) == (3, 3)
    assert isinstance(again, RequestIdReused) or (isinstance(again, play.Played) and again.replayed)
    assert fingerprint(match.pk) == before


def test_two_actions_at_one_table_are_judged_one_after_the_other(
    time: Frozen, tried: list[bool]
) -> None:
    [(match, players)] = tables_for_two(1)
    first = wish(match, players)
    one, other = together(first, first._replace(request_id="another"))
    assert isinstance(one, play.Played)
    assert one.ply.number == 3
    assert isinstance(other, IllegalAction | StaleDecision | play.Played)
    assert Ply.objects.filter(match=match, request_id=first.request_id).count() == 1


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_a_connection_that_breaks_under_several_is_no_answer(
    time: Frozen, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """Whether anything was written is found out by the long way, for each by itself."""

    def breaks(_: Sequence[Draft]) -> list[bool]:
        raise fault("the connection is lost")

    tables = tables_for_two(3)
    with monkeypatch.context() as patched:
        patched.setattr(store, "write_drafts", breaks)
        played = together(*(wish(*table) for table in tables))
    assert [each.ply.number for each in played if isinstance(each, play.Played)] == [3, 3, 3]
