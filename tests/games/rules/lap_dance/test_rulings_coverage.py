"""Which test shows which ruling (LAP 13), statement of the seed (LAP 2), scenario and option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules.lap_dance.options import LapOptions
from tests.games.rules.maps import read, written_in

RULINGS = """
LAP-R01 test_setup::test_r01_two_to_four_players
LAP-R02 test_setup::test_r02_colours_by_seat
LAP-R03 test_options::test_r03_unused_colours_in_the_box
        test_setup::test_r03_starting_cards_of_unused_colours_are_in_the_deck
LAP-R04 test_cards::test_r04_every_colour_starts_with_one_of_each_type
LAP-R05 test_cards::test_r05_six_faces_in_the_order_of_the_pips
        test_rolling::test_r05_each_face_comes_up_as_often_as_the_others
LAP-R06 test_feasibility::test_r06_a_double_is_drinks_or_luxuries
        test_vectors::test_l_09_doubles_are_not_split
        test_feasibility::test_split_doubles_serve_a_drink_and_a_luxury
LAP-R07 test_rolling::test_r07_free_rerolls_go_on_until_the_twentieth
LAP-R08 test_rolling::test_r08_free_any_of_the_unlocked_dice_may_stay
        test_rolling::test_r08_free_earlier_choices_do_not_bind
        test_rolling::test_r08_set_aside_kept_dice_are_final
        test_rolling::test_r08_set_aside_each_reroll_keeps_one_die_more
        test_vectors::test_l_08b_free_choices_do_not_bind
        test_vectors::test_l_08_set_aside_stops_by_itself
LAP-R09 test_rolling::test_r09_free_stops_when_one_unlocked_die_is_left
        test_rolling::test_r09_a_single_die_is_not_rerolled
        test_rolling::test_r09_set_aside_stops_when_one_free_die_is_left
        test_rolling::test_r09_set_aside_stops_when_a_star_leaves_one_free_die
LAP-R10 test_rolling::test_r10_all_dice_locked_ends_the_rolling
LAP-R11 test_rolling::test_r11_locked_dice_are_out_for_this_players_turn_only
LAP-R12 test_compensation::test_r12_the_stars_are_counted_at_the_stop
        test_compensation::test_r12_unlocking_afterwards_does_not_change_the_count
LAP-R13 test_compensation::test_r13_option_2_may_be_declined_with_no_dice
LAP-R14 test_compensation::test_r14_a_new_star_is_locked_again_and_not_paid
        test_staff::test_r14_alfonso_again_on_the_die_that_was_a_star_again
        test_vectors::test_l_14_alfonso
LAP-R15 test_staff::test_r15_alfonso_unlocks_one_or_two_dice
LAP-R16 test_rolling::test_r16_base_and_symbols_and_modifiers_clamped_to_1_and_8
        test_vectors::test_l_07_number_of_dice_at_most_eight
        test_vectors::test_l_07_number_of_dice_at_least_one
LAP-R17 test_rolling::test_r17_event_cards_count_with_their_die_symbol
LAP-R18 test_serving::test_r18_all_chosen_orders_at_once_and_the_turn_is_over
        test_serving::test_r18_orders_may_be_named_in_any_order
LAP-R19 test_serving::test_r19_an_order_stays_open_for_the_others
        test_vectors::test_l_11_same_order_two_players
LAP-R20 test_feasibility::test_r20_two_symbols_of_one_face_serve_two_orders
        test_feasibility::test_r20_two_symbols_of_one_card_serve_two_orders
LAP-R21 test_event_phase::test_r21_vladimir_twice_in_one_step_while_slots_last
        test_staff::test_r21_one_player_may_use_one_of_them_again
LAP-R22 test_staff::test_r22_one_slot_whatever_the_cost
LAP-R23 test_staff::test_r23_slots_by_the_number_of_players
LAP-R24 test_event_phase::test_r24_before_activating_a_player_may_use_vladimir
        test_event_phase::test_r24_a_player_without_events_may_use_vladimir_or_pass
        test_event_phase::test_r24_her_step_ends_when_she_has_no_event_of_her_own
LAP-R25 test_event_phase::test_r25_the_own_choice_of_order
        test_event_phase::test_r25_activating_is_a_must
LAP-R26 test_event_phase::test_r26_players_without_events_are_passed_over
LAP-R27 test_event_cards::test_r27_an_event_that_finds_nothing_happens_all_the_same
        test_event_cards::test_r27_coat_check_with_an_empty_hand
        test_event_cards::test_r27_spilled_tray_without_a_typed_card
        test_event_cards::test_r27_poached_regular_from_an_empty_hand
        test_event_cards::test_r27_round_on_the_house_without_cards_still_pays
        test_event_cards::test_r27_coffee_break_with_every_slot_taken
LAP-R28 test_event_phase::test_r28_a_swap_leaves_the_lap_as_it_is
        test_event_phase::test_r28_the_next_lap_uses_the_new_numbers
        test_event_phase::test_r28_the_action_phase_uses_the_new_numbers
LAP-R29 test_preparation::test_r29_latecomers_keep_their_cards_and_draw_what_is_left
        test_vectors::test_l_01_priority_race_and_latecomers
