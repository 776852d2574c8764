"""Ratings over REST: what players did and how good bots are, for everybody."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from xml.etree import ElementTree as ET

import pytest

from games.models import Match, Visibility
from games.rules import registry
from scoring import services
from scoring.ratings.models import Rating
from tests.api.rest import Person, nobody, person
from tests.scoring.results import finished

pytestmark = pytest.mark.django_db

SVG = "image/svg+xml"


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def rated(*who: object, places: list[int], **fields: object) -> Match:
    seats = [each.player if isinstance(each, Person) else str(each) for each in who]
    match = finished(seats, places, **fields)  # type: ignore[arg-type] # made up by the test
    assert services.rate_match(match_id=match.pk)
    return match


def test_a_rating_comes_with_the_matches_that_made_it(ada: Person, bob: Person) -> None:
    match = rated(ada, bob, places=[1, 2])

    answer = nobody().get("/players/ada/ratings")

    rating = Rating.objects.get(player=ada.player)
    assert (answer.status, answer.body) == (
        200,
        {
            "player": "Ada",
            "ratings": [
                {
                    "game": "work_the_strip",
                    "rating": 1086,
                    "provisional": True,
                    "mu": round(rating.mu, 4),
                    "sigma": round(rating.sigma, 4),
                    "matches": 1,
                    "rated_at": "2030-01-01T12:00:00Z",
                    "history": [
                        {
                            "at": "2030-01-01T12:00:00Z",
                            "match": str(match.pk),
                            "before": 1000,
                            "after": 1086,
                            "place": 1,
                            "sides": 2,
                        }
                    ],
                }
            ],
        },
    )
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_match_that_is_not_listed_is_named_to_nobody(ada: Person, bob: Person) -> None:
    match = rated(ada, bob, places=[1, 2], visibility=Visibility.UNLISTED)

    for who in (nobody(), ada, bob):
        answer = who.get("/players/Ada/ratings")
        assert answer.body["ratings"][0]["history"][0]["match"] is None
        assert str(match.pk) not in str(answer.body)


# --- The whole history, page by page --------------------------------------------------------------

HISTORY = "/players/Ada/ratings/work_the_strip"


def pages(limit: int) -> list[list[dict[str, object]]]:
    """Return the pages of Ada's history, by following `next` to the end."""
    found, cursor = [], ""
    while cursor is not None:
        answer = nobody().get(f"{HISTORY}?limit={limit}&cursor={cursor}")
        assert answer.status == 200, answer
        found.append(answer.body["points"])
        cursor = answer.body["next"]
    return found


def test_a_history_is_told_whole_newest_first(ada: Person, bob: Person) -> None:
    for minute, places in enumerate(([1, 2], [2, 1], [1, 2], [1, 2], [2, 1])):
        rated(ada, bob, places=places, minute=minute)
    (standing,) = nobody().get("/players/Ada/ratings").body["ratings"]
    whole = standing["history"][::-1]

    first = nobody().get(f"{HISTORY}?limit=2")

    assert first.body["points"] == whole[:2]
    assert [first.body["player"], first.body["game"]] == ["Ada", "work_the_strip"]
    assert first.headers["Cache-Control"] == "private, no-store"
    assert pages(2) == [whole[:2], whole[2:4], whole[4:]]
    assert pages(5) == [whole]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_matches_that_were_over_in_one_moment_are_each_told_once(
    ada: Person, bob: Person, limit: int
) -> None:
    for minute in (0, 1, 1, 1, 1, 2):
        rated(ada, bob, places=[1, 2], minute=minute)
    found = [point["match"] for page in pages(limit) for point in page]
    (standing,) = nobody().get("/players/Ada/ratings").body["ratings"]
    assert found == [point["match"] for point in standing["history"][::-1]]
    assert len(set(found)) == 6


def test_a_match_that_counts_meanwhile_shifts_no_page(ada: Person, bob: Person) -> None:
    old, new = (rated(ada, bob, places=[1, 2], minute=minute) for minute in (0, 1))
    page = nobody().get(f"{HISTORY}?limit=1").body
    rated(ada, bob, places=[1, 2], minute=2)
    rest = nobody().get(f"{HISTORY}?cursor={page['next']}").body
    assert [point["match"] for point in page["points"]] == [str(new.pk)]
    assert ([point["match"] for point in rest["points"]], rest["next"]) == ([str(old.pk)], None)


