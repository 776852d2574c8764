"""Who sees what (LAP 4.1), row by row, for the owner, the other seats and a spectator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules.kernel import Event, Seat, clone
from games.rules.lap_dance.cards import CUSTOMERS, DESIRES, SPECIAL_OF, VARIANT_OF
from games.rules.lap_dance.events import (
    CardsDrawn,
    CardsReturned,
    DrawnCardsSeen,
    DrawnSpecialsSeen,
    GameEnded,
    HandCardDiscarded,
    HandCardTaken,
    MoneyGained,
    MoneyStolen,
    StackPlaced,
    StackRevealed,
    StackShown,
    StackTrimmed,
    TakenCardSeen,
)
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.view import KnownCard, LapView
from games.rules.registry import builtins
from tests.games.rules.lap_dance.builder import Table, final, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    READY,
    ROLL,
    A,
    B,
    C,
    activates,
    card,
    cards,
    compensates,
    fulfils,
    ids,
    lays,
    plays,
    uses,
)

EVERYBODY: tuple[Seat | None, ...] = (A, B, C, None)
IDS = [*VARIANT_OF, *SPECIAL_OF, *DESIRES]
MANSION = 777_001


def named_in(found: object) -> set[str]:
    """Return every card and Desire that is named anywhere."""
    text = json.dumps(builtins(found))
    return {id_ for id_ in IDS if f'"{id_}"' in text}


def told_to(at: Table, kind: type[Event]) -> dict[Seat | None, int]:
    """Return how many of the last events of one type each observer is told."""
    return {
        seat: sum(e.seen_by(seat) for e in at.events if isinstance(e, kind)) for seat in EVERYBODY
    }


def all_of(count: int) -> dict[Seat | None, int]:
    return dict.fromkeys(EVERYBODY, count)


def only(*seats: Seat) -> dict[Seat | None, int]:
    return {seat: int(seat in seats) for seat in EVERYBODY}


def minute(customer: str = "The Generous Heiress", **more: Any) -> Table:
    """The common minute: A has placed two of three cards, B one."""
    setting: dict[str, Any] = {
        "hands": [
            "House Star, Silk Scarf, Gold Watch",
            "House Star b, Headliner",
            "House Star c, House Star d",
        ],
        "specials": {A: "Light Fingers", C: "Master Key, Wet Floor Sign"},
        "customer": customer,
        **more,
    }
    at = planning(**setting)
    return at.act(A, lays("Gold Watch, House Star")).act(B, lays("Headliner"))


# --- Cards ----------------------------------------------------------------------------------------


def test_a_hand_is_its_owners_and_a_count_to_everybody_else() -> None:
    at = minute()
    assert at.view(A).hand == ids("Silk Scarf")
    assert at.view(B).hand == ids("House Star b")
    assert at.view(None).hand == ()
    for seat in EVERYBODY:
        assert [shown.hand_count for shown in at.view(seat).seats] == [1, 1, 2]


def test_specials_are_their_owners_and_a_count_to_everybody_else() -> None:
    at = minute()
    assert at.view(A).specials == ids("Light Fingers")
    assert at.view(B).specials == at.view(None).specials == ()
    for seat in EVERYBODY:
        assert [shown.special_count for shown in at.view(seat).seats] == [1, 0, 2]


def test_a_stack_is_face_down_until_it_is_revealed() -> None:
    at = minute()
    assert [at.seen_stack(seat, A) for seat in EVERYBODY] == [
        cards("Gold Watch, House Star"),
        None,
        None,
        None,
    ]
    for seat in EVERYBODY:
        assert [shown.stack_count for shown in at.view(seat).seats] == [2, 1, 0]


def test_while_the_minute_runs_no_view_names_a_card_of_another() -> None:
    at = minute().act(B, READY)
    own: dict[Seat | None, set[str]] = {
        A: {*ids("House Star, Silk Scarf, Gold Watch, Light Fingers")},
        B: {*ids("House Star b, Headliner")},
        C: {*ids("House Star c, House Star d, Master Key, Wet Floor Sign")},
        None: set(),
    }
    for seat, mine in own.items():
        assert named_in(at.view(seat)) == {*mine, at.desire}


def test_while_the_minute_runs_no_event_names_a_card() -> None:
    at = minute()
    for action in (lays("Silk Scarf"), lays(), lays("House Star, Silk Scarf"), READY):
        at.act(A, action)
        assert named_in(at.events) == set()
        assert told_to(at, StackPlaced) == all_of(int(action is not READY))
    assert StackPlaced(A, 2) in minute().act(A, lays("House Star, Silk Scarf")).events


def test_open_stacks_are_seen_as_they_are_placed() -> None:
    at = minute("The Retired Magician")
    for seat in EVERYBODY:
        assert at.seen_stack(seat, A) == cards("Gold Watch, House Star")
        assert at.seen_stack(seat, B) == cards("Headliner")
    at.act(A, lays("Gold Watch"))
    assert at.told(StackShown) == [StackShown(A, ids("Gold Watch"))]
    assert told_to(at, StackShown) == all_of(1)


def test_open_stacks_leave_the_hands_closed() -> None:
    at = minute("The Retired Magician")
    assert named_in(at.view(None)) == {*ids("Gold Watch, House Star, Headliner"), at.desire}


def test_revealed_stacks_are_public() -> None:
    at = minute().act(A, READY).act(B, READY).act(C, READY)
    assert told_to(at, StackRevealed) == all_of(len(at.told(StackRevealed)))
    assert {event.seat for event in at.told(StackRevealed)} >= {A, B}
    for seat in EVERYBODY:
        assert at.seen_stack(seat, A) == cards("Gold Watch, House Star")
        assert at.seen_stack(seat, C) == ()


def test_what_is_lost_at_random_over_the_limit_is_public() -> None:
    five = "House Star, Silk Scarf, Gold Watch, Headliner, House Regular"
    at = planning(hands=[five, "", ""]).act(A, lays(five)).ring("preparation")
    assert told_to(at, StackTrimmed) == all_of(1)
    for seat in EVERYBODY:
        assert at.view(seat).discard == tuple(at.state.discard)


def test_decks_are_counts() -> None:
    at = turn(seats=3, dice="K1 K1", deck="Headliner, Showstopper", discard="Two For One",
              special_deck="Master Key", desires="Lucky Night")  # fmt: skip
    for seat in EVERYBODY:
        view = at.view(seat)
        counts = view.deck_count, view.special_deck_count, view.desire_deck_count
        assert counts == (2, 1, 1)
        assert view.discard == ids("Two For One")
        assert named_in(view) == {card("Two For One"), at.desire}


def test_customers_are_public_and_later_desires_are_nobodys() -> None:
    at = turn(seats=3, dice="K1 K1", round_=2)
    for seat in EVERYBODY:
        view = at.view(seat)
        assert view.customers == tuple(at.state.customers)
        assert view.desires == (*at.state.desires[:2], None, None, None)
    assert set(at.state.customers) <= set(CUSTOMERS)


def test_drawn_cards_are_seen_by_who_drew_them() -> None:
    at = turn(seats=3, dice="K1 K1", stack="House Star", deck="Headliner")
    at.act(A, uses("odile", returns="House Star"))
    assert (told_to(at, CardsDrawn), told_to(at, DrawnCardsSeen)) == (all_of(1), only(A))
    assert told_to(at, CardsReturned) == all_of(1)
    assert at.told(DrawnCardsSeen) == [DrawnCardsSeen(A, ids("Headliner"))]
    public = [event for event in at.events if event.seen_by(None)]
    assert named_in(public) == {card("House Star")}


def test_a_drawn_special_is_seen_by_who_drew_it() -> None:
    at = turn(seats=3, stage="preroll", special_deck="Light Fingers").act(A, uses("jerry"))
    assert told_to(at, DrawnSpecialsSeen) == only(A)
    assert named_in([event for event in at.events if event.seen_by(B)]) == set()


def test_a_random_discard_is_public() -> None:
    at = happening(stacks=["Coat-check Mix-up", "", ""], favor=[0] * 3, hands=["", "Headliner", ""])
    at.act(A, activates("Coat-check Mix-up", on=B))
    assert at.told(HandCardDiscarded) == [HandCardDiscarded(B, card("Headliner"))]
    assert told_to(at, HandCardDiscarded) == all_of(1)


def test_a_taken_card_is_seen_by_the_two_of_them() -> None:
    at = happening(stacks=["Poached Regular", "", ""], favor=[0] * 3, hands=["", "Headliner", ""])
    at.act(A, activates("Poached Regular", on=B))
    assert at.told(TakenCardSeen) == [TakenCardSeen(A, B, card("Headliner"))]
    assert told_to(at, TakenCardSeen) == only(A, B)
    assert told_to(at, HandCardTaken) == all_of(1)
    assert named_in([event for event in at.events if event.seen_by(C)]) <= {card("Poached Regular")}
    for seat in (C, None):
        assert card("Headliner") not in named_in(at.view(seat))


# --- What is remembered ---------------------------------------------------------------------------


def test_a_card_taken_back_is_known_to_lie_in_her_hand() -> None:
    at = turn(seats=3, dice="K1 K1", stack="House Star").act(A, uses("odile", returns="House Star"))
    for seat in (B, C, None):
        assert at.view(seat).known == (KnownCard(card("House Star"), (A,)),)
    assert at.view(A).known == ()


def test_who_was_robbed_knows_the_card() -> None:
    at = happening(stacks=["Poached Regular", "", ""], favor=[0] * 3, hands=["", "Headliner", ""])
    at.act(A, activates("Poached Regular", on=B))
    assert at.view(B).known == (KnownCard(card("Headliner"), (A,)),)
    assert at.view(C).known == at.view(None).known == ()


# --- What is public -------------------------------------------------------------------------------


def test_dice_favor_priority_slots_and_symbols_are_public() -> None:
    at = turn(
        seats=3, dice="ST W2 D1", favor=[1, 2, 3], used={"jerry": 1}, symbols={A: "D2", B: "L1"},
        order_cash=[0, 1, 0], dice_mod=[0, 2, -1],
    )  # fmt: skip
    for seat in EVERYBODY:
        view = at.view(seat)
        assert view.turn is not None
        assert [die.face for die in view.turn.dice] == ["ST", "W2", "D1"]
        assert [shown.favor for shown in view.seats] == [1, 2, 3]
        assert [shown.priority for shown in view.seats] == [1, 2, 3]
        assert [shown.symbols for shown in view.seats] == [(2, 0, 0), (0, 0, 1), (0, 0, 0)]
        assert [shown.dice_mod for shown in view.seats] == [0, 2, -1]
        assert view.order_cash == (0, 1, 0)
        staff = {shown.staff: (shown.slots, shown.used) for shown in view.staff}
        assert staff["jerry"] == (2, 1)
        assert staff["odile"] == (2, 0)


# --- Money ----------------------------------------------------------------------------------------


def totals(view: LapView) -> list[int | None]:
    return [shown.money for shown in view.seats]


def test_r42_money_is_its_owners() -> None:
    at = turn(money=[4, 5, 6], seats=3, dice="K1 K1")
    assert totals(at.view(B)) == [None, 5, None]
    assert totals(at.view(None)) == [None] * 3


@pytest.mark.parametrize("phase", ["minute", "laps", "turn"])
def test_r42_no_total_of_others_is_sent_anywhere(phase: str) -> None:
    money = [MANSION, MANSION + 20, MANSION + 40]
    at = {
        "minute": lambda: minute(money=money),
        "laps": lambda: happening(stacks=["Big Spender Table", "", "Wrong Bill"], money=money,
                                  favor=[0] * 3).act(A, activates("Big Spender Table")),
        "turn": lambda: turn(stage="comp", dice="ST ST ST D1", money=money, seats=3,
                             specials={B: "Light Fingers"}).act(A, compensates(1)),
    }[phase]()  # fmt: skip
    for seat in EVERYBODY:
        sent = json.dumps(builtins([at.view(seat), at.game.hints(at.view(seat))]))
        others = [place for place in (A, B, C) if place != seat]
        assert all(str(at.money[place]) not in sent for place in others)
    heard = json.dumps(builtins(at.events))
    assert all(str(dollars) not in heard for dollars in at.money)


def test_r42_what_others_own_changes_nothing_that_is_shown() -> None:
    at = turn(seats=3, dice="D1 D1", money=[3, 4, 5])
    for seat in EVERYBODY:
        richer = clone(at.state)
        for place in (A, B, C):
            richer.seats[place].money += 0 if place == seat else 50
        assert at.game.view(richer, seat) == at.view(seat)


def test_r42_gains_and_losses_are_public() -> None:
    at = turn(seats=3, dice="D1 D1", specials={B: "Light Fingers"}).act(
        B, plays("Light Fingers", on=A)
    )
    assert told_to(at, MoneyStolen) == all_of(1)
    at = turn(seats=3, dice="D1 D1").act(A, fulfils("A"))
    assert told_to(at, MoneyGained) == all_of(1)
    assert sum(event.amount for event in at.told(MoneyGained)) == 2


def test_open_money() -> None:
    at = turn(money=[4, 5, 6], seats=3, dice="K1 K1", options=LapOptions(open_money=True))
    assert all(totals(at.view(seat)) == [4, 5, 6] for seat in EVERYBODY)


def test_the_final_money_is_revealed_to_all() -> None:
    at = final(money=[4, 5, 6], favor=[1, 2, 3])
    assert all(totals(at.view(seat)) == [4, 5, 6] for seat in EVERYBODY)
    assert told_to(at, GameEnded) == all_of(1)


# --- What cannot be seen changes nothing ----------------------------------------------------------


def test_hidden_cards_change_no_view_and_no_legal_list() -> None:
    at = minute().act(C, lays("House Star c"))
    for seat in EVERYBODY:
        other = clone(at.state)
        other.deck.reverse()
        other.special_deck.reverse()
        other.desire_deck.reverse()
        other.desires[1:] = other.desires[:0:-1]
        hidden = [place for place in (A, B, C) if place != seat]
        for place in hidden:
            mine = other.seats[place]
            mine.hand[0], mine.stack[0] = mine.stack[0], mine.hand[0]
        assert at.game.view(other, seat) == at.view(seat)
        if seat is not None:
            assert at.game.legal_actions(other, seat) == at.game.legal_actions(at.state, seat)


def test_a_view_is_the_same_before_and_after_a_journey() -> None:
    at = turn(seats=3, stage="preroll", rolls="D1 ST").act(A, ROLL)
    for seat in EVERYBODY:
        assert LapDance(LapOptions()).view(clone(at.state), seat) == at.view(seat)
    assert at.view(None).decision == 0
    assert at.view(A).decision == at.state.questions[A]
