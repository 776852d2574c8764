"""What helps to compose a turn (HF 26), from the seat's own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from games.ai import tables
from games.ai.bots import AnyAction
from games.ai.tables import Seating
from games.rules.hand_and_foot.actions import GoOut, Meld, TakePile
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.hints import FootHints, GoOutHint, MeldHint
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Onto
from games.rules.hand_and_foot.state import FootState
from games.rules.kernel import Event, Seat, State
from games.rules.registry import AnyGame
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import A, B, codes, discard, go_out, lay_off, no


def hints(at: Table, seat: Seat | None = A) -> FootHints:
    found: FootHints = at.game.hints(at.view(seat))
    return found


def ways(at: Table, seat: Seat = A) -> list[tuple[str | int, tuple[str, ...]]]:
    """Return each way to take the pile: "new" or the meld's id, and the codes played with it."""
    uses = [take.use for take in hints(at, seat).takes]
    return [(use.meld_id if isinstance(use, Onto) else "new", codes(use.cards)) for use in uses]


def allowed(at: Table, seat: Seat = A) -> bool:
    """Say whether the rules agree with every way that is hinted at."""
    return not any(
        TakePile(take.use, take.melds).why_not(at.state, seat, at.game.options)
        for take in hints(at, seat).takes
    )


# --- The pile -------------------------------------------------------------------------------------


def test_an_open_pile_goes_onto_a_meld_or_with_a_pair_or_one_and_a_wild() -> None:
    at = table(hands={A: "7 7 JK 2"}, boards={0: "7 7 7 7"}, pile="3 7", phase="draw")
    assert ways(at) == [
        (1, ("7", "7")),
        (1, ()),
        ("new", ("7", "7")),
        ("new", ("7", "JK")),
    ]
    assert hints(at).why_no_take is None
    assert allowed(at)


def test_a_frozen_pile_wants_a_natural_pair() -> None:
    board = {0: "7 7 7"}
    at = table(hands={A: "7 7 2"}, boards=board, pile="JS 3 7", phase="draw")
    assert ways(at) == [(1, ("7", "7")), ("new", ("7", "7"))]
    assert allowed(at)
    at = table(hands={A: "7 JK 2"}, boards=board, pile="JS 3 7", phase="draw")
    assert (hints(at).takes, hints(at).why_no_take) == ((), "pile_frozen")


def test_a_blocked_pile_is_taken_by_nobody() -> None:
    at = table(hands={A: "7 7 2"}, boards={0: "7 7 7"}, pile="7 VL", phase="draw")
    assert (hints(at).takes, hints(at).why_no_take) == ((), "pile_blocked")


def test_a_top_card_that_goes_with_nothing() -> None:
    at = table(hands={A: "7 7 2"}, boards={0: "7 7 7"}, pile="9", phase="draw")
    assert (hints(at).takes, hints(at).why_no_take) == ((), "no_match")


def test_two_melds_of_a_rank_leave_only_the_ways_onto_them() -> None:
    at = table(hands={A: "9 9 2"}, boards={0: "9 9 9; 9 9 9 9"}, pile="9", phase="draw")
    assert [meld for meld, _ in ways(at)] == [2, 2, 1, 1]
    assert allowed(at)


def test_who_would_keep_too_few_cards_in_the_foot_is_told_so() -> None:
    board = {0: "7 7 7"}
    at = table(hands={A: "7 7"}, boards=board, in_foot=[A], pile="3 7", phase="draw")
    assert ways(at) == [(1, ())]
    assert allowed(at)
    at = table(hands={A: "7"}, boards=board, in_foot=[A], pile="7", phase="draw")
    assert (hints(at).takes, hints(at).why_no_take) == ((), "must_keep_card")


def test_where_the_top_alone_does_not_do_a_pair_goes_with_it() -> None:
    options = FootOptions(pick_onto_meld=False)
    at = table(hands={A: "7 7 2"}, boards={0: "7 7 7"}, pile="7", phase="draw", options=options)
    assert ways(at) == [(1, ("7", "7")), ("new", ("7", "7"))]
    assert allowed(at)


# --- The initial meld -----------------------------------------------------------------------------


def test_an_opening_takes_all_sets_and_the_fewest_wilds() -> None:
    at = table(hands={A: "9 9 9 LO LO 4 4 JS JK"})
    opening = hints(at).opening
    assert opening is not None
    assert [codes(meld) for meld in opening.melds] == [("9", "9", "9"), ("JS", "LO", "LO")]
    assert (opening.points, opening.enough) == (30 + 65, True)
    assert Meld(opening.melds).why_not(at.state, A, at.game.options) is None


def test_wilds_strengthen_sets_where_pairs_are_missing() -> None:
    at = table(hands={A: "9 9 9 4 JS JK"}, round_=2)
    opening = hints(at).opening
    assert opening is not None
    assert [codes(meld) for meld in opening.melds] == [("9", "9", "9", "JK", "JS")]
    assert (opening.points, opening.enough) == (105, True)


def test_three_wilds_are_an_opening_unless_the_table_says_no() -> None:
    hand = {A: "9 4 5 JK JK JK"}
    opening = hints(table(hands=hand, round_=4)).opening
    assert opening is not None
    assert (opening.points, opening.enough) == (150, True)
    options = FootOptions(wild_initial_meld=False)
    assert hints(table(hands=hand, round_=4, options=options)).opening is None


