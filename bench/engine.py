"""How fast a game's rules are, on one core, in pure Python.

``python -m bench.engine`` plays random matches (a kind of action first, then one of its actions),
dealing, listing every legal action and telling every event; then it measures single operations on
states from the middle of matches.  Each figure is the median of three runs, with the spread.  CPU
time is counted, so that other work on the machine weighs little.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import msgspec

from bench.words import numbers
from games.ai.arena import drawn
from games.rules import registry
from games.rules.kernel import Data, Event, State, clone, step
from games.rules.registry import AnyGame
from tests.laws.players import do_in_place, goes_on, turn_ply

RUNS: Final = 3
TARGETS: Final[dict[str, dict[str, int]]] = {
    "work_the_strip": {"random play": 30_000, "step": 12_000},
    "lap_dance": {"random play": 25_000, "view": 40},
    "hand_and_foot": {"random play": 20_000, "view": 60, "hints": 1_000, "sample": 300},
}
"""By game, what is asked of its figures: at least so much per second, at most so many µs."""
RESULTS: Final = Path(__file__).parent / "results"


class Figure(Data, frozen=True):
    """What one thing came to in each of the runs, in `unit`; `target`: see `TARGETS`."""

    what: str
    seats: int
    unit: str
    median: float
    least: float
    most: float
    target: int | None = None


class Report(Data, frozen=True):
    """All figures, and on what they were taken."""

    game: str
    version: int
    python: str
    machine: str
    seconds: float
    figures: tuple[Figure, ...]


# --- What is measured -----------------------------------------------------------------------------


def random_play(game: AnyGame, seats: int, seconds: float, seed: int) -> float:
    """Return plies per second of match after match, deals included."""
    random, plies = Random(seed), 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        events: list[Event] = []
        state = game.setup(seats, random.randbytes(32).hex())
        while goes_on(game, state):
            do_in_place(game, state, turn_ply(game, state, random), events.append)
        plies += state.ply
    return plies / spent


def middles(game: AnyGame, seats: int, count: int) -> list[State]:
    """Return states from the middle of `count` matches in which a seat is to act."""
    found: list[State] = []
    for seed in range(count):
        random = Random(seed)
        key = random.randbytes(32).hex()
        states = [game.setup(seats, key)]
        while goes_on(game, states[-1]):
            state = clone(states[-1])
            do_in_place(game, state, turn_ply(game, state, random), lambda _: None)
            states.append(state)
        half = states[len(states) // 2 :]
        found.append(next(state for state in half if state.to_act))
    return found


def per_second(calls: Iterable[Callable[[], object]], seconds: float) -> float:
    """Return how many of these calls, one after another, fit into a second."""
    row, done = cycle(calls), 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for call in islice(row, 100):
            call()
        done += 100
    return done / spent


def play_figure(game: AnyGame, seats: int, seconds: float) -> Figure:
    """Return the plies per second at this seat count."""
    runs = [random_play(game, seats, seconds, run) for run in range(RUNS)]
    return _figure(game, "random play", seats, "plies/s", runs)


def single_figures(game: AnyGame, seats: int, seconds: float) -> Iterator[Figure]:
    """Yield what one operation comes to in the middle of a match."""
    states = middles(game, seats, 24)
    calls = _steps(game, states)
    runs = [per_second(calls, seconds) for _ in range(RUNS)]
    yield _figure(game, "step", seats, "steps/s", runs)
    for what, calls in _operations(game, states).items():
        runs = [1e6 / per_second(calls, seconds) for _ in range(RUNS)]
        yield _figure(game, what, seats, "µs", runs)


def _figure(game: AnyGame, what: str, seats: int, unit: str, runs: list[float]) -> Figure:
    target = TARGETS.get(game.name, {}).get(what)
    return Figure(what, seats, unit, median(runs), min(runs), max(runs), target)


def _steps(game: AnyGame, states: Iterable[State]) -> list[Callable[[], object]]:
    return [
        _call(step, game, state, state.to_act[0], action)
        for state in states
        for action in game.legal_actions(state, state.to_act[0]).actions
    ]


def _operations(game: AnyGame, states: Sequence[State]) -> dict[str, list[Callable[[], object]]]:
    views = [game.view(state, state.to_act[0]) for state in states]
    random = Random(0)
    return {
        "legal actions": [_call(game.legal_actions, s, s.to_act[0]) for s in states],
        "clone": [_call(clone, state) for state in states],
        "encode": [_call(registry.encode_state, state) for state in states],
        "view": [_call(game.view, state, state.to_act[0]) for state in states],
        "hints": [_call(game.hints, view) for view in views],
        "sample": [_call(game.sample, view, random) for view in views],
        "setup": [
            _call(game.setup, len(states[0].questions), f"{number:064x}") for number in range(24)
        ],
    }


def _call(function: Callable[..., object], *values: Any) -> Callable[[], object]:
    return lambda: function(*values)


# --- How it is shown ------------------------------------------------------------------------------


def table(report: Report) -> str:
    """Return the figures as a table, targets beside."""
    return drawn(
        ("what", "seats", "median of 3", "least to most", "target"),
        [
            (
                figure.what,
                str(figure.seats),
                f"{_number(figure, figure.median)} {figure.unit}",
                f"{_number(figure, figure.least)} to {_number(figure, figure.most)}",
                _verdict(figure),
            )
            for figure in report.figures
        ],
    )


def _number(figure: Figure, value: float) -> str:
    return f"{value:,.1f}" if figure.unit == "µs" else f"{value:,.0f}"


def _verdict(figure: Figure) -> str:
    if figure.target is None:
        return ""
    if figure.unit == "µs":
        return f"≤ {figure.target:,}: {'met' if figure.median <= figure.target else 'missed'}"
    return f"≥ {figure.target:,}: {'met' if figure.median >= figure.target else 'missed'}"


# --- The command line -----------------------------------------------------------------------------


def main() -> int:
    """Run the command line; return its exit status."""
    words = _parser().parse_args()
    game = registry.game(words.game)
    report = Report(
        game.name,
        game.version,
        platform.python_version(),
        platform.machine(),
        words.seconds,
        (
            *(play_figure(game, n, words.seconds) for n in words.seats or game.seats),
            *single_figures(game, words.middle, words.seconds / 4),
        ),
    )
    written = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
    out = words.out or RESULTS / f"engine_{game.name}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(written)
    print(written.decode() if words.json else table(report))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.engine",
        description="How fast a game's rules are: plies, steps and single operations.",
    )
    parser.add_argument("--game", default="work_the_strip", choices=registry.names())
    parser.add_argument("--seats", type=numbers, metavar="N,N,…", help="default: all that fit")
    parser.add_argument("--middle", type=int, default=4, help="seats for single operations")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each run (default: 2)")
    parser.add_argument("--out", type=Path, help="where the JSON goes (default: results/)")
    parser.add_argument("--json", action="store_true", help="print the JSON, not the table")
    return parser


if __name__ == "__main__":
    sys.exit(main())
