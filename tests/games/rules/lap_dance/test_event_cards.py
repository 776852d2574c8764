"""What each of the fifteen Events does (LAP 3.4, 3.9), with and without an object (LAP-R27)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.kernel import Seat
from games.rules.lap_dance.events import DeckReshuffled, EventActivated, EventFizzled
from tests.games.rules.lap_dance.builder import Table, happening
from tests.games.rules.lap_dance.words import (
    ROLL,
    A,
    B,
    C,
    activates,
    card,
    cards,
    fulfils,
)


def with_event(title: str, other: str = "", **more: Any) -> Table:
    """A's step with this Event; B's Stack is `other`, and nobody has Favor unless said."""
    return happening(stacks=[title, other], **{"favor": [0, 0], **more})


# --- Money and Favor ------------------------------------------------------------------------------


def test_ev01_big_spender_table() -> None:
    at = with_event("Big Spender Table").act(A, activates("Big Spender Table"))
    assert at.money == [5, 3]


@pytest.mark.parametrize(("before", "after"), [(3, [5, 1]), (2, [5, 0]), (1, [4, 0]), (0, [3, 0])])
def test_ev02_wrong_bill(before: int, after: list[int]) -> None:
    at = with_event("Wrong Bill", money=[3, before])
    assert at.act(A, activates("Wrong Bill", on=B)).money == after


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_ev03_staff_birthday(before: int, after: int) -> None:
    at = with_event("Staff Birthday", favor=[before, 0]).act(A, activates("Staff Birthday"))
    assert at.favor == [after, 0]


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_ev04_juicy_gossip(before: int, after: int) -> None:
    at = with_event("Juicy Gossip", favor=[0, before]).act(A, activates("Juicy Gossip", on=B))
    assert at.favor == [0, after]


# --- Cards ----------------------------------------------------------------------------------------


def test_ev05_fresh_delivery() -> None:
    at = with_event("Fresh Delivery", deck="Headliner, Showstopper, Two For One")
    at.act(A, activates("Fresh Delivery"))
    assert at.hand(A) == cards("Headliner, Showstopper")
    assert at.deck == cards("Two For One")


def test_r45_an_empty_deck_is_the_discard_reshuffled() -> None:
    at = with_event("Fresh Delivery", deck="Headliner", discard="Showstopper, Two For One")
    at.act(A, activates("Fresh Delivery"))
    assert card("Headliner") in at.hand(A)
    assert len(at.hand(A)) == 2
    assert (len(at.deck), at.state.discard) == (1, [])
    assert at.told(DeckReshuffled) == [DeckReshuffled("action", 2)]


def test_r45_with_nothing_left_nothing_is_drawn() -> None:
    at = with_event("Fresh Delivery", deck="Headliner", discard="").act(
        A, activates("Fresh Delivery")
    )
    assert at.hand(A) == cards("Headliner")
    at = with_event("Fresh Delivery", deck="", discard="").act(A, activates("Fresh Delivery"))
    assert (at.hand(A), at.phase) == ((), "action")


def test_ev06_coat_check_mix_up() -> None:
    gone = Counter[str]()
    for luck in range(40):
        hands = ["Headliner", "Gold Watch, Magnum Bottle, Sparkler Parade"]
        at = with_event("Coat-check Mix-up", hands=hands, luck=luck)
        at.act(A, activates("Coat-check Mix-up", on=B))
        (lost,) = at.state.discard
        assert sorted([*at.hand(B), lost]) == list(
            cards("Gold Watch, Magnum Bottle, Sparkler Parade")
        )
        assert at.hand(A) == cards("Headliner")
        gone[lost] += 1
    assert len(gone) == 3
    assert min(gone.values()) >= 5


def test_r27_coat_check_with_an_empty_hand() -> None:
    at = with_event("Coat-check Mix-up").act(A, activates("Coat-check Mix-up", on=B))
    assert (at.state.discard, at.phase) == ([], "action")


def test_ev07_spilled_tray() -> None:
    at = with_event("Spilled Tray", "House Star, Gold Watch, Big Spender Table")
    assert at.refused(A, activates("Spilled Tray", on=B)) == "bad_card"
    assert at.refused(A, activates("Spilled Tray", on=B, takes="Magnum Bottle")) == "bad_card"
    assert at.refused(A, activates("Spilled Tray", on=B, takes="Big Spender Table")) == "bad_card"
    at.act(A, activates("Spilled Tray", on=B, takes="Gold Watch"))
    assert at.stack(B) == cards("House Star, Big Spender Table")
    assert at.state.discard == [card("Gold Watch")]


@pytest.mark.parametrize("other", ["", "Big Spender Table"])
def test_r27_spilled_tray_without_a_typed_card(other: str) -> None:
    at = with_event("Spilled Tray", other).act(A, activates("Spilled Tray", on=B))
    assert at.stack(B) == cards(other)
    assert at.activated == cards("Spilled Tray")


def test_ev13_poached_regular() -> None:
    taken = Counter[str]()
    for luck in range(40):
        at = with_event("Poached Regular", hands=["Headliner", "Gold Watch, Magnum Bottle"],
                        luck=luck).act(A, activates("Poached Regular", on=B))  # fmt: skip
        (lost,) = set(cards("Gold Watch, Magnum Bottle")) - set(at.hand(B))
        assert at.hand(A) == tuple(sorted([card("Headliner"), lost]))
        taken[lost] += 1
    assert len(taken) == 2
    assert min(taken.values()) >= 8


def test_r27_poached_regular_from_an_empty_hand() -> None:
    at = with_event("Poached Regular").act(A, activates("Poached Regular", on=B))
    assert (at.hand(A), at.phase) == ((), "action")


def test_ev14_round_on_the_house() -> None:
    at = happening(
        stacks=["Round On The House", "", ""],
        favor=[0, 0, 0],
        hands=["", "Gold Watch", ""],
        deck="Headliner, Showstopper, Two For One, Sparkler Parade",
    ).act(A, activates("Round On The House"))
    assert [len(at.hand(seat)) for seat in (A, B, C)] == [1, 2, 1]
    assert at.deck == cards("Sparkler Parade")
    assert at.money == [4, 3, 3]


def test_r27_round_on_the_house_without_cards_still_pays() -> None:
    at = with_event("Round On The House", deck="", discard="")
    at.act(A, activates("Round On The House"))
    assert (at.money, at.hand(A), at.hand(B)) == ([4, 3], (), ())


# --- Dice, symbols, orders ------------------------------------------------------------------------


def test_ev08_extra_spotlight() -> None:
    at = with_event("Extra Spotlight", rolls={A: "D1 D1 K1 L1"})
    at.act(A, activates("Extra Spotlight"), ROLL)
    assert at.dice == "D1 D1 K1 L1"


def test_ev09_flickering_lights() -> None:
    at = with_event("Flickering Lights", "House Star, House Regular", rolls={B: "D1 D1 K1"})
    at.act(A, activates("Flickering Lights", on=B))
    assert (at.dice_now(A), at.dice_now(B)) == (3, 3)


def test_two_spotlights_of_one_seat_add_up() -> None:
    at = with_event("Extra Spotlight, Extra Spotlight b")
    at.act(A, activates("Extra Spotlight"), activates("Extra Spotlight b"))
    assert at.dice_now(A) == 6


def test_ev10_queue_jump() -> None:
    at = happening(stacks=["", "", "Queue Jump"], favor=[0, 0, 0], priority=[1, 2, 3])
    at.act(C, activates("Queue Jump", on=A))
    assert at.priority == [3, 2, 1]
    assert at.order == [C, B, A]


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_ev11_doubled_tab_pays_everybody(choice: int) -> None:
    at = happening(
        stacks=["Doubled Tab, Duo Number, Gold Watch", "Twin Spotlight, Gold Watch b"],
        favor=[0, 0],
        desire="Front Row Seats",
        rolls={A: "K1 K1 K1", B: "K1 K1"},
    ).act(A, activates("Doubled Tab", choice=choice))
    at.act(A, ROLL).stop(A).act(A, fulfils("ABC"[choice]))
    printed = (2, 1, 3)[choice]
    assert at.money == [3 + printed + 1, 3]
    at.act(B, ROLL).stop(B).act(B, fulfils("A"))
    assert at.money[B] == 3 + 2 + (choice == 0)


def test_ev11_two_doubled_tabs_on_one_order() -> None:
    at = happening(
        stacks=["Doubled Tab, Duo Number", "Doubled Tab b"],
        favor=[0, 0],
        desire="Front Row Seats",
        rolls={A: "K1 K1 K1"},
    ).act(A, activates("Doubled Tab", choice=0))
    at.act(B, activates("Doubled Tab b", choice=0))
    assert at.act(A, ROLL).stop(A).act(A, fulfils("A")).money[A] == 3 + 2 + 2


@pytest.mark.parametrize("choice", [None, 3, -1, "dancer", "nadia"])
def test_ev11_needs_an_order(choice: int | str | None) -> None:
    assert with_event("Doubled Tab").refused(A, activates("Doubled Tab", choice=choice)) == (
        "bad_choice"
    )


@pytest.mark.parametrize("choice", ["dancer", "drink", "luxury"])
def test_ev12_understudy(choice: str) -> None:
    at = with_event("Understudy").act(A, activates("Understudy", choice=choice))
    assert at.symbols(A) == {"dancer": 0, "drink": 0, "luxury": 0, choice: 1}
    assert at.symbols(B) == {"dancer": 0, "drink": 0, "luxury": 0}


@pytest.mark.parametrize("choice", [None, 0, "event", "nadia"])
def test_ev12_needs_a_class(choice: int | str | None) -> None:
    assert with_event("Understudy").refused(A, activates("Understudy", choice=choice)) == (
        "bad_choice"
    )


# --- Staff ----------------------------------------------------------------------------------------


def test_ev15_coffee_break() -> None:
    at = with_event("Coffee Break").act(A, activates("Coffee Break", choice="jerry"))
    assert (at.free("jerry"), at.favor) == (1, [0, 0])
    assert at.free("nadia") == 1


def test_ev15_coffee_break_for_vladimir() -> None:
    at = happening(stacks=["Coffee Break", "", "Big Spender Table"])
    at.act(A, activates("Coffee Break", choice="vladimir"))
    assert (at.free("vladimir"), at.step) == (0, C)


@pytest.mark.parametrize("choice", [None, 0, "dancer", "igor"])
def test_ev15_needs_a_staff_member(choice: int | str | None) -> None:
    assert with_event("Coffee Break").refused(A, activates("Coffee Break", choice=choice)) == (
        "bad_choice"
    )


def test_r27_coffee_break_with_every_slot_taken() -> None:
    full = {"vladimir": 1, "jerry": 2, "alfonso": 2, "nadia": 1, "bruno": 1, "odile": 1}
    at = with_event("Coffee Break", used=full).act(A, activates("Coffee Break"))
    assert (at.phase, at.activated) == ("action", cards("Coffee Break"))
    assert all(at.free(staff) == 0 for staff in full)


def test_a_blocked_slot_is_free_again_next_round() -> None:
    at = with_event("Coffee Break").act(A, activates("Coffee Break", choice="nadia"))
    at.play_out()
    assert (at.state.round, at.free("nadia")) == (2, 1)


# --- Targets --------------------------------------------------------------------------------------

AIMED = ["Wrong Bill", "Juicy Gossip", "Coat-check Mix-up", "Spilled Tray", "Flickering Lights",
         "Queue Jump", "Poached Regular"]  # fmt: skip


@pytest.mark.parametrize("title", AIMED)
@pytest.mark.parametrize("target", [None, A, 2, -1])
def test_an_aimed_event_needs_another_player(title: str, target: int | None) -> None:
    assert with_event(title).refused(A, activates(title, on=target)) == "bad_target"


def test_marks_of_the_round_end_with_it() -> None:
    at = happening(
        stacks=["Extra Spotlight, Understudy, Doubled Tab", "Flickering Lights"], favor=[0, 0]
    ).act(A, activates("Extra Spotlight"))
    at.act(B, activates("Flickering Lights", on=A))
    at.act(A, activates("Understudy", choice="drink"), activates("Doubled Tab", choice=2))
    assert at.state.order_cash == [0, 0, 1]
    at.play_out()
    assert at.state.order_cash == [0, 0, 0]
    assert at.symbols(A) == {"dancer": 0, "drink": 0, "luxury": 0}
    assert at.dice_now(A) == 2


def test_coffee_break_needs_a_free_slot_where_there_is_one() -> None:
    at = with_event("Coffee Break", used={"nadia": 1})
    assert at.refused(A, activates("Coffee Break", choice="nadia")) == "no_slot"
    assert at.refused(A, activates("Coffee Break")) == "bad_choice"


FULL = {"vladimir": 1, "jerry": 2, "alfonso": 2, "nadia": 1, "bruno": 1, "odile": 1}
NOWHERE: list[tuple[str, Seat | None, dict[str, Any]]] = [
    ("Wrong Bill", B, {"money": [3, 0]}),
    ("Juicy Gossip", B, {}),
    ("Coat-check Mix-up", B, {}),
    ("Poached Regular", B, {}),
    ("Spilled Tray", B, {}),
    ("Fresh Delivery", None, {"deck": ""}),
    ("Coffee Break", None, {"used": FULL}),
]


@pytest.mark.parametrize(("title", "target", "setting"), NOWHERE, ids=[row[0] for row in NOWHERE])
def test_r27_an_event_that_finds_nothing_happens_all_the_same(
    title: str, target: Seat | None, setting: dict[str, Any]
) -> None:
    at = with_event(title, **setting)
    before = (at.money, at.favor, at.hand(A), at.hand(B), at.stacks)
    at.act(A, activates(title, on=target))
    assert at.told(EventActivated) == [EventActivated(A, card(title), target)]
    assert at.told(EventFizzled) == [EventFizzled(A, card(title))]
    assert (at.money, at.favor, at.hand(A), at.hand(B), at.stacks) == before
    assert at.phase == "action"


def test_an_event_that_does_something_is_not_said_to_fizzle() -> None:
    at = with_event("Wrong Bill", money=[3, 1]).act(A, activates("Wrong Bill", on=B))
    assert at.told(EventFizzled) == []
