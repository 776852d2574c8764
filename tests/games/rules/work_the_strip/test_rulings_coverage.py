"""Which test shows which ruling (WTS 12), statement of the seed (WTS 2), scenario and option."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.maps import read, written_in

RULINGS = """
WTS-R01 test_round_start::test_r01_three_to_six_madams_play
        test_options::test_allow_two
WTS-R02 test_round_start::test_r02_the_first_dealer_is_a_random_seat
        test_round_start::test_r02_the_deal_passes_clockwise_every_round
WTS-R03 test_round_start::test_r03_nine_cards_each_and_the_rest_is_the_pile
WTS-R04 test_initial_play::test_r04_the_order_of_handing_in_does_not_matter
        test_initial_play::test_r04_what_was_handed_in_is_hidden_until_all_have
WTS-R05 test_initial_play::test_r05_any_number_of_sets
        test_initial_play::test_r05_one_key_may_be_laid_in_two_sets
WTS-R06 test_initial_play::test_r06_no_specials_in_the_initial_play
WTS-R07 test_initial_play::test_r07_going_out_in_the_initial_play_wins_the_round
        test_initial_play::test_r07_several_out_at_once_the_first_from_the_dealers_left_wins
WTS-R08 test_ask::test_r08_she_must_hold_a_card_of_what_she_asks_for
        test_ask::test_r08_a_dual_lets_her_ask_for_its_name_and_for_its_run
WTS-R09 test_ask::test_r09_everything_that_carries_the_name_is_given_duals_included
        test_ask::test_r09_everything_that_carries_the_run_is_given_duals_included
WTS-R10 test_ask::test_r10_all_own_cards_join_by_default
        test_ask::test_r10_at_least_one_of_her_own_joins_as_she_chooses
        test_ask::test_r10_what_joins_must_be_her_own_cards_of_the_key
WTS-R11 test_ask::test_r11_the_set_is_laid_as_it_was_asked_for
WTS-R12 test_ask::test_r12_a_key_is_asked_once_in_a_turn_whoever_is_asked
        test_ask::test_r12_name_and_run_are_different_keys
WTS-R13 test_turn::test_r13_after_a_hit_she_must_ask_on
        test_turn::test_s13_the_ask_is_mandatory
WTS-R14 test_ask::test_r14_a_card_laid_as_a_run_is_no_name_in_front_of_her
        test_ask::test_r14_a_card_laid_as_a_name_is_no_run_in_front_of_her
        test_ask::test_r14_what_lies_in_front_of_others_is_no_mistake
        test_ask::test_r14_one_card_in_front_of_her_is_enough
        test_vectors::test_w_03_mistake
WTS-R15 test_ask::test_r15_a_mistake_leaves_the_cards_in_her_hand
        test_vectors::test_w_03_mistake
WTS-R16 test_ask::test_r16_one_card_of_her_choice_is_handed_over
        test_ask::test_r16_by_default_single_type_cards_first_then_by_id
WTS-R17 test_ask::test_r17_a_mistake_with_the_last_card_draws_and_is_not_out
WTS-R18 test_ask::test_r18_a_mistake_is_legal_and_the_hints_warn
        test_ask_options::test_r18_friendly_ask_refuses_a_mistake
        test_hints::test_among_friends_a_mistake_is_not_offered
WTS-R19 test_turn::test_r19_a_single_card_builds_on_another_madams_set_and_lies_in_front_of_herself
        test_vectors::test_w_05_building_off_another_madam
        test_initial_play::test_s05_nobody_adds_to_another_madams_cards
WTS-R20 test_turn::test_r20_building_off_is_optional
WTS-R21 test_turn::test_r21_her_own_set_opens_a_key_too
WTS-R22 test_turn::test_r22_one_card_on_the_table_keeps_a_key_open
        test_vectors::test_w_20_talent_scout_opens_a_key_for_you
WTS-R23 test_specials::test_r23_talent_scout_takes_a_laid_card_the_same_way_up
        test_turn::test_r23_a_dual_laid_opens_what_it_was_laid_as
        test_turn::test_r23_a_dual_laid_opens_nothing_else
        test_vectors::test_w_06_wrong_mode
