"""How a night begins (LAP 5), how a round ends (LAP 10), and how the night does (LAP 12)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.lap_dance.cards import DESIRES, SPECIAL_OF, STARTING, VARIANT_OF
from games.rules.lap_dance.events import GameEnded, RoundStarted
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from tests.games.rules.lap_dance.builder import Table, final, turn
from tests.games.rules.lap_dance.words import ROLL, A, B, C, cards, fulfils

KEY = "5a" * 32


def night(seats: int, key: str = KEY, **options: Any) -> LapState:
    return LapDance(LapOptions(**options)).setup(seats, key)


# --- Setup ----------------------------------------------------------------------------------------


def test_r01_two_to_four_players() -> None:
    game = LapDance(LapOptions())
    assert list(game.seats) == [2, 3, 4]
    assert [game.misfit(seats) is None for seats in range(1, 6)] == [
        False, True, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(("seats", "deck"), [(2, 82), (3, 72), (4, 62)])
def test_s10_ten_cards_each_six_of_her_colour(seats: int, deck: int) -> None:
    state = night(seats)
    assert [len(seat.hand) for seat in state.seats] == [10] * seats
    for place, seat in enumerate(state.seats):
        assert set(STARTING[place]) <= set(seat.hand)
    assert len(state.deck) == deck
    dealt = [*state.deck, *(card for seat in state.seats for card in seat.hand)]
    assert sorted(dealt) == sorted(VARIANT_OF)


def test_r03_starting_cards_of_unused_colours_are_in_the_deck() -> None:
    seen = Counter[str]()
    for luck in range(30):
        state = night(2, f"{luck:064x}")
        seen.update(set(state.seats[A].hand) | set(state.seats[B].hand))
    assert any(seen[card] for card in (*STARTING[2], *STARTING[3]))


def test_r02_colours_by_seat() -> None:
    game = LapDance(LapOptions())
    view = game.view(game.setup(4, KEY), None)
    assert [seat.color for seat in view.seats] == ["ruby", "gold", "emerald", "sapphire"]


def test_s12_three_dollars_and_two_favor() -> None:
    state = night(3)
    assert [(seat.money, seat.favor, seat.specials) for seat in state.seats] == [(3, 2, [])] * 3
    assert sorted(state.special_deck) == sorted(SPECIAL_OF)
    assert state.staff_used == {}


def test_s11_five_customers_each_with_a_face_down_desire() -> None:
    state = night(4)
    assert (len(set(state.customers)), len(set(state.desires))) == (5, 5)
    assert len(state.desire_deck) == 13
    assert sorted([*state.desires, *state.desire_deck]) == sorted(DESIRES)
    view = LapDance(LapOptions()).view(state, A)
    assert view.customers == tuple(state.customers)
    assert view.desires == (None,) * 5


def test_the_night_begins_with_the_first_customer() -> None:
    state = night(3)
    assert (state.phase, state.round, state.to_act) == ("reading", 1, [])
    timer = state.timer("reading")
    assert (timer.seconds, timer.counts) == (8, False)


def test_the_lots_of_setup_are_independent() -> None:
    nights = [night(2, f"{luck:064x}") for luck in range(12)]
    assert len({tuple(state.customers) for state in nights}) == 12
    assert len({tuple(state.desires) for state in nights}) == 12
    assert len({tuple(state.special_deck) for state in nights}) == 12
    assert len({tuple(state.deck) for state in nights}) == 12


# --- Refill ---------------------------------------------------------------------------------------


def refilled(**more: Any) -> Table:
    """The last turn of round 1 has just been played."""
    setting: dict[str, Any] = {"seat": B, "dice": "K1 K1", **more}
    return turn(**setting).act(B, fulfils())


def test_s28_r37_used_cards_are_discarded() -> None:
    at = refilled(stacks=["House Star, Coffee Break", "Headliner"], activated="Coffee Break")
    assert at.stacks == [(), ()]
    assert sorted(at.state.discard) == list(cards("House Star, Coffee Break, Headliner"))
    assert at.activated == ()


def test_s28_everything_of_the_round_is_put_away() -> None:
    at = refilled(used={"jerry": 2}, symbols={A: "D2", B: "L1"}, dice_mod=[1, -1],
                  order_cash=[1, 0, 2])  # fmt: skip
    assert at.free("jerry") == 2
    assert (at.priority, at.state.order_cash) == ([None, None], [0, 0, 0])
    for seat in at.state.seats:
        assert (seat.symbols, seat.dice_mod, seat.fulfilled) == ([0, 0, 0], 0, [])
    assert at.state.turn is None


def test_s28_one_card_each_in_seat_order() -> None:
    at = refilled(deck="Headliner, Showstopper, Gold Watch")
    assert (at.hand(A), at.hand(B)) == (cards("Headliner"), cards("Showstopper"))


def test_s28_the_stacks_are_in_the_discard_before_the_deal() -> None:
    at = refilled(deck="", stacks=["Headliner", "Gold Watch"])
    assert sorted([*at.hand(A), *at.hand(B)]) == list(cards("Headliner, Gold Watch"))
    assert at.state.discard == []


def test_r45_with_one_card_left_only_the_first_seat_is_dealt_one() -> None:
    at = refilled(deck="Headliner", discard="")
    assert (at.hand(A), at.hand(B)) == (cards("Headliner"), ())


def test_the_next_customer_is_served_then() -> None:
    at = refilled()
    assert (at.state.round, at.phase) == (2, "reading")
    assert at.told(RoundStarted) == [RoundStarted(2, at.state.customers[1])]
    assert at.repeats == 0


def test_r48_there_is_no_hand_limit() -> None:
    many = ", ".join(f"House {name} {copy}" for name in ("Regular", "Star") for copy in "abcd")
    at = refilled(hands=[f"{many}, Silk Scarf, Gold Watch", ""], deck="Headliner, Showstopper")
    assert len(at.hand(A)) == 11


def test_r46_after_the_last_round_nothing_is_dealt() -> None:
    at = final(money=[3, 4], favor=[0, 0], deck="Headliner, Showstopper")
    assert (at.phase, at.hand(A), at.hand(B)) == ("game_over", (), ())
    assert at.deck == cards("Headliner, Showstopper")


# --- The end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("money", "favor", "places"),
    [
        ([38, 38, 31], [1, 2, 3], (2, 1, 3)),
        ([38, 38], [2, 2], (1, 1)),
        ([10, 20, 20, 5], [3, 1, 1, 3], (3, 1, 1, 4)),
        ([0, 0, 0], [0, 0, 0], (1, 1, 1)),
        ([9, 8], [0, 3], (1, 2)),
    ],
)
def test_r52_money_then_favor_then_shared(
    money: list[int], favor: list[int], places: tuple[int, ...]
) -> None:
    at = final(money=money, favor=favor)
    assert (at.outcome.scores, at.outcome.places) == (tuple(money), places)
    assert at.told(GameEnded) == [GameEnded(tuple(money), tuple(favor), places)]


def test_r44_what_is_left_in_hand_is_worth_nothing() -> None:
    at = final(
        money=[3, 3],
        favor=[1, 1],
        hands=["House Star, Gold Watch", ""],
        specials={A: "Bulging Tip Jar, Master Key"},
        options=LapOptions(reaction_seconds=0),
    )
    assert at.outcome.places == (1, 1)


def test_the_game_over_waits_for_nobody() -> None:
    at = final(money=[3, 4], favor=[0, 0])
    assert (at.state.to_act, at.state.timers, at.state.invited) == ([], [], [])
    assert at.legal(A) == at.legal(B) == ()
    assert at.refused(A, fulfils()) == "wrong_phase"
    assert [seat.money for seat in at.view(None).seats] == [3, 4]


def test_before_the_last_round_it_is_not_over() -> None:
    at = turn(seat=B, dice="K1 K1", round_=4).act(B, fulfils())
    assert at.game.outcome(at.state) is None
    assert at.state.round == 5


# --- Whole rounds ---------------------------------------------------------------------------------


def test_s15_s25_each_seat_takes_one_turn_per_round() -> None:
    at = turn(stage="preroll", seats=3, order=[C, A, B], seat=C)
    order = []
    while at.phase == "action":
        seat = at.active
        assert seat is not None
        order.append(seat)
        at.act(seat, ROLL).stop(seat).act(seat, fulfils())
    assert order == [C, A, B]
    assert at.state.round == 2
