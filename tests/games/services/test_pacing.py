"""Bots take their time, each its own; and no message shortens or loses it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django import Settings

from games import clock, pacing, store
from games.clock import Frozen
from games.models import Match, Ply
from games.rules import registry
from games.services import lobby, play, upkeep
from tests.conftest import Broker
from tests.games.last_orders import PACE, bots_answer, sat_down, state_of
from tests.games.rules.mini.game import Mini
from tests.games.tables import does, fingerprint, people

pytestmark = pytest.mark.django_db(transaction=True)

BOTS = ("1", "2", "3")
MS = timedelta(milliseconds=1)


@pytest.fixture(autouse=True)
def paced(settings: Settings) -> Iterator[None]:
    settings.PARLOUR_BOT_PACE_SECONDS = PACE
    with registry.registered(Mini):
        yield


def waits(match: Match, since: Frozen) -> dict[str, int]:
    """Return how many milliseconds each bot has still to wait."""
    row = Match.objects.get(pk=match.pk)
    return {seat: due["at"] - clock.to_ms(since.at) for seat, due in row.bots_due.items()}


def countdowns(broker: Broker) -> dict[str, float]:
    """Return with which delay each bot was sent for, in seconds."""
    return {str(sent.args[1]): sent.countdown or 0 for sent in broker.named("games.take_bot_turn")}


def test_before_a_person_each_bot_thinks_its_own_while(time: Frozen, broker: Broker) -> None:
    """The game says from 2 to 30 seconds."""
    match = sat_down(*people("Ada"))

    drawn = waits(match, time)
    assert set(drawn) == {*BOTS}
    assert all(2000 <= wait <= 30_000 for wait in drawn.values())
    assert len(set(drawn.values())) > 1
    assert countdowns(broker) == {seat: wait / 1000 for seat, wait in drawn.items()}
    earliest = time.at + min(drawn.values()) * MS
    assert Match.objects.get(pk=match.pk).bots_due_at == earliest


def test_waits_are_spread_over_all_the_game_allows(time: Frozen) -> None:
    table = store.look(sat_down(*people("Ada")).pk)
    table.match.bots_due = {}
    drawn = set()
    for number in range(200):
        table.state.questions = [number] * 4  # type: ignore[union-attr]
        drawn |= {due["at"] - clock.to_ms(time.at) for due in pacing.dues(table).values()}
    assert min(drawn) >= 2000
    assert max(drawn) <= 30_000
    assert {wait // 4000 for wait in drawn} == {0, 1, 2, 3, 4, 5, 6, 7}


def test_a_wait_drawn_again_is_the_same(time: Frozen) -> None:
    table = store.look(sat_down(*people("Ada")).pk)
    drawn, table.match.bots_due = table.match.bots_due, {}

    assert pacing.dues(table) == drawn


def test_another_key_draws_another_wait(time: Frozen, settings: Settings) -> None:
    table = store.look(sat_down(*people("Ada")).pk)
    drawn, table.match.bots_due = table.match.bots_due, {}
    settings.PARLOUR_AI_KEY = "another"

    assert pacing.dues(table) != drawn


def test_plies_of_others_change_no_wait(time: Frozen, broker: Broker) -> None:
    """The second of them goes the short way, without the lock."""
    ada, bob = people("Ada", "Bob")
    match = sat_down(ada, bob)
    drawn = Match.objects.get(pk=match.pk).bots_due
    broker.clear()
    time.advance(1)

    for player in (ada, bob):
        does(player, match, "seal", cards=[])

    assert set(drawn) == {"2", "3"}
    assert Match.objects.get(pk=match.pk).bots_due == drawn
    assert broker.named("games.take_bot_turn") == []


def test_who_has_answered_is_not_due_any_more(time: Frozen) -> None:
    match = sat_down(*people("Ada"))
    drawn = Match.objects.get(pk=match.pk).bots_due
    time.advance(30)

    bots_answer(match, [2])

    row = Match.objects.get(pk=match.pk)
    assert row.bots_due == {seat: drawn[seat] for seat in ("1", "3")}
    assert row.bots_due_at == clock.from_ms(min(due["at"] for due in row.bots_due.values()))


def test_where_the_game_says_nothing_a_bot_takes_what_is_usual(time: Frozen) -> None:
    match = sat_down(*people("Ada"))
    time.advance(30)
    bots_answer(match, [1, 2, 3])
    does(match.host, match, "seal", cards=[])  # type: ignore[arg-type]
    time.advance(5)

    play.ring_due(match_id=match.pk)

    (seat,) = state_of(match).to_act
    assert waits(match, time) == {str(seat): 1000 * PACE}


def test_the_slowest_bot_acts_before_its_own_time_runs_out(
    time: Frozen, settings: Settings
) -> None:
    settings.PARLOUR_BOT_PACE_SECONDS = 500
    match = sat_down(*people("Ada"))
    time.advance(30)
    bots_answer(match, [1, 2, 3])
    does(match.host, match, "seal", cards=[])  # type: ignore[arg-type]
    time.advance(5)

    play.ring_due(match_id=match.pk)

    (seat,) = state_of(match).to_act
    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert deadline is not None
    assert waits(match, time) == {
        str(seat): clock.to_ms(deadline) - clock.to_ms(time.at) - pacing.SPARE_MS
    }


def test_in_a_match_of_bots_nobody_waits(time: Frozen, broker: Broker) -> None:
    match = sat_down(host=people("Ada")[0])

    assert waits(match, time) == dict.fromkeys(("0", *BOTS), 0)
    assert set(countdowns(broker).values()) == {0}


def test_with_no_pace_set_nobody_waits(time: Frozen, settings: Settings) -> None:
    settings.PARLOUR_BOT_PACE_SECONDS = 0

    assert waits(sat_down(*people("Ada")), time) == dict.fromkeys(BOTS, 0)


def test_at_a_quicker_pace_bots_think_less_and_at_a_slower_one_as_the_game_says(
    time: Frozen, settings: Settings
) -> None:
    (ada,) = people("Ada")
    settings.PARLOUR_BOT_PACE_SECONDS = 0.08
    assert all(200 <= wait <= 3000 for wait in waits(sat_down(ada), time).values())
    settings.PARLOUR_BOT_PACE_SECONDS = 5
    assert all(2000 <= wait <= 30_000 for wait in waits(sat_down(ada), time).values())


def test_a_message_before_its_time_does_nothing(time: Frozen) -> None:
    match = sat_down(*people("Ada"))
    wait = waits(match, time)["1"]
    time.advance(wait / 1000 - 1.001)
    before = fingerprint(match.pk)
    assert not play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
    assert fingerprint(match.pk) == before

    time.advance(0.001)  # so much may two clocks differ
    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)


def test_the_sweep_asks_those_that_are_late_and_lets_the_others_think(
    time: Frozen, broker: Broker
) -> None:
    match = sat_down(*people("Ada"))
    drawn, lived = waits(match, time), 0.0
    upkeep.sweep()
    broker.clear()
    while not (late := [seat for seat in drawn if drawn[seat] / 1000 + 2 < lived]):
        assert upkeep.sweep().bots == 0
        lived += 0.5  # as often as it runs: a longer silence is an outage
        time.advance(0.5)

    assert upkeep.sweep().bots == len(late)
    assert upkeep.sweep().bots == 0  # not again at once

    assert countdowns(broker) == dict.fromkeys(late, 0)
    left = {seat: wait - round(1000 * lived) for seat, wait in drawn.items()}
    assert waits(match, time) == {**left, **dict.fromkeys(late, 0)}


def test_a_stand_in_thinks_too(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = sat_down(ada, bob)
    broker.clear()

    lobby.leave(match_id=match.pk, player=bob, seat=1)

    wait = waits(match, time)["1"]
    assert 2000 <= wait <= 30_000
    assert countdowns(broker) == {"1": wait / 1000}


def test_a_match_without_a_word_about_its_bots_is_looked_after(time: Frozen) -> None:
    """As a match has it that was running before there was the column."""
    match = sat_down(*people("Ada"))
    Match.objects.filter(pk=match.pk).update(bots_due={}, bots_due_at=time.at)
    time.advance(2.001)

    assert upkeep.sweep().bots == 3
    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
    assert Ply.objects.get(match=match).seat == 1


def test_no_bot_is_due_after_the_end(time: Frozen) -> None:
    match = sat_down(*people("Ada"))

    upkeep.abandon(match_id=match.pk)

    row = Match.objects.get(pk=match.pk)
    assert (row.bots_due, row.bots_due_at) == ({}, None)
