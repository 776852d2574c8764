"""Every refusal (LAP 7 to 11): reached, worded, checked in order, and changing nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.kernel import Action, IllegalAction, Seat, ring
from games.rules.lap_dance.actions import (
    ActivateEvent,
    Fulfil,
    PlaySpecial,
    SetStack,
    UseStaff,
)
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, final, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    NO_SPECIAL,
    PASS,
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    accuses,
    activates,
    admits,
    compensates,
    fulfils,
    keeps,
    lays,
    plays,
    throws_out,
    unlocks,
    uses,
    votes,
)

FUN = LapOptions(fun_rules=True)
FIVE = "House Star, House Regular, Silk Scarf, Draught Beer, Gold Watch"


def minute() -> Table:
    return planning(hands=[f"{FIVE}, House Champagne", "House Star b", ""], options=FUN)


def ready() -> Table:
    return minute().act(A, lays("House Star"), READY)


def crowded() -> Table:
    return minute().act(A, lays(FIVE))


def worn_out() -> Table:
    at = minute()
    for turn_ in range(100):
        at.act(A, lays("House Star" if turn_ % 2 == 0 else ""))
    return at


def laps() -> Table:
    """A's step; A and C have Events, B a dancer, and everybody two Favor."""
    return happening(stacks=["Wrong Bill, Doubled Tab", "House Star", "Fresh Delivery"])


def preceded(seat: Seat) -> Table:
    """It is B's step, who has a dancer, and might use Vladimir."""
    at = laps().act(A, activates("Wrong Bill", on=B))
    assert at.step == seat
    return at


def preroll(**more: Any) -> Table:
    setting = {"specials": {A: "Borrowed Act", B: "Light Fingers"}, "seats": 3, "options": FUN}
    return turn(stage="preroll", **{**setting, **more})


def rolling() -> Table:
    return turn(stage="roll", dice="ST D1 K1 L1", seats=3, specials={B: "Wet Floor Sign"})


def comp() -> Table:
    return turn(stage="comp", dice="ST ST D1", seats=3)


def resolving(**more: Any) -> Table:
    setting = {
        "specials": {A: "Gold-plated Bill, Secret Recipe, Staff Meeting", B: "Light Fingers"},
        "stacks": ["House Star", "House Star b", ""],
    }
    return turn(dice="ST D1 D1 K1", **{**setting, **more})


def window() -> Table:
    at = turn(stage="roll", dice="D1 D1 L1", seats=3, specials={B: "Light Fingers"})
    return at.act(A, STOP)


def over() -> Table:
    return final(money=[3, 4, 5], favor=[2, 2, 2], options=FUN)


def accused() -> Table:
    return preroll().act(B, accuses(A))


def contested() -> Table:
    return turn(stage="preroll", seats=4, options=FUN).act(B, accuses(A)).act(
        A, admits(accept=False)
    )  # fmt: skip


def punished() -> Table:
    return accused().act(A, admits())


