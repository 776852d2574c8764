"""Every refusal of the table (WTS 7.1): reached, worded, checked in order, and changing nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.kernel import Action, IllegalAction, Seat, ring
from games.rules.work_the_strip.actions import (
    Ask,
    Continue,
    EndFinalTurn,
    InitialPlay,
    PlaySet,
    PlaySpecial,
    WorkTheStrip,
)
from games.rules.work_the_strip.game import WorkTheStrip as Game
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import PlayedSet, StripState
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import A, B, C, asks, in_order, initial, lays, plays

AnyAction = Action[StripOptions, StripState]
PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1"


def a_turn(options: StripOptions | None = None) -> Table:
    """A's turn: a pair, a dual, a penalty, a bonus and a referral are in her hand."""
    return table(
        hands=[
            "Lola 1, Lola 2, Casey 4, Tax Audit, Hot Dice, Friendly Referral",
            "Casey 5, Noise Complaint 1",
            "Duchess 1",
        ],
        tableaus={B: "N: Monroe 1, 2"},
        pile=PILE,
        options=options,
    )


def forced() -> Table:
    return table(hands=["Tax Audit, Hot Dice", "Casey 4", "Duchess 1"], pile=PILE)


def opening() -> Table:
    return table(
        hands=["Lola 1, 2, 3, Apple Bottoms 1, Hot Dice", "Casey 4", "Duchess 1"],
        phase="initial_play",
        pile=PILE,
    )


def final() -> Table:
    hands = ["Lola 1, 2, Tax Audit", "Casey 4", "Duchess 1"]
    return table(hands=hands, phase="final_turn", queue=[A, B, C], pile="")


def last_specials() -> Table:
    hands = ["Tax Audit, Hot Dice", "Casey 4", "Duchess 1"]
    return table(hands=hands, phase="final_turn", queue=[A, B, C], pile="")


def result() -> Table:
    return final().act(A, EndFinalTurn()).act(B, EndFinalTurn()).act(C, EndFinalTurn())


def seen() -> Table:
    return result().act(B, Continue())


def asked() -> Table:
    return table(hands=["Lola 1, 2", "Casey 4", "Duchess 1"], asked=["name Lola"], pile=PILE)


def mistaken(options: StripOptions) -> Table:
    return table(
        hands=["Lola 1, 2, Casey 4", "Casey 5", "Duchess 1"],
        tableaus={B: "N: Lola 3"},
        pile=PILE,
        options=options,
    )


def first_of_three() -> Table:
    return table(
        hands=["Casey 4", "Paris 2", "Duchess 1"],
        phase="initial_play",
        dealer=C,
        options=StripOptions(initial_play="clockwise"),
    )


def pair(mode: str, key: str, text: str) -> InitialPlay:
    """An initial play of one set, whatever its cards are."""
    assert mode in ("name", "run")
    return InitialPlay((PlayedSet("name" if mode == "name" else "run", key, in_order(text)),))


