"""What happens at the same moment: threads on one database, one lock per match.

The threads meet at a barrier and then run as they like; every order must have one legal outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts.models import Player
from games.clock import Frozen
from games.errors import RequestIdReused, SeatTaken, TooManyOpenMatches
from games.models import Match, Participant, Ply, Status
from games.rules.kernel import IllegalAction
from games.services import lobby, play, upkeep
from tests.conftest import Broker
from tests.games.tables import all_bots, dealt, does, opened, people, picked, state_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny", "broker"),
]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Make these calls at the same moment, each in its own thread; return answers or errors."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait(10)
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - whatever it was, the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def kinds(answers: list[object]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


@pytest.fixture(params=range(3))
def again(request: pytest.FixtureRequest) -> None:
    """Run the test a few times: a race is not lost every time."""


# --- Acting ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("again")
def test_one_request_sent_several_times_at_once_applies_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    answers = at_once(
        *[lambda: does(ada, match, "pick", number=1, request_id="same") for _ in range(4)]
    )

    assert kinds(answers) == {"Played": 4}
    assert sorted(answer.replayed for answer in answers) == [False, True, True, True]  # type: ignore[attr-defined]
    assert {answer.ply.number for answer in answers} == {1}  # type: ignore[attr-defined]
    assert Ply.objects.count() == 1


@pytest.mark.usefixtures("again")
def test_one_request_id_with_two_actions_at_once_applies_one_of_them(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    answers = at_once(
        lambda: does(ada, match, "pick", number=1, request_id="same"),
        lambda: does(ada, match, "pick", number=2, request_id="same"),
    )

    assert kinds(answers) == {"Played": 1, RequestIdReused.__name__: 1}
    assert Ply.objects.count() == 1


@pytest.mark.usefixtures("again")
def test_all_seats_may_act_at_the_same_moment(time: Frozen) -> None:
    players = people("Ada", "Bob", "Cleo", "Dan")
    match = dealt(*players)

    answers = at_once(
        *[lambda player=player: does(player, match, "pick", number=1) for player in players]
    )

    assert kinds(answers) == {"Played": 4}
    assert sorted(Ply.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert upkeep.replay_check(match_id=match.pk).same


@pytest.mark.usefixtures("again")
def test_two_different_actions_of_one_seat_at_once_are_applied_one_after_the_other(
    time: Frozen,
) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    answers = at_once(
        *[lambda number=number: does(ada, match, "pick", number=number) for number in range(3)]
    )

    assert kinds(answers) == {"Played": 1, IllegalAction.__name__: 2}
    (action,) = Ply.objects.values_list("action", flat=True)
    assert action == {"type": "pick", "number": state_of(match.pk).picks[0]}


# --- Bells ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("again")
def test_a_bell_that_comes_several_times_at_once_rings_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)

    answers = at_once(*[lambda: play.ring_due(match_id=match.pk) for _ in range(4)])

    assert sorted(answers) == [0, 0, 0, 1]  # type: ignore[type-var]
    assert Ply.objects.get().timer_id == 1


@pytest.mark.parametrize("place", range(6))
def test_an_act_that_meets_the_bell_has_one_legal_outcome(place: int, time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(29.999)

    act, *_ = at_once(
        lambda: does(ada, match, "pass"),
        lambda: time.advance(0.001),
        lambda: play.ring_due(match_id=match.pk),
        lambda: play.ring_due(match_id=match.pk),
    )

    third = Ply.objects.get(match=match, number=3)
    assert Ply.objects.filter(match=match).count() == 3
    if isinstance(act, IllegalAction):
        assert (third.seat, third.events) == (None, [{"type": "timed_out", "seat": 0}])
    else:
        assert (third.seat, third.events) == (0, [{"type": "passed", "seat": 0}])
    assert state_of(match.pk).to_act == [1]
    assert upkeep.replay_check(match_id=match.pk).same


# --- Bots -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("again")
def test_a_bot_sent_for_several_times_at_once_answers_once(time: Frozen) -> None:
    (ada,) = people("Ada")
    match = all_bots(ada, seats=2)

    answers = at_once(
        *[
            lambda seat=seat: play.take_bot_turn(match_id=match.pk, seat=seat, decision=1)
            for seat in (0, 0, 1, 1)
        ]
    )

    assert sorted(answers) == [False, False, True, True]  # type: ignore[type-var]
    assert set(Ply.objects.values_list("seat", flat=True)) == {0, 1}
    assert Ply.objects.count() == 2


@pytest.mark.usefixtures("again")
def test_an_owner_who_comes_back_while_the_stand_in_plays(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=3)
    for _ in range(2):
        time.advance(30)
        play.ring_due(match_id=match.pk)
    does(bob, match, "pass")
    question = state_of(match.pk).questions[0]
    plies = Ply.objects.count()

    owner, bot = at_once(
        lambda: does(ada, match, "pass", decision=question),
        lambda: play.take_bot_turn(match_id=match.pk, seat=0, decision=question),
    )

    assert (bot is True) == isinstance(owner, Exception)
    assert Ply.objects.count() == plies + 1
    assert Participant.objects.get(match=match, seat=0).missed == 0


# --- The lobby ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("again")
def test_concurrent_joins_fill_exactly_the_seats_there_are(time: Frozen) -> None:
    ada, *others = people("Ada", *(f"Guest {number}" for number in range(7)))
    match = opened(ada, seats=4)

    answers = at_once(
        *[lambda player=player: lobby.join(match_id=match.pk, player=player) for player in others]
    )

    assert kinds(answers) == {"Participant": 3, SeatTaken.__name__: 4}
    assert list(Participant.objects.filter(match=match).values_list("seat", flat=True)) == [
        *range(4)
    ]


@pytest.mark.usefixtures("again")
def test_one_seat_goes_to_one_of_those_who_want_it(time: Frozen) -> None:
    ada, *others = people("Ada", "Bob", "Cleo", "Dan")
    match = opened(ada, seats=4)

    answers = at_once(
        *[
            lambda player=player: lobby.join(match_id=match.pk, player=player, seat=2)
            for player in others
        ]
    )

    assert kinds(answers) == {"Participant": 1, SeatTaken.__name__: 2}


@pytest.mark.usefixtures("again")
def test_a_guest_in_a_hurry_holds_five_matches_too(time: Frozen) -> None:
    (guest,) = people("Guest", is_guest=True)

    answers = at_once(*[lambda: opened(guest) for _ in range(8)])

    assert kinds(answers) == {"Match": 5, TooManyOpenMatches.__name__: 3}
    assert Match.objects.count() == 5


@pytest.mark.usefixtures("again")
def test_a_match_started_twice_at_once_is_dealt_once(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = opened(ada)
    lobby.add_bot(match_id=match.pk, player=ada, seat=1, level="random")
    broker.clear()

    answers = at_once(*[lambda: lobby.start(match_id=match.pk, player=ada) for _ in range(3)])

    assert kinds(answers) == {"Match": 3}
    assert Match.objects.get().status == Status.RUNNING
    assert len(broker.named("games.take_bot_turn")) == 1


# --- Upkeep ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("again")
def test_processes_that_start_together_make_an_outage_good_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    upkeep.sweep()
    time.advance(600)

    answers = at_once(*[upkeep.after_outage for _ in range(3)])

    assert sorted(answers) == [0, 0, 1]  # type: ignore[type-var]
    deadline = Match.objects.get(pk=match.pk).deadline_at
    assert deadline is not None
    assert (deadline - time.at).total_seconds() == 30


def test_a_busy_table_plays_to_its_end(time: Frozen) -> None:
    players: list[Player] = people("Ada", "Bob", "Cleo")
    match = dealt(*players, rounds=4)

    def hurry(player: Player) -> int:
        applied = 0
        while Match.objects.get(pk=match.pk).status == Status.RUNNING:
            for kind, fields in (("pick", {"number": 1}), ("pass", {})):
                try:
                    does(player, match, kind, **fields)
                    applied += 1
                except Exception:  # noqa: BLE001, S110 - not now, or over
                    pass
        return applied

    answers = at_once(*[lambda player=player: hurry(player) for player in players])

    assert answers == [5, 5, 5]  # one number and four turns each
    assert upkeep.replay_check(match_id=match.pk).plies == 15
