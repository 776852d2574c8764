"""The minute of Lap Dance: everybody plans at once against one clock, which is the database's."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import store
from games.clock import Frozen
from games.models import Match, Ply
from games.rules import kernel
from games.rules.kernel import IllegalAction
from games.services import play, upkeep
from games.tasks import ring_bell
from tests.conftest import Broker, Sent
from tests.games.lap_tables import places, planning, sat_down, state_of, told
from tests.games.tables import does, fingerprint, people

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE_SECONDS = 60


def deadline(match: Match) -> object:
    return Match.objects.get(pk=match.pk).deadline_at


def hourglass(match: Match) -> int:
    return state_of(match).timer("preparation").id


def test_the_minute_begins_when_the_desire_is_revealed(time: Frozen, broker: Broker) -> None:
    """LAP 7: first the Customer is read, then the Desire is turned over by a bell."""
    match = sat_down(*people("Ada", "Bob"), rounds=3, customers=["c08", "c09", "c10"])
    assert state_of(match).phase == "reading"
    assert broker.named("games.ring_bell")[-1].countdown == 8
    time.advance(8)

    assert play.ring_due(match_id=match.pk) == 1

    state = state_of(match)
    assert (state.phase, sorted(state.to_act)) == ("preparation", [0, 1])
    assert deadline(match) == time.at + timedelta(seconds=MINUTE_SECONDS)
    assert broker.tasks[-1] == Sent("games.ring_bell", (str(match.pk),), "clock", MINUTE_SECONDS)


@pytest.mark.parametrize(("customer", "seconds"), [("c08", 60), ("c04", 30), ("c05", 180)])
def test_the_customer_says_how_long_a_minute_is(customer: str, seconds: int, time: Frozen) -> None:
    """LAP 3.8: half a minute for the Broker; the Poet has none, and the kernel's ends at last."""
    match = planning(*people("Ada", "Bob"), customers=[customer, "c09", "c10"])

    assert deadline(match) == time.at + timedelta(seconds=seconds)


def test_nobodys_planning_moves_the_bell(time: Frozen, broker: Broker) -> None:
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    due, glass = deadline(match), hourglass(match)
    broker.clear()
    for player, seat in ((ada, 0), (bob, 1), (ada, 0)):
        time.advance(5)
        places(player, match, seat, count=1 + state_of(match).seats[seat].drafts)
    does(ada, match, "ready")

    assert (deadline(match), hourglass(match)) == (due, glass)
    assert broker.named("games.ring_bell") == []


def test_the_bell_deals_what_is_missing_and_keeps_what_is_placed(time: Frozen) -> None:
    """LAP 7, R29: who is ready is first; the late keep their cards and draw lots."""
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = planning(ada, bob, cleo)
    cards = places(bob, match, 1)
    does(cleo, match, "ready")
    time.advance(MINUTE_SECONDS)

    assert play.ring_due(match_id=match.pk) == 1

    state = state_of(match)
    assert state.phase in ("event", "action")
    assert state.seats[2].priority == 1
    assert sorted(state.seats[seat].priority or 0 for seat in (0, 1)) == [2, 3]
    assert {event["seat"] for event in told(match, "priority_dealt")} == {0, 1}
    assert {"type": "stack_revealed", "seat": 1, "cards": list(cards)} in told(
        match, "stack_revealed"
    )


def test_too_many_cards_are_thinned_by_the_bell(time: Frozen) -> None:
    """L-02: six cards and no `ready`; four stay."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob, customers=["c18", "c09", "c10"])
    hand = state_of(match).seats[0].hand[:6]
    does(ada, match, "set_stack", cards=hand)
    with pytest.raises(IllegalAction, match="over_limit"):
        does(ada, match, "ready")
    time.advance(MINUTE_SECONDS)
    play.ring_due(match_id=match.pk)

    (trimmed,) = told(match, "stack_trimmed")
    assert (trimmed["seat"], len(trimmed["cards"])) == (0, 2)
    assert set(trimmed["cards"]) < set(hand)


def test_late_is_judged_before_legal(time: Frozen) -> None:
    """A `ready` after the minute, before any bell was heard: it rings the bell itself."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    places(ada, match, 0)
    time.advance(MINUTE_SECONDS)

    with pytest.raises(IllegalAction):
        does(bob, match, "ready")

    assert Ply.objects.filter(match=match, timer_id__isnull=False).count() == 1
    assert told(match, "priority_taken") == []
    assert len(told(match, "priority_dealt")) == 2


