"""Laps and rewards against a second reckoning, by the printed tables alone (LAP 8, 9.8)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, turn
from tests.games.rules.lap_dance.printed import DESIRES, TYPED, rows
from tests.games.rules.lap_dance.words import A, activates, fulfils, plays

PRINTED = {row[0]: row for row in rows(DESIRES)}
BENEFITS = {row[1]: row[5].split() for row in rows(TYPED)}
TITLES = sorted(BENEFITS)
GUESTS = ("The Generous Heiress", "The Dance Judge", "The Food Critic", "The Curious Collector")


def order(desire: str, index: int) -> tuple[str, dict[str, int]]:
    """Return the need and the reward of an order: ``("K2", {"$": 1, "C": 1})``."""
    need, _, pay = PRINTED[desire][4 + index].partition(" -> ")
    dollars, *more = pay.split(" + ")
    return need, {"$": int(dollars)} | {word[-1]: int(word[:-1]) for word in more}


def paid(desire: str, served: set[int], customer: str, extra: list[int], double: int | None) -> int:
    """Return the dollars for orders, before benefits."""
    dollars = 0
    for index in served:
        need, reward = order(desire, index)
        dollars += reward["$"] + extra[index]
        dollars += customer == "The Dance Judge" and "D" in need
        dollars += min(4, reward["$"]) if index == double else 0
    dollars += 2 if customer == "The Generous Heiress" and len(served) == 3 else 0
    return dollars - (customer == "The Food Critic" and not served)


def benefit(stack: list[str], op: str) -> int:
    return sum(int(BENEFITS[title][1]) for title in stack if BENEFITS[title][0] == op)


@given(
    desire=st.sampled_from(sorted(PRINTED)),
    served=st.sets(st.integers(0, 2)),
    customer=st.sampled_from(GUESTS),
    stack=st.lists(st.sampled_from(TITLES), max_size=5, unique=True),
    extra=st.lists(st.integers(0, 2), min_size=3, max_size=3),
    double=st.none() | st.integers(0, 2),
    favor=st.integers(0, 3),
    back=st.integers(0, 6),
)
@settings(max_examples=120, deadline=None)
def test_rewards_are_what_the_tables_say(  # noqa: PLR0913 - that many things decide about them
    *,
    desire: str,
    served: set[int],
    customer: str,
    stack: list[str],
    extra: list[int],
    double: int | None,
    favor: int,
    back: int,
) -> None:
    at = turn(
        desire=desire,
        customer=customer,
        dice="K1 K1",
        symbols={A: "D9 K9 L9"},
        stack=", ".join(stack),
        order_cash=extra,
        specials={A: "Gold-plated Bill"},
        favor=[favor, 0],
        options=LapOptions(reaction_seconds=0),
    )
    if double is not None:
        at.act(A, plays("Gold-plated Bill", choice=double))
    worth = {letter: sum(order(desire, index)[1].get(letter, 0) for index in served)
             for letter in "FCR"}  # fmt: skip
    gains = {op: benefit(stack, op) if served else 0 for op in ("CASH", "FAVOR", "DRAW", "RETURN")}
    returns = ", ".join(stack[:back])
    letters = "".join("ABC"[index] for index in sorted(served))
    if min(back, len(stack)) > worth["R"] + gains["RETURN"]:
        assert at.refused(A, fulfils(letters, returns)) == "bad_return"
        return
    at.act(A, fulfils(letters, returns))
    dollars = 3 + paid(desire, served, customer, extra, double) + gains["CASH"]
    assert at.money == [dollars, 3]
    assert at.favor == [min(3, favor + worth["F"] + gains["FAVOR"]), 0]
    assert len(at.hand(A)) == min(back, len(stack)) + worth["C"] + gains["DRAW"]
    assert len(at.stack(A)) == len(stack) - min(back, len(stack))


HARMLESS = [f"{title} {copy}" for title in ("Big Spender Table", "Fresh Delivery", "Queue Jump",
            "Extra Spotlight") for copy in "ab"]  # fmt: skip


def lap(at: Table, priority: list[int], left: list[list[str]], draw: st.DataObject) -> None:
    """Play one lap, and keep the second account of it."""
    seats = range(len(left))
    for seat in sorted(seats, key=lambda one: priority[one]):
        if not left[seat]:
            continue
        assert at.step == seat
        title = draw.draw(st.sampled_from(left[seat]))
        left[seat].remove(title)
        if not title.startswith("Queue Jump"):
            at.act(seat, activates(title))
            continue
        target = draw.draw(st.sampled_from([other for other in seats if other != seat]))
        at.act(seat, activates(title, on=target))
        priority[seat], priority[target] = priority[target], priority[seat]
        assert at.priority == priority


@given(
    owners=st.lists(st.integers(0, 3), min_size=8, max_size=8),
    numbers=st.permutations([1, 2, 3, 4]),
    draw=st.data(),
)
@settings(max_examples=40, deadline=None)
def test_laps_are_in_the_order_of_the_cards_as_they_lie(
    owners: list[int], numbers: list[int], draw: st.DataObject
) -> None:
    left: list[list[str]] = [[], [], [], []]
    for title, owner in zip(HARMLESS, owners, strict=True):
        if len(left[owner]) < 4:
            left[owner].append(title)
    at = happening(
        stacks=[", ".join(titles) for titles in left], favor=[0] * 4, priority=list(numbers)
    )
    priority = list(numbers)
    while any(left):
        lap(at, priority, left, draw)
    assert at.phase == "action"
    assert at.order == sorted(range(4), key=lambda seat: priority[seat])
