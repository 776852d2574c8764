"""Workers that count at the same moment: the tables are those of one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction

from games.models import Match
from games.rules.kernel import Event
from games.rules.work_the_strip.events import Asked, CardsHandedOver
from scoring.achievements.models import Award
from scoring.achievements.services import award
from scoring.statistics.models import MatchFacts
from scoring.statistics.services import count
from tests.games.at_once import hands
from tests.games.tables import people
from tests.scoring.ended import BOT, ended

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION: list[Event] = [
    Asked(0, 1, "name", "lola"),
    CardsHandedOver(1, 0, "name", "lola", ("n_lola_1",)),
]


def dealt_with(match: Match) -> None:
    with transaction.atomic():
        count(match=match)
        award(match=match)


@pytest.mark.parametrize("again", range(3))
def test_careers_that_grow_in_two_matches_at_once_are_whole(again: int) -> None:
    """Neither match earns it alone; whoever is last sees the other's hits, and no lock is dead."""
    ada, bob = people(f"Ada {again}", f"Bob {again}")
    first = ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *QUESTION * 50, hour=1)
    second = ended("work_the_strip", [bob, ada, BOT], [9, 5, 1], *QUESTION * 50, hour=2)
    third = ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *QUESTION * 50, hour=3)
    tasks: list[Callable[[], object]] = [
        partial(dealt_with, match) for match in (third, second, first, third, second, first)
    ]
    with hands(len(tasks)) as at_once:
        at_once(*tasks)
    assert MatchFacts.objects.count() == 6
    (given,) = Award.objects.filter(achievement="little_black_book")
    assert (given.player, given.match) == (ada, third)


def test_one_match_counted_by_four_at_once_is_counted_once() -> None:
    ada, bob = people("Ada", "Bob")
    match = ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *QUESTION * 4)
    with hands(4) as at_once:
        at_once(*[partial(dealt_with, match)] * 4)
    assert [facts.counts["asks"] for facts in MatchFacts.objects.filter(player=ada)] == [4]
    assert Award.objects.filter(player=ada, achievement="mind_reader").count() == 1
