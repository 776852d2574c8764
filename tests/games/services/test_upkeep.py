from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.models import Player
from games.clock import Frozen
from games.errors import MatchOver, NoSuchMatch, NotStarted
from games.models import Match, Participant, Ply, Status, StoredAnswer, Sweep
from games.records import ReplayReport
from games.services import lobby, play, upkeep
from games.services.upkeep import SweepReport
from tests.conftest import Broker
from tests.games.tables import all_bots, dealt, does, fingerprint, opened, people, picked, state_of
from tests.games.tiny_game import CARDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


def swept_just_now(time: Frozen) -> None:
    Sweep.objects.update_or_create(name="sweep", defaults={"at": time.at})


def later(time: Frozen, seconds: float) -> None:
    """Let time pass in a world that is swept."""
    time.advance(seconds)
    swept_just_now(time)


def clocks_of(match: Match) -> dict[str, dict[str, int]]:
    clocks: dict[str, dict[str, int]] = Match.objects.get(pk=match.pk).clocks
    return clocks


# --- The sweep ------------------------------------------------------------------------------------


def test_the_sweep_rings_bells_that_were_lost(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match, other = dealt(ada, bob), dealt(ada, bob, seconds=60)
    later(time, 30)

    report = upkeep.sweep()

    assert (report.bells, report.failed) == (1, 0)
    assert Ply.objects.get().match == match
    assert state_of(other.pk).ply == 0


def test_the_sweep_notes_when_it_ran(time: Frozen) -> None:
    upkeep.sweep()

    assert Sweep.objects.get(name="sweep").at == time.at


def test_one_bad_match_does_not_stop_the_sweep(
    time: Frozen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada, bob = people("Ada", "Bob")
    bad, good = dealt(ada, bob), dealt(ada, bob)
    secret = state_of(bad.pk).cards[0]
    Match.objects.filter(pk=bad.pk).update(state=b"\x81" + secret.encode())
    later(time, 30)

    report = upkeep.sweep()

    assert (report.bells, report.failed) == (1, 1)
    assert Ply.objects.get().match == good
    assert f"upkeep of match {bad.pk} failed" in caplog.text
    assert secret not in caplog.text


def test_a_bell_that_fails_freezes_its_match_and_rings_the_others(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    bad, good = dealt(ada, bob, broken_bell=True), dealt(ada, bob)
    later(time, 30)

    assert upkeep.sweep().bells == 1
    assert Match.objects.get(pk=bad.pk).status == Status.FROZEN
    assert Ply.objects.get().match == good


@pytest.mark.django_db(transaction=True)
def test_the_sweep_asks_bots_again_that_are_two_seconds_late(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = all_bots(ada, seats=2)
    broker.clear()
    later(time, 2)
    assert upkeep.sweep().bots == 0

    later(time, 0.001)
    assert upkeep.sweep().bots == 2
    assert upkeep.sweep().bots == 0  # not again at once

    assert [sent.args for sent in broker.named("games.take_bot_turn")] == [
        (str(match.pk), 0, 1),
        (str(match.pk), 1, 1),
    ]


def test_an_open_match_is_given_up_after_an_hour(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    stale, fresh, running = opened(ada), opened(ada), dealt(ada, bob)
    Match.objects.filter(pk=fresh.pk).update(created_at=time.at - timedelta(minutes=59))
    Match.objects.exclude(pk=fresh.pk).update(created_at=time.at - timedelta(minutes=61))

    assert upkeep.sweep().expired == 1
    statuses = [Match.objects.get(pk=match.pk).status for match in (stale, fresh, running)]
    assert statuses == [Status.ABANDONED, Status.OPEN, Status.RUNNING]


def test_stored_answers_are_kept_for_a_day(time: Frozen) -> None:
    (ada,) = people("Ada")
    old, new = (
        StoredAnswer.objects.create(player=ada, route="r", key=key, request_hash="")
        for key in ("old", "new")
    )
    StoredAnswer.objects.filter(pk=old.pk).update(created_at=time.at - timedelta(hours=25))
    StoredAnswer.objects.filter(pk=new.pk).update(created_at=time.at - timedelta(hours=23))

    assert upkeep.sweep().answers == 1
    assert StoredAnswer.objects.get() == new


def test_what_need_not_be_done_each_second_is_done_each_minute(time: Frozen) -> None:
    (ada,) = people("Ada")
    upkeep.sweep()
    match = opened(ada)
    Match.objects.filter(pk=match.pk).update(created_at=time.at - timedelta(hours=2))

    later(time, 59)
    assert upkeep.sweep() == SweepReport()
    later(time, 1)
    assert upkeep.sweep() == SweepReport(expired=1)


@pytest.mark.django_db(transaction=True)
def test_results_that_were_not_rated_are_sent_again(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")
    broker.clear()
    later(time, 31)

    assert upkeep.sweep().results == 1
    assert [sent.args for sent in broker.named("scoring.rate_match")] == [(str(match.pk),)]


@pytest.mark.django_db(transaction=True)
def test_abandoned_matches_that_were_not_sealed_are_sent_again(
    time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match, empty = dealt(ada, bob), opened(ada)
    for each in (match, empty):
        upkeep.abandon(match_id=each.pk)
    broker.clear()

    assert upkeep.sweep().unsealed == 1
    assert [sent.args for sent in broker.named("scoring.seal_abandoned")] == [(str(match.pk),)]
    assert upkeep.mark_sealed(match_id=match.pk)
    assert not upkeep.mark_sealed(match_id=match.pk)
    later(time, 60)
    assert upkeep.sweep().unsealed == 0


# --- An outage ------------------------------------------------------------------------------------


def test_running_clocks_are_shifted_by_the_length_of_an_outage(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    later(time, 10)  # the last sweep; 20 s are left
    time.advance(600)

    assert upkeep.after_outage() == 1

    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert deadline is not None
    assert (deadline - time.at).total_seconds() == 20
    assert play.ring_due(match_id=match.pk) == 0


def test_a_clock_that_started_in_the_outage_has_all_its_time_again(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    swept_just_now(time)
    time.advance(100)
    match = dealt(ada, bob)
    time.advance(100)

    assert upkeep.after_outage() == 1

    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert deadline is not None
    assert (deadline - time.at).total_seconds() == 30


def test_an_outage_is_made_good_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    swept_just_now(time)
    time.advance(600)

    assert [upkeep.after_outage(), upkeep.after_outage()] == [1, 0]
    assert clocks_of(match) == {
        "1": {"at": to_ms(time, 30), "since": to_ms(time, 0)},
    }


def to_ms(time: Frozen, seconds: float) -> int:
    return round((time.at.timestamp() + seconds) * 1000)


def test_the_sweep_itself_makes_an_outage_good_before_it_rings(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    dealt(ada, bob)
    swept_just_now(time)
    time.advance(600)

    assert upkeep.sweep().bells == 0
    assert not Ply.objects.exists()


def test_one_bad_match_does_not_keep_the_others_from_getting_their_time(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    bad, good = dealt(ada, bob), dealt(ada, bob)
    Match.objects.filter(pk=bad.pk).update(state=b"\x81")
    swept_just_now(time)
    before = clocks_of(bad)
    time.advance(600)

    assert upkeep.after_outage() == 1
    assert clocks_of(bad) == before
    assert clocks_of(good)["1"]["at"] == to_ms(time, 30)


@pytest.mark.parametrize("seconds", [0, 5])
def test_a_short_silence_is_no_outage(seconds: int, time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    swept_just_now(time)
    before = clocks_of(match)
    time.advance(seconds)

    assert upkeep.after_outage() == 0
    assert clocks_of(match) == before


def test_the_first_start_is_no_outage(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    dealt(ada, bob)
    time.advance(600)

    assert upkeep.after_outage() == 0


@pytest.mark.django_db(transaction=True)
def test_after_an_outage_the_bells_are_sent_again(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    swept_just_now(time)
    time.advance(10)
    broker.clear()

    upkeep.after_outage()

    (sent,) = broker.named("games.ring_bell")
    assert (sent.args, sent.countdown) == ((str(match.pk),), 30)


def test_a_paused_clock_is_left_alone(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "halt")
    swept_just_now(time)
    time.advance(600)

    upkeep.after_outage()

    assert clocks_of(match)["2"] == {"left": 33_000}


# --- Abandoning -----------------------------------------------------------------------------------


def test_an_abandoned_match_stands_still_for_good(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    upkeep.abandon(match_id=match.pk)
    upkeep.abandon(match_id=match.pk)

    row = Match.objects.get(pk=match.pk)
    assert (row.status, row.deadline_at, row.bots_due_at) == (Status.ABANDONED, None, None)
    later(time, 60)
    assert upkeep.sweep().bells == 0


def test_a_finished_match_is_not_abandoned(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")
    before = fingerprint(match.pk)

    with pytest.raises(MatchOver):
        upkeep.abandon(match_id=match.pk)

    assert fingerprint(match.pk) == before


def test_there_is_no_such_match_to_abandon() -> None:
    with pytest.raises(NoSuchMatch):
        upkeep.abandon(match_id=uuid4())


# --- Replays --------------------------------------------------------------------------------------


def played_match(time: Frozen, ada: Player, bob: Player) -> Match:
    """Return a finished match with actions, bells, a halt and a secret."""
    match = dealt(ada, bob)
    time.advance(30)
    play.ring_due(match_id=match.pk)
    for player in (ada, bob):
        does(player, match, "peek")
        does(player, match, "halt")
        time.advance(5)
        play.ring_due(match_id=match.pk)
        does(player, match, "pass")
    for _ in range(2):
        time.advance(30)
        play.ring_due(match_id=match.pk)
    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    return match


def test_a_match_replays_to_the_same_state(time: Frozen) -> None:
    match = played_match(time, *people("Ada", "Bob"))

    assert upkeep.replay_check(match_id=match.pk) == ReplayReport(same=True, plies=11)


def test_a_running_match_replays_too(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)

    assert upkeep.replay_check(match_id=match.pk) == ReplayReport(same=True, plies=2)


def test_a_changed_event_is_found(time: Frozen) -> None:
    match = played_match(time, *people("Ada", "Bob"))
    Ply.objects.filter(match=match, number=2).update(events=[])

    assert upkeep.replay_check(match_id=match.pk) == ReplayReport(
        same=False, plies=1, why="ply 2: other events"
    )


def test_a_changed_action_is_found(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    Ply.objects.filter(match=match, number=1).update(action={"type": "pick", "number": 2})

    report = upkeep.replay_check(match_id=match.pk)

    assert report == ReplayReport(same=False, plies=2, why="the same plies, another state")


def test_an_impossible_ply_is_found_without_a_word_about_cards(time: Frozen) -> None:
    match = played_match(time, *people("Ada", "Bob"))
    Ply.objects.filter(match=match, number=2).update(action={"type": "break"})

    report = upkeep.replay_check(match_id=match.pk)

    assert report == ReplayReport(same=False, plies=1, why="ply 2: KeyError")
    assert not any(card in report.why for card in CARDS)


def test_another_seed_is_found(time: Frozen) -> None:
    match = played_match(time, *people("Ada", "Bob"))
    Match.with_secrets.filter(pk=match.pk).update(seed=b"x" * 32)

    assert not upkeep.replay_check(match_id=match.pk).same


def test_an_open_match_has_nothing_to_replay() -> None:
    (ada,) = people("Ada")

    with pytest.raises(NotStarted):
        upkeep.replay_check(match_id=opened(ada).pk)


def test_a_match_with_silent_seats_runs_to_its_end_by_bells_and_bots_alone(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, bots=1, rounds=3)
    for _ in range(100):
        if Match.objects.get(pk=match.pk).status == Status.FINISHED:
            break
        state = state_of(match.pk)
        acted = [
            play.take_bot_turn(match_id=match.pk, seat=seat, decision=state.questions[seat])
            for seat in state.to_act
        ]
        if not any(acted):
            later(time, 30)
            upkeep.sweep()

    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    assert set(Participant.objects.filter(match=match).values_list("missed", flat=True)) == {0, 2}
    assert upkeep.replay_check(match_id=match.pk).same


def test_a_leaver_does_not_stop_the_match(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    lobby.leave(match_id=match.pk, player=bob, seat=1)

    assert play.take_bot_turn(match_id=match.pk, seat=1, decision=1)
