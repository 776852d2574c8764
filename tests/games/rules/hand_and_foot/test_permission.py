"""May I go out? (HF 14.3): who is asked, what an answer does, and what stays secret."""

from __future__ import annotations

import json

import pytest

from games.rules.hand_and_foot.events import GoOutAnswered, GoOutAsked, WentOut
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Seat, TimedOut
from games.rules.registry import builtins
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    E,
    F,
    codes,
    discard,
    draw,
    go_out,
    lay_off,
    no,
    take_onto,
    yes,
)

BOARD = "9*6 JS; 8*5 JS*2; 6*7"
PLAN = go_out(lay_off(3, "6"), last="4")


def about_to_ask(
    seats: int = 4,
    asker: Seat = A,
    *,
    options: FootOptions | None = None,
    round_: int = 1,
) -> Table:
    """The asker holds a six, to be laid on m3, and a four for the last discard."""
    return table(
        seats=seats,
        hands={asker: "6 4"},
        in_foot=[asker],
        boards={_team(seats, asker, round_): BOARD},
        turn=asker,
        options=options,
        round_=round_,
    )


def _team(seats: int, seat: Seat, round_: int) -> int:
    if seats == 5 and seat == E:
        return {1: 0, 2: 1, 3: 1, 4: 0}[round_]
    return seat if seats <= 3 else seat % 2


def asked(
    seats: int = 4, asker: Seat = A, *, options: FootOptions | None = None, round_: int = 1
) -> Table:
    return about_to_ask(seats, asker, options=options, round_=round_).act(asker, PLAN)


def denied(at: Table, seat: Seat) -> bool:
    going = at.view(seat).go_out
    assert going is not None
    return going.denied


# --- Who is asked ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "round_", "asker", "partners"),
    [
        (4, 1, A, [C]),
        (4, 1, D, [B]),
        (5, 1, A, [C, E]),
        (5, 1, B, [D]),
        (5, 1, E, [A, C]),
        (5, 2, B, [D, E]),
        (5, 2, A, [C]),
        (5, 3, E, [B, D]),
        (5, 4, C, [A, E]),
        (6, 1, A, [C, E]),
        (6, 1, F, [B, D]),
    ],
)
def test_every_partner_of_this_round_is_asked(
    seats: int, round_: int, asker: Seat, partners: list[Seat]
) -> None:
    at = asked(seats, asker, round_=round_)
    assert at.state.phase == "permission"
    assert sorted(at.state.to_act) == partners
    assert at.told(GoOutAsked) == [GoOutAsked(asker)]


@pytest.mark.parametrize("seats", [2, 3])
def test_who_plays_alone_asks_nobody(seats: int) -> None:
    at = asked(seats)
    assert at.ended == "out"
    assert at.told(GoOutAsked) == []
    assert at.told(WentOut) == [WentOut(A)]


@pytest.mark.parametrize(
    ("seats", "asker", "partner"),
    [(4, A, C), (5, A, C), (5, C, E), (5, E, A), (5, B, D), (6, A, C), (6, E, A), (6, D, F)],
)
def test_next_asks_the_next_partner_clockwise_alone(seats: int, asker: Seat, partner: Seat) -> None:
    at = asked(seats, asker, options=FootOptions(permission="next"))
    assert at.state.to_act == [partner]
    for other in range(seats):
        if other != partner:
            assert at.refused(other, yes()) == "not_asked"
    assert at.act(partner, yes()).ended == "out"


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_off_asks_nobody(seats: int) -> None:
    at = asked(seats, options=FootOptions(permission="off"))
    assert at.ended == "out"
    assert at.told(GoOutAsked) == []


# --- Yes and no -----------------------------------------------------------------------------------


def test_a_yes_executes_the_plan_at_once() -> None:
    at = asked().act(C, yes())
    assert (at.ended, at.result.out) == ("out", A)
    assert at.lies(3) == codes("6*8")
    assert at.pile[-1] == "4"
    assert at.told(GoOutAnswered) == [GoOutAnswered(C, "yes")]
    assert at.told(WentOut) == [WentOut(A)]


