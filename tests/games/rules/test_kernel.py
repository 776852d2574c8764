"""The kernel, by the smallest states and by the mini game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.kernel import (
    Action,
    Emit,
    Event,
    Game,
    IllegalAction,
    NoSuchTimer,
    Refusal,
    Rng,
    Seat,
    State,
    TimedOut,
    Timer,
    advance,
    clone,
    places,
    ring,
    run_out,
    snake_case,
    step,
)
from tests.games.rules.mini.actions import AnswerOut, AskOut, Keep, Nudge, Roll, Seal
from tests.games.rules.mini.game import Mini
from tests.games.rules.mini.state import (
    CardSeen,
    DieNudged,
    Lay,
    MiniOptions,
    MiniState,
    OutAnswered,
    OutAsked,
)

KEY = "5a" * 32
GAME = Mini()


def a_state(seats: int = 3) -> State:
    return State(Rng(KEY), [0] * seats)


def dealt() -> MiniState:
    """Everybody is asked to seal."""
    return GAME.setup(4, KEY)


def first_turn() -> MiniState:
    """All have sealed nothing, in the order of the seats, and seat 0 is to move."""
    state = dealt()
    for seat in range(4):
        state = step(GAME, state, seat, Seal(())).state
    return ring(GAME, state, state.timer("show").id).state


def names(state: State) -> list[str]:
    return [timer.name for timer in state.timers]


# --- Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wire"),
    [("PlaySet", "play_set"), ("Ask", "ask"), ("WorkTheStrip", "work_the_strip")],
)
def test_a_wire_name_is_the_snake_case_of_the_class(name: str, wire: str) -> None:
    assert snake_case(name) == wire


def test_an_action_and_an_event_carry_their_wire_name() -> None:
    assert msgspec.to_builtins(AskOut((Lay("c01"),))) == {
        "type": "ask_out",
        "plan": ({"type": "lay", "card": "c01"},),
    }
    assert msgspec.to_builtins(TimedOut(2)) == {"type": "timed_out", "seat": 2}


def test_data_refuses_a_field_it_does_not_know() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `tip`"):
        msgspec.convert({"seat": 1, "tip": 5}, TimedOut)


@pytest.mark.parametrize(
    ("merits", "expected"),
    [((5, 9, 9, 1), (3, 1, 1, 4)), ((0, 0), (1, 1)), (((3, 1), (3, 2)), (2, 1)), ((), ())],
)
def test_equal_merits_share_a_place(merits: tuple[Any, ...], expected: tuple[int, ...]) -> None:
    assert places(merits) == expected


# --- Questions ------------------------------------------------------------------------------------


def test_asking_numbers_the_question_and_waits_for_the_seat() -> None:
    state = a_state()
    state.ask(2, 0)
    assert (state.to_act, state.questions) == ([2, 0], [1, 0, 1])


def test_asking_again_changes_the_question_and_not_the_waiting() -> None:
    state = a_state()
    state.ask(2, 0)
    state.ask(2)
    assert (state.to_act, state.questions) == ([2, 0], [1, 0, 2])


def test_an_answer_ends_the_waiting_for_its_seat_alone() -> None:
    state = a_state()
    state.ask(0, 1, 2)
    state.answered(1)
    assert (state.to_act, state.questions) == ([0, 2], [1, 1, 1])
    state.ask_nobody()
    assert (state.to_act, state.questions) == ([], [1, 1, 1])


# --- Timers ---------------------------------------------------------------------------------------


def test_an_invitation_numbers_the_question_and_waits_for_nobody() -> None:
    state = a_state()
    state.ask(0)
    state.invite(1, 2)
    assert (state.to_act, state.invited, state.questions) == ([0], [1, 2], [1, 1, 1])


def test_an_invitation_takes_the_place_of_the_last() -> None:
    state = a_state()
    state.invite(0, 1)
    state.invite(1)
    assert (state.invited, state.questions) == ([1], [1, 2, 0])
    state.invite()
    assert (state.invited, state.questions) == ([], [1, 2, 0])


def test_who_is_waited_for_is_not_invited_too() -> None:
    state = a_state()
    state.ask(0)
    state.invite(0, 1)
    assert (state.to_act, state.invited, state.questions) == ([0], [1], [1, 1, 0])
    state.ask(1)
    assert (state.to_act, state.invited, state.questions) == ([0, 1], [], [1, 2, 0])


def test_timers_are_counted_and_no_id_comes_back() -> None:
    state = a_state()
    state.start_timer("turn", 60, [1])
    state.start_timer("window", 6, range(3), counts=False)
    assert state.timers == [
        Timer(1, "turn", 60, (1,)),
        Timer(2, "window", 6, (0, 1, 2), counts=False),
    ]
    state.start_timer("turn", 90, [2])
    assert [(t.id, t.name, t.seconds, t.seats) for t in state.timers] == [
        (2, "window", 6, (0, 1, 2)),
        (3, "turn", 90, (2,)),
    ]
    state.drop_timer("turn")
    state.start_timer("turn", 60, [1])
    assert state.timer("turn").id == 4
    assert state.turned == 4


def test_of_no_seconds_no_hourglass_is_turned_and_the_old_one_is_gone() -> None:
    state = a_state()
    state.start_timer("turn", 60, [1])
    state.start_timer("turn", 0, [2])
    assert (state.timers, state.turned) == ([], 1)


def test_a_timer_pauses_resumes_and_is_extended_in_its_place() -> None:
    state = a_state()
    state.start_timer("turn", 60, [1])
    state.start_timer("match", 1800, [0, 1, 2], counts=False)
    state.pause_timer("turn")
    assert state.timers[0] == Timer(1, "turn", 60, (1,), paused=True)
    state.extend_timer("turn", 10)
    state.extend_timer("turn", 5)
    state.resume_timer("turn")
    assert state.timers[0] == Timer(1, "turn", 60, (1,), paused=False, extra=15)
    assert state.timers[1] == Timer(2, "match", 1800, (0, 1, 2), counts=False)
    assert state.turned == 2


def test_a_dropped_timer_may_be_dropped_again() -> None:
    state = a_state()
    state.start_timer("turn", 60, [1])
    state.drop_timer("turn")
    state.drop_timer("turn")
    assert state.timers == []


@pytest.mark.parametrize(
    "use",
    [
        lambda state: state.pause_timer("nap"),
        lambda state: state.resume_timer("nap"),
        lambda state: state.extend_timer("nap", 5),
        lambda state: state.timer("nap"),
    ],
)
def test_a_timer_that_is_not_there_is_a_fault_of_the_game(use: Any) -> None:
    state = a_state()
    state.start_timer("turn", 60, [1])
    with pytest.raises(NoSuchTimer, match="nap"):
        use(state)
    assert state.timers == [Timer(1, "turn", 60, (1,))]


# --- Step, ring, clone ----------------------------------------------------------------------------


def test_a_step_returns_the_new_state_and_leaves_the_old() -> None:
    before = dealt()
    written = msgspec.json.encode(before)
    after, events = step(GAME, before, 2, Seal((before.hands[2][0],)))
    assert msgspec.json.encode(before) == written
    assert (after.ply, after.to_act, after.order) == (1, [0, 1, 3], [2])
    assert [type(event).__name__ for event in events] == ["Sealed"]


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    state = dealt()
    written = msgspec.json.encode(state)
    with pytest.raises(IllegalAction) as refused:
        step(GAME, state, 2, Seal((state.hands[2][0], state.hands[3][0])))
    card = state.hands[3][0]
    assert refused.value.refusal == Refusal("card_not_in_hand", "/cards/1", {"card": card})
    assert str(refused.value) == "card_not_in_hand"
    assert msgspec.json.encode(state) == written


def test_advance_comes_to_the_same_in_place() -> None:
    state, events = first_turn(), list[Event]()
    expected = step(GAME, state, 0, Roll())
    advance(GAME, state, 0, Roll(), events.append)
    assert msgspec.json.encode(state) == msgspec.json.encode(expected.state)
    assert events == expected.events


def test_run_out_comes_to_the_same_in_place() -> None:
    state, events = first_turn(), list[Event]()
    timer = state.timer("turn")
    expected = ring(GAME, state, timer.id)
    run_out(GAME, state, timer, events.append)
    assert msgspec.json.encode(state) == msgspec.json.encode(expected.state)
    assert events == expected.events


def test_a_clone_shares_nothing() -> None:
    state = first_turn()
    copy = clone(state)
    assert copy == state
    copy.hands[0].clear()
    copy.rng.stream("die", 0).die()
    copy.timers.clear()
    assert len(state.hands[0]) == 4
    assert "die/0" not in state.rng.drawn
    assert names(state) == ["closing", "turn"]


@pytest.mark.parametrize("timer_id", [-1, 0, 1, 99])
def test_a_bell_of_an_unknown_or_rung_timer_is_refused(timer_id: int) -> None:
    """Timer 1 was the sealing, which is over."""
    state = first_turn()
    written = msgspec.json.encode(state)
    with pytest.raises(IllegalAction) as refused:
        ring(GAME, state, timer_id)
    assert refused.value.refusal == Refusal("timer_not_running")
    assert msgspec.json.encode(state) == written


def test_a_bell_of_a_paused_timer_is_refused_until_it_runs_again() -> None:
    state = first_turn()
    turn = state.timer("turn").id
    asked = step(GAME, state, 0, AskOut(tuple(map(Lay, state.hands[0])))).state
    assert asked.timer("turn").paused
    with pytest.raises(IllegalAction, match="timer_not_running"):
        ring(GAME, asked, turn)
    answered = step(GAME, asked, 2, AnswerOut(yes=False)).state
    assert answered.timer("turn") == Timer(turn, "turn", 60, (0,), extra=10)
    assert ring(GAME, answered, turn).events[0] == TimedOut(0)


def test_a_bell_that_restarts_its_timer_gives_it_a_new_id() -> None:
    state = dealt()
    first = state.timer("sealing").id
    after = ring(GAME, state, first).state
    assert after.timer("sealing").id == 3
    with pytest.raises(IllegalAction, match="timer_not_running"):
        ring(GAME, after, first)


def test_a_seat_still_asked_after_its_own_ply_has_a_new_question() -> None:
    state = first_turn()
    rolled = step(GAME, state, 0, Roll()).state
    assert rolled.to_act == state.to_act == [0]
    assert rolled.questions[0] == state.questions[0] + 1


def test_a_seat_that_acts_out_of_turn_changes_the_question_of_the_other_alone() -> None:
    state = step(GAME, first_turn(), 0, Roll()).state
    nudged, events = step(GAME, state, 3, Nudge())
    assert nudged.to_act == [0]
    assert nudged.questions[0] == state.questions[0] + 1
    assert events == [DieNudged(3, state.die % 6 + 1)]


def test_who_may_act_out_of_turn_is_invited_anew_when_it_is_about_something_else() -> None:
    state = first_turn()
    rolled = step(GAME, state, 0, Roll()).state
    assert (state.invited, rolled.invited) == ([], [1, 2, 3])
    assert rolled.questions[1:] == [number + 1 for number in state.questions[1:]]
    nudged = step(GAME, rolled, 3, Nudge()).state
    assert nudged.invited == [1, 2]
    assert nudged.questions[1:] == [
        number + more for number, more in zip(rolled.questions[1:], (1, 1, 0), strict=True)
    ]
    assert step(GAME, nudged, 0, Keep()).state.invited == []


def test_a_seat_still_invited_after_its_own_ply_has_a_new_question() -> None:
    class Hum(Action[MiniOptions, MiniState], frozen=True):
        def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> None:
            return None

        def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
            del state, seat, options, emit

    state = step(GAME, first_turn(), 0, Roll()).state
    hummed = step(GAME, state, 2, Hum()).state
    assert hummed.invited == state.invited
    assert hummed.questions == [*state.questions[:2], state.questions[2] + 1, state.questions[3]]


def test_a_bot_thinks_as_long_as_the_game_says_or_as_usual() -> None:
    assert GAME.thinking(dealt(), 1) == (2, 30)
    assert GAME.thinking(first_turn(), 0) is None
    assert Game.thinking(GAME, dealt(), 1) is None


def test_a_secret_is_told_to_its_seat_beside_what_all_are_told() -> None:
    state = step(GAME, first_turn(), 0, Roll()).state
    after, events = step(GAME, state, 0, Keep())
    card = after.known[0][0]
    assert card in state.hands[1]
    secrets = [event for event in events if not event.seen_by(None)]
    assert secrets == [CardSeen(0, card)]
    assert [event.seen_by(0) for event in secrets] == [True]
    assert [event.seen_by(seat) for event in secrets for seat in (1, 2, 3)] == [False] * 3


def test_a_question_to_a_partner_survives_a_restart_with_its_secret_plan() -> None:
    state = first_turn()
    plan = tuple(map(Lay, state.hands[0]))
    asked, events = step(GAME, state, 0, AskOut(plan))
    assert events == [OutAsked(0, 2)]
    loaded = msgspec.json.decode(msgspec.json.encode(asked), type=MiniState)
    assert loaded.plan == plan
    assert [GAME.view(loaded, seat).plan for seat in (0, 1, 2, 3, None)] == [plan, *[None] * 4]
    after, events = step(GAME, loaded, 2, AnswerOut(yes=True))
    assert events[0] == OutAnswered(2, yes=True)
    assert after.table == [play.card for play in plan]
    assert GAME.outcome(after) is not None


# --- Legal actions --------------------------------------------------------------------------------


def test_legal_actions_are_all_there_are() -> None:
    """4 cards, at most 2 in order: 1 + 4 + 12."""
    legal = GAME.legal_actions(dealt(), 1)
    assert len(legal.actions) == 17
    assert legal.complete
    assert legal.actions[0] == Seal(())


def test_a_kind_that_is_not_enumerated_makes_the_list_incomplete_when_it_is_legal() -> None:
    state = first_turn()
    legal = GAME.legal_actions(state, 0)
    assert legal.actions == (Roll(), AskOut(tuple(map(Lay, state.hands[0]))))
    assert not legal.complete
    rolled = step(GAME, state, 0, Roll()).state
    assert GAME.legal_actions(rolled, 0) == ((Roll(), Keep()), True)


@pytest.mark.parametrize(("limit", "complete"), [(1, False), (16, False), (17, True), (18, True)])
def test_a_list_cut_at_its_limit_is_not_complete(limit: int, *, complete: bool) -> None:
    every = GAME.legal_actions(dealt(), 1).actions
    assert GAME.legal_actions(dealt(), 1, limit) == (every[:limit], complete)


def test_who_may_do_nothing_has_an_empty_and_complete_list() -> None:
    assert GAME.legal_actions(first_turn(), 1) == ((), True)


def test_an_action_without_fields_lists_itself_when_it_is_legal() -> None:
    assert list(Roll.legal(first_turn(), 0, GAME.options)) == [Roll()]
    assert list(Roll.legal(first_turn(), 1, GAME.options)) == []


def test_a_table_without_clocks_passes_its_windows_in_the_same_ply() -> None:
    game = Mini(MiniOptions(teams=1, seconds=0, show_seconds=0, closing_seconds=0))
    state = game.setup(2, KEY)
    for seat in (1, 0):
        state = step(game, state, seat, Seal(())).state
    assert (state.phase, state.to_act, state.timers) == ("turn", [1], [])


def test_a_seat_count_that_does_not_fit_is_refused_with_what_fits() -> None:
    assert GAME.misfit(4) is None
    assert GAME.misfit(3) == Refusal("bad_seat_count", "/seats", {"least": 4, "most": 4})