WTS-R24 test_turn::test_r24_nothing_is_played_in_somebody_elses_turn
WTS-R25 test_specials::test_r25_the_madam_of_your_choice_is_another
WTS-R26 test_specials::test_r26_broken_air_conditioning_costs_oneself_300
WTS-R27 test_turn::test_r27_only_specials_left_at_the_start_of_the_turn
        test_turn::test_r27_only_specials_left_after_an_action
        test_turn::test_r27_only_specials_left_on_anothers_turn_is_no_matter
        test_vectors::test_w_07_only_specials_left
WTS-R28 test_specials::test_r28_without_an_object_a_special_fizzles
        test_specials::test_r28_without_a_performer_in_hand_they_fizzle
        test_turn::test_r28_a_forced_special_without_an_object_still_leaves_the_hand
WTS-R29 test_turn::test_r29_with_an_empty_hand_a_turn_is_one_card
        test_turn::test_r29_losing_the_last_card_to_an_ask_ends_nothing
        test_vectors::test_w_09_robbed_to_an_empty_hand
WTS-R30 test_turn::test_r30_without_a_legal_ask_she_works_the_strip
        test_vectors::test_w_17_no_legal_ask_or_works_the_strip
WTS-R31 test_ask::test_r31_a_madam_without_cards_may_be_asked
        test_ask::test_r31_asking_a_madam_without_cards_may_be_a_mistake
WTS-R32 test_ask::test_r32_the_drawn_card_may_not_be_played_even_if_it_matches
WTS-R33 test_final_turns::test_r33_the_last_card_drawn_after_an_ask
        test_final_turns::test_r33_the_last_card_drawn_after_a_mistake
        test_final_turns::test_r33_the_last_card_drawn_by_working_the_strip
        test_final_turns::test_r33_the_last_card_drawn_with_an_empty_hand
        test_specials::test_r33_overbooked_draws_two_but_never_the_last_card
        test_vectors::test_w_23_empty_hand_draw_takes_the_last_card
WTS-R34 test_final_turns::test_r34_no_asks_in_a_final_turn
WTS-R35 test_final_turns::test_r35_specials_may_be_played_in_a_final_turn
WTS-R36 test_final_turns::test_r36_emptying_the_hand_ends_only_that_final_turn
        test_final_turns::test_r36_nobody_wins_and_nobody_gets_a_bonus
        test_vectors::test_w_12_last_card
WTS-R37 test_final_turns::test_r37_a_missed_turn_does_not_count_in_final_turns
WTS-R38 test_scoring::test_r38_the_highest_value_on_the_card_times_the_die
        test_vectors::test_w_10_top_card_variants
WTS-R39 test_scoring::test_r39_a_pile_of_specials_pays_nothing
WTS-R40 test_scoring::test_r40_the_die_is_rolled_once_after_the_flipping
WTS-R41 test_scoring::test_r41_scores_and_totals_may_be_negative
WTS-R42 test_final_turns::test_r42_the_hand_costs_everybody_in_a_round_without_a_winner
WTS-R43 test_scoring::test_r43_a_tie_goes_to_the_madam_with_more_rounds_won
        test_scoring::test_r43_then_to_the_best_single_round
        test_scoring::test_r43_then_it_is_shared
WTS-R44 test_round_start::test_r44_deals_are_not_equalised
WTS-R45 test_round_start::test_r45_played_action_specials_are_back_in_the_deck_next_round
WTS-R46 test_round_start::test_r46_the_dealer_has_no_powers
WTS-R47 test_turn::test_r47_giving_the_last_cards_away_is_going_out
        test_vectors::test_w_14_referral_empties_the_hand
