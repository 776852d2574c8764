"""Every refusal (HF 9): reached, worded, checked in order, and changing nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import IllegalAction, Seat, ring
from tests.games.rules.hand_and_foot.builder import Table, dealt, opening, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    Spoken,
    cap,
    choose,
    cut,
    discard,
    draw,
    go_on,
    go_out,
    lay_off,
    meld,
    no,
    take_new,
    take_onto,
    yes,
)

BOARD = "9*6 JS; 8*5 JS*2; 6*7"
"""m1 and m2 are dirty, m3 is clean."""


def playing(options: FootOptions | None = None) -> Table:
    """A's turn, after the draw; the own melds are m1 to m4, the opponents' is m5."""
    return table(
        hands={A: "9 9 9 9 6 LD LD VL JS JS JS JS JK 2 3 3 3"},
        boards={0: "9*3; 6*7; 7*7 +LD; JS*3", 1: "9*3"},
        options=options,
    )


def before_the_draw(options: FootOptions | None = None) -> Table:
    return table(
        hands={A: "9 9 9 1 1 1 JK 2 3"},
        boards={0: "9*3; 6*7", 1: "9*3"},
        pile="3 9-16",
        phase="draw",
        options=options,
    )


def unopened() -> Table:
    return table(hands={A: "9 9 9 2 3 JK"}, boards={1: "9*3"})


def unopened_draw() -> Table:
    return table(hands={A: "9 9 2 3 JK"}, boards={1: "9*3"}, pile="9", phase="draw")


def frozen() -> Table:
    return table(hands={A: "9 9 JK 2"}, boards={0: "9*3"}, pile="JS 9", phase="draw")


def blocked() -> Table:
    return table(hands={A: "9 9 JK 2"}, boards={0: "9*3"}, pile="9 LD", phase="draw")


def in_foot(options: FootOptions | None = None, hand: str = "6 4") -> Table:
    return table(hands={A: hand}, in_foot=[A], boards={0: BOARD, 1: "4*3"}, options=options)


def asked(seats: int = 6) -> Table:
    at = table(seats=seats, hands={A: "6 4"}, in_foot=[A], boards={0: BOARD})
    return at.act(A, go_out(lay_off(3, "6"), last="4"))


def denied() -> Table:
    return asked(4).act(C, no())


def over() -> Table:
    return table(hands={A: "2 3"}, stock="").act(A, discard("2"))


PLAN = go_out(lay_off(3, "6"), last="4")
Case = tuple[str, Callable[[], Table], Seat, Spoken]
CASES: dict[str, Case] = {
    # --- Every action in a phase that is not its own
    "cut after the cut": ("wrong_phase", dealt, A, cut(22)),
    "cut in a turn": ("wrong_phase", playing, A, cut(22)),
    "choose before the cut": ("wrong_phase", opening, A, choose("A")),
    "choose in a turn": ("wrong_phase", playing, A, choose("A")),
    "draw before the deal": ("wrong_phase", opening, A, draw()),
    "draw twice": ("wrong_phase", playing, A, draw()),
    "draw at the end": ("wrong_phase", over, A, draw()),
    "take after the draw": ("wrong_phase", playing, A, take_new("9 9")),
    "meld before the draw": ("wrong_phase", before_the_draw, A, meld("9 9 9")),
    "lay off before the draw": ("wrong_phase", before_the_draw, A, lay_off(1, "9")),
    "cap before the draw": ("wrong_phase", before_the_draw, A, cap(2, "2")),
    "discard before the draw": ("wrong_phase", before_the_draw, A, discard("2")),
    "discard while asking": ("wrong_phase", asked, A, discard("4")),
    "go out while asking": ("wrong_phase", asked, A, PLAN),
    "go out at the end": ("wrong_phase", over, A, go_out(last="3")),
    "take in a plan after the draw": (
        "wrong_phase",
        in_foot,
        A,
        go_out(take=take_onto(3), last="4"),
    ),
    "permission in a turn": ("wrong_phase", playing, C, yes()),
    "permission at the end": ("wrong_phase", over, C, yes()),
    "continue in a turn": ("wrong_phase", playing, A, go_on()),
    "continue before the cut": ("wrong_phase", opening, A, go_on()),
    # --- Somebody else's turn
    "draw in another's turn": ("not_your_turn", before_the_draw, B, draw()),
    "take in another's turn": ("not_your_turn", before_the_draw, B, take_new("1 2")),
    "meld in another's turn": ("not_your_turn", playing, B, meld("1 2 3")),
    "lay off in the partner's turn": ("not_your_turn", playing, C, lay_off(1, "1")),
    "cap in the partner's turn": ("not_your_turn", playing, C, cap(2, "1")),
    "discard in another's turn": ("not_your_turn", playing, D, discard("1")),
    "go out in another's turn": ("not_your_turn", playing, B, go_out(last="1")),
    # --- Once is enough
    "cut twice": ("already_done", lambda: opening().act(A, cut(22)), A, cut(22)),
    "choose twice": ("already_done", lambda: dealt().act(A, choose("A")), A, choose("B")),
    "continue twice": ("already_done", lambda: over().act(B, go_on()), B, go_on()),
    "answer twice": ("already_done", lambda: asked().act(C, yes()), C, yes()),
    "cut nothing": ("bad_cut", opening, A, cut(0)),
    "cut too deep": ("bad_cut", opening, A, cut(41)),
    # --- Cards
    "meld a foreign card": ("card_not_held", playing, A, meld("9 9 9-16")),
    "meld an unknown card": ("card_not_held", playing, A, meld("9 9 9-99")),
    "lay off a foreign card": ("card_not_held", playing, A, lay_off(1, "9-16")),
    "lay off a card on the board": ("card_not_held", playing, A, lay_off(1, "9-1")),
    "cap with a foreign Lady": ("card_not_held", playing, A, cap(2, "LD-10")),
    "discard a foreign card": ("card_not_held", playing, A, discard("5-16")),
    "discard a card of the foot": ("card_not_held", playing, A, discard("8-1")),
    "take with a foreign card": ("card_not_held", before_the_draw, A, take_new("9 9-15")),
    "take with the top": ("card_not_held", before_the_draw, A, take_new("9 9-16")),
    "take onto with a foreign card": ("card_not_held", before_the_draw, A, take_onto(1, "9-15")),
    "open with a foreign card": (
        "card_not_held",
        unopened_draw,
        A,
        take_new("9 9", "LO-1 LO-2 LO-3"),
    ),
    "plan a foreign card": ("card_not_held", in_foot, A, go_out(lay_off(3, "6-16"), last="4")),
    "plan a foreign discard": ("card_not_held", in_foot, A, go_out(lay_off(3, "6"), last="4-16")),
    "meld a card twice": ("duplicate_card", playing, A, meld("9-7 9-7 9-8")),
    "meld a card in two melds": ("duplicate_card", playing, A, meld("9-7 9-8 JS-7", "9-7 9-9 JK")),
    "lay a card off twice": ("duplicate_card", playing, A, lay_off(1, "9-7 9-7")),
    "take with a card twice": ("duplicate_card", before_the_draw, A, take_new("9-7 9-7")),
    "take onto with a card twice": ("duplicate_card", before_the_draw, A, take_onto(1, "9-7 9-7")),
    "meld nothing": ("no_cards", playing, A, meld()),
    "lay off nothing": ("no_cards", playing, A, lay_off(1, "")),
    # --- Creating melds
    "meld a pair": ("meld_too_small", playing, A, meld("9 9")),
    "meld a Lady": ("card_not_meldable", playing, A, meld("9 9 LD")),
    "meld a Villain": ("card_not_meldable", playing, A, meld("9 9 VL")),
    "meld two ranks": ("mixed_ranks", playing, A, meld("9 9 2")),
    "meld one natural": ("too_few_naturals", playing, A, meld("9 JS JS")),
    "start with two wilds": ("start_one_wild", playing, A, meld("9 9 JS JS")),
    "meld four wilds": ("too_many_wilds", playing, A, meld("9 9 9 9 JS JS JS JK")),
    "meld a third of a rank": (
        "too_many_melds_of_rank",
        lambda: table(hands={A: "9 9 9 2 3"}, boards={0: "9*3; 9*3"}),
        A,
        meld("9 9 9"),
    ),
    "open too low": ("initial_meld_low", unopened, A, meld("9 9 9")),
    "open too low with the pile": ("initial_meld_low", unopened_draw, A, take_new("9 9")),
    # --- Adding
    "lay off before opening": ("not_opened", unopened, A, lay_off(1, "9")),
    "take onto before opening": ("not_opened", unopened_draw, A, take_onto(1)),
    "lay off nowhere": ("no_such_meld", playing, A, lay_off(99, "9")),
    "lay off on meld 0": ("no_such_meld", playing, A, lay_off(0, "9")),
    "cap nothing": ("no_such_meld", playing, A, cap(99)),
    "take onto nothing": ("no_such_meld", before_the_draw, A, take_onto(99)),
    "plan for an unknown label": ("no_such_meld", in_foot, A, go_out(lay_off("x", "6"), last="4")),
    "lay off on theirs": ("not_your_meld", playing, A, lay_off(5, "9")),
    "cap theirs": ("not_your_meld", playing, A, cap(5)),
    "take onto theirs": ("not_your_meld", before_the_draw, A, take_onto(3)),
    "lay off another rank": ("mixed_ranks", playing, A, lay_off(1, "2")),
    "take onto another rank": ("mixed_ranks", before_the_draw, A, take_onto(2)),
    "lay off too many wilds": ("too_many_wilds", playing, A, lay_off(1, "JS JS JS JS")),
    "lay off a wild on a cap": ("capped_no_wild", playing, A, lay_off(3, "JS")),
    "lay off a natural on wilds": ("wild_meld_only_wilds", playing, A, lay_off(4, "9")),
    # --- Caps
    "cap with a nine": ("not_a_lady", playing, A, cap(2, "9")),
    "cap a meld": ("cap_not_allowed", playing, A, cap(1)),
    "cap twice": ("already_capped", playing, A, cap(3)),
    # --- The pile
    "take a blocked pile": ("pile_blocked", blocked, A, take_new("9 9")),
    "take a frozen pile": ("pile_frozen", frozen, A, take_new("9 JK")),
    "take a frozen pile onto": ("pile_frozen", frozen, A, take_onto(1, "9")),
    "take with one card": ("meld_too_small", before_the_draw, A, take_new("9")),
    "take and meld": ("extra_melds", before_the_draw, A, take_new("9 9", "1 1 1")),
    "take onto and meld": ("extra_melds", before_the_draw, A, take_onto(1, "", "1 1 1")),
    # --- The foot and out of it
    "lay off the last but one": ("must_keep_card", in_foot, A, lay_off(3, "6")),
    "discard the last": ("must_keep_card", lambda: in_foot(hand="4"), A, discard("4")),
    "out of the hand": ("not_in_foot", playing, A, go_out(last="2")),
    "out before the draw": (
        "must_draw_first",
        lambda: table(hands={A: "4"}, in_foot=[A], boards={0: BOARD}, phase="draw"),
        A,
        go_out(last="4"),
    ),
    "out again": ("already_denied", denied, A, PLAN),
    "out with cards left": ("cards_left", in_foot, A, go_out(last="4")),
    "out without groups": (
        "groups_missing",
        lambda: table(hands={A: "4"}, in_foot=[A], boards={0: "9*6 JS; 6*7"}),
        A,
        go_out(last="4"),
    ),
    "answer as an opponent": ("not_asked", asked, B, yes()),
    "answer oneself": ("not_asked", asked, A, yes()),
    # --- Plans
    "more labels than melds": (
        "bad_label",
        lambda: in_foot(hand="3 3 3 4"),
        A,
        go_out(meld("3 3 3", labels=["x", "y"]), last="4"),
    ),
    "a label twice": (
        "bad_label",
        lambda: in_foot(hand="3 3 3 2 2 2 4"),
        A,
        go_out(meld("3 3 3", "2 2 2", labels=["x", "x"]), last="4"),
    ),
    # --- House rules
    "take onto without a pair": (
        "onto_needs_pair",
        lambda: before_the_draw(FootOptions(pick_onto_meld=False)),
        A,
        take_onto(1, "9"),
    ),
    "a second meld before the group": (
        "group_first",
        lambda: playing(FootOptions(second_meld_needs_group=True)),
        A,
        meld("9 9 9"),
    ),
    "open with wilds": (
        "no_wild_opening",
        lambda: table(hands={A: "JK*3 2 3"}, options=FootOptions(wild_initial_meld=False)),
        A,
        meld("JK*3"),
    ),
    "out before the partner": (
        "partner_not_in_foot",
        lambda: in_foot(FootOptions(all_in_foot=True)),
        A,
        PLAN,
    ),
    "out without a discard": (
        "must_discard",
        lambda: in_foot(FootOptions(go_out_discard="required"), hand="6"),
        A,
        go_out(lay_off(3, "6")),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_has_its_code_and_changes_nothing(name: str) -> None:
    code, situation, seat, sentence = CASES[name]
    at = situation()
    refusal = at.refusal(seat, sentence)
    assert refusal.code == code
    rule, text = at.game.refusals[refusal.code]
    assert rule.startswith("HF ")
    assert "{" not in text.format(**refusal.params)
    assert "{" not in at.game.explain(refusal)
    assert at.meant(seat, sentence) not in at.legal(seat)


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_points_into_the_action(name: str) -> None:
    _, situation, seat, sentence = CASES[name]
    at = situation()
    pointer = at.refusal(seat, sentence).pointer
    assert pointer == "" or pointer.split("/")[1] in at.meant(seat, sentence).__struct_fields__


def test_every_code_of_the_table_is_reached() -> None:
    of_the_lobby = {"bad_seat_count", "bad_turn_seconds"}
    reached = {code for code, *_ in CASES.values()}
    assert set(HandAndFoot.refusals) - of_the_lobby <= reached
    assert reached <= set(HandAndFoot.refusals)


def test_the_codes_of_the_page_are_all_there() -> None:
    page = """WRONG_PHASE NOT_YOUR_TURN CARD_NOT_HELD DUPLICATE_CARD ALREADY_DONE NO_CARDS BAD_CUT
    MELD_TOO_SMALL PILE_BLOCKED PILE_FROZEN NOT_OPENED NO_SUCH_MELD NOT_YOUR_MELD MIXED_RANKS
    TOO_MANY_MELDS_OF_RANK EXTRA_MELDS INITIAL_MELD_LOW MUST_KEEP_CARD NOT_A_LADY CAP_NOT_ALLOWED
    ALREADY_CAPPED MUST_DRAW_FIRST NOT_IN_FOOT ALREADY_DENIED CARDS_LEFT GROUPS_MISSING NOT_ASKED
    CARD_NOT_MELDABLE TOO_FEW_NATURALS START_ONE_WILD TOO_MANY_WILDS CAPPED_NO_WILD
    WILD_MELD_ONLY_WILDS"""
    assert [name for name in page.lower().split() if name not in HandAndFoot.refusals] == []


@pytest.mark.parametrize(("seats", "code"), [(1, "bad_seat_count"), (7, "bad_seat_count")])
def test_the_lobby_wants_two_to_six(seats: int, code: str) -> None:
    refusal = HandAndFoot(FootOptions()).misfit(seats)
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.parametrize("seconds", [1, 19])
def test_the_lobby_wants_no_hectic_clock(seconds: int) -> None:
    refusal = HandAndFoot(FootOptions(turn_seconds=seconds)).misfit(4)
    assert refusal is not None
    assert refusal.code == "bad_turn_seconds"


@pytest.mark.parametrize("seconds", [0, 20, 300])
def test_other_clocks_fit(seconds: int) -> None:
    game = HandAndFoot(FootOptions(turn_seconds=seconds))
    assert [game.misfit(seats) for seats in range(2, 7)] == [None] * 5


def test_what_is_offered_meets_no_refusal() -> None:
    situations = (playing(), before_the_draw(), unopened(), unopened_draw(), frozen(), blocked(),
                  in_foot(), asked(), denied(), over(), opening(), dealt())  # fmt: skip
    for at in situations:
        for seat in range(4):
            for action in at.legal(seat):
                assert action.why_not(at.state, seat, at.game.options) is None


# --- The order of the checks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "seat", "sentence", "code"),
    [
        (opening, B, draw(), "wrong_phase"),
        (playing, B, draw(), "not_your_turn"),
        (playing, B, meld("9-99 9-99"), "not_your_turn"),
        # HF 9.3, 1 to 8
        (blocked, A, take_new("9-99 9-99"), "pile_blocked"),
        (frozen, A, take_new("9-99 JK"), "card_not_held"),
        (frozen, A, take_onto(99), "pile_frozen"),
        (unopened_draw, A, take_onto(99), "not_opened"),
        (before_the_draw, A, take_onto(99, "1"), "no_such_meld"),
        (before_the_draw, A, take_onto(3, "1"), "not_your_meld"),
        (before_the_draw, A, take_onto(2, "1"), "mixed_ranks"),
        (before_the_draw, A, take_new("9 1", "1 1"), "mixed_ranks"),
        (before_the_draw, A, take_new("9 9", "1 1"), "extra_melds"),
        (unopened_draw, A, take_new("9 9", "2 3 JK"), "mixed_ranks"),
        # HF 9.4 to 9.6
        (unopened, A, meld("9 9 2"), "mixed_ranks"),
        (unopened, A, lay_off(99, "9"), "not_opened"),
        (playing, A, lay_off(99, "9-99"), "card_not_held"),
        (playing, A, cap(99, "9"), "not_a_lady"),
        (playing, A, cap(5, "LD"), "not_your_meld"),
        # HF 9.8
        (lambda: table(hands={A: "4"}, phase="draw"), A, go_out(last="4"), "must_draw_first"),
        (playing, A, go_out(take=take_onto(1), last="2"), "wrong_phase"),
        (denied, A, go_out(last="4"), "already_denied"),
        (lambda: in_foot(hand="6 4 LD"), A, go_out(cap(1), last="4"), "cap_not_allowed"),
        (
            lambda: table(hands={A: "4 2"}, in_foot=[A], boards={0: "9*3"}),
            A,
            go_out(last="4"),
            "cards_left",
        ),
    ],
)
def test_checks_go_from_left_to_right(
    situation: Callable[[], Table], seat: Seat, sentence: Spoken, code: str
) -> None:
    assert situation().refused(seat, sentence) == code


def test_a_bell_that_does_not_hang_here_is_refused() -> None:
    at = playing()
    for timer in (0, 99, -1):
        with pytest.raises(IllegalAction, match="timer_not_running"):
            ring(at.game, at.state, timer)
