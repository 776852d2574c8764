"""Ratings of many made-up results, by tasks in any order and each run twice, against openskill.

    python -m bench.ratings --results 100000
    python -m config.services -- python -m bench.ratings --results 100000 --workers 4

The first on a SQLite file of its own, the second on a PostgreSQL of its own, where several threads
take tasks at the same time.  Whatever differs from what the library says when it is called
directly, in the order of history, ends the run with an error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple
from uuid import UUID

import django
from openskill.models import PlackettLuce, PlackettLuceRating
from tqdm import tqdm

# Not the environment's: that may be a database with people in it.
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
django.setup()

from django.core.management import call_command  # noqa: E402 - needs the settings
from django.db import OperationalError, connection, transaction  # noqa: E402

from accounts.models import Player  # noqa: E402
from games import selectors  # noqa: E402
from games.models import Match, Participant, Status  # noqa: E402
from games.services import upkeep  # noqa: E402
from scoring import services  # noqa: E402
from scoring.ratings import recomputation  # noqa: E402
from scoring.ratings import services as ratings  # noqa: E402
from scoring.ratings.models import Rating, RatingChange  # noqa: E402

START = datetime(2030, 1, 1, tzinfo=UTC)
BATCH = 1000
GAMES = ("work_the_strip", "lap_dance", "hand_and_foot")
LEVELS = ("greedy", "random")
TEAMS = (4, 6)
"""Seats with which a Hand & Foot is played in two teams."""


class Made(NamedTuple):
    """A made-up result; `who`: seat by seat, a player's number or a level of bots."""

    id: UUID
    game: str
    finished_at: datetime
    who: tuple[int | str, ...]
    places: tuple[int, ...]


def made(count: int, players: int, seed: int) -> Iterator[Made]:
    """Yield results in no order of ids; every tenth is over in the same moment as the one before.

    One seat in fifty is a bot's, and never two of one level at a table.
    """
    luck, at = Random(seed), START
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        seats = luck.choice(TEAMS) if game == "hand_and_foot" else luck.randint(2, 5)
        at += timedelta(seconds=0 if number % 10 == 9 else 30)
        who: list[int | str] = [*luck.sample(range(players), seats)]
        for level in LEVELS:
            if luck.random() < seats / 100:
                who[LEVELS.index(level)] = level
        teams = 2 if game == "hand_and_foot" else seats
        merits = [luck.randint(0, 20) for _ in range(teams)]
        places = [
            1 + sum(merits[other % teams] > merits[seat % teams] for other in range(seats))
            for seat in range(seats)
        ]
        yield Made(UUID(int=luck.getrandbits(128)), game, at, tuple(who), tuple(places))


def stored(results: Iterator[Made], players: list[UUID], total: int) -> list[UUID]:
    """Write the matches, finished and waiting to be rated; return their ids."""
    ids: list[UUID] = []
    with tqdm(total=total, desc="matches", disable=None) as bar:
        while page := list(islice(results, BATCH)):
            Match.objects.bulk_create([_match(each) for each in page])
            Participant.objects.bulk_create(
                [
                    Participant(match_id=each.id, seat=seat, bot_level=who)
                    if isinstance(who, str)
                    else Participant(match_id=each.id, seat=seat, player_id=players[who])
                    for each in page
                    for seat, who in enumerate(each.who)
                ]
            )
            ids += [each.id for each in page]
            bar.update(len(page))
    return ids


def _match(each: Made) -> Match:
    return Match(
        pk=each.id,
        game=each.game,
        rules_version=1,
        options={},
        seats=len(each.who),
        status=Status.FINISHED,
        seed=b"",
        commitment="",
        outcome={"scores": [0] * len(each.who), "places": list(each.places)},
        finished_at=each.finished_at,
    )


def rate_only(*, match_id: UUID) -> None:
    """Do of a task what concerns ratings, as `services.rate_match` does it for all concerns."""
    until = selectors.unrated(match_id=match_id)
    if until is None:
        return
    with transaction.atomic():
        ratings.hold(until.game)
        waiting = selectors.waiting_for_rating(until=until, limit=services.MOST_AT_ONCE)
        ratings.rate_all(game=until.game, matches=waiting)
        upkeep.mark_all_rated(match_ids=[match.pk for match in waiting])


