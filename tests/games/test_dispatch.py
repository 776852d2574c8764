from __future__ import annotations

import json
from typing import Any, NoReturn

import pytest
from pytest_django import Settings

from games import dispatch
from games.ai import bots
from games.clock import Frozen
from games.errors import EngineFault
from games.models import Match
from games.rules.kernel import IllegalAction
from games.services import lobby, play, upkeep
from tests.conftest import Broker, Sent
from tests.games.tables import all_bots, dealt, does, opened, people, picked, state_of
from tests.games.tiny_game import CARDS, Pass

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tiny")]


def nudge(match: Match, ply: int) -> dict[str, Any]:
    return {"type": "match.ply", "match": str(match.pk), "ply": ply}


def header(match: Match) -> dict[str, Any]:
    return {"type": "match.header", "match": str(match.pk)}


# --- Nudges ---------------------------------------------------------------------------------------


def test_a_ply_nudges_whoever_follows_the_match(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()

    picked(match, ada, bob)

    assert broker.nudges == [nudge(match, 1), nudge(match, 2)]


def test_a_refused_action_tells_nobody(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()

    with pytest.raises(IllegalAction):
        does(ada, match, "pick", number=5)

    assert (broker.nudges, broker.tasks) == ([], [])


def test_a_late_action_tells_of_the_bell_before_it(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(30)
    broker.clear()

    does(bob, match, "pass")

    assert broker.nudges == [nudge(match, 3), nudge(match, 4)]


def test_a_change_without_a_ply_nudges_for_the_header(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    broker.clear()

    lobby.join(match_id=match.pk, player=bob)
    assert broker.nudges == [header(match)]
    lobby.start(match_id=match.pk, player=ada)
    assert broker.nudges == [header(match)] * 2
    upkeep.abandon(match_id=match.pk)
    assert broker.nudges == [header(match)] * 3


def test_a_frozen_match_nudges_for_the_header(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()

    with pytest.raises(EngineFault):
        does(ada, match, "break")

    assert broker.nudges == [header(match)]


# --- Bells ----------------------------------------------------------------------------------------


def test_a_started_match_has_one_bell_sent_for_its_deadline(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    assert broker.tasks == [Sent("games.ring_bell", (str(match.pk),), "clock", 30)]


def test_actions_that_move_the_deadline_on_send_no_more_bells(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()
    time.advance(10)

    picked(match, ada, bob)
    for player in (ada, bob):
        does(player, match, "pass")

    assert broker.tasks == []


def test_a_bell_that_wakes_too_early_sends_itself_again(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(10)
    picked(match, ada, bob)
    broker.clear()
    time.advance(20)  # the bell of the start; the turn has ten seconds left

    assert play.ring_due(match_id=match.pk) == 0

    assert broker.tasks == [Sent("games.ring_bell", (str(match.pk),), "clock", 10)]


def test_a_bell_that_wakes_a_moment_early_sends_itself_again(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()
    time.advance(29.5)

    assert play.ring_due(match_id=match.pk) == 0

    assert broker.tasks == [Sent("games.ring_bell", (str(match.pk),), "clock", 0.5)]


def test_a_bell_that_rang_sends_for_the_next(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()
    time.advance(30.25)

    assert play.ring_due(match_id=match.pk) == 1

    assert broker.tasks == [Sent("games.ring_bell", (str(match.pk),), "clock", 30)]


def test_the_loser_of_a_race_sends_nothing(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)
    play.ring_due(match_id=match.pk)
    broker.clear()

    assert play.ring_due(match_id=match.pk) == 0

    assert broker.tasks == []


def test_a_long_clock_is_belled_every_two_minutes(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, seconds=300)
    for _ in range(2):
        time.advance(120)
        assert play.ring_due(match_id=match.pk) == 0

    assert [sent.countdown for sent in broker.named("games.ring_bell")] == [120, 120, 60]


def test_a_match_that_is_over_is_not_belled_again(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    upkeep.abandon(match_id=match.pk)
    broker.clear()
    time.advance(30)

    assert play.ring_due(match_id=match.pk) == 0
    assert broker.tasks == []


# --- Bots -----------------------------------------------------------------------------------------


def test_bots_asked_at_once_get_a_task_each(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = all_bots(ada, seats=3)

    assert broker.named("games.take_bot_turn") == [
        Sent("games.take_bot_turn", (str(match.pk), seat, 1), "ai", None) for seat in range(3)
    ]


def test_a_bot_is_asked_once_for_one_question(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    broker.clear()

    does(ada, match, "pick", number=1)

    assert broker.named("games.take_bot_turn") == []


def test_a_bot_is_asked_when_its_turn_comes(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    does(ada, match, "pick", number=1)
    play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
    broker.clear()

    does(ada, match, "pass")

    assert broker.named("games.take_bot_turn") == [
        Sent("games.take_bot_turn", (str(match.pk), 1, 2), "ai", None)
    ]


def test_before_a_person_bots_take_their_time(
    time: Frozen, broker: Broker, settings: Settings
) -> None:
    settings.PARLOUR_BOT_PACE_SECONDS = 0.8
    ada, bob = people("Ada", "Bob")
    dealt(ada, bots=1)
    all_bots(bob, seats=2)

    paces = [sent.countdown for sent in broker.named("games.take_bot_turn")]
    assert paces == [0.8, None, None]


def test_a_stand_in_is_asked_when_its_turn_comes(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=3)
    time.advance(30)
    play.ring_due(match_id=match.pk)  # both are late for the first time
    time.advance(30)
    play.ring_due(match_id=match.pk)  # Ada for the second
    broker.clear()

    does(bob, match, "pass")

    question = state_of(match.pk).questions[0]
    assert broker.named("games.take_bot_turn") == [
        Sent("games.take_bot_turn", (str(match.pk), 0, question), "ai", None)
    ]


def test_who_leaves_in_the_middle_of_a_question_leaves_it_to_a_bot(
    time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    broker.clear()

    lobby.leave(match_id=match.pk, player=bob, seat=1)

    assert broker.named("games.take_bot_turn") == [
        Sent("games.take_bot_turn", (str(match.pk), 1, 1), "ai", None)
    ]


def test_a_bot_whose_table_moved_on_is_sent_for_again(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    broker.clear()

    def choose(*args: object) -> object:
        does(ada, match, "pick", number=1)
        return Pass()

    monkeypatch.setattr(bots, "choose", choose)
    assert not play.take_bot_turn(match_id=match.pk, seat=1, decision=1)

    assert broker.named("games.take_bot_turn") == [
        Sent("games.take_bot_turn", (str(match.pk), 1, 1), "ai", None)
    ]


# --- The end --------------------------------------------------------------------------------------


def test_a_finished_match_is_rated_and_nothing_else(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    broker.clear()

    does(bob, match, "pass")

    assert broker.tasks == [Sent("scoring.rate_match", (str(match.pk),), "clock", None)]
    assert broker.nudges == [nudge(match, 4)]


def test_a_match_abandoned_after_its_start_is_sealed_and_one_before_it_is_not(
    time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match, empty = dealt(ada, bob), opened(ada)
    broker.clear()

    for each in (match, match, empty):
        upkeep.abandon(match_id=each.pk)

    assert broker.tasks == [Sent("scoring.seal_abandoned", (str(match.pk),), "clock", None)]


# --- When the broker is not there -----------------------------------------------------------------


def test_a_dead_broker_never_turns_a_committed_action_into_an_error(
    time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    class Dead:
        def send_task(self, *args: object, **kwargs: object) -> NoReturn:
            raise ConnectionError

        async def group_send(self, *args: object) -> NoReturn:
            raise ConnectionError

    monkeypatch.setattr(dispatch, "current_app", Dead())
    monkeypatch.setattr(dispatch, "get_channel_layer", Dead)
    picked(match, ada, bob)
    played = does(ada, match, "halt")  # a new bell is due

    assert played.ply.number == Match.objects.get(pk=match.pk).ply == 3


def test_a_dead_channel_layer_does_not_stop_the_bells(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    broker.clear()

    async def group_send(*args: object) -> NoReturn:
        raise ConnectionError

    monkeypatch.setattr(broker, "group_send", group_send)
    does(ada, match, "halt")

    assert [sent.countdown for sent in broker.named("games.ring_bell")] == [5]


def test_nothing_secret_is_sent(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, bots=1, rounds=1)
    row = Match.with_secrets.get(pk=match.pk)
    picked(match, ada, bob)
    play.take_bot_turn(match_id=match.pk, seat=2, decision=1)
    for player in (ada, bob):
        does(player, match, "peek")
        does(player, match, "pass")
    time.advance(30)
    upkeep.sweep()

    sent = json.dumps([broker.nudges, broker.tasks])
    assert not any(card in sent for card in CARDS)
    assert bytes(row.seed).hex() not in sent
    assert {len(message) for message in broker.nudges} == {2, 3}


# --- By threads of their own ----------------------------------------------------------------------


def test_letters_may_be_sent_by_threads(time: Frozen, broker: Broker, settings: Settings) -> None:
    settings.PARLOUR_POSTS_IN_THREADS = True
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    assert dispatch.flush(10)
    assert header(match) in broker.nudges
    assert [sent.args for sent in broker.named("games.ring_bell")] == [(str(match.pk),)]
    assert 0 < (broker.named("games.ring_bell")[0].countdown or 0) <= 120
