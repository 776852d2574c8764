"""What is read of a board: ranks, pages, who is meant."""

from __future__ import annotations

from random import Random

import pytest

from accounts import services as accounts
from accounts.models import Player
from games.clock import Frozen
from scoring.leaderboards.errors import NoSuchSeason
from scoring.leaderboards.models import Board, Bucket, Entry
from scoring.leaderboards.selectors import Mark, Mine
from tests.scoring.leaderboards.standings import board, lines, named, page, stands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture
def all_time() -> Board:
    return board()


@pytest.fixture
def people(all_time: Board) -> dict[str, Player]:
    """Return five players: two share the second rank, two the fourth; Eve has no place yet."""
    found = {player.name: player for player in named(["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay"])}
    for name, points in (
        ("Ada", 1400),
        ("Bob", 1500),
        ("Cleo", 1400),
        ("Dan", 1300),
        ("Fay", 1300),
    ):
        stands(all_time, found[name], points)
    stands(all_time, found["Eve"], 1600, placed=False)
    return found


ALL = [(1, "Bob", 1500), (2, "Ada", 1400), (2, "Cleo", 1400), (4, "Dan", 1300), (4, "Fay", 1300)]


def test_more_points_stand_higher_and_equal_ones_share_a_rank(people: dict[str, Player]) -> None:
    found = page()
    assert lines(found) == ALL
    assert (found.players, found.previous, found.next, found.mine) == (5, None, None, None)


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6])
def test_pages_forth_and_back_hold_every_line_once_with_its_rank(
    people: dict[str, Player], limit: int
) -> None:
    found = page(limit=limit)
    forth = lines(found)
    assert found.previous is None
    while found.next is not None:
        found = page(limit=limit, mark=found.next)
        forth += lines(found)
    assert forth == ALL

    back = lines(found)
    while found.previous is not None:
        found = page(limit=limit, mark=found.previous)
        back = lines(found) + back
    assert back == ALL
    assert found.previous is None


def test_a_mark_of_somebody_who_is_gone_is_still_a_place(people: dict[str, Player]) -> None:
    at = page(limit=2).next
    assert at is not None
    Entry.objects.filter(player=people["Ada"]).delete()
    assert lines(page(limit=1, mark=at)) == [(2, "Cleo", 1400)]


@pytest.mark.parametrize("mark", [Mark(2000, 1), Mark(0, 2**62), Mark(0, 0), Mark(-5, -5, True)])
def test_any_mark_is_a_place_somewhere(people: dict[str, Player], mark: Mark) -> None:
    assert set(lines(page(mark=mark))) <= set(ALL)


# --- Around me ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "limit", "seen"),
    [
        ("Cleo", 3, ["Ada", "Cleo", "Dan"]),
        ("Cleo", 2, ["Cleo", "Dan"]),
        ("Cleo", 1, ["Cleo"]),
        ("Cleo", 50, ["Bob", "Ada", "Cleo", "Dan", "Fay"]),
        ("Bob", 3, ["Bob", "Ada", "Cleo"]),  # at the top the page is filled from below
        ("Fay", 3, ["Dan", "Fay"]),
    ],
)
def test_around_me_i_am_in_the_middle(
    people: dict[str, Player], who: str, limit: int, seen: list[str]
) -> None:
    found = page(viewer=people[who], around=True, limit=limit)
    assert [row.name for row in found.rows] == seen
    assert {*lines(found)} <= {*ALL}
    assert (found.previous is None) == (seen[0] == "Bob")
    assert (found.next is None) == (seen[-1] == "Fay")


def test_from_around_me_pages_lead_to_both_ends(people: dict[str, Player]) -> None:
    middle = page(viewer=people["Cleo"], around=True, limit=3)
    assert (middle.previous, middle.next) != (None, None)
    assert lines(page(mark=middle.previous)) == ALL[:1]
    assert lines(page(mark=middle.next)) == ALL[4:]


def test_without_a_place_there_is_nothing_around_me(people: dict[str, Player]) -> None:
    found = page(viewer=people["Eve"], around=True)
    assert (found.rows, found.players, found.previous, found.next) == ([], 5, None, None)
    assert found.mine == Mine(None, 1600, 20)


def test_my_own_rank_is_told_on_every_page(people: dict[str, Player]) -> None:
    assert page(viewer=people["Cleo"], limit=1).mine == Mine(2, 1400, 20)
    assert page(viewer=people["Fay"], limit=1).mine == Mine(4, 1300, 20)
    assert page(viewer=named(["Gus"])[0]).mine is None


def test_who_moved_between_two_reads_has_a_rank_all_the_same(people: dict[str, Player]) -> None:
    """An entry is read a moment before the buckets: its own may be gone by then."""
    Bucket.objects.filter(points=1400).delete()
    assert lines(page()) == [*ALL[:3], (2, "Dan", 1300), (2, "Fay", 1300)]


# --- Countries and friends ------------------------------------------------------------------------


