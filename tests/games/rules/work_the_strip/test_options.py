"""The house rules of table, deck and clock (WTS 13), each at all of its values."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from games.rules.work_the_strip.actions import Ask, EndFinalTurn
from games.rules.work_the_strip.events import TopCardFlipped
from games.rules.work_the_strip.game import WorkTheStrip as Game
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import deck, table
from tests.games.rules.work_the_strip.words import A, B, C, D, asks, initial, lays, plays, sets

KEY = "5a" * 32
PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def read(options: Mapping[str, object]) -> StripOptions:
    return msgspec.convert(options, StripOptions)


def test_the_printed_rules_are_the_defaults() -> None:
    assert msgspec.to_builtins(StripOptions()) == {
        "type": "work_the_strip",
        "rounds": 6,
        "allow_two": False,
        "deck": "full",
        "initial_play": "simultaneous",
        "ask_requires_holding": True,
        "commit_choice": True,
        "mistake_gives": "one",
        "friendly_ask": False,
        "lucky_draw": False,
        "must_play_matches": False,
        "empty_hand_wins": False,
        "last_licks": False,
        "top_card_bonus": True,
        "hand_penalty_card": 100,
        "hand_penalty_special": 1000,
        "target_score": 0,
        "first_dealer": "random",
        "turn_seconds": 60,
        "initial_seconds": 45,
        "show_ask_history": True,
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rounds", 0),
        ("rounds", 13),
        ("rounds", "6"),
        ("deck", "tiny"),
        ("initial_play", "anticlockwise"),
        ("mistake_gives", "two"),
        ("hand_penalty_card", -1),
        ("target_score", -1),
        ("first_dealer", "youngest"),
        ("first_dealer", 6),
        ("turn_seconds", 301),
        ("initial_seconds", -1),
        ("allow_two", 1),
        ("bot_fill", True),
    ],
)
def test_other_values_are_refused(option: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read({"type": "work_the_strip", option: value})


# --- rounds, target_score, hand_penalty, top_card_bonus -------------------------------------------


@pytest.mark.parametrize("rounds", [1, 2, 12])
def test_rounds(rounds: int) -> None:
    def last(played: int) -> bool:
        at = table(
            hands=["Casey 4", "Paris 2", "Duchess 1"],
            phase="final_turn",
            queue=[A],
            pile="",
            past=[(None, (0, 0, 0))] * played,
            options=StripOptions(rounds=rounds),
        ).act(A, EndFinalTurn())
        return at.game.outcome(at.all_continue().state) is not None

    assert last(rounds - 1)
    assert rounds == 1 or not last(rounds - 2)


@pytest.mark.parametrize(("target", "over"), [(0, False), (5000, True), (5001, False)])
def test_target_score_ends_the_game_after_the_round(target: int, over: bool) -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        past=[(None, (2800, 100, 100))],
        pile="Vesper 1",
        top=1,
        options=StripOptions(target_score=target),
    ).act(A, lays("N: Paris 2, 3"))
    assert at.state.totals == [5000, 0, 0]
    assert (at.game.outcome(at.all_continue().state) is not None) is over


@pytest.mark.parametrize(
    ("card_", "special", "cost"), [(100, 1000, 1200), (50, 500, 600), (0, 0, 0)]
)
def test_hand_penalty(card_: int, special: int, cost: int) -> None:
    options = StripOptions(hand_penalty_card=card_, hand_penalty_special=special)
    at = table(
        hands=["Casey 4, 5, Tax Audit", "Paris 2", "Duchess 1"],
        phase="final_turn",
        queue=[A],
        pile="",
        options=options,
    ).act(A, EndFinalTurn())
    assert at.result.lines[A].hand == -cost


@pytest.mark.parametrize(("bonus", "score"), [(True, 1200 + 4000), (False, 1200)])
def test_top_card_bonus(bonus: bool, score: int) -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        pile="Vesper 1",
        top=4,
        options=StripOptions(top_card_bonus=bonus),
    ).act(A, lays("N: Paris 2, 3"))
    assert at.result.winner == A
    assert at.scores == (score, -100, -100)
    assert bool(at.told(TopCardFlipped)) is bonus
    assert at.state.rounds_won == [1, 0, 0]


# --- seats, deck, first dealer --------------------------------------------------------------------


@pytest.mark.parametrize(("allow_two", "seats"), [(False, [3, 4, 5, 6]), (True, [2, 3, 4, 5, 6])])
def test_allow_two(allow_two: bool, seats: list[int]) -> None:
    game = Game(StripOptions(allow_two=allow_two))
    assert list(game.seats) == seats
    assert (game.misfit(2) is None) is allow_two


def test_two_madams_play_a_turn_each() -> None:
    at = table(
        hands=["Lola 2, Paris 2", "Casey 4"], pile=PILE, options=StripOptions(allow_two=True)
    )
    assert at.act(A, asks(B, "name Lola")).turn == ("turn", B)
    assert at.act(B, asks(A, "name Casey")).turn == ("turn", A)


def test_between_two_a_missed_turn_brings_ones_own() -> None:
    at = table(
        hands=["Closed For Repairs, Paris 2", "Casey 4"],
        pile=PILE,
        options=StripOptions(allow_two=True),
    ).act(A, plays("Closed For Repairs", on=B), asks(B, "name Paris"))
    assert at.turn == ("turn", A)


@pytest.mark.parametrize(("deck_", "size"), [("full", 108), ("compact", 92), ("no_specials", 90)])
def test_deck(deck_: str, size: int) -> None:
    options = read({"type": "work_the_strip", "deck": deck_})
    game = Game(options)
    state = game.setup(4, KEY)
    assert game.card_ids(state) == sorted(deck(options))
    assert len(game.card_ids(state)) == size
    assert len(state.pile) == size - 36


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_first_dealer_by_seat(dealer: int) -> None:
    game = Game(StripOptions(first_dealer=dealer))
    assert {game.setup(4, f"{n:064x}").dealer for n in range(8)} == {dealer}


def test_first_dealer_the_host() -> None:
    options = StripOptions(first_dealer="host").hosted_by(2)
    assert Game(options).setup(4, KEY).dealer == 2
    assert StripOptions().hosted_by(2) == StripOptions()


def test_a_first_dealer_needs_a_chair() -> None:
    game = Game(StripOptions(first_dealer=4))
    refusal = game.misfit(4)
    assert refusal is not None
    assert (refusal.code, refusal.pointer) == ("bad_first_dealer", "/first_dealer")
    assert game.misfit(5) is None


# --- initial_play ---------------------------------------------------------------------------------


def test_initial_play_clockwise_goes_round_from_the_dealers_left() -> None:
    at = table(
        hands=["Lola 1, 2, Casey 4", "Lola 3, Paris 2", "Monroe 1, 2, Duchess 1"],
        phase="initial_play",
        dealer=A,
        options=StripOptions(initial_play="clockwise"),
    )
    assert at.refused(A, initial()) == "not_your_turn"
    at.act(B, initial())
    assert at.state.to_act == [C]
    at.act(C, initial("N: Monroe 1, 2"))
    assert at.laid(C) == sets("N: Monroe 1, 2")
    assert at.view(None).tableaus[C] != ()
    at.act(A, initial("N: Lola 1, 2"))
    assert at.laid(A) == sets("N: Lola 1, 2")
    assert at.turn == ("turn", B)


def test_initial_play_clockwise_ends_the_round_with_the_first_who_lays_all_her_cards() -> None:
    at = table(
        hands=["Casey 4, 5", "Lola 2, 3", "Paris 2, 3"],
        phase="initial_play",
        dealer=A,
        pile="Vesper 1, Lola 1",
        options=StripOptions(initial_play="clockwise", top_card_bonus=False),
    )
    at.act(B, initial("N: Lola 2, 3"))
    assert at.result.winner == B
    assert at.scores == (-200, 1200, -200)
    assert at.state.tableau[C] == {}


def test_initial_play_clockwise_still_forbids_building() -> None:
    at = table(
        hands=["Lola 1, 2, Casey 4", "Lola 3, Paris 2", "Duchess 1"],
        phase="initial_play",
        dealer=C,
        options=StripOptions(initial_play="clockwise"),
    )
    at.act(A, initial("N: Lola 1, 2"))
    assert at.refused(B, initial("N: Lola 3")) == "need_two"


def test_initial_play_clockwise_begins_a_fresh_round_with_one_madam() -> None:
    state = Game(StripOptions(initial_play="clockwise")).setup(4, KEY)
    assert state.phase == "initial_play"
    assert state.to_act == [(state.dealer + 1) % 4]


def test_initial_play_off_begins_with_the_first_turn() -> None:
    at_first = Game(StripOptions(initial_play="off")).setup(4, KEY)
    assert at_first.phase == "turn"
    assert at_first.to_act == [at_first.current] == [(at_first.dealer + 1) % 4]
    assert at_first.tableau == [{}, {}, {}, {}]


def test_initial_play_simultaneous_waits_for_everybody() -> None:
    assert sorted(Game().setup(4, KEY).to_act) == [A, B, C, D]


# --- clocks, ask history --------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "seconds"), [("initial_seconds", 45), ("initial_seconds", 0)])
def test_initial_seconds(option: str, seconds: int) -> None:
    state = Game(read({"type": "work_the_strip", option: seconds})).setup(3, KEY)
    assert [(t.name, t.seconds) for t in state.timers] == [("initial_play", 45)] * bool(seconds)


@pytest.mark.parametrize("seconds", [60, 300, 0])
def test_turn_seconds(seconds: int) -> None:
    at = table(
        hands=["Paris 2", "Casey 4", "Duchess 1"],
        pile=PILE,
        options=StripOptions(turn_seconds=seconds),
    ).act(A, asks(B, "name Paris"))
    expected = [("turn", seconds, (B,))] * bool(seconds)
    assert [(t.name, t.seconds, t.seats) for t in at.state.timers] == expected


@pytest.mark.parametrize(("shown", "asked"), [(True, ["lola", "casey"]), (False, ["casey"])])
def test_show_ask_history(shown: bool, asked: list[str]) -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"],
        pile=PILE,
        options=StripOptions(show_ask_history=shown),
    ).act(A, asks(B, "name Lola"), asks(C, "name Casey"))
    for seat in (A, B, None):
        assert [ask.key for ask in at.view(seat).asks] == asked


def test_with_no_specials_nobody_is_forced() -> None:
    at = table(
        hands=["Paris 2", "Casey 4", "Duchess 1"],
        pile=PILE,
        options=StripOptions(deck="no_specials"),
    )
    kinds = {type(action) for action in at.legal(A)}
    assert kinds == {Ask}
