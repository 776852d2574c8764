"""What earns an achievement, and when: by the order of the matches, not of the counting."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import permutations
from uuid import UUID

import pytest

from games.rules import registry
from scoring.achievements.achievement import (
    ACHIEVEMENTS,
    Achievement,
    Deed,
    achievements_of,
    earned,
)
from tests.scoring.ended import NOON


def deed(number: int, **counts: int) -> Deed:
    return Deed(UUID(int=number), NOON + timedelta(hours=number), counts)


def ids(deeds: list[Deed], game: str = "work_the_strip") -> dict[str, int]:
    """Return the achievements, and the number of the match that earned each."""
    return {one.achievement: one.match_id.int for one in earned(game, deeds)}


def test_every_game_has_eight_each_with_words_and_a_rule() -> None:
    assert {game: len(kinds) for game, kinds in ACHIEVEMENTS.items()} == dict.fromkeys(
        registry.names(), 8
    )
    for kinds in ACHIEVEMENTS.values():
        assert len({kind.title for kind in kinds}) == 8
        assert all(kind.text.endswith(".") and " " in kind.rule for kind in kinds)


@pytest.mark.parametrize(
    ("game", "counts", "achievement"),
    [
        ("work_the_strip", {"out_at_start": 1}, "sold_out"),
        ("work_the_strip", {"hits_in_turn": 4}, "mind_reader"),
        ("work_the_strip", {"biggest_set": 5}, "chorus_line"),
        ("work_the_strip", {"best_top_card": 3000}, "top_billing"),
        ("work_the_strip", {"rounds_won": 3}, "residency"),
        ("work_the_strip", {"mistakes": 3, "won": 1}, "lost_property"),
        ("work_the_strip", {"asks": 20, "won": 1}, "all_manners"),
        ("work_the_strip", {"hits": 100}, "little_black_book"),
        ("lap_dance", {"full_turns": 1}, "three_at_once"),
        ("lap_dance", {"stars_in_turn": 4}, "planetarium"),
        ("lap_dance", {"ready_first": 3}, "shoes_on"),
        ("lap_dance", {"stolen": 6}, "found_it"),
        ("lap_dance", {"empty_turns": 1, "won": 1}, "failing_upwards"),
        ("lap_dance", {"score": 50}, "pension"),
        ("lap_dance", {"orders": 100}, "hundred_glasses"),
        ("hand_and_foot", {"first_clean_groups": 1}, "spotless"),
        ("hand_and_foot", {"wild_groups": 1}, "zoo_licence"),
        ("hand_and_foot", {"exact_cuts": 1}, "butchers_thumb"),
        ("hand_and_foot", {"biggest_pile": 20}, "furniture_removal"),
        ("hand_and_foot", {"ladies_capped": 3}, "milliner"),
        ("hand_and_foot", {"ladies_caught": 2}, "ladies_night"),
        ("hand_and_foot", {"permission_denied": 1, "won": 1}, "asked_nicely"),
        ("hand_and_foot", {"went_out": 25}, "exit_strategy"),
    ],
)
def test_just_enough_earns_it_and_one_less_does_not(
    game: str, counts: dict[str, int], achievement: str
) -> None:
    assert ids([deed(1, **counts)], game) == {achievement: 1}
    for name, enough in counts.items():
        less = {**counts, name: enough - 1}
        assert ids([deed(1, **less)], game) == {}


def test_more_of_the_same_earns_the_greater_one_too() -> None:
    found = ids([deed(1, full_turns=3)], "lap_dance")
    assert found == {"three_at_once": 1, "employee_of_the_month": 1}


def test_a_limit_that_is_passed_earns_nothing() -> None:
    assert ids([deed(1, asks=20, won=1, mistakes=1)]) == {}


def test_a_career_takes_all_matches_together_and_a_match_only_itself() -> None:
    deeds = [deed(1, hits=60, hits_in_turn=2), deed(2, hits=39), deed(3, hits=1, hits_in_turn=3)]
    assert ids(deeds) == {"little_black_book": 3}


def test_the_first_match_that_earned_it_dates_it_in_whatever_order_they_come() -> None:
    deeds = [deed(1, hits=50), deed(2, out_at_start=1, hits=50), deed(3, out_at_start=1)]
    for order in permutations(deeds):
        assert ids([*order]) == {"sold_out": 2, "little_black_book": 2}
        assert {one.at for one in earned("work_the_strip", order)} == {NOON + timedelta(hours=2)}


def test_of_two_matches_that_ended_at_once_the_older_one_counts() -> None:
    at: datetime = NOON
    twins = [Deed(UUID(int=n), at, {"out_at_start": 1}) for n in (9, 4)]
    assert [one.match_id.int for one in earned("work_the_strip", twins)] == [4]


def test_a_game_without_achievements_has_none() -> None:
    assert (achievements_of("tiny"), earned("tiny", [deed(1, won=1)])) == ((), [])


def test_what_was_never_counted_is_nought() -> None:
    kind = Achievement("x", "X", "X.", "WTS 1", needs={"hits": 1}, limits={"mistakes": 0})
    assert kind.earned_by({"hits": 1})
    assert not kind.earned_by({})
