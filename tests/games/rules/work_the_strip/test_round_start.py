"""How a game and a round begin (WTS 6.1): seats, dealer, deal, and the days that follow."""

from __future__ import annotations

import pytest

from games.rules.kernel import Rng
from games.rules.work_the_strip.actions import EndFinalTurn
from games.rules.work_the_strip.events import HandDealt, RoundStarted
from games.rules.work_the_strip.game import WorkTheStrip
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import Table, deck, table
from tests.games.rules.work_the_strip.words import A, B, C, D, asks, in_order, initial, lays

KEY = "5a" * 32


def fresh(seats: int, options: StripOptions | None = None, key: str = KEY) -> Table:
    game = WorkTheStrip(options or StripOptions())
    return Table(game, game.setup(seats, key))


def over(*, dealer: int = C, seats: int = 3) -> Table:
    """A round that A has just won, with a front special, a laid set and a skip left over."""
    hands = ["Paris 2, 3", "Casey 4, Tax Audit", "Duchess 1", "Duchess 2"][:seats]
    at = table(
        hands=hands,
        tableaus={B: "N: Taylor 4, 5"},
        front={B: "Grand Opening"},
        skip=[C],
        dealer=dealer,
        pile="Vesper 1, Vesper 2",
        discard="Overbooked, Smooth Lawyer",
    )
    return at.act(A, lays("N: Paris 2, 3"))


@pytest.mark.parametrize(("seats", "left"), [(3, 81), (4, 72), (5, 63), (6, 54)])
def test_r03_nine_cards_each_and_the_rest_is_the_pile(seats: int, left: int) -> None:
    at = fresh(seats)
    assert [len(hand) for hand in at.state.hands] == [9] * seats
    assert len(at.pile) == left
    assert at.game.card_ids(at.state) == sorted(deck(StripOptions()))


def test_r01_three_to_six_madams_play() -> None:
    game = WorkTheStrip()
    assert list(game.seats) == [3, 4, 5, 6]
    assert [game.misfit(seats) for seats in (3, 4, 5, 6)] == [None] * 4
    codes = {seats: getattr(game.misfit(seats), "code", None) for seats in (0, 1, 2, 7)}
    assert codes == dict.fromkeys((0, 1, 2, 7), "bad_seat_count")


def test_a_fresh_table_is_empty_but_for_the_cards() -> None:
    state = fresh(4).state
    assert (state.phase, state.round) == ("initial_play", 1)
    assert sorted(state.to_act) == [A, B, C, D]
    assert state.tableau == [{}, {}, {}, {}]
    assert state.front == [[], [], [], []]
    assert (state.discard, state.flipped, state.results) == ([], [], [])
    assert state.skip == [False] * 4
    assert state.submitted == [None] * 4
    assert (state.totals, state.rounds_won) == ([0] * 4, [0] * 4)


def test_r02_the_first_dealer_is_a_random_seat() -> None:
    dealers = {fresh(4, key=f"{number:064x}").state.dealer for number in range(60)}
    assert dealers == {A, B, C, D}


def test_r02_the_deal_passes_clockwise_every_round() -> None:
    assert over(dealer=C).all_continue().state.dealer == A
    assert over(dealer=C, seats=4).all_continue().state.dealer == D
    assert over(dealer=A).all_continue().state.dealer == B


def test_s03_the_deck_is_shuffled_by_its_own_stream() -> None:
    one, other, again = fresh(3), fresh(3, key="a5" * 32), fresh(3)
    assert one.state == again.state
    assert one.pile != other.pile
    shuffled = [*one.pile, *(card for hand in one.state.hands for card in hand)]
    assert shuffled != sorted(shuffled)
    assert one.state.rng.drawn["deck/1"] >= 107


