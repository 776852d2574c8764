"""What is asked of the library, and what it answers: openskill called directly, to the last bit."""

from __future__ import annotations

import subprocess
import sys

import pytest
from openskill.models import PlackettLuce

from scoring.ratings.arithmetic import BEGINNER, Skill, after_match, provisional, shown

ADA, BOB, CLEO, DAN, EVE = (Skill(20.0 + 3 * n, 8.0 - n) for n in range(5))
SKILLS = {"ada": ADA, "bob": BOB, "cleo": CLEO, "dan": DAN, "eve": EVE, "greedy": Skill(27.5, 1.5)}


def directly(teams: list[list[Skill]], ranks: list[float]) -> list[list[Skill]]:
    """Return what the library says when nothing of ours stands between."""
    model = PlackettLuce()
    rated = model.rate([[model.rating(*each) for each in team] for team in teams], ranks=ranks)
    return [[Skill(each.mu, each.sigma) for each in team] for team in rated]


def test_everybody_for_themselves_is_what_the_library_says() -> None:
    found = after_match([["ada"], ["bob"], ["cleo"]], [2, 1, 3], SKILLS)

    ((ada,), (bob,), (cleo,)) = directly([[ADA], [BOB], [CLEO]], [2.0, 1.0, 3.0])
    assert found == {"ada": ada, "bob": bob, "cleo": cleo}
    assert bob.mu > BOB.mu
    assert cleo.mu < CLEO.mu


def test_a_shared_place_is_a_tie() -> None:
    found = after_match([["ada"], ["bob"]], [1, 1], SKILLS)

    ((ada,), (bob,)) = directly([[ADA], [BOB]], [1.0, 1.0])
    assert found == {"ada": ada, "bob": bob}
    assert ADA.mu < found["ada"].mu  # the weaker one has done better than was thought


def test_partners_are_rated_as_a_side() -> None:
    found = after_match([["ada", "cleo"], ["bob", "dan"]], [1, 3], SKILLS)

    ((ada, cleo), (bob, dan)) = directly([[ADA, CLEO], [BOB, DAN]], [1.0, 3.0])
    assert found == {"ada": ada, "bob": bob, "cleo": cleo, "dan": dan}


def test_the_floater_comes_with_a_make_believe_partner_of_average_skill() -> None:
    found = after_match([["ada", "cleo"], ["bob", "dan"], ["eve"]], [1, 4, 3], SKILLS)

    others = [ADA, CLEO, BOB, DAN]
    stranger = Skill(sum(o.mu for o in others) / 4, sum(o.sigma for o in others) / 4)
    teams = [[ADA, CLEO], [BOB, DAN], [EVE, stranger]]
    ((ada, cleo), (bob, dan), (eve, _)) = directly(teams, [1.0, 4.0, 3.0])
    assert found == {"ada": ada, "bob": bob, "cleo": cleo, "dan": dan, "eve": eve}


def test_a_floater_among_equals_gains_and_loses_as_much_as_a_partner_in_that_place() -> None:
    equals = dict.fromkeys("abcde", BEGINNER)

    moved = [
        [round(found[who].mu - BEGINNER.mu, 4) for who in "abe"]
        for places in ([1, 4, 3], [3, 4, 1], [1, 3, 5], [1, 1, 1])
        for found in [after_match([["a", "c"], ["b", "d"], ["e"]], places, equals)]
    ]

    first, middle, last = 2.1385, 0.5346, -2.6731
    assert moved == [
        [first, last, middle],
        [middle, last, first],
        [first, middle, last],
        [0.0, 0.0, 0.0],
    ]


def test_a_level_in_several_seats_moves_to_the_average_of_its_seats() -> None:
    found = after_match([["greedy"], ["ada"], ["greedy"]], [1, 2, 3], SKILLS)

    bot = SKILLS["greedy"]
    ((first,), (ada,), (last,)) = directly([[bot], [ADA], [bot]], [1.0, 2.0, 3.0])
    average = Skill((first.mu + last.mu) / 2, (first.sigma + last.sigma) / 2)
    assert found == {"greedy": average, "ada": ada}


def test_skills_handed_over_are_left_as_they_are() -> None:
    before = dict(SKILLS)

    after_match([["ada"], ["bob"]], [1, 2], SKILLS)

    assert before == SKILLS


def test_a_beginner_is_shown_at_a_thousand_and_a_seasoned_average_player_near_1500() -> None:
    assert shown(BEGINNER) == 1000
    assert shown(Skill(25.0, 1.7)) == 1498
    assert shown(Skill(20.0, 7.0)) == 975


def test_a_rating_is_provisional_until_its_sigma_is_six() -> None:
    assert provisional(BEGINNER)
    assert provisional(Skill(40.0, 6.001))
    assert not provisional(Skill(40.0, 6.0))


@pytest.mark.parametrize(("seats", "matches"), [(2, 12), (3, 14), (4, 17), (5, 20)])
def test_so_many_matches_among_equals_make_a_rating_certain(seats: int, matches: int) -> None:
    skills = dict.fromkeys(range(seats), BEGINNER)
    played = 0
    while provisional(skills[0]):
        order = [1 + (seat + played) % seats for seat in range(seats)]
        skills = after_match([[seat] for seat in range(seats)], order, skills)
        played += 1

    assert played == matches


def test_the_arithmetic_loads_without_django() -> None:
    load = "import sys, scoring.ratings.arithmetic; print('django' in sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", load], check=True, capture_output=True, text=True
    )
    assert loaded.stdout == "False\n"