Case = tuple[str, Callable[[], Table], Seat, AnyAction]
CASES: dict[str, Case] = {
    # Every action in a phase that is not its own
    "initial play in a turn": ("wrong_phase", a_turn, A, initial()),
    "set in the initial play": ("wrong_phase", opening, A, lays("N: Lola 1, 2")),
    "set at the result": ("wrong_phase", result, A, lays("N: Lola 1, 2")),
    "special in the initial play": ("wrong_phase", opening, A, plays("Hot Dice")),
    "ask in the initial play": ("wrong_phase", opening, A, asks(B, "name Lola")),
    "ask in a final turn": ("wrong_phase", final, A, asks(B, "name Lola")),
    "strip in a final turn": ("wrong_phase", final, A, WorkTheStrip()),
    "end of a turn": ("wrong_phase", a_turn, A, EndFinalTurn()),
    "continue in a turn": ("wrong_phase", a_turn, A, Continue()),
    # Somebody else's turn
    "set in another's turn": ("not_your_turn", a_turn, B, lays("N: Casey 5")),
    "special in another's turn": ("not_your_turn", a_turn, B, plays("Noise Complaint", on=A)),
    "ask in another's turn": ("not_your_turn", a_turn, B, asks(A, "name Casey")),
    "strip in another's turn": ("not_your_turn", a_turn, B, WorkTheStrip()),
    "end of another's final turn": ("not_your_turn", final, B, EndFinalTurn()),
    "set in another's final turn": ("not_your_turn", final, B, lays("N: Casey 4")),
    "clockwise too early": ("not_your_turn", first_of_three, B, initial()),
    # Once is enough
    "initial play twice": (
        "already_submitted",
        lambda: opening().act(A, initial()),
        A,
        initial("N: Lola 1, 2"),
    ),
    "continue twice": ("already_submitted", seen, B, Continue()),
    # Only specials left
    "forced set": ("must_play_specials", forced, A, lays("N: Lola 1, 2")),
    "forced ask": ("must_play_specials", forced, A, asks(B, "name Casey")),
    "forced strip": ("must_play_specials", forced, A, WorkTheStrip()),
    # Cards
    "initial single": ("need_two", opening, A, initial("N: Lola 1")),
    "initial nothing in a set": (
        "need_two",
        opening,
        A,
        InitialPlay((PlayedSet("name", "lola", ()),)),
    ),
    "initial foreign card": ("bad_card", opening, A, pair("name", "casey", "Casey 4, Casey 5")),
    "initial special": ("bad_card", opening, A, pair("name", "lola", "Lola 1, Hot Dice")),
    "initial wrong key": (
        "bad_card",
        opening,
        A,
        pair("run", "apple_bottoms", "Lola 2, Apple Bottoms 1"),
    ),
    "initial card twice in a set": (
        "duplicate_card",
        opening,
        A,
        pair("name", "lola", "Lola 1, Lola 1"),
    ),
    "initial card in two sets": (
        "duplicate_card",
        opening,
        A,
        initial("N: Lola 1, 2; R: Lola 1, Apple Bottoms 1"),
    ),
    "set of nothing": ("need_two", a_turn, A, PlaySet("name", "lola", ())),
    "set of another's card": ("bad_card", a_turn, A, lays("N: Casey 4, 5")),
    "set of an unknown card": (
        "bad_card",
        a_turn,
        A,
        PlaySet("name", "lola", ("n_lola_9", "n_lola_1")),
    ),
    "set of two names": ("bad_card", a_turn, A, lays("N: Lola 1, Casey 4")),
    "set in the wrong mode": (
        "bad_card",
        a_turn,
        A,
        PlaySet("run", "apple_bottoms", in_order("Lola 1, 2")),
    ),
    "set of an unknown key": (
        "bad_card",
        a_turn,
        A,
        PlaySet("name", "nobody", in_order("Lola 1, 2")),
    ),
    "set with a special": ("bad_card", a_turn, A, lays("N: Lola 1, Hot Dice")),
    "set with a card twice": ("duplicate_card", a_turn, A, lays("N: Lola 1, Lola 1")),
    "set where nothing is forced": ("bad_card", last_specials, A, lays("N: Lola 1, 2")),
    "single on a closed key": ("need_two", a_turn, A, lays("N: Casey 4")),
    "special not in hand": ("bad_card", a_turn, A, plays("Noise Complaint", on=C)),
    "special that is none": ("bad_card", a_turn, A, PlaySpecial("n_lola_1")),
    "special that does not exist": ("bad_card", a_turn, A, PlaySpecial("s_kidnapping_1")),
    "gift twice": (
        "duplicate_card",
        a_turn,
        A,
        plays("Friendly Referral", on=B, chosen="Lola 1, Lola 1"),
    ),
    # Targets and choices
    "penalty on nobody": ("bad_target", a_turn, A, plays("Tax Audit")),
    "penalty on oneself": ("bad_target", a_turn, A, plays("Tax Audit", on=A)),
    "penalty on an empty chair": ("bad_target", a_turn, A, plays("Tax Audit", on=3)),
    "penalty on seat -1": ("bad_target", a_turn, A, plays("Tax Audit", on=-1)),
    "bonus for another": ("self_only", a_turn, A, plays("Hot Dice", on=B)),
    "gift of nothing": ("bad_choice", a_turn, A, plays("Friendly Referral", on=B)),
    "bonus with a choice": ("bad_choice", a_turn, A, plays("Hot Dice", chosen="Lola 1")),
    "penalty with a key": ("bad_choice", a_turn, A, plays("Tax Audit", on=B, named="name Lola")),
    # Asks
    "ask oneself": ("bad_target", a_turn, A, asks(A, "name Lola")),
    "ask an empty chair": ("bad_target", a_turn, A, asks(3, "name Lola")),
    "ask seat -1": ("bad_target", a_turn, A, asks(-1, "name Lola")),
    "ask for what she lacks": ("not_holding", a_turn, A, asks(B, "name Monroe")),
    "ask for a run she lacks": ("not_holding", a_turn, A, asks(B, "run Neon Angels")),
    "ask again": ("already_asked", asked, A, asks(B, "name Lola")),
    "ask for nobody": (
        "bad_key",
        lambda: a_turn(StripOptions(ask_requires_holding=False)),
        A,
        Ask(B, "name", "nobody"),
    ),
    "ask for what is not in the deck": (
        "bad_key",
        lambda: a_turn(StripOptions(ask_requires_holding=False, deck="compact")),
        A,
        asks(B, "name Vesper"),
    ),
    "commit nothing": ("bad_commit", a_turn, A, asks(B, "name Lola", commit="")),
    "commit another key": ("bad_commit", a_turn, A, asks(B, "name Lola", commit="Casey 4")),
    "commit another's card": ("bad_commit", a_turn, A, asks(B, "name Lola", commit="Lola 3")),
    "commit twice": ("duplicate_card", a_turn, A, asks(B, "name Lola", commit="Lola 1, Lola 1")),
    "no commit choice": (
        "bad_commit",
        lambda: a_turn(StripOptions(commit_choice=False)),
        A,
        asks(B, "name Lola", commit="Lola 1"),
    ),
    "mistake among friends": (
        "mistaken_ask",
        lambda: mistaken(StripOptions(friendly_ask=True)),
        A,
        asks(B, "name Lola"),
    ),
    "sets unplayed before an ask": (
        "must_play_sets",
        lambda: a_turn(StripOptions(must_play_matches=True)),
        A,
        asks(B, "name Casey"),
    ),
    "strip instead of an ask": ("must_ask", a_turn, A, WorkTheStrip()),
}


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_has_its_code_and_changes_nothing(name: str) -> None:
    code, situation, seat, action = CASES[name]
    at = situation()
    refusal = at.refusal(seat, action)
    assert refusal.code == code
    rule, text = at.game.refusals[refusal.code]
    assert rule.startswith("WTS ")
    assert "{" not in text.format(**refusal.params)
    assert action not in at.legal(seat)


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_points_into_the_action(name: str) -> None:
    _, situation, seat, action = CASES[name]
    pointer = situation().refusal(seat, action).pointer
    assert pointer == "" or pointer.split("/")[1] in action.__struct_fields__