Case = tuple[str, Callable[[], Table], Seat, Action[Any, Any]]
CASES: dict[str, Case] = {
    # Every action in a phase that is not its own
    "stack in a turn": ("wrong_phase", preroll, A, lays("House Star")),
    "ready in the laps": ("wrong_phase", laps, A, READY),
    "ready while reading": (
        "wrong_phase",
        lambda: Table(LapDance(FUN), LapDance(FUN).setup(3, "5a" * 32)),
        A,
        READY,
    ),
    "event in the minute": ("wrong_phase", minute, A, activates("Wrong Bill", on=B)),
    "event in a turn": ("wrong_phase", preroll, A, activates("Wrong Bill", on=B)),
    "staff in the minute": ("wrong_phase", minute, A, uses("jerry")),
    "pass in a turn": ("wrong_phase", preroll, A, PASS),
    "roll in the laps": ("wrong_phase", laps, A, ROLL),
    "reroll in the laps": ("wrong_phase", laps, A, keeps(0)),
    "stop in the minute": ("wrong_phase", minute, A, STOP),
    "sandra in the minute": ("wrong_phase", minute, A, compensates(1)),
    "unlock in the laps": ("wrong_phase", laps, A, unlocks(0)),
    "special in the laps": ("wrong_phase", laps, A, plays("Light Fingers", on=B)),
    "no special in the laps": ("wrong_phase", laps, A, NO_SPECIAL),
    "serve in the laps": ("wrong_phase", laps, A, fulfils()),
    "serve when it is over": ("wrong_phase", over, A, fulfils()),
    "accuse when it is over": ("wrong_phase", over, A, accuses(B)),
    # 7
    "stack after ready": ("already_ready", ready, A, lays("Silk Scarf")),
    "ready twice": ("already_ready", ready, A, READY),
    "undesired": ("not_desired", minute, A, lays("House Champagne")),
    "foreign card": ("bad_card", minute, A, lays("House Star b")),
    "card twice": ("bad_card", minute, A, lays("House Star, House Star")),
    "unknown card": ("bad_card", minute, A, SetStack(cards=("md9z",))),
    "special in a stack": ("bad_card", minute, A, lays("Light Fingers")),
    "ready over the limit": ("over_limit", crowded, A, READY),
    "nothing instead of nothing": ("no_change", minute, A, lays()),
    "draft after draft": ("too_many_drafts", worn_out, A, lays("House Star")),
    # 8
    "another's step": ("not_your_step", laps, C, activates("Fresh Delivery")),
    "pass in another's step": ("not_your_step", laps, B, PASS),
    "vladimir in another's step": ("not_your_step", laps, B, throws_out("Wrong Bill", of=A)),
    "event of another": ("bad_card", laps, A, activates("Fresh Delivery")),
    "typed card": ("bad_card", lambda: preceded(B), B, activates("House Star")),
    "event at nobody": ("bad_target", laps, A, activates("Wrong Bill")),
    "event at oneself": ("bad_target", laps, A, activates("Wrong Bill", on=A)),
    "event at an empty chair": ("bad_target", laps, A, activates("Wrong Bill", on=3)),
    "tab for no order": ("bad_choice", laps, A, activates("Doubled Tab")),
    "tab for order D": ("bad_choice", laps, A, activates("Doubled Tab", choice=3)),
    "pass with events": ("must_activate", laps, A, PASS),
    "vladimir at oneself": ("bad_target", laps, A, throws_out("Wrong Bill", of=A)),
    "vladimir at a dancer": ("bad_target", laps, A, throws_out("House Star", of=B)),
    "vladimir is busy": (
        "no_slot",
        lambda: happening(stacks=["Wrong Bill", "", "Fresh Delivery"], used={"vladimir": 1}),
        A,
        throws_out("Fresh Delivery", of=C),
    ),
    "vladimir is not paid": (
        "no_favor",
        lambda: happening(stacks=["Wrong Bill", "", "Fresh Delivery"], favor=[0, 2, 2]),
        A,
        throws_out("Fresh Delivery", of=C),
    ),
    "jerry at the door": ("wrong_phase", laps, A, uses("jerry")),
    # 9
    "roll for another": ("not_your_turn", preroll, B, ROLL),
    "serve for another": ("not_your_turn", resolving, B, fulfils()),
    "staff for another": ("not_your_turn", resolving, B, uses("nadia")),
    "roll twice": ("bad_stage", rolling, A, ROLL),
    "reroll before the roll": ("bad_stage", preroll, A, keeps(0)),
    "stop before the roll": ("bad_stage", preroll, A, STOP),
    "sandra while rolling": ("bad_stage", rolling, A, compensates(1)),
    "serve while rolling": ("bad_stage", rolling, A, fulfils()),
    "serve before sandra": ("bad_stage", comp, A, fulfils()),
    "keep nothing": ("bad_dice", rolling, A, keeps()),
    "keep all": ("bad_dice", rolling, A, keeps(1, 2, 3)),
    "keep a star": ("bad_dice", rolling, A, keeps(0)),
    "keep a die twice": ("bad_dice", rolling, A, keeps(1, 1)),
    "sandra's third line": ("bad_choice", comp, A, compensates(3)),
    "sandra and two dice": ("bad_dice", comp, A, compensates(2, 0, 1)),
    "nadia while rolling": ("bad_stage", rolling, A, uses("nadia")),
    "vladimir in a turn": ("wrong_phase", resolving, A, throws_out("House Star b", of=B)),
    "nobody of the staff": ("bad_choice", resolving, A, uses("igor")),
    "bruno and dancers": ("bad_choice", resolving, A, uses("bruno", choice="dancer")),
    "alfonso and no star": ("bad_dice", resolving, A, uses("alfonso", 1)),
    "odile and a card of another": (
        "bad_card",
        resolving,
        A,
        uses("odile", returns="House Star b"),
    ),
    "no favor": ("no_favor", lambda: resolving(favor=[0, 2, 2]), A, uses("nadia")),
    "no slot": ("no_slot", lambda: resolving(used={"nadia": 1}), A, uses("nadia")),
    "jerry has none": (
        "bad_choice",
        lambda: resolving(special_deck=""),
        A,
        uses("jerry"),
    ),
    "no card shark": ("bad_choice", resolving, A, unlocks(0)),
    "an unlocked die": (
        "bad_dice",
        lambda: resolving(customer="The Card Shark"),
        A,
        unlocks(1),
    ),
    "special of another": ("bad_card", resolving, A, plays("Light Fingers", on=B)),
    "special too late": ("bad_stage", lambda: preroll().act(A, ROLL), A,
                         plays("Borrowed Act", on=B, takes="House Star")),
    "special at oneself": ("bad_target", resolving, B, plays("Light Fingers", on=B)),
    "wet floor on a star": ("bad_dice", rolling, B, plays("Wet Floor Sign", on=A, dice=(0,))),
    "recipe for nothing": ("bad_choice", resolving, A, plays("Secret Recipe")),
    "meeting without a slot": (
        "no_slot",
        lambda: resolving(used={"nadia": 1}),
        A,
        plays("Staff Meeting", choice="nadia"),
    ),
    "serve in the window": ("reaction_window", window, A, fulfils()),
    "pass without a window": ("bad_stage", resolving, B, NO_SPECIAL),
    "pass twice": (
        "bad_stage",
        lambda: turn(stage="roll", dice="D1 L1", seats=3,
                     specials={B: "Light Fingers", C: "Master Key"})
        .act(A, STOP).act(B, NO_SPECIAL),
        B,
        NO_SPECIAL,
    ),
    "order too dear": ("not_feasible", resolving, A, fulfils("B")),
    "order twice": ("duplicate_order", resolving, A, fulfils("AA")),
    "too much comes back": ("bad_return", resolving, A, fulfils("A", returns="House Star")),
    # 11
    "no fun": ("fun_rules_off", resolving, B, accuses(A)),
    "accuse oneself": ("bad_target", preroll, A, accuses(A)),
    "accuse an empty chair": ("bad_target", preroll, A, accuses(3)),
    "one accusation at a time": ("call_out_open", accused, C, accuses(A)),
    "one accusation each": ("call_out_spent", punished, B, accuses(C)),
    "answer for another": ("not_accused", accused, C, admits()),
    "answer nothing": ("not_accused", preroll, A, admits()),
    "vote unasked": ("not_a_voter", contested, B, votes()),
    "vote on nothing": ("not_a_voter", preroll, C, votes()),
    "vote twice": ("already_voted", lambda: contested().act(C, votes()), C, votes()),
    "accuse again": ("already_penalised", punished, C, accuses(A)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_has_its_code_and_changes_nothing(name: str) -> None:
    code, situation, seat, action = CASES[name]
    at = situation()
    refusal = at.refusal(seat, action)
    assert refusal.code == code
    rule, text = at.game.refusals[refusal.code]
    assert re.fullmatch(r"LAP( \d+(\.\d+)?|-R\d\d)", rule)
    assert not re.search(r"[{}]", text.format(**refusal.params))
    assert action not in at.legal(seat)


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_points_into_the_action(name: str) -> None:
    _, situation, seat, action = CASES[name]
    pointer = situation().refusal(seat, action).pointer
    assert pointer == "" or pointer.split("/")[1] in action.__struct_fields__


CODES_OF_THE_PAGE = """
wrong_phase already_ready not_desired bad_card over_limit no_change too_many_drafts
not_your_step bad_target bad_choice no_slot no_favor must_activate bad_stage bad_dice
not_feasible duplicate_order bad_return reaction_window
fun_rules_off call_out_open call_out_spent not_accused not_a_voter already_voted already_penalised
"""


def test_every_code_of_the_page_and_of_the_table_is_reached() -> None:
    reached = {code for code, *_ in CASES.values()}
    of_the_lobby = {code for code in LapDance.refusals if code not in reached}
    assert set(CODES_OF_THE_PAGE.split()) <= reached
    assert reached <= set(LapDance.refusals)
    assert of_the_lobby == {"bad_seat_count", "bad_timer", "bad_customers", "too_many_rounds"}


@pytest.mark.parametrize(
    "situation", [minute, crowded, laps, preroll, rolling, comp, resolving, window, accused]
)
def test_a_legal_action_meets_no_refusal(situation: Callable[[], Table]) -> None:
    at = situation()
    seen = 0
    for seat in range(len(at.state.seats)):
        for action in at.legal(seat):
            assert action.why_not(at.state, seat, at.game.options) is None
            seen += 1
    assert seen


# --- The order of the checks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "seat", "action", "code"),
    [
        (laps, B, SetStack(cards=("x", "x")), "wrong_phase"),
        (minute, A, ActivateEvent("x", target=9), "wrong_phase"),
        (ready, A, SetStack(cards=("x", "x")), "already_ready"),
        (minute, A, lays("House Champagne, House Star b"), "bad_card"),
        (minute, A, lays("House Champagne, House Star, House Star"), "bad_card"),
        (worn_out, A, SetStack(cards=("x",)), "bad_card"),
        (worn_out, A, SetStack(cards=()), "no_change"),
        (laps, B, ActivateEvent("x", target=9, choice="y"), "not_your_step"),
        (laps, A, ActivateEvent("x", target=9, choice="y"), "bad_card"),
        (preroll, B, UseStaff("jerry", target=9), "not_your_turn"),
        (rolling, B, Fulfil(orders=(7, 7)), "not_your_turn"),
        (rolling, A, Fulfil(orders=(7, 7)), "bad_stage"),
        (resolving, A, PlaySpecial("x", target=9, choice="y", dice=(99,)), "bad_card"),
        (window, A, Fulfil(orders=(7, 7), returns=("x",)), "reaction_window"),
        (resolving, A, Fulfil(orders=(0, 0), returns=("x",)), "duplicate_order"),
    ],
)
def test_checks_go_from_the_phase_to_the_details(
    situation: Callable[[], Table], seat: Seat, action: Action[Any, Any], code: str
) -> None:
    assert situation().refused(seat, action) == code


@pytest.mark.parametrize("orders", [(3,), (-1,), (0, 7)])
def test_an_order_there_is_not(orders: tuple[int, ...]) -> None:
    assert resolving().refused(A, Fulfil(orders=orders)) == "bad_choice"


def test_a_bell_that_does_not_hang_here_is_refused() -> None:
    at = window()
    turning = at.state.timer("turn")
    assert turning.paused
    for timer in (0, 99, -1, turning.id):
        with pytest.raises(IllegalAction, match="timer_not_running"):
            ring(at.game, at.state, timer)