def test_a_no_leads_back_and_the_plan_is_forgotten() -> None:
    at = asked().act(C, no())
    assert at.turn == ("play", A)
    assert at.held(A) == codes("6 4")
    assert at.lies(3) == codes("6*7")
    assert at.state.pending is None
    assert at.view(None).permission is None
    assert at.told(GoOutAnswered) == [GoOutAnswered(C, "no")]


@pytest.mark.parametrize(
    "options",
    [FootOptions(permission="all"), FootOptions(permission="any"), FootOptions(permission="next")],
)
def test_with_one_partner_his_answer_decides(options: FootOptions) -> None:
    assert asked(options=options).act(C, yes()).ended == "out"
    assert asked(options=options).act(C, no()).turn == ("play", A)


@pytest.mark.parametrize(("seats", "first", "second"), [(5, C, E), (5, E, C), (6, C, E), (6, E, C)])
def test_all_must_say_yes(seats: int, first: Seat, second: Seat) -> None:
    at = asked(seats).act(first, yes())
    assert at.state.phase == "permission"
    assert at.state.to_act == [second]
    assert at.act(second, yes()).ended == "out"
    assert asked(seats).act(first, no()).turn == ("play", A)
    assert asked(seats).act(first, yes()).act(second, no()).turn == ("play", A)


@pytest.mark.parametrize(("seats", "first", "second"), [(5, C, E), (6, E, C)])
def test_any_needs_one_yes(seats: int, first: Seat, second: Seat) -> None:
    options = FootOptions(permission="any")
    assert asked(seats, options=options).act(first, yes()).ended == "out"
    at = asked(seats, options=options).act(first, no())
    assert at.state.phase == "permission"
    assert at.state.to_act == [second]
    assert at.act(second, yes()).ended == "out"
    at = asked(seats, options=options).act(first, no()).act(second, no())
    assert at.turn == ("play", A)
    assert at.refused(A, PLAN) == "already_denied"


def test_the_asker_is_bound_while_he_waits() -> None:
    at = asked()
    for sentence in (PLAN, discard("4"), lay_off(3, "6"), draw()):
        assert at.refused(A, sentence) == "wrong_phase"
    assert at.kinds(A) == set()


def test_only_those_asked_answer_and_each_once() -> None:
    at = asked(6)
    for seat in (A, B, D, F):
        assert at.refused(seat, yes()) == "not_asked"
    at.act(C, yes())
    assert at.refused(C, no()) == "already_done"
    assert at.kinds(E) == {"permission"}
    assert about_to_ask().refused(C, yes()) == "wrong_phase"


def test_yes_and_no_are_all_there_is_to_say() -> None:
    at = asked()
    assert [getattr(action, "answer", None) for action in at.legal(C)] == ["yes", "no"]


# --- Once per turn --------------------------------------------------------------------------------


def test_no_second_question_in_the_same_turn() -> None:
    at = asked().act(C, no())
    assert at.refused(A, PLAN) == "already_denied"
    assert at.refused(A, go_out(last="4")) == "already_denied"
    assert denied(at, A)


def test_the_next_turn_may_ask_again() -> None:
    at = table(
        hands={A: "6 4", **dict.fromkeys((B, C, D), "1 2 3 5")},
        in_foot=[A],
        boards={0: BOARD},
        stock="7 8 7 8 7 8 6 6",
    )
    at.act(A, PLAN).act(C, no()).act(A, discard("4"))
    for seat in (B, C, D):
        at.act(seat, draw(), discard("1"))
    at.act(A, draw())
    assert not denied(at, A)
    at.act(A, go_out(lay_off(3, "6 6 6")))
    assert at.act(C, yes()).ended == "out"