LAP-R30 test_preparation::test_r30_a_draft_may_exceed_the_limit_but_ready_is_refused
        test_preparation::test_r30_strict_stack_refuses_the_draft
LAP-R31 test_preparation::test_r31_a_card_that_does_not_match_is_refused
LAP-R32 test_preparation::test_r32_ready_with_an_empty_stack
LAP-R33 test_preparation::test_r33_all_ready_with_empty_stacks_is_like_the_time_out
LAP-R34 test_preparation::test_r34_at_most_three_repeats_then_play_goes_on_with_empty_stacks
        test_preparation::test_r34_the_repeats_are_counted_in_each_round_anew
LAP-R35 test_preparation::test_r35_a_ready_player_changes_nothing
LAP-R36 test_preparation::test_r36_the_phase_ends_as_soon_as_all_are_ready
LAP-R37 test_setup::test_s28_r37_used_cards_are_discarded
LAP-R38 test_serving::test_r38_a_benefit_is_paid_with_an_order
        test_serving::test_r38_no_order_no_benefit
LAP-R39 test_serving::test_r39_any_action_card_of_the_stack_comes_back
        test_serving::test_r39_also_the_card_that_carries_the_benefit
LAP-R40 test_options::test_r40_favor_cap_at_once_at_each_gain
        test_options::test_r40_above_three_with_a_higher_cap
        test_vectors::test_l_12_favor_cap
LAP-R41 test_vectors::test_l_22_floor_at_zero
        test_vectors::test_l_24_stealing_from_the_poor
        test_customers::test_c10_no_order_costs_a_dollar
LAP-R42 test_view::test_r42_money_is_its_owners
        test_view::test_r42_no_total_of_others_is_sent_anywhere
        test_view::test_r42_what_others_own_changes_nothing_that_is_shown
        test_view::test_r42_gains_and_losses_are_public
LAP-R43 test_reaction::test_r43_the_window_opens_for_all_holders
        test_specials::test_r43_in_the_order_in_which_they_arrive
LAP-R44 test_setup::test_r44_what_is_left_in_hand_is_worth_nothing
        test_specials::test_r44_specials_stay_in_hand_from_round_to_round
LAP-R45 test_event_cards::test_r45_an_empty_deck_is_the_discard_reshuffled
        test_event_cards::test_r45_with_nothing_left_nothing_is_drawn
        test_setup::test_r45_with_one_card_left_only_the_first_seat_is_dealt_one
        test_staff::test_r45_jerry_reshuffles_the_used_specials
        test_staff::test_r45_jerry_without_any_specials_is_illegal
LAP-R46 test_setup::test_r46_after_the_last_round_nothing_is_dealt
LAP-R47 test_options::test_r47_desires_in_ascending_order
        test_options::test_r47_level_is_information_only_by_default
LAP-R48 test_setup::test_r48_there_is_no_hand_limit
LAP-R49 test_staff::test_r49_there_are_six_and_sandra_is_none_of_them
LAP-R50 test_fun_rules::test_r50_off_by_default
LAP-R51 test_fun_rules::test_s13_r51_one_favor_or_a_dollar_or_nothing
LAP-R52 test_setup::test_r52_money_then_favor_then_shared
LAP-R53 test_specials::test_r53_sp4_master_key_unlocks_too
        test_customers::test_c03_one_locked_die_per_turn_is_free
LAP-R54 test_cards::test_r54_a_card_need_not_have_a_benefit
LAP-R55 test_fun_rules::test_r55_once_per_seat_and_action_turn
        test_fun_rules::test_r55_once_per_seat_and_phase
"""
SEED = """
S1 test_cards::test_s01_102_action_cards_twelve_of_each_type_and_thirty_events
S2 test_cards::test_s02_eighteen_specials
        test_cards::test_there_are_six_staff
        test_cards::test_there_are_eighteen_customers_and_eighteen_desires
S3 test_cards::test_s03_a_customer
        test_customers::test_a_main_rule_holds_for_one_round
S4 test_cards::test_s04_a_member_of_staff
        test_staff::test_each_costs_a_favor_and_takes_a_slot
        test_staff::test_vladimir_stays_at_the_door
S5 test_cards::test_s05_a_typed_card
S6 test_cards::test_s06_a_special
        test_specials::test_s06_specials_belong_to_the_action_phase
        test_specials::test_s06_any_number_of_them
S7 test_cards::test_s07_a_desire
S8 test_serving::test_r38_a_benefit_is_paid_with_an_order
S9 test_cards::test_r05_six_faces_in_the_order_of_the_pips
        test_feasibility::test_r06_a_double_is_drinks_or_luxuries
S10 test_setup::test_s10_ten_cards_each_six_of_her_colour
S11 test_setup::test_s11_five_customers_each_with_a_face_down_desire
S12 test_setup::test_s12_three_dollars_and_two_favor
S13 test_fun_rules::test_s13_r51_one_favor_or_a_dollar_or_nothing
S14 test_view::test_r42_money_is_its_owners
S15 test_setup::test_s15_s25_each_seat_takes_one_turn_per_round
        test_time_outs::test_a_night_ends_by_bells_alone
