"""Which test shows which ruling (HF 20), vector (HF 22), option (HF 21) and check (HF 24)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.hand_and_foot.options import FootOptions
from tests.games.rules.maps import read, written_in

RULINGS = """
A-01 test_round_start::test_the_first_starter_is_drawn_from_the_stream_start
     test_rounds::test_the_start_passes_clockwise
A-02 test_round_start::test_a_cut_misses_by_the_offset_of_its_own_stream
     test_round_start::test_the_chance_is_flat_in_the_window_and_nothing_outside
     test_vectors::test_t01_the_blind_cut
A-03 test_round_start::test_others_are_shown_and_put_back
     test_round_start::test_put_back_anywhere
     test_vectors::test_t02_a_lady_and_a_joker_are_no_upcard
A-04 test_pile::test_the_pile_is_never_taken_by_itself
     test_rounds::test_turns_go_clockwise
A-05 test_stock::test_the_drawer_finishes_the_turn_and_nobody_else_has_one
     test_stock::test_two_cards_are_drawn_or_what_is_left
     test_stock::test_nobody_gets_the_bonus
A-06 test_scoring::test_a_lady_costs_the_partner_of_who_went_out
     test_scoring::test_a_foot_never_picked_up_costs_as_well
A-07 test_melds::test_creating_a_meld
     test_melds::test_a_group_of_only_wilds_may_be_laid_at_once
     test_melds::test_wild_melds_take_wilds_without_limit
A-08 test_melds::test_two_and_two_lie_only_by_a_later_lay_off
     test_vectors::test_t06_one_wild_starts_and_a_second_follows
A-09 test_vectors::test_t07_three_wilds_open
     test_options::test_wild_initial_meld
A-10 test_vectors::test_t24_the_second_way_is_a_choice
     test_foot::test_way_2_may_be_declined
     test_foot::test_way_two
A-11 test_permission::test_who_plays_alone_asks_nobody
     test_vectors::test_t37_three_ask_nobody
A-12 test_permission::test_all_must_say_yes
     test_permission::test_any_needs_one_yes
     test_permission::test_next_asks_the_next_partner_clockwise_alone
     test_vectors::test_t31_both_partners_are_needed
A-13 test_permission::test_silence_is_a_yes
     test_permission::test_the_silence_of_both
A-14 test_vectors::test_t36_the_floater_changes_sides
     test_sheets::test_t55_sheet_6_the_floater_is_first
     test_permission::test_every_partner_of_this_round_is_asked
A-15 test_opening::test_with_the_pile_only_the_top_counts
     test_vectors::test_t08_an_opening_with_the_pile
A-16 test_pile::test_the_pile_of_an_opened_team
     test_options::test_pick_onto_meld
     test_vectors::test_t11_onto_an_own_meld
A-17 test_melds::test_runs_are_not_valid
     test_pile::test_a_new_meld_obeys_the_rule_of_creation
A-18 test_vectors::test_t12c_a_pair_takes_a_frozen_pile
     test_vectors::test_t12_frozen_wants_a_pair
A-19 test_vectors::test_t14_frozen_by_the_own_partner
A-20 test_vectors::test_t50_covering_the_wild_does_not_thaw
     test_pile::test_it_ends_only_when_the_pile_is_taken
A-21 test_pile::test_only_wilds_freeze
     test_pile::test_a_block_is_gone_under_a_rank_card
A-22 test_going_out::test_the_last_card_is_played_on_the_board
     test_going_out::test_go_out_discard_required
A-23 test_going_out::test_any_card_may_be_the_last_discard
     test_vectors::test_t32_a_lady_is_the_last_discard
A-24 test_options::test_caps_per_group
     test_vectors::test_t18_a_cap_on_a_clean_group
A-25 test_melds::test_a_cap_is_no_card_of_the_group
     test_vectors::test_t20_a_wild_group_is_capped
A-26 test_melds::test_a_capped_clean_group_takes_naturals_only
A-27 test_melds::test_a_third_meld_of_a_rank_is_refused
     test_melds::test_a_second_meld_needs_no_first_group
     test_options::test_max_melds_per_rank
A-28 test_vectors::test_t28_a_surplus_clean_group_is_no_dirty_one
     test_going_out::test_a_wild_dirties_a_clean_group_in_the_plan
A-29 test_vectors::test_t27_a_wild_group_is_no_clean_group
     test_going_out::test_two_dirty_groups_and_a_clean_one
A-30 test_permission::test_a_no_leads_back_and_the_plan_is_forgotten
A-31 test_permission::test_a_yes_executes_the_plan_at_once
     test_permission::test_the_asker_is_bound_while_he_waits
A-32 test_vectors::test_t38_a_plan_before_the_draw_takes_the_pile
     test_vectors::test_t39_out_with_the_pile
     test_going_out::test_the_draw_and_then_the_plan
A-33 test_permission::test_no_second_question_in_the_same_turn
     test_permission::test_the_next_turn_may_ask_again
     test_permission::test_asked_before_the_draw_a_no_leads_back_there
A-34 test_foot::test_in_the_foot_two_cards_are_kept_before_the_discard
     test_vectors::test_t44_two_are_kept_before_the_discard
A-35 test_going_out::test_the_partner_may_still_be_in_the_hand
     test_going_out::test_all_in_foot
A-36 test_scoring::test_wild_meld_penalty
A-37 test_opening::test_group_values_do_not_count
     test_vectors::test_t05_a_group_counts_only_its_faces
A-38 test_scoring::test_every_exact_22_pays_the_own_team
     test_scoring::test_the_floaters_cards_and_cut_are_the_teams_he_plays_for
A-39 test_foot::test_in_the_foot_two_cards_are_kept_before_the_discard
     test_foot::test_two_cards_left_are_enough