def test_a_refusal_is_the_askers_alone() -> None:
    """HF 24.7: permission belongs to the turn and the plan, not to the team."""
    at = table(
        hands={A: "6 4", B: "1 2 3", C: "1"},
        in_foot=[A, C],
        boards={0: BOARD},
        stock="7 7 6 6 1",
    )
    at.act(A, PLAN).act(C, no()).act(A, discard("4")).act(B, draw(), discard("1"))
    at.act(C, draw(), go_out(lay_off(3, "6 6"), last="1"))
    assert at.state.to_act == [A]
    assert at.act(A, yes()).ended == "out"


def test_asked_before_the_draw_a_no_leads_back_there() -> None:
    at = table(hands={A: "4"}, in_foot=[A], boards={0: BOARD}, pile="6", phase="draw")
    plan = go_out(take=take_onto(3), last="4")
    at.act(A, plan).act(C, no())
    assert at.turn == ("draw", A)
    assert (at.pile, at.held(A)) == (("6",), ("4",))
    assert at.refused(A, plan) == "already_denied"
    at.act(A, draw())
    assert at.refused(A, go_out(last="4")) == "already_denied"
    at.act(A, discard("4"))
    assert len(at.held(A)) == 2


# --- Silence --------------------------------------------------------------------------------------


def test_silence_is_a_yes() -> None:
    at = asked().ring("permission")
    assert at.ended == "out"
    assert at.told(TimedOut) == [TimedOut(C)]
    assert at.told(GoOutAnswered) == [GoOutAnswered(C, "yes")]


def test_the_silence_of_one_after_the_yes_of_the_other() -> None:
    at = asked(6).act(C, yes()).ring("permission")
    assert at.ended == "out"
    assert at.told(TimedOut) == [TimedOut(E)]


def test_the_silence_of_both() -> None:
    at = asked(6).ring("permission")
    assert at.ended == "out"
    assert at.told(TimedOut) == [TimedOut(C), TimedOut(E)]


def test_the_silence_of_one_after_the_no_of_the_other_where_any_will_do() -> None:
    at = asked(6, options=FootOptions(permission="any")).act(C, no()).ring("permission")
    assert at.ended == "out"


def test_the_askers_clock_stands_still() -> None:
    at = about_to_ask()
    before = at.state.timer("play")
    at.act(A, PLAN)
    timer = at.state.timer("play")
    assert (timer.id, timer.paused) == (before.id, True)
    asking = at.state.timer("permission")
    assert (asking.seconds, asking.seats, asking.counts) == (20, (C,), True)
    at.act(C, no())
    assert at.state.timers == [before]


# --- What stays secret ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [B, C, D, None])
def test_the_plan_is_secret_until_it_is_executed(seat: Seat | None) -> None:
    at = about_to_ask()
    six, four = at.cards_of(A)
    at.act(A, PLAN)
    view = at.view(seat)
    assert view.permission is not None
    assert (view.permission.seat, view.permission.plan) == (A, None)
    told = [event for event in at.events if event.seen_by(seat)]
    text = json.dumps([builtins(view), [builtins(event) for event in told]])
    assert f'"{six}"' not in text
    assert f'"{four}"' not in text
    assert [event for event in told if isinstance(event, GoOutAsked)] == [GoOutAsked(A)]


def test_the_asker_sees_his_own_plan() -> None:
    at = asked()
    view = at.view(A)
    assert view.permission is not None
    assert view.permission.plan is not None
    assert view.permission.plan.discard == at.cards_of(A)[1]


def test_a_refused_plan_is_never_told() -> None:
    at = asked()
    held = at.cards_of(A)
    at.act(C, no())
    for seat in (B, C, D, None):
        told = [builtins(event) for event in at.events if event.seen_by(seat)]
        text = json.dumps([builtins(at.view(seat)), told])
        assert not [card for card in held if f'"{card}"' in text]


def test_the_answers_are_public() -> None:
    at = asked(6).act(C, yes())
    for seat in (A, B, C, D, E, F, None):
        view = at.view(seat)
        assert view.permission is not None
        assert [(found.seat, found.answer) for found in view.permission.answers] == [(C, "yes")]
        assert view.permission.waiting == (E,)
        assert all(event.seen_by(seat) for event in at.told(GoOutAnswered))