def test_neither_page_nor_cursor_names_an_unlisted_match(ada: Person, bob: Person) -> None:
    hidden = [
        rated(ada, bob, places=[1, 2], minute=minute, visibility=Visibility.UNLISTED)
        for minute in (0, 1)
    ]
    page = nobody().get(f"{HISTORY}?limit=1").body
    assert page["points"][0]["match"] is None
    told = urlsafe_b64decode(page["next"])
    assert not any(match.pk.bytes[10:] in told for match in hidden)


def test_who_has_not_played_has_an_empty_history(ada: Person) -> None:
    empty: dict[str, object] = {
        "player": "Ada",
        "game": "work_the_strip",
        "points": [],
        "next": None,
    }
    assert nobody().get(HISTORY).body == empty


@pytest.mark.parametrize(
    "cursor", ["abc", "!" * 16, "A" * 15, "A" * 20, "f" + "_" * 15, "gAAAAAAAAAAAAAAB", "%00"]
)
def test_garbage_is_no_cursor_of_a_history(ada: Person, cursor: str) -> None:
    answer = nobody().get(f"{HISTORY}?cursor={cursor}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == ("bad_format", {"parameter": "cursor"})


def test_a_forged_cursor_is_a_place_in_the_history(ada: Person, bob: Person) -> None:
    rated(ada, bob, places=[1, 2])
    far = urlsafe_b64encode(struct.pack(">qI", 2**52, 2**32 - 1)).decode()
    long_ago = urlsafe_b64encode(struct.pack(">qI", -(2**54), 0)).decode()
    for cursor in (far, long_ago):
        assert nobody().get(f"{HISTORY}?cursor={cursor}").body["points"] == []


def test_who_has_not_played_has_an_empty_list_list_and_an_empty_picture(ada: Person) -> None:
    assert nobody().get("/players/Ada/ratings").body == {"player": "Ada", "ratings": []}
    picture = nobody().get("/players/Ada/ratings/lap_dance.svg")
    assert picture.status == 200
    assert "No match has counted yet" in picture.body


def test_a_picture_may_be_kept_asked_after_and_run_nothing(ada: Person, bob: Person) -> None:
    rated(ada, bob, places=[1, 2])
    path = "/players/ada/ratings/work_the_strip.svg"

    answer = nobody().get(path, Accept="image/avif,image/webp,image/svg+xml,*/*;q=0.8")

    assert (answer.status, answer.headers["Content-Type"]) == (200, SVG)
    assert ET.fromstring(answer.body).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own
    assert "Ada in Work The Strip" in answer.body
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    assert answer.headers["Content-Security-Policy"] == policy
    again = nobody().get(path, If_None_Match=answer.headers["ETag"])
    assert (again.status, again.body) == (304, None)
    rated(ada, bob, places=[2, 1], minute=1)
    assert nobody().get(path, If_None_Match=answer.headers["ETag"]).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/players/Nobody/ratings",
        "/players/Nobody/ratings/chess.svg",
        "/players/Nobody/ratings/chess",
    ],
)
def test_who_is_not_there_has_no_ratings(path: str) -> None:
    answer = nobody().get(path)
    assert (answer.status, answer.code) == (404, "no_such_player")


@pytest.mark.parametrize(
    "path", ["/players/Ada/ratings/chess.svg", "/players/Ada/ratings/chess", "/games/chess/bots"]
)
def test_a_game_that_is_not_there_has_no_ratings(ada: Person, path: str) -> None:
    answer = nobody().get(path)
    assert (answer.status, answer.code) == (404, "no_such_game")


@pytest.mark.parametrize("game", registry.names())
def test_every_level_of_bots_is_listed_before_its_first_match(game: str) -> None:
    beginner = {"rating": 1000, "provisional": True, "matches": 0}
    assert nobody().get(f"/games/{game}/bots").body == {
        "game": game,
        "bots": [{"level": "greedy", **beginner}, {"level": "random", **beginner}],
    }


def test_bots_are_listed_the_best_first(ada: Person) -> None:
    rated(ada, "random", "greedy", places=[3, 1, 2])

    bots = nobody().get("/games/work_the_strip/bots").body["bots"]

    assert [(bot["level"], bot["matches"]) for bot in bots] == [("random", 1), ("greedy", 1)]
    assert bots[0]["rating"] > bots[1]["rating"]
    assert nobody().get("/games/lap_dance/bots").body["bots"][0]["matches"] == 0