def test_every_code_of_the_table_is_reached() -> None:
    of_the_lobby = {"bad_seat_count", "bad_first_dealer"}
    reached = {code for code, *_ in CASES.values()}
    assert set(Game.refusals) - of_the_lobby <= reached
    assert reached <= set(Game.refusals)


def test_a_legal_action_meets_no_refusal() -> None:
    for at in (a_turn(), forced(), opening(), final(), result(), asked()):
        for action in at.legal(A):
            assert action.why_not(at.state, A, at.game.options) is None


# --- The order of the checks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "seat", "action", "code"),
    [
        (opening, B, Ask(B, "name", "nobody", ()), "wrong_phase"),
        (opening, B, PlaySet("name", "nobody", ("x", "x")), "wrong_phase"),
        (a_turn, B, PlaySet("name", "nobody", ("x", "x")), "not_your_turn"),
        (a_turn, B, Ask(B, "name", "nobody", ()), "not_your_turn"),
        (a_turn, B, PlaySpecial("x", target=9), "not_your_turn"),
        (forced, A, PlaySet("name", "nobody", ("x", "x")), "must_play_specials"),
        (forced, A, Ask(A, "name", "nobody", ()), "must_play_specials"),
        (asked, A, Ask(A, "name", "lola", ()), "bad_target"),
        (asked, A, Ask(A, "name", "casey", ()), "bad_target"),
        (a_turn, A, Ask(B, "name", "monroe", ()), "not_holding"),
        (asked, A, Ask(B, "name", "lola", ()), "already_asked"),
        (a_turn, A, PlaySet("name", "casey", ("n_casey_5",)), "bad_card"),
        (a_turn, A, PlaySpecial("x", target=A, cards=("x",)), "bad_card"),
        (a_turn, A, PlaySpecial("s_tax_audit_1", target=A, cards=("x",)), "bad_target"),
        (a_turn, A, PlaySpecial("s_hot_dice_1", target=B, cards=("x",)), "self_only"),
        (a_turn, A, InitialPlay((PlayedSet("name", "lola", ("x",)),)), "wrong_phase"),
        (a_turn, A, PlaySet("name", "lola", ("n_lola_1", "n_lola_1", "x")), "bad_card"),
        (a_turn, A, Ask(B, "name", "lola", ("n_lola_1", "n_lola_1", "x")), "bad_commit"),
        (a_turn, A, PlaySpecial("s_friendly_referral_1", B, ("n_lola_1",) * 3), "bad_choice"),
    ],
)
def test_checks_go_from_left_to_right(
    situation: Callable[[], Table], seat: Seat, action: AnyAction, code: str
) -> None:
    assert situation().refused(seat, action) == code


@pytest.mark.parametrize(
    ("submitted", "cards", "code"),
    [
        (True, ("x",), "already_submitted"),
        (False, ("x",), "need_two"),
        (False, ("x", "x"), "bad_card"),
        (False, ("n_lola_1", "n_lola_1"), "duplicate_card"),
    ],
)
def test_checks_of_an_initial_play_go_from_left_to_right(
    submitted: bool, cards: tuple[str, ...], code: str
) -> None:
    at = opening()
    if submitted:
        at.act(A, initial())
    assert at.refused(A, InitialPlay((PlayedSet("name", "lola", cards),))) == code


def test_a_bell_that_does_not_hang_here_is_refused() -> None:
    at = a_turn()
    for timer in (0, 99, -1):
        with pytest.raises(IllegalAction, match="timer_not_running"):
            ring(at.game, at.state, timer)
