"""How the narrator plays Lap Dance: from the legal list, by what a position says."""

from __future__ import annotations

from typing import Any

import pytest

from clients.lap_dance.policy import choose

READY = {"type": "ready"}
STOP = {"type": "stop"}
PASS = {"type": "pass_reaction"}


def position(*legal: dict[str, Any], asked: bool = True, **view: Any) -> dict[str, Any]:
    """A position of seat 0 among three, in which nothing special is the case."""
    seats = [{"favor": 2, "takings": 0} for _ in range(3)]
    known = {"seat": 0, "to_act": [0] if asked else [1], "drafts": 0, "turn": None, "seats": seats}
    return {"legal": list(legal), "hints": {"orders": []}, "view": {**known, **view}}


def turn(faces: str, stage: str = "roll", rerolls: int = 0) -> dict[str, Any]:
    dice = [{"face": face, "kept": False} for face in faces.split()]
    return {"seat": 0, "stage": stage, "dice": dice, "rerolls": rerolls}


def stack(*cards: str) -> dict[str, Any]:
    return {"type": "set_stack", "cards": list(cards)}


def special(card: str, target: int | None = None) -> dict[str, Any]:
    return {"type": "play_special", "card": card, "target": target}


def staff(name: str, choice: str | None = None) -> dict[str, Any]:
    return {"type": "use_staff", "staff": name, "choice": choice}


def keep(*dice: int) -> dict[str, Any]:
    return {"type": "reroll", "keep": list(dice)}


def serve(*orders: int, returns: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "fulfil", "orders": list(orders), "returns": list(returns)}


def hint(orders: list[int], money: int, **lack: int) -> dict[str, Any]:
    nothing = dict.fromkeys(("dancer", "drink", "luxury"), 0)
    return {"orders": orders, "feasible": not lack, "money": money, **nothing, **lack}


def test_nothing_is_chosen_where_nothing_is_legal() -> None:
    assert choose(position()) is None


def test_a_stack_of_three_is_placed_and_then_it_is_ready() -> None:
    stacks = [stack("a"), stack("a", "b", "c", "d"), stack("a", "b", "c")]
    assert choose(position(READY, *stacks)) == stacks[2]
    assert choose(position(READY, *stacks, drafts=1)) == READY


@pytest.mark.parametrize("card", ["sp2a", "sp6b"])
def test_out_of_turn_a_special_that_never_hurts_is_played(card: str) -> None:
    assert choose(position(special(card, 1), asked=False)) == special(card, 1)


@pytest.mark.parametrize(
    "action", [special("sp7a"), READY, {"type": "call_out", "target": 1}], ids=str
)
def test_out_of_turn_everything_else_is_let_pass(action: dict[str, Any]) -> None:
    assert choose(position(action, asked=False)) is None


def test_a_special_hits_who_has_just_taken_in_most() -> None:
    seats = [{"favor": 2, "takings": takings} for takings in (0, 1, 4)]
    table = position(special("sp2a", 1), special("sp2a", 2), seats=seats)
    assert choose(table) == special("sp2a", 2)


def test_in_the_window_it_is_that_or_nothing() -> None:
    assert choose(position(PASS, special("sp6a"))) == special("sp6a")
    assert choose(position(PASS, special("sp7a"))) == PASS


def test_doubles_are_kept_and_one_die_is_rolled() -> None:
    rerolls = [keep(0), keep(0, 2), keep(1, 2), keep(0, 1)]
    assert choose(position(STOP, *rerolls, turn=turn("D2 K1 W2"))) == keep(0, 2)


def test_two_stars_are_enough_to_stop() -> None:
    assert choose(position(STOP, keep(0), turn=turn("D1 K1 ST ST"))) == STOP


def test_it_stops_when_everything_can_be_served() -> None:
    table = position(STOP, keep(0), turn=turn("D1 K1"))
    table["hints"]["orders"] = [hint([0, 1, 2], 8)]
    assert choose(table) == STOP


def test_it_does_not_roll_for_ever() -> None:
    assert choose(position(STOP, keep(0), turn=turn("D1 K1", rerolls=4))) == STOP


def test_what_brings_most_is_served_with_what_comes_back() -> None:
    table = position(
        serve(),
        serve(0, 1),
        serve(2),
        serve(2, returns=("md1a",)),
        turn=turn("D1 K1", "resolve"),
    )
    table["hints"]["orders"] = [hint([0, 1], 4), hint([2], 5)]
    assert choose(table) == serve(2, returns=("md1a",))


@pytest.mark.parametrize(
    ("lack", "helper"),
    [
        ({"dancer": 2}, staff("nadia")),
        ({"luxury": 1}, staff("bruno", "luxury")),
        ({"drink": 2}, staff("bruno", "drink")),
        ({"dancer": 3}, serve(0)),
        ({"dancer": 1, "drink": 1}, serve(0)),
    ],
)
def test_staff_helps_where_only_its_symbols_are_missing(
    lack: dict[str, int], helper: dict[str, Any]
) -> None:
    helpers = [staff("nadia"), staff("bruno", "drink"), staff("bruno", "luxury")]
    table = position(serve(0), *helpers, turn=turn("D1", "resolve"))
    table["hints"]["orders"] = [hint([0], 2), hint([0, 1], 5, **lack)]
    assert choose(table) == helper


def test_favor_that_would_be_lost_goes_to_jerry() -> None:
    table = position({"type": "roll"}, staff("jerry"), turn=turn("", "preroll"))
    assert choose(table) == {"type": "roll"}
    table["view"]["seats"][0]["favor"] = 3
    assert choose(table) == staff("jerry")


def test_everything_is_denied() -> None:
    answers = [{"type": "answer_call_out", "accept": accept} for accept in (True, False)]
    assert choose(position(*answers)) == answers[1]
    votes = [{"type": "vote", "yes": yes} for yes in (True, False)]
    assert choose(position(*votes)) == votes[1]