def run(tasks: list[UUID], workers: int, task: Callable[..., object]) -> int:
    """Run these tasks, by so many at a time, and then what the sweep would until nothing waits.

    Returns how many gave up, as tasks may: they waited for the lock for too long.
    """
    failed: list[UUID] = []
    with tqdm(total=len(tasks), desc="tasks", disable=None) as bar:

        def work(part: list[UUID]) -> None:
            for match_id in part:
                try:
                    task(match_id=match_id)
                except OperationalError:
                    failed.append(match_id)
                bar.update()
            connection.close()

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, [tasks[at::workers] for at in range(workers)]))
    while left := list(Match.objects.filter(rated_at=None).values_list("pk", flat=True)[:BATCH]):
        for match_id in left:
            task(match_id=match_id)
    return len(failed)


Key = tuple[str, int | str]


def directly(results: Iterator[Made], total: int) -> dict[Key, tuple[str, str]]:
    """Return, to the last bit, what openskill makes of these results in the order of history."""
    model, held = PlackettLuce(), dict[Key, PlackettLuceRating]()
    history = sorted(results, key=lambda each: (each.finished_at, each.id))
    for each in tqdm(history, total=total, desc="openskill", disable=None):
        count = 2 if each.game == "hand_and_foot" else len(each.who)
        sides = [[(each.game, who) for who in each.who[side::count]] for side in range(count)]
        teams = [[held.get(key) or model.rating() for key in side] for side in sides]
        rated = model.rate(teams, ranks=[float(place) for place in each.places[:count]])
        for side, team in zip(sides, rated, strict=True):
            held.update(zip(side, team, strict=True))
    return {key: (rating.mu.hex(), rating.sigma.hex()) for key, rating in held.items()}


def differences(expected: dict[Key, tuple[str, str]], players: list[UUID]) -> int:
    """Return how many ratings are not what they should be."""
    numbers = {player: number for number, player in enumerate(players)}
    columns = ("game", "player", "bot_level", "mu", "sigma")
    found = {
        (game, level or numbers[player]): (mu.hex(), sigma.hex())
        for game, player, level, mu, sigma in Rating.objects.values_list(*columns).iterator()
    }
    return len(expected.items() ^ found.items())


def _arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--everything", action="store_true", help="boards, statistics and achievements too"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Make results, rate them by tasks, compare, recompute; print what each took."""
    asked, luck = _arguments(), Random(7)
    call_command("migrate", verbosity=0)
    rows = [Player(name=f"Player {number}", password="!") for number in range(asked.players)]  # noqa: S106 - nobody can sign in
    players = [row.pk for row in Player.objects.bulk_create(rows, batch_size=BATCH)]
    results = asked.results, asked.players, asked.seed

    began = perf_counter()
    tasks = 2 * stored(made(*results), players, asked.results)
    luck.shuffle(tasks)
    print(f"{connection.vendor}: {asked.results:,} matches written in {_since(began)}", flush=True)

    began, cpu = perf_counter(), process_time()
    task = services.rate_match if asked.everything else rate_only
    failed = run(tasks, asked.workers, task)
    cpu = 1000 * (process_time() - cpu) / asked.results
    print(
        f"{len(tasks):,} tasks by {asked.workers} at a time in {_since(began)}, {failed} gave up:"
        f" {Rating.objects.count():,} ratings, {RatingChange.objects.count():,} changes;"
        f" {cpu:.2f} ms of CPU a result",
        flush=True,
    )

    began = perf_counter()
    expected = directly(made(*results), asked.results)
    print(f"the same by openskill alone in {_since(began)}")
    wrong = differences(expected, players)
    print(f"ratings that differ in any bit: {wrong} of {len(expected):,}", flush=True)

    began = perf_counter()
    reports = [recomputation.recompute(game=game) for game in GAMES]
    print(f"recomputed in {_since(began)}; the same: {all(each.same for each in reports)}")
    if wrong or not all(each.same for each in reports):
        sys.exit(1)


def _since(began: float) -> str:
    return f"{perf_counter() - began:,.1f} s"


if __name__ == "__main__":
    main()