def test_s30_a_new_round_shuffles_and_deals_everything_anew() -> None:
    at = over().all_continue()
    state = at.state
    assert (state.phase, state.round) == ("initial_play", 2)
    assert [len(hand) for hand in state.hands] == [9, 9, 9]
    assert len(state.pile) == 81
    assert (state.tableau, state.front) == ([{}, {}, {}], [[], [], []])
    assert (state.discard, state.flipped, state.asks, state.asked) == ([], [], [], [])
    assert state.skip == [False] * 3
    assert state.submitted == [None] * 3
    assert state.winner is None
    assert state.rng.drawn["deck/2"] >= 107
    assert sorted(state.to_act) == [A, B, C]


def test_r45_played_action_specials_are_back_in_the_deck_next_round() -> None:
    at = over().all_continue()
    cards = [*at.pile, *(card for hand in at.state.hands for card in hand)]
    assert set(in_order("Overbooked, Smooth Lawyer, Grand Opening")) <= set(cards)


def test_s30_each_madam_is_told_her_new_cards_alone() -> None:
    at = over().all_continue()
    (started,) = at.told(RoundStarted)
    assert (started.round, started.dealer) == (2, A)
    dealt = {event.seat: event for event in at.told(HandDealt)}
    assert {seat: tuple(sorted(event.cards)) for seat, event in dealt.items()} == {
        seat: at.hand(seat) for seat in (A, B, C)
    }
    assert [seat for seat in (A, B, C, None) if dealt[B].seen_by(seat)] == [B]


@pytest.mark.parametrize(("dealer", "first"), [(A, B), (B, C), (C, A)])
def test_s06_the_madam_at_the_dealers_left_begins(dealer: int, first: int) -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], phase="initial_play", dealer=dealer)
    for seat in (A, B, C):
        at.act(seat, initial())
    assert at.turn == ("turn", first)


def test_s06_turns_go_clockwise() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1", "Monroe 2"], pile=PILE, dealer=D)
    at.act(A, asks(B, "name Paris"))
    assert at.turn == ("turn", B)
    at.act(B, asks(A, "name Casey"))
    assert at.turn == ("turn", C)
    at.act(C, asks(A, "name Duchess"))
    assert at.turn == ("turn", D)
    at.act(D, asks(A, "name Monroe"))
    assert at.turn == ("turn", A)


PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def test_r46_the_dealer_has_no_powers() -> None:
    hands = ["Paris 2, Monroe 2", "Casey 4, Tax Audit", "Duchess 1"]
    one = table(hands=hands, dealer=A, current=B)
    other = table(hands=hands, dealer=C, current=B)
    assert [one.legal(seat) for seat in (A, B, C)] == [other.legal(seat) for seat in (A, B, C)]
    assert one.legal(A) == ()


def test_s01_six_days_and_the_most_money_wins() -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        past=[(None, (100, 200, 300))] * 5,
        pile="Vesper 1",
        top=1,
    ).act(A, lays("N: Paris 2, 3"))
    assert at.result.round == 6
    outcome = at.game.outcome(at.all_continue().state)
    assert outcome is not None
    assert outcome.scores == (500 + 2200, 1000 - 100, 1500 - 100)
    assert outcome.places == (1, 3, 2)
    assert (at.state.phase, at.state.to_act, at.state.timers) == ("game_over", [], [])


@pytest.mark.parametrize("seats", [4, 5])
def test_r44_deals_are_not_equalised(seats: int) -> None:
    hands = ["Casey 4", "Paris 2", "Duchess 1", "Monroe 2", "Violet 2"][:seats]
    at = table(
        hands=hands, phase="final_turn", queue=[A], past=[(None, [0] * seats)] * 5, pile=""
    ).act(A, EndFinalTurn())
    assert at.game.outcome(at.all_continue().state) is not None


def test_five_days_are_not_a_week() -> None:
    at = over()
    assert at.game.outcome(at.all_continue().state) is None


def test_the_streams_of_a_match_are_its_keys() -> None:
    assert fresh(3).state.rng.key == Rng(KEY).key