"""
SEED = """
S1 test_round_start::test_s01_six_days_and_the_most_money_wins
S2 test_round_start::test_r02_the_first_dealer_is_a_random_seat
S3 test_round_start::test_s03_the_deck_is_shuffled_by_its_own_stream
S4 test_initial_play::test_s04_two_or_more_cards_of_a_name_or_a_run_may_be_laid
S5 test_initial_play::test_s05_nobody_adds_to_another_madams_cards
S6 test_round_start::test_s06_the_madam_at_the_dealers_left_begins
S7 test_turn::test_s24_playing_the_last_card_ends_the_round_at_once
S8 test_turn::test_s08_matches_specials_and_asks_in_any_order
S9 test_turn::test_s09_a_set_of_two_from_the_hand
S10 test_turn::test_r19_a_single_card_builds_on_another_madams_set_and_lies_in_front_of_herself
S11 test_cards::test_s11_a_special_says_what_it_does
S12 test_specials::test_s12_a_card_that_says_no_madam_of_your_choice_is_played_on_nobody_else
S13 test_turn::test_s13_the_ask_is_mandatory
S14 test_ask::test_s14_only_the_asked_madam_gives
S15 test_ask::test_s15_the_new_set_joins_what_lies_there_already
S16 test_ask::test_s16_the_same_or_another_madam_may_be_asked_next
S17 test_ask::test_s17_told_to_work_the_strip_she_draws_one_card_and_the_turn_ends
S18 test_ask::test_s18_specials_cannot_be_asked_for
S19 test_ask::test_s19_a_mistake_ends_the_turn_with_a_drawn_card
S20 test_cards::test_s20_a_name_prints_its_copies_and_its_value
S21 test_cards::test_s21_a_run_has_four_duals_and_three_cards_of_its_own
S22 test_turn::test_s22_a_dual_may_be_laid_as_either
S23 test_turn::test_r23_a_dual_laid_opens_nothing_else
S24 test_turn::test_s24_playing_the_last_card_ends_the_round_at_once
S25 test_turn::test_s25_they_must_all_be_played_which_ends_the_round
S26 test_final_turns::test_s26_each_madam_has_one_final_turn_ending_with_the_one_who_drew
S27 test_scoring::test_s27_specials_are_flipped_away
S28 test_scoring::test_s28_what_lies_in_front_counts_less_the_penalties
S29 test_scoring::test_s29_cards_left_in_hand_cost_100_and_specials_1000
S30 test_scoring::test_s30_totals_add_up_over_the_rounds
"""
OPTIONS = """
rounds test_options::test_rounds
allow_two test_options::test_allow_two
deck test_options::test_deck
initial_play test_options::test_initial_play_clockwise_goes_round_from_the_dealers_left
        test_options::test_initial_play_off_begins_with_the_first_turn
ask_requires_holding test_ask_options::test_any_key_may_be_asked_for_and_two_cards_are_laid
commit_choice test_ask_options::test_without_commit_choice_all_her_cards_are_laid
mistake_gives test_ask_options::test_mistake_gives
friendly_ask test_ask_options::test_r18_friendly_ask_refuses_a_mistake
lucky_draw test_ask_options::test_lucky_draw_goes_on_and_may_play_the_card
must_play_matches test_ending_options::test_must_play_matches_lays_every_pair_before_asking
empty_hand_wins test_ending_options::test_empty_hand_wins_for_her_who_lost_her_last_card
last_licks test_ending_options::test_last_licks_give_every_other_madam_a_final_turn
top_card_bonus test_options::test_top_card_bonus
hand_penalty_card test_options::test_hand_penalty
hand_penalty_special test_options::test_hand_penalty
target_score test_options::test_target_score_ends_the_game_after_the_round
first_dealer test_options::test_first_dealer_by_seat
        test_options::test_first_dealer_the_host
turn_seconds test_options::test_turn_seconds
initial_seconds test_options::test_initial_seconds
show_ask_history test_options::test_show_ask_history
"""
SCENARIOS = (1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 23)


def written() -> frozenset[str]:
    """Return every test function beside this file."""
    return written_in(Path(__file__).parent)


def test_every_ruling_is_shown() -> None:
    assert list(read(RULINGS)) == [f"WTS-R{number:02d}" for number in range(1, 48)]


def test_every_statement_of_the_seed_is_shown() -> None:
    assert list(read(SEED)) == [f"S{number}" for number in range(1, 31)]


def test_every_option_is_shown() -> None:
    assert list(read(OPTIONS)) == list(StripOptions.__struct_fields__)


@pytest.mark.parametrize("table", [RULINGS, SEED, OPTIONS], ids=["rulings", "seed", "options"])
def test_every_test_that_is_named_exists(table: str) -> None:
    named = [test for shown in read(table).values() for test in shown]
    assert sorted(set(named) - written()) == []
    assert all(read(table).values())


@pytest.mark.parametrize("number", SCENARIOS)
def test_every_scenario_is_a_test_named_by_its_number(number: int) -> None:
    assert any(test.startswith(f"test_vectors::test_w_{number:02d}_") for test in written())
