"""Facts and awards in the database: the same whatever is run how often, late, or in which order."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Player
from games.models import Departure, Match, Participant, Status
from games.rules.kernel import Event
from games.rules.lap_dance.events import OrdersFulfilled
from games.rules.work_the_strip.events import Asked, CardsHandedOver
from scoring import services
from scoring.achievements.models import Award
from scoring.achievements.selectors import held_by
from scoring.achievements.services import award, award_all, award_players
from scoring.statistics.models import MatchFacts
from scoring.statistics.selectors import games_of, statistics
from scoring.statistics.services import count, count_all
from tests.games.tables import people
from tests.scoring.ended import BOT, ended

pytestmark = pytest.mark.django_db

FULL = OrdersFulfilled(0, (0, 1, 2))


def table_of_facts() -> list[tuple[Any, ...]]:
    rows = MatchFacts.objects.order_by("match", "seat")
    return list(rows.values_list("match", "seat", "player__name", "score", "place", "counts"))


def table_of_awards() -> list[tuple[Any, ...]]:
    rows = Award.objects.order_by("player__name", "achievement")
    return list(rows.values_list("player__name", "achievement", "match", "at"))


def hits(many: int) -> list[Event]:
    question = Asked(0, 1, "name", "lola"), CardsHandedOver(1, 0, "name", "lola", ("n_lola_1",))
    return [*question * many]


def dealt_with(match: Match) -> None:
    count(match=match)
    award(match=match)


def test_people_are_counted_and_bots_are_not() -> None:
    ada, bob = people("Ada", "Bob")
    match = ended("lap_dance", [ada, BOT, bob], [40, 50, 40], FULL, OrdersFulfilled(1, (0,)))
    count(match=match)
    ada_did = {"turns": 1, "orders": 3, "orders_in_turn": 3, "full_turns": 1}
    assert table_of_facts() == [
        (match.pk, 0, "Ada", 40, 2, ada_did),
        (match.pk, 2, "Bob", 40, 2, {}),
    ]


@pytest.mark.parametrize("status", [Status.RUNNING, Status.ABANDONED, Status.FROZEN, Status.OPEN])
def test_only_matches_with_a_result_are_counted(status: str) -> None:
    (ada,) = people("Ada")
    dealt_with(ended("lap_dance", [ada, BOT], [40, 30], FULL, status=status))
    assert (table_of_facts(), table_of_awards()) == ([], [])


def test_counting_twice_is_counting_once() -> None:
    ada, bob = people("Ada", "Bob")
    match = ended("lap_dance", [ada, bob], [50, 30], FULL)
    dealt_with(match)
    once = table_of_facts(), table_of_awards(), [*Award.objects.values_list("pk", flat=True)]
    dealt_with(match)
    twice = table_of_facts(), table_of_awards(), [*Award.objects.values_list("pk", flat=True)]
    assert once == twice
    assert [row[1] for row in once[1]] == ["pension", "three_at_once"]


def test_the_tables_are_the_same_in_any_order_each_match_twice() -> None:
    ada, bob = people("Ada", "Bob")
    matches = [
        ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *hits(60), hour=1),
        ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *hits(40), hour=2),
        ended("work_the_strip", [ada, bob, BOT], [9, 5, 1], *hits(2), hour=3),
    ]
    found = []
    for order in permutations(matches):
        MatchFacts.objects.all().delete()
        Award.objects.all().delete()
        for match in (*order, *order):
            dealt_with(match)
        found.append((table_of_facts(), table_of_awards()))
    assert all(one == found[0] for one in found)
    assert [row[1:3] for row in found[0][1]] == [
        ("all_manners", matches[0].pk),
        ("little_black_book", matches[1].pk),
        ("mind_reader", matches[0].pk),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_pages_in_any_order_some_twice_leave_what_a_recount_does(seed: int) -> None:
    """Two careers and six deeds, each of which several matches could have earned."""
    luck, (ada, bob) = Random(seed), people("Ada", "Bob")
    matches = []
    for hour in range(24):
        seats: list[Player | str] = [ada, bob, BOT]
        luck.shuffle(seats)
        events = [*hits(luck.choice([0, 1, 4, 20, 45]))]
        scores = [luck.randint(0, 9) for _ in seats]
        # Some are over in the same moment: then the ids decide.
        matches.append(ended("work_the_strip", seats, scores, *events, hour=hour // 2))
    gave_up(
        matches[5], ada, [*matches[5].participants.values_list("player", flat=True)].index(ada.pk)
    )
    tasks = matches + luck.sample(matches, 8)
    luck.shuffle(tasks)
    while tasks:
        page = [*{match.pk: match for match in tasks[: luck.randint(1, 6)]}.values()]
        del tasks[: len(page)]
        count_all(game="work_the_strip", matches=page)
        award_all(game="work_the_strip", matches=page)

    awards, rows = table_of_awards(), set(Award.objects.values_list("pk", flat=True))
    facts = table_of_facts()
    award_players("work_the_strip", [ada.pk, bob.pk])
    assert (table_of_awards(), set(Award.objects.values_list("pk", flat=True))) == (awards, rows)
    for match in matches:
        count(match=match)
    assert table_of_facts() == facts
    assert {"little_black_book", "mind_reader"} <= {row[1] for row in awards}


def test_what_is_held_or_out_of_reach_is_not_looked_for_in_old_matches(
    django_assert_num_queries: Any,
) -> None:
    """Facts, locks, awards, sums: as many questions after a hundred matches as after one."""
    ada, bob = people("Ada", "Bob")
    for hour in range(5):
        dealt_with(ended("work_the_strip", [ada, bob], [1, 1], *hits(1), hour=hour))
    last = ended("work_the_strip", [ada, bob], [1, 1], *hits(1), hour=9)
    count(match=last)
    with django_assert_num_queries(4 + 2):  # the savepoint
        award(match=last)
    enough = ended("work_the_strip", [ada, bob], [1, 1], *hits(94), hour=10)
    count(match=enough)
    with django_assert_num_queries(6 + 2):  # all her matches once, and what is given
        award(match=enough)
    given = ["all_manners", "little_black_book", "mind_reader"]
    assert [row[1:3] for row in table_of_awards()] == [(name, enough.pk) for name in given]
    more = ended("work_the_strip", [ada, BOT], [1, 1], *hits(100), hour=11)
    count(match=more)
    with django_assert_num_queries(3 + 2):  # no sum is of interest any more
        award(match=more)
    assert [row[1:3] for row in table_of_awards()] == [(name, enough.pk) for name in given]


def test_a_match_that_comes_late_dates_an_award_back_in_its_row() -> None:
    (ada,) = people("Ada")
    late = ended("lap_dance", [ada, BOT], [30, 20], FULL, hour=1)
    early = ended("lap_dance", [ada, BOT], [30, 20], FULL, hour=2)
    dealt_with(early)
    (given,) = Award.objects.all()
    assert given.match == early
    dealt_with(late)
    (moved,) = Award.objects.all()
    assert (moved.pk, moved.match_id, moved.at) == (given.pk, late.pk, late.finished_at)


def test_the_one_door_counts_awards_and_marks_once() -> None:
    (ada,) = people("Ada")
    match = ended("lap_dance", [ada, BOT], [30, 20], FULL)
    assert [services.rate_match(match_id=match.pk) for _ in range(2)] == [True, False]
    assert len(table_of_facts()) == len(table_of_awards()) == 1
    assert Match.objects.get(pk=match.pk).rated_at is not None


# --- Who came, who went ---------------------------------------------------------------------------


def test_a_deleted_players_history_stays_without_a_name() -> None:
    ada, bob = people("Ada", "Bob")
    match = ended("lap_dance", [ada, bob], [50, 30], FULL)
    dealt_with(match)
    ada.delete()
    assert [row[2:4] for row in table_of_facts()] == [(None, 50), ("Bob", 30)]
    before = table_of_facts(), table_of_awards()
    dealt_with(match)
    assert (table_of_facts(), table_of_awards()) == before
    assert [row[:2] for row in before[1]] == [(None, "pension"), (None, "three_at_once")]


def test_a_new_player_of_an_old_name_has_done_nothing() -> None:
    (ada,) = people("Ada")
    dealt_with(ended("lap_dance", [ada, BOT], [50, 30], FULL))
    ada.delete()
    (again,) = people("Ada")
    assert games_of(player=again) == []
    assert held_by(player=again, viewer=again) == []


def test_a_renamed_player_keeps_what_is_theirs() -> None:
    (ada,) = people("Ada")
    dealt_with(ended("lap_dance", [ada, BOT], [50, 30], FULL))
    Player.objects.filter(pk=ada.pk).update(name="Adele")
    assert [row[2] for row in table_of_facts()] == ["Adele"]


def gave_up(match: Match, player: Player, seat: int) -> None:
    Participant.objects.filter(match=match, seat=seat).update(player=None, bot_level=BOT)
    Departure.objects.create(match=match, player=player, seat=seat)


def test_who_left_has_the_result_but_not_the_bots_achievements() -> None:
    ada, bob = people("Ada", "Bob")
    match = ended("lap_dance", [ada, bob], [50, 30], FULL)
    gave_up(match, ada, 0)
    dealt_with(match)
    assert [row[2:5] for row in table_of_facts()] == [("Ada", 50, 1), ("Bob", 30, 2)]
    assert [facts.stayed for facts in MatchFacts.objects.order_by("seat")] == [False, True]
    assert table_of_awards() == []


def test_who_came_in_for_the_bot_has_the_result() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = ended("lap_dance", [ada, bob], [50, 30], FULL)
    gave_up(match, ada, 0)
    Participant.objects.filter(match=match, seat=0).update(player=cleo, bot_level="")
    dealt_with(match)
    assert [row[2] for row in table_of_facts()] == ["Cleo", "Bob"]


# --- What is read off -----------------------------------------------------------------------------


def test_wins_are_shared_by_seat_count_and_ties_are_won_in_part() -> None:
    ada, bob = people("Ada", "Bob")
    evenings: list[tuple[list[Player | str], list[int]]] = [
        ([ada, bob], [10, 5]),
        ([ada, bob], [5, 10]),
        ([ada, bob], [7, 7]),
        ([ada, bob, BOT, BOT], [1, 2, 3, 4]),
        ([ada, bob, BOT, BOT], [9, 9, 9, 0]),
    ]
    for seats, scores in evenings:
        count(match=ended("lap_dance", seats, scores))
    found = statistics(player=ada, game="lap_dance", viewer=None)
    assert [(t.seats, t.matches, t.won, t.fair) for t in found.tables] == [
        (2, 3, 2, 0.5),
        (4, 2, 1, 0.25),
    ]
    assert [t.win_share for t in found.tables] == pytest.approx([1.5 / 3, (1 / 3) / 2])
    assert found.win_share == pytest.approx((1.5 + 1 / 3) / 5)
    assert (found.matches, found.won) == (5, 3)
    assert found.average_score == pytest.approx(32 / 5)
    assert found.best_score == 10


def test_the_newest_results_come_first_and_unlisted_matches_have_no_name() -> None:
    ada, bob = people("Ada", "Bob")
    open_ = ended("lap_dance", [ada, bob], [10, 5], hour=1)
    hidden = ended("lap_dance", [ada, bob], [20, 5], FULL, hour=2, visibility="unlisted")
    for match in (open_, hidden):
        dealt_with(match)
    for viewer, shown in ((ada, hidden.pk), (bob, None), (None, None)):
        recent = statistics(player=ada, game="lap_dance", viewer=viewer).recent
        assert [(one.match_id, one.score) for one in recent] == [(shown, 20), (open_.pk, 10)]
        assert [one.match_id for one in held_by(player=ada, viewer=viewer)] == [shown]


# --- From history ---------------------------------------------------------------------------------


def test_recount_makes_the_tables_anew_from_the_logs() -> None:
    ada, bob = people("Ada", "Bob")
    ended("lap_dance", [ada, bob], [50, 30], FULL, hour=1)
    ended("work_the_strip", [bob, ada, BOT], [9, 5, 1], *hits(4), hour=2)
    call_command("recount")
    whole = table_of_facts(), table_of_awards()
    assert (len(whole[0]), len(whole[1])) == (4, 3)
    MatchFacts.objects.filter(game="lap_dance").update(counts={}, score=0)
    Award.objects.create(
        player=bob,
        game="lap_dance",
        achievement="pension",
        match=Match.objects.all()[0],
        at="2030-01-01T00:00Z",
    )
    call_command("recount", game=["work_the_strip"])
    assert (table_of_facts(), table_of_awards()) != whole
    call_command("recount")
    assert (table_of_facts(), table_of_awards()) == whole