def test_the_best_there_is_may_be_too_little() -> None:
    opening = hints(table(hands={A: "9 9 9 4 5"})).opening
    assert opening is not None
    assert (opening.points, opening.enough) == (30, False)


def test_the_top_of_the_pile_counts_in_an_opening() -> None:
    at = table(hands={A: "LO LO 8 8 JS 6"}, pile="3 3 LO", phase="draw", round_=2)
    found = hints(at).opening_with_pile
    assert found is not None
    assert codes(found.use) == ("LO", "LO")
    assert [codes(meld) for meld in found.melds] == [("8", "8", "JS")]
    assert (found.points, found.enough) == (105, True)
    assert len(hints(at).takes) == 1
    assert allowed(at)


def test_an_opening_with_the_pile_that_is_too_low_is_no_way() -> None:
    at = table(hands={A: "9 9 2 3"}, pile="9", phase="draw")
    assert (hints(at).takes, hints(at).why_no_take) == ((), "initial_meld_low")


def test_who_has_opened_needs_no_opening() -> None:
    at = table(hands={A: "9 9 9 LO LO LO"}, boards={0: "4 4 4"})
    assert (hints(at).opening, hints(at).opening_with_pile) == (None, None)


# --- The boards, and the way out ------------------------------------------------------------------


def test_every_meld_says_what_it_lacks_and_what_it_takes() -> None:
    at = table(boards={0: "6*7; 9*4 JS", 1: "JS JS JS JS; 12*7 +LD"})
    assert hints(at).melds == (
        MeldHint(1, 0, "6", 7, 0, "clean", 3, cappable=True),
        MeldHint(2, 0, "9", 5, 2, "dirty", 2, cappable=False),
        MeldHint(3, 1, "WILD", 4, 3, "wild", None, cappable=False),
        MeldHint(4, 1, "12", 7, 0, "clean", 0, cappable=False),
    )
    assert hints(at, None).melds == hints(at).melds


OUT = {0: "9*6 JS; 4*6 JS; 6*6"}


def test_the_way_out_is_measured_with_everything_laid() -> None:
    at = table(hands={A: "6 4 LD"}, boards=OUT, in_foot=[A])
    assert hints(at).go_out == GoOutHint(
        in_foot=True, left=0, lacks_dirty=0, lacks_clean=0, possible=True
    )
    at = table(hands={A: "5 4 VL"}, boards=OUT, in_foot=[A])
    assert hints(at).go_out == GoOutHint(
        in_foot=True, left=2, lacks_dirty=0, lacks_clean=1, possible=False
    )
    at = table(hands={A: "6 4"}, boards=OUT)
    assert hints(at).go_out == GoOutHint(
        in_foot=False, left=0, lacks_dirty=0, lacks_clean=0, possible=False
    )


@pytest.mark.parametrize("hand", ["6 6", "JS 6", "LD 6"])
def test_where_the_last_card_is_discarded_one_is_kept_for_it(hand: str) -> None:
    options = FootOptions(go_out_discard="required")
    found = hints(table(hands={A: hand}, boards=OUT, in_foot=[A], options=options)).go_out
    assert found is not None
    assert (found.left, found.possible) == (1, True)


def test_who_was_refused_may_not_go_out_in_this_turn() -> None:
    at = table(hands={A: "6 4"}, boards=OUT, in_foot=[A])
    at.act(A, go_out(lay_off(3, "6"), last="4")).act(2, no())
    found = hints(at).go_out
    assert found is not None
    assert not found.possible


def test_a_spectator_and_a_round_that_is_over_have_no_hints_but_the_melds() -> None:
    at = table(hands={A: "6 4"}, boards=OUT, in_foot=[A])
    for found in (hints(at, None), hints(at.act(A, discard("4")), None)):
        assert (found.takes, found.why_no_take, found.go_out) == ((), None, None)
        assert len(found.melds) == 3


def test_hints_say_nothing_of_the_hands_of_others() -> None:
    at = table(hands={A: "6 4", B: "7 7 7"}, boards=OUT, in_foot=[A])
    before = hints(at)
    at.state.active[B] = ["LD-1", "LD-2", "LD-3"]
    assert hints(at) == before


# --- In matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [FootOptions(rounds=1), FootOptions(rounds=1, take_count=5)])
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_hints_and_rules_agree_on_the_pile_and_on_the_way_out(
    level: str, options: FootOptions
) -> None:
    """A hint is never refused, and there is one wherever the rules list a way."""
    game, counted = HandAndFoot(options), Counter[str]()

    def decide(
        _: AnyGame, state: State, seat: Seat, seating: Seating, seen: Sequence[Event]
    ) -> AnyAction:
        assert isinstance(state, FootState)
        found = game.hints(game.view(state, seat))
        listed = game.legal_actions(state, seat).actions
        if state.phase == "draw":
            for take in found.takes:
                assert TakePile(take.use, take.melds).why_not(state, seat, options) is None
            if any(isinstance(action, TakePile) for action in listed):
                assert found.takes, game.view(state, seat)
                counted["takes"] += 1
        if state.phase == "play" and found.go_out and found.go_out.possible:
            assert any(isinstance(action, GoOut) for action in listed)
            counted["ways out"] += 1
        return tables.decide(game, state, seat, seating, seen)

    for number in range(2):
        tables.play(game, Seating((level,) * 4, f"hints/{number}", "hints"), decide=decide)
    assert counted["takes"]
    assert counted["ways out"] or level == "random"