S16 test_preparation::test_s16_only_desired_types_may_be_placed
        test_preparation::test_s16_events_may_always_be_placed
S17 test_preparation::test_s17_the_lowest_number_goes_to_who_is_ready_first
S18 test_preparation::test_s18_each_stack_above_the_limit_loses_random_cards
        test_preparation::test_r29_latecomers_keep_their_cards_and_draw_what_is_left
S19 test_preparation::test_s19_the_next_desire_comes_from_the_top_of_the_pile
        test_preparation::test_s19_one_placed_card_is_enough
S20 test_preparation::test_s20_all_stacks_are_revealed_then
        test_view::test_revealed_stacks_are_public
S21 test_event_phase::test_s21_two_none_and_one_event_make_a_c_a
S22 test_rolling::test_r16_base_and_symbols_and_modifiers_clamped_to_1_and_8
S23 test_rolling::test_every_star_of_the_roll_is_locked
        test_rolling::test_r08_free_any_of_the_unlocked_dice_may_stay
S24 test_cards::test_s24_sandra
        test_compensation::test_option_1
        test_compensation::test_option_2_rerolls_up_to_so_many_locked_dice
S25 test_feasibility::test_s25_each_symbol_is_used_once
        test_serving::test_each_order_once
S26 test_serving::test_card_results_count_for_orders
        test_staff::test_nadia_adds_two_dancers
S27 test_serving::test_the_rewards_come_in_order
        test_options::test_r40_favor_cap_at_once_at_each_gain
S28 test_setup::test_s28_r37_used_cards_are_discarded
        test_setup::test_s28_everything_of_the_round_is_put_away
        test_setup::test_s28_one_card_each_in_seat_order
S29 test_setup::test_r52_money_then_favor_then_shared
"""
"""S30, music instead of a timer, is the clients' own business."""
OPTIONS = """
fun_rules test_fun_rules::test_r50_off_by_default
timer_seconds test_time_outs::test_timer_seconds
        test_time_outs::test_a_customers_timer_beats_the_option
        test_options::test_a_timer_is_none_or_fifteen_seconds_at_least
read_seconds test_time_outs::test_the_customer_is_read_first
        test_time_outs::test_without_reading_time_the_preparation_begins_at_once
rounds test_options::test_rounds
reroll_mode test_rolling::test_r08_set_aside_kept_dice_are_final
        test_rolling::test_r08_free_earlier_choices_do_not_bind
split_doubles test_feasibility::test_split_doubles_serve_a_drink_and_a_luxury
open_money test_view::test_open_money
strict_stack test_preparation::test_r30_strict_stack_refuses_the_draft
desire_order test_options::test_r47_desires_in_ascending_order
        test_options::test_easy_desires_only
unused_colours test_options::test_r03_unused_colours_in_the_box
refill_cards test_options::test_refill_cards
start_money test_options::test_start_money_and_favor
start_favor test_options::test_start_money_and_favor
favor_cap test_options::test_r40_above_three_with_a_higher_cap
late_priority test_preparation::test_late_priority_in_seat_order
reaction_seconds test_reaction::test_reaction_seconds
customers test_options::test_customers_chosen_by_the_host
disabled_staff test_options::test_disabled_staff_have_no_slots
        test_options::test_a_disabled_vladimir_is_passed_over
disabled_cards test_options::test_disabled_cards_stay_in_the_box
turn_seconds test_time_outs::test_a_turn_has_its_seconds_in_total
        test_time_outs::test_without_a_turn_clock_no_hourglass_is_turned
"""
SCENARIOS = "01 02 03 04 05 07 08 08b 09 11 12 13 14 15 16 18 19 21 22 24 25 26 27"


def written() -> frozenset[str]:
    """Return every test function beside this file."""
    return written_in(Path(__file__).parent)


def test_every_ruling_is_shown() -> None:
    assert list(read(RULINGS)) == [f"LAP-R{number:02d}" for number in range(1, 56)]


def test_every_statement_of_the_seed_is_shown() -> None:
    assert list(read(SEED)) == [f"S{number}" for number in range(1, 30)]


def test_every_option_is_shown() -> None:
    assert list(read(OPTIONS)) == list(LapOptions.__struct_fields__)


@pytest.mark.parametrize("table", [RULINGS, SEED, OPTIONS], ids=["rulings", "seed", "options"])
def test_every_test_that_is_named_exists(table: str) -> None:
    named = [test for shown in read(table).values() for test in shown]
    assert sorted(set(named) - written()) == []
    assert all(read(table).values())


def test_a_test_that_names_a_ruling_shows_it() -> None:
    shown = {test for tests in read(RULINGS).values() for test in tests}
    named = {test for test in written() if re.search(r"::test_r\d\d_", test)}
    assert sorted(named - shown) == []


@pytest.mark.parametrize("number", SCENARIOS.split())
def test_every_scenario_is_a_test_named_by_its_number(number: str) -> None:
    assert any(test.startswith(f"test_vectors::test_l_{number}_") for test in written())