def test_a_country_has_ranks_of_its_own(all_time: Board) -> None:
    ada, bob, cleo = named(["Ada", "Bob", "Cleo"], country="PT")
    for player, points in ((ada, 1200), (bob, 1300), (cleo, 1200)):
        stands(all_time, player, points)
    for player in named(["Dan", "Eve"]):
        stands(all_time, player, 1250)

    found = page(country="PT", viewer=ada)
    assert lines(found) == [(1, "Bob", 1300), (2, "Ada", 1200), (2, "Cleo", 1200)]
    assert (found.players, found.mine) == (3, Mine(2, 1200, 20))
    assert page(viewer=ada).mine == Mine(4, 1200, 20)
    assert lines(page(country="BR")) == []


def test_whoever_is_from_elsewhere_has_no_rank_in_a_country(people: dict[str, Player]) -> None:
    found = page(country="PT", viewer=people["Bob"], around=True)
    assert (found.rows, found.players, found.mine) == ([], 0, Mine(None, 1500, 20))


def test_among_friends_are_mine_and_me(people: dict[str, Player]) -> None:
    ada = people["Ada"]
    for name in ("Bob", "Dan", "Eve"):
        accounts.befriend(player=ada, name=name)
    accounts.befriend(player=people["Fay"], name="Ada")  # one-sided: no friend of Ada's
    found = page(viewer=ada, friends=True, limit=2)
    assert lines(found) == [(1, "Bob", 1500), (2, "Ada", 1400)]
    assert (found.players, found.mine) == (3, Mine(2, 1400, 20))
    assert lines(page(viewer=ada, friends=True, limit=2, mark=found.next)) == [(3, "Dan", 1300)]
    assert lines(page(viewer=ada, friends=True, around=True, limit=1)) == [(2, "Ada", 1400)]


def test_friends_from_a_country_are_both(people: dict[str, Player], all_time: Board) -> None:
    (gus,) = named(["Gus"], country="PT")
    stands(all_time, gus, 1350)
    for name in ("Bob", "Gus"):
        accounts.befriend(player=people["Ada"], name=name)
    found = page(viewer=people["Ada"], friends=True, country="PT")
    assert lines(found) == [(1, "Gus", 1350)]
    assert found.mine == Mine(None, 1400, 20)


# --- Seasons --------------------------------------------------------------------------------------


def test_each_season_has_a_board_of_its_own(people: dict[str, Player], time: Frozen) -> None:
    stands(board("2029-Q4"), people["Dan"], 1111)
    stands(board("2030-Q1"), people["Eve"], 1222)
    assert lines(page(season="2029-Q4")) == [(1, "Dan", 1111)]
    assert lines(page(season="current")) == lines(page(season="2030-Q1")) == [(1, "Eve", 1222)]
    assert lines(page()) == ALL


def test_a_season_in_which_nobody_played_is_empty(people: dict[str, Player]) -> None:
    found = page(season="current", viewer=people["Ada"], around=True)
    assert (found.rows, found.players, found.mine) == ([], 0, None)
    assert (found.board.season, str(found.board.ends_at)) == (
        "2030-Q1",
        "2030-04-01 00:00:00+00:00",
    )


def test_a_season_that_has_not_begun_is_not_there(time: Frozen) -> None:
    with pytest.raises(NoSuchSeason):
        page(season="2030-Q2")
    time.advance(90 * 24 * 3600)
    assert page(season="2030-Q2").players == 0


def test_of_somebody_shut_out_a_closed_board_shows_the_points_alone(all_time: Board) -> None:
    (ada,) = named(["Ada"], is_active=False)
    stands(all_time, ada, 1200)
    [row] = page().rows
    assert (row.rank, row.player_id, row.name, row.points) == (1, None, "", 1200)


# --- Against counting by hand ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_rank_is_one_more_than_those_with_more_points(all_time: Board, seed: int) -> None:
    luck = Random(seed)
    players = Player.objects.bulk_create(
        [Player(name=f"P{n}", country=luck.choice(["", "PT", "BR"])) for n in range(40)]
    )
    points = {player: luck.randint(1000, 1012) for player in players}
    for player in players:
        stands(all_time, player, points[player])
    for country in ("", "PT"):
        there = {p: n for p, n in points.items() if country in ("", p.country)}
        found = page(country=country, limit=7)
        seen = list(found.rows)
        while found.next is not None:
            found = page(country=country, limit=7, mark=found.next)
            seen += found.rows
        assert len(seen) == len(there) == found.players
        by_id = {player.pk: player for player in players}
        for row in seen:
            assert row.player_id is not None
            mine = points[by_id[row.player_id]]
            rank = 1 + sum(other > mine for other in there.values())
            assert (row.points, row.rank) == (mine, rank)
            around = page(viewer=by_id[row.player_id], country=country, around=True, limit=5)
            assert (row.player_id, rank) in {(each.player_id, each.rank) for each in around.rows}
            assert around.mine is not None
            assert around.mine.rank == rank