def test_a_ready_a_millisecond_before_the_end_is_in_time(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    places(ada, match, 0)
    time.advance(MINUTE_SECONDS - 0.001)

    does(bob, match, "ready")

    assert told(match, "priority_taken") == [{"type": "priority_taken", "seat": 1, "priority": 1}]


def test_doubled_bells_ring_once(time: Frozen) -> None:
    """Two tasks, the sweep, and somebody who looks: one ply."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    places(ada, match, 0)
    upkeep.sweep()
    for _ in range(15):
        time.advance(4)  # a sweep that is silent for longer would be an outage
        upkeep.sweep()
    for _ in range(2):
        ring_bell(str(match.pk))

    assert Ply.objects.filter(match=match, timer_id__isnull=False).count() == 1


def test_a_lost_bell_is_rung_by_the_next_sweep(time: Frozen) -> None:
    """Promise 2: the sweep runs each second, and needs no message."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    places(ada, match, 0)
    for _ in range(MINUTE_SECONDS):
        assert upkeep.sweep().bells == 0
        time.advance(1)

    assert upkeep.sweep().bells == 1
    assert state_of(match).phase != "preparation"


def test_an_outage_gives_the_minute_back(time: Frozen) -> None:
    """Promise 2: nobody is replaced because the server slept."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    upkeep.sweep()
    time.advance(45)

    report = upkeep.sweep()

    assert report.bells == 0
    assert deadline(match) == time.at + timedelta(seconds=MINUTE_SECONDS)


# --- Nobody placed a card -------------------------------------------------------------------------


def test_a_repeated_minute_has_a_new_desire_and_a_new_hourglass(
    time: Frozen, broker: Broker
) -> None:
    """L-04 by the bell: an old bell is refused by its number, the new one is sent."""
    match = planning(*people("Ada", "Bob"))
    before, glass = state_of(match), hourglass(match)
    broker.clear()
    time.advance(MINUTE_SECONDS)
    play.ring_due(match_id=match.pk)

    state, new = state_of(match), hourglass(match)
    assert (state.phase, state.repeats, state.round) == ("preparation", 1, 1)
    assert state.desires[0] != before.desires[0]
    assert new > glass
    assert deadline(match) == time.at + timedelta(seconds=MINUTE_SECONDS)
    assert broker.named("games.ring_bell") == [
        Sent("games.ring_bell", (str(match.pk),), "clock", MINUTE_SECONDS)
    ]
    with pytest.raises(IllegalAction, match="timer_not_running"):
        kernel.ring(store.look(match.pk).rules, state, glass)


def test_the_bell_of_the_first_minute_does_not_end_the_second(time: Frozen) -> None:
    """Both are ready with nothing after ten seconds: the old task still comes at sixty."""
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    time.advance(10)
    for player in (ada, bob):
        does(player, match, "ready")
    glass = hourglass(match)
    time.advance(50)
    before = state_of(match)

    ring_bell(str(match.pk))

    assert state_of(match) == before
    assert (hourglass(match), before.repeats) == (glass, 1)
    assert Ply.objects.filter(match=match, timer_id__isnull=False).count() == 0


def test_who_was_ready_for_nothing_is_asked_anew(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    before = state_of(match).questions
    does(ada, match, "ready")
    does(bob, match, "ready")

    state = state_of(match)
    assert sorted(state.to_act) == [0, 1]
    assert all(now > then for now, then in zip(state.questions, before, strict=True))
    assert [seat.priority for seat in state.seats] == [None, None]


def test_after_three_repeats_play_goes_on_with_empty_stacks(time: Frozen) -> None:
    """LAP-R34, by bells alone."""
    match = planning(*people("Ada", "Bob"))
    glasses = [hourglass(match)]
    for _ in range(3):
        time.advance(MINUTE_SECONDS)
        play.ring_due(match_id=match.pk)
        glasses.append(hourglass(match))
    time.advance(MINUTE_SECONDS)
    play.ring_due(match_id=match.pk)

    assert sorted(set(glasses)) == glasses
    assert state_of(match).phase == "action"


# --- Somebody never answers -----------------------------------------------------------------------


def test_a_table_asleep_plays_to_the_end_by_bells_alone(time: Frozen, broker: Broker) -> None:
    """With full clocks: four people, none of whom comes; no bot's task is ever heard."""
    match = sat_down(*people("Ada", "Bob", "Cleo", "Dora"))
    rung = 0
    while (row := Match.objects.get(pk=match.pk)).status == "running":
        assert row.deadline_at is not None
        assert row.deadline_at > time.at
        time.advance((row.deadline_at - time.at).total_seconds())
        rung += play.ring_due(match_id=match.pk)

    assert row.status == "finished"
    assert rung == row.ply
    assert not Ply.objects.filter(match=match, seat__isnull=False).exists()
    assert upkeep.replay_check(match_id=match.pk).same


def test_one_who_never_answers_holds_nobody_up_longer_than_the_clocks_say(
    time: Frozen, broker: Broker
) -> None:
    """The others are bots; the sleeper's seat is played by bells, and by a stand-in that sleeps."""
    (ada,) = people("Ada")
    match = sat_down(ada, seats=4, level="random")
    while (row := Match.objects.get(pk=match.pk)).status == "running":
        asked = [sent.args for sent in broker.named("games.take_bot_turn") if sent.args[1] != 0]
        broker.clear()
        acted = [
            play.take_bot_turn(match_id=match.pk, seat=seat, decision=decision)
            for _, seat, decision in asked
        ]
        if not any(acted):
            assert row.deadline_at is not None
            time.advance(max(0.0, (row.deadline_at - time.at).total_seconds()))
            play.ring_due(match_id=match.pk)

    assert row.status == "finished"
    assert not Ply.objects.filter(match=match, seat=0).exists()
    assert {event["seat"] for event in told(match, "timed_out")} == {0}
    assert upkeep.replay_check(match_id=match.pk).same


def test_a_refused_draft_changes_nothing(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = planning(ada, bob)
    stranger = state_of(match).seats[1].hand[0]
    before = fingerprint(match.pk)

    with pytest.raises(IllegalAction, match="bad_card"):
        does(ada, match, "set_stack", cards=[stranger])

    assert fingerprint(match.pk) == before
