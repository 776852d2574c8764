from __future__ import annotations

import logging
from typing import Any

import pytest
from pytest_django import Settings

from games import pacing
from games.ai import bots
from games.clock import Frozen
from games.errors import (
    EngineFault,
    MatchFrozen,
    NotYourSeat,
)
from games.models import Match, Participant, Ply, Status
from games.rules import registry
from games.services import lobby, play, upkeep
from tests.games.tables import dealt, does, fingerprint, people, picked, state_of
from tests.games.tiny_game import Pass, Pick, TinyWithoutEnd

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


def missed(match: Match, seat: int) -> int:
    return Participant.objects.get(match=match, seat=seat).missed


# --- Bots -----------------------------------------------------------------------------------------


def test_a_bot_answers_what_it_was_asked(time: Frozen) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)

    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)

    ply = Ply.objects.get(match=match)
    assert (ply.seat, ply.request_id) == (1, None)
    assert ply.action is not None
    assert ply.action["type"] == "pick"


def test_a_bot_asked_twice_answers_once(time: Frozen) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)

    answers = [play.take_bot_turn(match_id=match.pk, seat=1, decision=1) for _ in range(2)]

    assert answers == [True, False]
    assert Ply.objects.filter(match=match).count() == 1


@pytest.mark.parametrize(
    ("seat", "decision"), [(0, 1), (1, 2), (1, 0), (5, 1)], ids=["person", "early", "old", "nobody"]
)
def test_a_bot_does_nothing_it_was_not_asked(seat: int, decision: int, time: Frozen) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    before = fingerprint(match.pk)

    assert not play.take_bot_turn(match_id=match.pk, seat=seat, decision=decision)
    assert fingerprint(match.pk) == before


def test_a_stand_in_plays_for_an_absent_player(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=3)
    for _ in range(2):
        time.advance(30)
        play.ring_due(match_id=match.pk)
    does(bob, match, "pass")
    question = state_of(match.pk).questions[0]

    assert play.take_bot_turn(match_id=match.pk, seat=0, decision=question)
    assert missed(match, 0) == 2


def test_a_bot_is_given_its_view_and_what_it_saw_and_nothing_else(
    time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    does(ada, match, "pick", number=1)
    play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
    does(ada, match, "peek")  # tells Ada her card, and the table that she looked
    does(ada, match, "pass")
    given: list[tuple[Any, ...]] = []

    def choose(*args: Any) -> Any:
        given.append(args)
        return args[3].actions[0]

    monkeypatch.setattr(bots, "choose", choose)
    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=2)

    _, view, seen, _, level, seed = given[0]
    assert type(view).__name__ == "TinyView"
    assert [type(event).__name__ for event in seen] == ["RoundStarted", "Peeked", "Passed"]
    assert level == "random"
    assert len(seed) == 32


def test_a_bot_that_fails_does_the_first_legal_thing_and_is_reported(
    time: Frozen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    secret = state_of(match.pk).cards[1]

    def choose(*args: object) -> object:
        raise KeyError(secret)

    monkeypatch.setattr(bots, "choose", choose)
    with caplog.at_level(logging.ERROR):
        assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)

    assert Ply.objects.get(match=match).action == {"type": "pick", "number": 0}
    assert f"the bot of seat 1 in match {match.pk} failed: KeyError" in caplog.text
    assert secret not in caplog.text


def test_a_bot_that_is_refused_does_the_first_legal_thing(
    time: Frozen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    monkeypatch.setattr(bots, "choose", lambda *_: Pick(9))

    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)

    assert Ply.objects.get(match=match).action == {"type": "pick", "number": 0}
    assert "was refused: no_such_number" in caplog.text


def test_a_bot_whose_table_moved_on_while_it_thought_is_asked_again(
    time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)

    def choose(*args: object) -> object:
        does(ada, match, "pick", number=1)
        return Pass()  # legal no more, or not yet

    monkeypatch.setattr(bots, "choose", choose)

    assert not play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
    assert Ply.objects.get(match=match).seat == 0
    assert Match.objects.get(pk=match.pk).bots_due_at == time.at


def test_a_bot_dices_by_its_own_key_and_question(settings: Settings) -> None:
    settings.PARLOUR_AI_KEY = ""
    derived = pacing.ai_key()
    settings.PARLOUR_AI_KEY = "another"

    assert len(derived) == 32
    assert pacing.ai_key() == b"another"


# --- Faults ---------------------------------------------------------------------------------------


def test_a_fault_of_the_rules_freezes_the_match_and_applies_nothing(
    time: Frozen, caplog: pytest.LogCaptureFixture
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(10)
    state = state_of(match.pk)

    with pytest.raises(EngineFault) as fault:
        does(ada, match, "break")

    row = Match.objects.get(pk=match.pk)
    assert (row.status, row.ply, row.deadline_at) == (Status.FROZEN, 0, None)
    assert row.clocks == {"1": {"left": 20_000}}
    assert state_of(match.pk) == state
    assert not Ply.objects.exists()
    assert (fault.value.status, fault.value.code) == (503, "engine_fault")
    assert f"match {match.pk} (tiny) froze at ply 0: KeyError at" in caplog.text
    assert state.cards[0] not in caplog.text
    assert (fault.value.__context__, fault.value.__cause__) == (None, None)


def test_a_frozen_match_cannot_be_played(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    with pytest.raises(EngineFault):
        does(ada, match, "break")

    with pytest.raises(MatchFrozen):
        does(ada, match, "pick", number=1)

    assert not Ply.objects.exists()


def test_a_fault_in_a_bell_freezes_the_match_and_the_late_action_hears_it(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, broken_bell=True)
    time.advance(30)

    with pytest.raises(MatchFrozen):
        does(ada, match, "pick", number=1)

    assert Match.objects.get(pk=match.pk).status == Status.FROZEN
    assert not Ply.objects.exists()


def test_a_clock_without_its_hourglass_freezes_the_match(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    Match.objects.filter(pk=match.pk).update(clocks={"99": {"at": 0, "since": 0}})

    assert play.ring_due(match_id=match.pk) == 0
    assert Match.objects.get(pk=match.pk).status == Status.FROZEN


def test_a_match_whose_end_cannot_be_counted_freezes_before_it(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    with registry.registered(TinyWithoutEnd):
        match = dealt(ada, bob, game="tiny_without_end", rounds=1)
        picked(match, ada, bob)
        does(ada, match, "pass")

        with pytest.raises(EngineFault):
            does(bob, match, "pass")

        assert upkeep.replay_check(match_id=match.pk).same
    row = Match.objects.get(pk=match.pk)
    assert (row.status, row.ply) == (Status.FROZEN, 3)
    assert Ply.objects.count() == 3


def test_a_seat_whose_player_is_gone_for_good_is_played_by_a_bot(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    bob.delete()

    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)


def test_leaving_a_running_match_ends_the_right_to_act(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    lobby.leave(match_id=match.pk, player=bob, seat=1)

    with pytest.raises(NotYourSeat):
        does(bob, match, "pick", number=1)
