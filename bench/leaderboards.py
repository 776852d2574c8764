"""Pages of a leaderboard with a million made-up players: how long each takes.

    python -m bench.leaderboards
    python -m config.services -- python -m bench.leaderboards

The first on a SQLite file of its own, the second on a PostgreSQL of its own.  Every page is asked
for by other players, so that no answer is lying ready.  "served" is a page read and written as
JSON, "own CPU" the processor time of it in this process (with SQLite all there is; the figure to
trust on a machine that is not idle), "over HTTP" the same request through all of the web
application, sign-in included, without a socket.  The first page and the one around me are promised
within the limit: a median above it, as served, ends the run with an error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple, TypeVar

import django
from tqdm import tqdm

# Not the environment's: that may be a database with people in it.
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
django.setup()

from django.core.management import call_command  # noqa: E402 - needs the settings
from django.db import connection, models, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import Friendship, Player, Session  # noqa: E402
from api import wire  # noqa: E402
from api.serializers import boards as out  # noqa: E402
from bench.figures import percentile  # noqa: E402
from scoring.leaderboards import entries, selectors  # noqa: E402
from scoring.leaderboards.models import Board, Bucket, Entry  # noqa: E402
from scoring.leaderboards.selectors import Asked, Mark  # noqa: E402
from scoring.ratings.models import Rating  # noqa: E402
from scoring.ratings.services import hold  # noqa: E402

GAME: Final = "work_the_strip"
BATCH: Final = 5000
COUNTRIES: Final = ("", "DE", "PT", "BR", "JP", "US", "FR", "IS", "LI")
SHARES: Final = (256, 128, 64, 32, 16, 8, 4, 2, 2)
"""Half of all players do not say where they are from."""
FRIENDS: Final = 200
LIMIT: Final = 50
PROMISED: Final = ("the first page", "around me")
STANDING: Final = """
    INSERT INTO scoring_entry (board_id, rating_id, player_id, country, points, matches, placed)
    SELECT %s, rating.id, player.id, player.country, rating.ordinal, rating.matches, true
    FROM scoring_rating AS rating JOIN accounts_player AS player ON player.id = rating.player_id
"""

Row = TypeVar("Row", bound=models.Model)


# --- A million players ----------------------------------------------------------------------------


def fill(count: int, seed: int) -> Board:
    """Write so many rated players, half of them from somewhere, and the board they stand on."""
    luck = Random(seed)
    write(Player, (_player(number, luck) for number in range(count)), count)
    players = Player.objects.order_by("pk").values_list("pk", flat=True)
    write(Rating, (_rating(pk, luck) for pk in players.iterator(BATCH)), count)
    board = Board.objects.create(game=GAME)
    unhurried(STANDING, [board.pk])
    entries.add(board, entries.counted(board))
    unhurried("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    return board


def unhurried(statement: str, given: Sequence[Any] = ()) -> None:
    """Run a statement that takes longer than any of a server may."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET statement_timeout = 0")
        cursor.execute(statement, given)
        if connection.vendor == "postgresql":
            cursor.execute("RESET statement_timeout")


def write(model: type[Row], rows: Iterator[Row], total: int) -> None:
    """Write rows in batches, with a bar to watch."""
    with tqdm(total=total, desc=model.__name__, unit=" rows", disable=None) as bar:
        while page := list(islice(rows, BATCH)):
            model._default_manager.bulk_create(page)  # noqa: SLF001 - public
            bar.update(len(page))


def _player(number: int, luck: Random) -> Player:
    country = luck.choices(COUNTRIES, SHARES)[0]
    return Player(name=f"Player {number}", password="!", country=country)  # noqa: S106 - none


def _rating(player_id: Any, luck: Random) -> Rating:
    """Return a rating as they are in the long run: near 1500, seldom beyond 2200."""
    return Rating(
        game=GAME,
        player_id=player_id,
        mu=25.0,
        sigma=2.0,
        ordinal=round(luck.gauss(1450, 210)),
        provisional=False,
        matches=luck.randint(10, 400),
        rated_at=timezone.now(),
    )


# --- Pages ----------------------------------------------------------------------------------------

Page = tuple[str, Callable[[Entry], dict[str, Any]], str]

PAGES: Final[Sequence[Page]] = (
    ("the first page", lambda _: {}, ""),
    ("around me", lambda _: {"around": True}, "around=me"),
    ("a page in the middle", lambda me: {"mark": Mark(me.points, me.rating_id)}, "cursor={cursor}"),
    ("my country, the first page", lambda me: {"country": me.country}, "country={me.country}"),
    (
        "my country, around me",
        lambda me: {"country": me.country, "around": True},
        "country={me.country}&around=me",
    ),
    (
        "my 200 friends, around me",
        lambda _: {"friends": True, "around": True},
        "friends=true&around=me",
    ),
)