A-40 test_view::test_the_pile_is_seen_in_order_by_all
     test_view::test_top_shows_the_top_card_a_count_and_whether_it_is_frozen
A-41 test_melds::test_both_partners_play_on_one_board
A-42 test_rounds::test_the_first_player_may_take_the_upcard
A-43 test_round_start::test_the_bottoms_are_told_to_their_owner_alone
     test_round_start::test_each_sees_the_bottom_cards_of_her_own_piles
"""
OPTIONS = """
rounds test_scoring::test_rounds
deck test_round_start::test_the_extended_deck_has_312_cards
exact22 test_round_start::test_auto_cuts_22_for_everybody
        test_round_start::test_off_knows_no_exact_22
pick_onto_meld test_options::test_pick_onto_meld
pile_visible test_view::test_top_shows_the_top_card_a_count_and_whether_it_is_frozen
        test_view::test_top_tells_only_the_taker_what_he_took
permission test_permission::test_any_needs_one_yes
        test_permission::test_next_asks_the_next_partner_clockwise_alone
        test_permission::test_off_asks_nobody
stock_out test_stock::test_immediate_ends_the_round_with_the_last_card
        test_stock::test_reshuffle_goes_on_with_the_pile_under_its_top
turn_seconds test_time_outs::test_turn_seconds
        test_time_outs::test_without_a_clock_no_turn_has_an_hourglass
minimums test_options::test_minimums
exact22_bonus test_scoring::test_exact22_bonus
take_count test_options::test_take_count
upcard test_round_start::test_stack_turns_the_next_card_on_top
max_melds_per_rank test_options::test_max_melds_per_rank
second_meld_needs_group test_options::test_second_meld_needs_group
wild_initial_meld test_options::test_wild_initial_meld
wild_group_value test_scoring::test_wild_group_value
wild_meld_penalty test_scoring::test_wild_meld_penalty
dirty_needed test_going_out::test_dirty_needed_and_clean_needed
clean_needed test_going_out::test_dirty_needed_and_clean_needed
all_in_foot test_going_out::test_all_in_foot
go_out_discard test_going_out::test_go_out_discard_required
go_out_bonus test_going_out::test_the_bonus_is_the_teams
lady_penalty test_scoring::test_lady_penalty
caps_per_group test_options::test_caps_per_group
        test_scoring::test_caps_without_limit_pay_each
way_two test_foot::test_way_two
draw_count test_stock::test_draw_count
"""
CHECKLIST = """
1 test_paper::test_frozen_blocked_and_kind_are_read_from_the_cards
  test_pile::test_blocked_and_frozen_are_read_from_the_pile
2 test_pile::test_the_pile_is_never_taken_by_itself
  test_time_outs::test_a_fitting_pile_is_not_taken_by_the_clock
3 test_opening::test_it_is_laid_in_one_action
4 test_refusals::test_a_refusal_has_its_code_and_changes_nothing
  test_paper::test_both_referees_agree
5 test_stock::test_two_cards_are_drawn_or_what_is_left
6 test_going_out::test_going_out_on_the_board_and_by_discard_pay_the_same
  test_foot::test_the_last_card_of_the_foot_is_no_ordinary_discard
7 test_permission::test_a_refusal_is_the_askers_alone
  test_permission::test_the_next_turn_may_ask_again
8 test_time_outs::test_every_phase_but_the_last_has_a_watchdog
  test_time_outs::test_a_whole_game_is_played_by_the_clock_alone
9 test_rounds::test_the_round_ends_once
  test_scoring::test_the_game_is_over_once
10 test_vectors::test_t26_the_third_way_by_a_cap
  test_foot::test_way_3_by_a_pile_of_one_card
11 test_scoring::test_a_foot_never_picked_up_costs_as_well
  test_whole_rounds::test_every_round_is_scored_as_a_naive_hand_would
12 test_rounds::test_teams_are_of_the_round_and_never_remembered
13 test_view::test_a_view_names_no_card_that_it_does_not_show
14 test_vectors::test_t22_wild_melds_take_no_naturals
  test_going_out::test_two_dirty_groups_and_a_clean_one
15 test_melds::test_a_cap_is_no_card_of_the_group
"""
VECTORS = (
    *("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "12c", "14", "15"),
    *("17", "18", "19", "20", "21", "22", "23", "24", "26", "27", "28", "30", "31", "32", "33"),
    *("34", "36", "37", "38", "39", "41", "42", "43", "44", "45", "47", "48", "50", "52", "53"),
    "55",
)


def written() -> frozenset[str]:
    """Return every test function beside this file."""
    return written_in(Path(__file__).parent)


def test_every_ruling_is_shown() -> None:
    assert list(read(RULINGS)) == [f"A-{number:02d}" for number in range(1, 44)]


def test_every_option_is_shown() -> None:
    assert list(read(OPTIONS)) == list(FootOptions.__struct_fields__)


def test_every_point_of_the_checklist_is_shown() -> None:
    assert list(read(CHECKLIST)) == [str(number) for number in range(1, 16)]


@pytest.mark.parametrize(
    "text", [RULINGS, OPTIONS, CHECKLIST], ids=["rulings", "options", "checklist"]
)
def test_every_test_that_is_named_exists(text: str) -> None:
    named = [test for shown in read(text).values() for test in shown]
    assert sorted(set(named) - written()) == []
    assert all(read(text).values())


@pytest.mark.parametrize("number", VECTORS)
def test_every_vector_is_a_test_named_by_its_number(number: str) -> None:
    file = "test_sheets" if number == "55" else "test_vectors"
    assert any(test.startswith(f"{file}::test_t{number}_") for test in written())
