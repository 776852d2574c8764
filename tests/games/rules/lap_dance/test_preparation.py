"""The common minute (LAP 7): Stacks, the race for Priority, and how it ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, planning, turn
from tests.games.rules.lap_dance.printed import DESIRES, rows
from tests.games.rules.lap_dance.words import READY, A, B, C, D, card, cards, fulfils, guest, lays

ONE_OF_EACH = {
    "md": "House Regular",
    "fd": "House Star",
    "cd": "Draught Beer",
    "ed": "House Champagne",
    "li": "Silk Scarf",
    "ls": "Corner Booth",
}
FOUR = "House Regular, House Star, Draught Beer, Silk Scarf"
FIVE = f"{FOUR}, Duo Number"
EVENTS = "Big Spender Table, Coffee Break"


def front_row(*hands: str, **more: Any) -> Table:
    """A Preparation for `Front Row Seats`: dancers, cheap drinks and luxury items are desired."""
    return planning(hands=list(hands), desire="Front Row Seats", **more)


# --- The Stack ------------------------------------------------------------------------------------


@pytest.mark.parametrize("desire", [row[0] for row in rows(DESIRES)])
def test_s16_only_desired_types_may_be_placed(desire: str) -> None:
    types = next(row[3] for row in rows(DESIRES) if row[0] == desire).split()
    at = planning(hands=[", ".join(ONE_OF_EACH.values()), ""], desire=desire)
    for type_, title in ONE_OF_EACH.items():
        if type_ in types:
            assert at.after(A, lays(title)).stack(A) == cards(title)
        else:
            assert at.refused(A, lays(title)) == "not_desired"


def test_s16_events_may_always_be_placed() -> None:
    at = front_row(EVENTS, "").act(A, lays(EVENTS))
    assert at.stack(A) == cards(EVENTS)


def test_set_stack_says_the_whole_stack_anew() -> None:
    at = front_row(FOUR, "").act(A, lays("House Star, Silk Scarf"))
    at.act(A, lays("House Regular, House Star"))
    assert at.stack(A) == cards("House Regular, House Star")
    assert at.hand(A) == cards("Draught Beer, Silk Scarf")
    at.act(A, lays())
    assert (at.stack(A), at.hand(A)) == ((), cards(FOUR))


def test_the_stack_keeps_the_order_in_which_it_was_laid() -> None:
    at = front_row(FOUR, "").act(A, lays("Silk Scarf, House Regular"))
    assert at.state.seats[A].stack == [card("Silk Scarf"), card("House Regular")]


@pytest.mark.parametrize(
    "text",
    ["House Star b", "House Star, House Star", "Silk Scarf, House Star, Silk Scarf"],
    ids=["anothers", "twice", "twice apart"],
)
def test_a_stack_is_made_of_distinct_cards_of_her_own(text: str) -> None:
    assert front_row(FOUR, "House Star b").refused(A, lays(text)) == "bad_card"


def test_the_same_content_again_is_refused() -> None:
    at = front_row(FOUR, "")
    assert at.refused(A, lays()) == "no_change"
    at.act(A, lays("House Star, Silk Scarf"))
    assert at.refused(A, lays("House Star, Silk Scarf")) == "no_change"
    at.act(A, lays()).act(A, lays("House Star, Silk Scarf"))
    assert at.stack(A) == cards("House Star, Silk Scarf")


def drafted(times: int, text: str = FIVE) -> Table:
    """A has laid and taken back, `times` drafts in all."""
    at = front_row(text, "House Star b")
    for draft in range(times):
        at.act(A, lays("" if draft % 2 else "House Star"))
    return at


def test_a_hundred_drafts_and_no_more() -> None:
    at = drafted(100)
    assert at.refused(A, lays("House Star")) == "too_many_drafts"
    at.act(A, READY)
    assert at.priority[A] == 1


def test_the_hundredth_draft_is_not_above_the_limit() -> None:
    at = drafted(99)
    assert at.refused(A, lays(FIVE)) == "over_limit"
    at.act(A, lays(FOUR))
    assert at.refused(A, lays(FIVE)) == "too_many_drafts"
    at.act(A, READY)
    assert at.stack(A) == cards(FOUR)


def test_drafts_are_counted_for_each_seat_and_each_preparation() -> None:
    at = drafted(100)
    at.act(B, lays("House Star b")).act(B, lays())
    at.act(A, READY).act(B, READY)
    assert (at.phase, at.repeats) == ("preparation", 1)
    at.put(desire="Front Row Seats").act(A, lays("House Star"))
    assert at.stack(A) == cards("House Star")


def test_a_refused_draft_is_not_counted() -> None:
    at = drafted(99)
    for _ in range(3):
        assert at.refused(A, lays("House Champagne")) == "bad_card"
    at.act(A, lays())
    assert at.refused(A, lays("House Star")) == "too_many_drafts"


# --- R30, R32, R35, S17: ready --------------------------------------------------------------------


def test_r30_a_draft_may_exceed_the_limit_but_ready_is_refused() -> None:
    at = front_row(FIVE, "").act(A, lays(FIVE))
    assert at.stack(A) == cards(FIVE)
    assert at.refused(A, READY) == "over_limit"
    at.act(A, lays(FOUR), READY)
    assert at.priority[A] == 1


def test_r30_strict_stack_refuses_the_draft() -> None:
    at = front_row(FIVE, "", options=LapOptions(strict_stack=True))
    assert at.refused(A, lays(FIVE)) == "over_limit"
    at.act(A, lays(FOUR))
    assert at.stack(A) == cards(FOUR)


def test_r31_a_card_that_does_not_match_is_refused() -> None:
    at = front_row("House Champagne, House Star", "")
    assert at.refused(A, lays("House Star, House Champagne")) == "not_desired"
    assert at.stack(A) == ()


def test_r32_ready_with_an_empty_stack() -> None:
    at = front_row(FOUR, "House Star b").act(A, READY).act(B, lays("House Star b"), READY)
    assert (at.phase, at.stack(A)) == ("action", ())


def test_r35_a_ready_player_changes_nothing() -> None:
    at = front_row(FOUR, "").act(A, lays("House Star"), READY)
    for action in (lays("Silk Scarf"), lays(), lays("House Star"), READY):
        assert at.refused(A, action) == "already_ready"


def test_s17_the_lowest_number_goes_to_who_is_ready_first() -> None:
    at = front_row("House Star", "", "", "").act(A, lays("House Star"))
    for number, seat in enumerate((D, A, C, B), 1):
        at.act(seat, READY)
        if number < 4:
            assert at.priority[seat] == number
            assert seat not in at.state.to_act
    assert at.priority == [2, 4, 3, 1]


def test_r36_the_phase_ends_as_soon_as_all_are_ready() -> None:
    at = front_row("House Star", "").act(A, lays("House Star"), READY)
    assert at.phase == "preparation"
    at.act(B, READY)
    assert (at.phase, at.active) == ("action", A)
    assert [timer.name for timer in at.state.timers] == ["turn"]


# --- R29, S18: the time is over -------------------------------------------------------------------


def test_r29_latecomers_keep_their_cards_and_draw_what_is_left() -> None:
    drawn = Counter[tuple[int | None, ...]]()
    for luck in range(40):
        at = front_row("House Star", "House Star b", "House Star c", luck=luck)
        at.act(A, lays("House Star")).act(B, READY).ring("preparation")
        assert at.stack(A) == cards("House Star")
        drawn[tuple(at.priority)] += 1
    assert set(drawn) == {(2, 1, 3), (3, 1, 2)}
    assert min(drawn.values()) >= 10


def test_only_the_numbers_up_to_the_seats_are_in_play() -> None:
    at = front_row("House Star", "House Star b").act(A, lays("House Star")).ring("preparation")
    assert sorted(number or 0 for number in at.priority) == [1, 2]


def test_late_priority_in_seat_order() -> None:
    for luck in range(6):
        at = front_row(
            "", "", "House Star", "", options=LapOptions(late_priority="seat_order"), luck=luck
        )
        at.act(C, lays("House Star"), READY).ring("preparation")
        assert at.priority == [2, 3, 1, 4]


def test_s18_each_stack_above_the_limit_loses_random_cards() -> None:
    lost = Counter[str]()
    for luck in range(60):
        at = front_row(FIVE, "House Star b, Headliner", luck=luck)
        at.act(A, lays(FIVE)).act(B, lays("House Star b, Headliner")).ring("preparation")
        assert at.stack(B) == cards("House Star b, Headliner")
        assert at.hand(A) == ()
        (gone,) = set(cards(FIVE)) - set(at.stack(A))
        assert at.state.discard == [gone]
        lost[gone] += 1
    assert set(lost) == set(cards(FIVE))
    assert min(lost.values()) >= 4


def test_s20_all_stacks_are_revealed_then() -> None:
    at = front_row("House Star, Big Spender Table", "").act(
        A, lays("House Star, Big Spender Table")
    )
    at.act(A, READY).act(B, READY)
    assert at.phase == "event"
    assert at.seen_stack(B, A) == at.seen_stack(None, A)
    assert at.seen_stack(B, A) == cards("House Star, Big Spender Table")


# --- R33, R34, S19: nobody placed a card ----------------------------------------------------------


def test_r33_all_ready_with_empty_stacks_is_like_the_time_out() -> None:
    early = front_row("House Star", "").act(A, READY).act(B, READY)
    late = front_row("House Star", "").ring("preparation")
    for at in (early, late):
        assert at.state.desire_discard == [guest("Front Row Seats")]
        assert (at.phase, at.repeats, at.priority) == ("preparation", 1, [None, None])
        assert sorted(at.state.to_act) == [A, B]


def test_s19_one_placed_card_is_enough() -> None:
    at = front_row("House Star", "").act(A, lays("House Star")).ring("preparation")
    assert at.phase == "action"


def test_s19_the_next_desire_comes_from_the_top_of_the_pile() -> None:
    at = front_row("House Star", "", desires="Lucky Night, Record Deal").ring("preparation")
    assert at.desire == guest("Lucky Night")
    at.ring("preparation")
    assert at.desire == guest("Record Deal")


def test_s19_an_empty_pile_of_desires_is_reshuffled() -> None:
    seen = set()
    for luck in range(20):
        at = front_row(
            "House Star", "", desires="", desire_discard="Lucky Night, Record Deal", luck=luck
        )
        at.ring("preparation")
        seen.add(at.desire)
        assert len(at.state.desire_deck) == 2
        assert at.state.desire_discard == []
    assert seen == {guest(name) for name in ("Front Row Seats", "Lucky Night", "Record Deal")}


def test_s19_a_repeat_turns_a_new_hourglass_of_the_same_length() -> None:
    at = front_row("House Star", "")
    first = at.state.timer("preparation")
    at.act(A, READY).ring("preparation")
    second = at.state.timer("preparation")
    assert second.id > first.id
    assert (second.seconds, second.seats, second.extra) == (60, (A, B), 0)


def test_r34_at_most_three_repeats_then_play_goes_on_with_empty_stacks() -> None:
    at = front_row("House Star", "")
    for repeat in (1, 2, 3):
        at.ring("preparation")
        assert (at.phase, at.repeats) == ("preparation", repeat)
    last = at.desire
    at.act(B, READY).ring("preparation")
    assert (at.phase, at.stage, at.active) == ("action", "preroll", B)
    assert at.desire == last
    assert len(at.state.desire_discard) == 3
    assert at.priority == [2, 1]


def test_r34_the_repeats_are_counted_in_each_round_anew() -> None:
    at = front_row("House Star", "House Star b", repeats=3).ring("preparation")
    at.play_out()
    assert (at.state.round, at.repeats) == (2, 0)


def test_the_customer_stays_in_a_repeat_and_draws_nothing_again() -> None:
    at = front_row("House Star", "", customer="The Night-shift Nurse").ring("preparation")
    assert at.customer == guest("The Night-shift Nurse")
    assert (at.hand(A), at.hand(B)) == (cards("House Star"), ())


def test_what_was_placed_in_a_round_that_goes_on_is_placed_from_the_hand() -> None:
    at = front_row(FOUR, "").act(A, lays("House Star"), READY).act(B, READY)
    assert at.hand(A) == cards("House Regular, Draught Beer, Silk Scarf")


def test_s19_the_desires_of_earlier_rounds_are_reshuffled_too() -> None:
    seen = set()
    for luck in range(20):
        at = turn(seat=B, dice="K1 K1", desire="Lucky Night", desires="", luck=luck)
        at.act(B, fulfils()).ring("reading")
        now = at.desire
        at.ring("preparation")
        seen.add(at.desire if at.desire != now else "the same again")
    assert seen == {guest("Lucky Night"), "the same again"}


def test_the_desires_of_later_rounds_stay_where_they_are() -> None:
    at = front_row("House Star", "")
    later = at.state.desires[1:]
    at.ring("preparation").ring("preparation")
    assert at.state.desires[1:] == later


def test_one_lottery_moves_no_other() -> None:
    at = front_row("House Star", "", "").act(A, lays("House Star")).ring("preparation")
    assert len(at.state.rng.drawn) == 1
    assert not any(label.startswith("die/") for label in at.state.rng.drawn)