def served(me: Entry, what: dict[str, Any]) -> int:
    """Read a page as this player, write it as JSON; return its length in bytes."""
    page = selectors.page(Asked(game=GAME, viewer=me.player, limit=LIMIT, **what))
    if not page.rows or page.mine is None or page.mine.rank is None:
        raise SystemExit(f"a page without its player: {page}")
    return len(wire.encoded(out.leaderboard(page)))


def over_http(client: Client, token: str, query: str) -> None:
    """Ask for a page as the owner of this token."""
    answer = client.get(
        f"/api/v1/leaderboards/{GAME}?{query}", headers={"Authorization": f"Bearer {token}"}
    )
    if answer.status_code != 200:
        raise SystemExit(f"{query}: {answer.content!r}")


class Took(NamedTuple):
    """How many seconds a page took, time by time."""

    served: list[float]
    cpu: list[float]
    http: list[float]


def measure(page: Page, asking: Sequence[tuple[Entry, str]]) -> Took:
    """Read a page as each of these players."""
    name, what, query = page
    client = Client()
    took = Took([], [], [])
    for me, token in tqdm(asking, desc=name, disable=None, leave=False):
        address = query.format(me=me, cursor=out.cursor_of(Mark(me.points, me.rating_id)))
        busy = process_time()
        took.served.append(timed(served, me, what(me)))
        took.cpu.append(process_time() - busy)
        took.http.append(timed(over_http, client, token, address))
    return took


def moved(asking: Sequence[tuple[Entry, str]], luck: Random) -> list[float]:
    """Return how many seconds a match of four takes to be placed: four entries, their buckets."""
    found = []
    board = Board.objects.get(game=GAME)
    for at in range(0, len(asking) - 3, 4):
        ids = [me.rating_id for me, _ in asking[at : at + 4]]
        for pk in ids:
            Rating.objects.filter(pk=pk).update(ordinal=models.F("ordinal") + luck.randint(-30, 30))

        def place(ids: Sequence[int] = ids) -> None:
            with transaction.atomic():
                hold(GAME)
                entries.put_right(board, ids)

        found.append(timed(place))
    return found


def timed(call: Callable[..., object], *given: Any) -> float:
    """Return how many seconds a call takes."""
    began = perf_counter()
    call(*given)
    return perf_counter() - began


def asking(count: int, luck: Random) -> list[tuple[Entry, str]]:
    """Return so many players from all over the board, each signed in and with many friends."""
    highest = Entry.objects.order_by("-pk").values_list("pk", flat=True)[0]
    lowest = Entry.objects.order_by("pk").values_list("pk", flat=True)[0]
    found: list[tuple[Entry, str]] = []
    rows = Entry.objects.select_related("player")
    while len(found) < count:
        me = rows.filter(pk=luck.randint(lowest, highest)).exclude(country="").first()
        if me is None or me.player is None:
            continue
        some = rows.filter(pk__in=[luck.randint(lowest, highest) for _ in range(FRIENDS)])
        Friendship.objects.bulk_create(
            [
                Friendship(player=me.player, friend=each.player)
                for each in some
                if each.player not in (None, me.player)
            ]
        )
        _, token = Session.objects.create(user=me.player)
        found.append((me, token))
    return found


# --- The run --------------------------------------------------------------------------------------


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.leaderboards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=1_000_000, help="on the board (1000000)")
    parser.add_argument("--rounds", type=int, default=200, help="times each page is read (200)")
    parser.add_argument("--limit-ms", type=float, default=10.0, help="for the median, served (10)")
    parser.add_argument("--seed", type=int, default=1, help="of chance (1)")
    return parser.parse_args()


def main() -> None:
    """Fill a board, read its pages, print what each took."""
    asked = _arguments()
    luck = Random(asked.seed + 1)
    call_command("migrate", verbosity=0)
    took = timed(fill, asked.players, asked.seed)
    people = asking(asked.rounds, luck)
    print(
        f"{connection.vendor}: {Entry.objects.count():,} players, {Bucket.objects.count():,} "
        f"buckets, written in {took:,.0f} s; each page {asked.rounds} times, load of the machine "
        f"{os.getloadavg()[0]:.1f}\n"
    )
    print("| ms: median (5 % to 95 %) | served | own CPU | over HTTP |\n|---|---|---|---|")
    slow = []
    for page in PAGES:
        found = measure(page, people)
        print(f"| {page[0]} | {' | '.join(map(told, found))} |", flush=True)
        if page[0] in PROMISED and percentile(found.served, 50) > asked.limit_ms:
            slow.append(page[0])
    print(f"| a match of four is placed | {told(moved(people, luck))} | | |")
    if slow:
        sys.exit(f"above {asked.limit_ms} ms: {', '.join(slow)}")


def told(seconds: Sequence[float]) -> str:
    """Return the median and where nine tenths lie, in milliseconds."""
    middle, low, high = (percentile(seconds, percent) for percent in (50, 5, 95))
    return f"{middle:.1f} ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
