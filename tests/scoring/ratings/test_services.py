"""What a match does to ratings, whatever the order of tasks and however often they run."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest

from accounts.models import Player
from games import selectors
from games.models import Match, Status
from games.selectors import Holder
from games.services import lobby, succession
from scoring import services
from scoring.ratings import services as ratings
from scoring.ratings.arithmetic import BEGINNER, Skill, after_match
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from scoring.ratings.services import Movement
from tests.games import tables
from tests.scoring.ratings.histories import by_the_library, by_us, everything
from tests.scoring.results import evenings, finished, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulars() -> list[Player]:
    return people(12)


def shown(who: Player | str, game: str = "work_the_strip") -> Rating:
    field = "bot_level" if isinstance(who, str) else "player"
    return Rating.objects.get(game=game, **{field: who})


# --- One match ------------------------------------------------------------------------------------


def test_a_match_moves_those_who_played_it_and_says_how(regulars: list[Player]) -> None:
    ada, bob, *_ = regulars
    match = finished([ada, bob], [2, 1])

    moved = ratings.rate(match=match)

    after = after_match([["ada"], ["bob"]], [2, 1], {"ada": BEGINNER, "bob": BEGINNER})
    assert shown(ada).skill == after["ada"]
    assert shown(bob).skill == after["bob"]
    assert [(each.rating.player_id, each.before, each.after) for each in moved] == [
        (ada.pk, None, 954),
        (bob.pk, None, 1086),
    ]
    assert [shown(bob).matches, shown(bob).rated_at] == [1, match.finished_at]
    assert shown(bob).provisional
    change = RatingChange.objects.get(result=match.pk, rating=shown(bob))
    assert (change.before, change.after, change.at) == (
        BEGINNER,
        after["bob"],
        match.finished_at,
    )


def test_a_repeat_changes_nothing(regulars: list[Player]) -> None:
    match = finished(regulars[:3], [1, 2, 3])
    ratings.rate(match=match)
    before = everything()

    assert ratings.rate(match=match) == []
    assert everything() == before


@pytest.mark.parametrize(
    "why",
    [
        {"rated": False},
        {"status": Status.ABANDONED, "outcome": None, "finished_at": None},
        {"status": Status.FROZEN, "outcome": None, "finished_at": None},
        {"status": Status.RUNNING, "outcome": None, "finished_at": None},
    ],
    ids=["unrated", "abandoned", "frozen", "running"],
)
def test_what_does_not_count_touches_nothing(
    regulars: list[Player], why: dict[str, object]
) -> None:
    ratings.rate(match=finished(regulars[:2], [1, 2]))
    before = everything()

    assert ratings.rate(match=finished(regulars[:2], [2, 1], minute=1, **why)) == []
    assert everything() == before
    assert Result.objects.count() == 1


def test_a_match_of_one_level_of_bots_says_nothing_about_it() -> None:
    assert ratings.rate(match=finished(["greedy"] * 3, [1, 2, 3])) == []
    assert everything() == []


def test_a_match_with_an_empty_history_of_its_own_is_marked_and_not_rated(
    regulars: list[Player],
) -> None:
    match = finished(regulars[:2], [1, 2], rated=False)

    assert services.rate_match(match_id=match.pk) is True
    assert Match.objects.get(pk=match.pk).rated_at is not None
    assert everything() == []


# --- Who counts -----------------------------------------------------------------------------------


def test_bots_have_ratings_by_level_apart_from_people(regulars: list[Player]) -> None:
    (ada, *_) = regulars
    ratings.rate(match=finished([ada, "greedy", "random"], [2, 1, 3]))

    skills = dict.fromkeys(["ada", "greedy", "random"], BEGINNER)
    after = after_match([["ada"], ["greedy"], ["random"]], [2, 1, 3], skills)
    assert shown(ada).skill == after["ada"]
    assert shown("greedy").skill == after["greedy"]
    assert shown("random").skill == after["random"]
    assert [(row.player, row.bot_level) for row in Rating.objects.exclude(player=ada)] == [
        (None, "greedy"),
        (None, "random"),
    ]


def test_a_level_in_two_seats_is_one_entrant(regulars: list[Player]) -> None:
    (ada, *_) = regulars
    moved = ratings.rate(match=finished([ada, "greedy", "greedy"], [2, 1, 3]))

    skills = dict.fromkeys(["ada", "greedy"], BEGINNER)
    after = after_match([["ada"], ["greedy"], ["greedy"]], [2, 1, 3], skills)
    assert shown("greedy").skill == after["greedy"]
    assert shown("greedy").matches == 1
    assert len(moved) == RatingChange.objects.count() == 2


def test_games_are_rated_apart(regulars: list[Player]) -> None:
    ada, bob, *_ = regulars
    ratings.rate(match=finished([ada, bob], [1, 2]))
    ratings.rate(match=finished([ada, bob], [2, 1], game="lap_dance", minute=1))

    assert shown(ada).ordinal == shown(bob, "lap_dance").ordinal == 1086
    assert shown(bob).ordinal == shown(ada, "lap_dance").ordinal == 954


def test_partners_of_a_hand_and_foot_are_rated_as_a_side(regulars: list[Player]) -> None:
    four = regulars[:4]
    ratings.rate(match=finished(four, [3, 1, 3, 1], game="hand_and_foot"))

    after = after_match([[0, 2], [1, 3]], [3, 1], dict.fromkeys(range(4), BEGINNER))
    assert [shown(each, "hand_and_foot").skill for each in four] == [after[n] for n in range(4)]
    assert Result.objects.get().places == [3, 1]


@pytest.mark.parametrize(
    ("rounds", "places", "sides", "of_sides"),
    [
        (4, [1, 4, 1, 4, 3], [[0, 2], [1, 3], [4]], [1, 4, 3]),
        (1, [1, 4, 1, 4, 1], [[0, 2, 4], [1, 3]], [1, 4]),
    ],
    ids=["four rounds", "one round, in which nobody floats"],
)
def test_the_floater_of_five_is_a_side_of_their_own(
    regulars: list[Player],
    rounds: int,
    places: list[int],
    sides: list[list[int]],
    of_sides: list[int],
) -> None:
    five = regulars[:5]
    match = finished(five, places, game="hand_and_foot", options={"rounds": rounds})
    ratings.rate(match=match)

    after = after_match(sides, of_sides, dict.fromkeys(range(5), BEGINNER))
    assert [shown(each, "hand_and_foot").skill for each in five] == [after[n] for n in range(5)]


@pytest.mark.usefixtures("tiny")
def test_who_went_away_answers_for_what_the_stand_in_did(regulars: list[Player]) -> None:
    ada, bob, *_ = regulars
    match = finished([ada, bob], [2, 1], minute=0)
    match.participants.filter(player=ada).update(missed=2)

    ratings.rate(match=match)

    assert shown(ada).ordinal == 954
    assert not Rating.objects.exclude(bot_level="").exists()


@pytest.mark.usefixtures("tiny", "time")
def test_who_resigns_answers_for_the_bot_and_for_whoever_comes_in_for_it() -> None:
    ada, bob, cleo = tables.people("Ada", "Bob", "Cleo")
    match = lobby.create(host=ada, game="tiny", options={"rounds": 1}, seats=2, takeover=True)
    lobby.join(match_id=match.pk, player=bob)
    lobby.start(match_id=match.pk, player=ada)
    succession.resign(match_id=match.pk, player=ada)
    lobby.join(match_id=match.pk, player=cleo)

    assert selectors.holders([match]) == {match.pk: [Holder(ada.pk, ""), Holder(bob.pk, "")]}
    succession.resign(match_id=match.pk, player=cleo)
    lobby.join(match_id=match.pk, player=ada)
    assert selectors.holders([match]) == {match.pk: [Holder(ada.pk, ""), Holder(bob.pk, "")]}


@pytest.mark.usefixtures("tiny", "time")
def test_who_comes_in_for_a_bot_plays_on_in_its_name() -> None:
    ada, bob = tables.people("Ada", "Bob")
    match = lobby.create(
        host=ada,
        game="tiny",
        options={"rounds": 1},
        seats=2,
        bots=[lobby.BotSeat(1, "random")],
        start=True,
        takeover=True,
    )
    lobby.join(match_id=match.pk, player=bob)
    random = {match.pk: [Holder(ada.pk, ""), Holder(None, "random")]}

    assert selectors.holders([match]) == random
    succession.resign(match_id=match.pk, player=bob)
    assert selectors.holders([match]) == random
    lobby.join(match_id=match.pk, player=bob)
    assert selectors.holders([match]) == random


def test_a_player_who_is_deleted_or_renamed_leaves_history_as_it_was(
    regulars: list[Player],
) -> None:
    ada, bob, cleo, *_ = regulars
    first = finished([ada, bob], [1, 2])
    ratings.rate(match=first)
    rating = shown(ada)
    bob.name = "Somebody Else"
    bob.save()
    ada.delete()

    ratings.rate(match=finished([bob, cleo], [1, 2], minute=1))

    rating.refresh_from_db()
    assert (rating.player, rating.ordinal) == (None, 1086)
    before = after_match([["a"], ["b"]], [1, 2], dict.fromkeys("ab", BEGINNER))["b"]
    skills = {"b": before, "c": BEGINNER}
    assert shown(bob).skill == after_match([["b"], ["c"]], [1, 2], skills)["b"]


# --- Any order ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_matches_rated_in_any_order_give_what_the_library_says_in_theirs(
    seed: int, regulars: list[Player]
) -> None:
    """Straight into `rate`, where nobody puts them in order: each one may come in late."""
    luck = Random(seed)
    matches = evenings(24, [*regulars, "greedy", "random"], luck)
    expected = by_the_library(sorted(matches, key=lambda each: (each.finished_at, each.pk)))
    tasks = 2 * matches
    luck.shuffle(tasks)

    moved = {row.rating.pk: row.after for task in tasks for row in ratings.rate(match=task)}

    assert by_us() == expected
    assert moved == dict(Rating.objects.values_list("pk", "ordinal"))
    assert RatedGame.objects.get().revision > 5
    shuffled = everything()
    Rating.objects.all().delete()
    Result.objects.all().delete()
    for match in sorted(matches, key=lambda each: (each.finished_at, each.pk)):
        ratings.rate(match=match)
    assert everything() == shuffled


@pytest.mark.parametrize("seed", range(2))
def test_tasks_in_any_order_each_run_twice_rate_in_the_order_of_history(
    seed: int, regulars: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    luck = Random(seed)
    matches = evenings(50, [*regulars, "greedy", "random"], luck)
    order = sorted(matches, key=lambda each: (each.finished_at, each.pk))
    rated: list[Match] = []
    rate_all = ratings.rate_all

    def noted(*, game: str, matches: list[Match]) -> dict[UUID, list[Movement]]:
        rated.extend(matches)
        return rate_all(game=game, matches=matches)

    monkeypatch.setattr(ratings, "rate_all", noted)
    monkeypatch.setattr(services, "MOST_AT_ONCE", 7)
    tasks = [match.pk for match in 2 * matches]
    luck.shuffle(tasks)

    done = [services.rate_match(match_id=task) for task in tasks]

    assert rated == order
    assert by_us() == by_the_library(order)
    assert RatedGame.objects.get().revision == 0
    assert not Match.objects.filter(rated_at=None).exists()
    assert 0 < done.count(True) <= len(matches)


def test_what_waits_longer_than_one_call_deals_with_is_left_for_the_next(
    regulars: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 4)
    matches = evenings(10, regulars, Random(1))
    order = sorted(matches, key=lambda each: (each.finished_at, each.pk))

    done = [services.rate_match(match_id=order[-1].pk) for _ in range(3)]

    assert done == [False, False, True]
    assert by_us() == by_the_library(order)


def test_a_match_that_cannot_be_rated_holds_up_no_other(
    regulars: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    ada, bob, *_ = regulars
    broken = finished([ada, bob], [1, 2], game="no_such_game")
    sound = finished([ada, bob], [1, 2], game="no_such_game", minute=1)
    sound.game, broken.game = "work_the_strip", "work_the_strip"
    sound.save()
    broken.rules_version = 99
    broken.save()

    assert services.rate_match(match_id=sound.pk) is True
    assert str(broken.pk) in caplog.text
    assert list(Result.objects.values_list("match", flat=True)) == [sound.pk]

    broken.rules_version = 1
    broken.save(update_fields=["rules_version"])
    assert services.try_again(match_id=broken.pk) is True
    assert by_us() == by_the_library([broken, sound])


def test_a_result_that_comes_too_late_asks_for_a_recomputation(
    regulars: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ratings, "MOST_AGAIN", 2)
    late, *matches = evenings(8, regulars[:3], Random(3))
    for match in matches:
        ratings.rate(match=match)
    before = by_us()

    assert ratings.rate(match=late) == []

    assert RatedGame.objects.get().stale
    assert "manage.py ratings recompute --game work_the_strip" in caplog.text
    assert by_us() == before


@pytest.mark.usefixtures("tiny", "time")
def test_a_match_that_was_played_is_rated_once_it_is_over() -> None:
    ada, bob = tables.people("Ada", "Bob")
    match = tables.dealt(ada, bob, rounds=1)
    tables.picked(match, ada, bob)
    tables.does(ada, match, "pass")
    assert services.rate_match(match_id=match.pk) is False
    tables.does(bob, match, "pass")

    assert services.rate_match(match_id=match.pk) is True
    places = Match.objects.get(pk=match.pk).outcome["places"]  # type: ignore[index]
    sides = [[each] for each in range(2)]
    after = after_match(sides, places, dict.fromkeys(range(2), BEGINNER))
    assert [shown(each, "tiny").skill for each in (ada, bob)] == [Skill(*after[n]) for n in (0, 1)]
