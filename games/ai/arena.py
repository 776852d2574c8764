"""Bots against bots: duplicate deals, every entrant in every seat, the deal as the unit.

``python -m games.ai.arena --game work_the_strip --seats greedy,random,random,random --deals 100``

Each deal is played once per rotation of the seats with the same cards, so that luck of the deal and
of the seat cancel; the 95 % interval is that of the mean over deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, sqrt
from statistics import NormalDist, fmean, pstdev, stdev
from typing import Any, Final, NamedTuple

import msgspec

from games.ai.tables import PLAYERS, Seating, play
from games.rules import registry
from games.rules.kernel import Data, Outcome
from games.rules.registry import AnyGame

CONFIDENCE: Final = NormalDist().inv_cdf(0.975)
TENTHS: Final = 10
Progress = Callable[[int, int], None]
"""Told how many of how many matches have been played."""


class Line(Data, frozen=True):
    """How one level did, per seat it had: shares from 0 to 1 (a tie is shared), scores as scored.

    `low` and `high` bound the win share with 95 % confidence; `fair` is what chance would give.
    """

    level: str
    seats: int
    games: int
    win_share: float
    low: float
    high: float
    fair: float
    score_mean: float
    score_sd: float


class Report(Data, frozen=True):
    """One run of the arena, with all that is needed to repeat it."""

    game: str
    version: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    deals: int
    seed: int
    matches: int
    lines: tuple[Line, ...]


class Result(NamedTuple):
    """One match: the deal it was played with, and the win share and score of each entrant."""

    deal: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]


def contest(
    game: AnyGame, entrants: Sequence[str], deals: int, seed: int, progress: Progress
) -> Report:
    """Play `deals` deals in every rotation of the entrants' seats and return what came of it."""
    total = deals * len(entrants)
    results: list[Result] = []
    for deal in range(deals):
        for rotation in range(len(entrants)):
            results.append(_match(game, entrants, seed, deal, rotation))
            progress(len(results), total)
    levels = dict.fromkeys(entrants)
    return Report(
        game.name,
        game.version,
        registry.builtins(game.options),
        tuple(entrants),
        deals,
        seed,
        len(results),
        tuple(_line(level, entrants, results) for level in levels),
    )


def shares(outcome: Outcome) -> tuple[float, ...]:
    """Return each seat's share of the win: 1, or an equal part of a tie."""
    first = outcome.places.count(1)
    return tuple(1 / first if place == 1 else 0.0 for place in outcome.places)


def _match(game: AnyGame, entrants: Sequence[str], seed: int, deal: int, rotation: int) -> Result:
    """Play one match; entrant `i` sits `rotation` seats further than its number."""
    seats = range(len(entrants))
    levels = tuple(entrants[(seat - rotation) % len(entrants)] for seat in seats)
    seating = Seating(levels, f"{seed}/{deal}", f"{seed}/{deal}/{rotation}")
    outcome = play(game, seating)
    won, places = shares(outcome), [(entrant + rotation) % len(entrants) for entrant in seats]
    return Result(
        deal, tuple(won[seat] for seat in places), tuple(outcome.scores[seat] for seat in places)
    )


def _line(level: str, entrants: Sequence[str], results: Sequence[Result]) -> Line:
    own = [place for place, entrant in enumerate(entrants) if entrant == level]
    by_deal: dict[int, list[float]] = {}
    for result in results:
        by_deal.setdefault(result.deal, []).extend(result.shares[place] for place in own)
    per_deal = [fmean(won) for won in by_deal.values()]
    scores = [result.scores[place] for result in results for place in own]
    share, half = fmean(per_deal), half_interval(per_deal)
    return Line(
        level,
        len(own),
        len(results),
        share,
        max(0.0, share - half),
        min(1.0, share + half),
        1 / len(entrants),
        fmean(scores),
        pstdev(scores),
    )


def half_interval(values: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of the mean of independent values."""
    return CONFIDENCE * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


# --- The command ----------------------------------------------------------------------------------


def drawn(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table drawn with lines, the first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        aligned = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"│ {' │ '.join(aligned)} │"

    def rule(left: str, cross: str, right: str) -> str:
        return left + cross.join("─" * (width + 2) for width in widths) + right

    body = [line(row) for row in rows]
    return "\n".join(
        [rule("┌", "┬", "┐"), line(heads), rule("├", "┼", "┤"), *body, rule("└", "┴", "┘")]
    )


def table_of(report: Report) -> str:
    """Return a report as people read it."""
    heads = ("level", "seats", "matches", "win share", "95 % interval", "fair", "score mean ± sd")
    rows = [
        (
            line.level,
            str(line.seats),
            str(line.games),
            f"{line.win_share:.1%}",
            f"{line.low:.1%} to {line.high:.1%}",
            f"{line.fair:.1%}",
            f"{line.score_mean:,.0f} ± {line.score_sd:,.0f}",
        )
        for line in report.lines
    ]
    return drawn(heads, rows)


def show_progress(what: str, done: int, total: int) -> None:
    """Write how far a run is on standard error: in place on a terminal, else a line per tenth."""
    said, last = f"{what}: {done:,} of {total:,}", done == total
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{said}" + "\n" * last)
    elif done * TENTHS // total > (done - 1) * TENTHS // total:
        sys.stderr.write(f"{said}\n")
    sys.stderr.flush()


def keep_quiet(*told: object) -> None:
    """Say nothing."""
    del told


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    parser = _parser()
    wish = parser.parse_args(words)
    try:
        game = registry.game(wish.game, wish.options)
    except (registry.UnknownGame, msgspec.ValidationError) as error:
        parser.error(f"{wish.game}: {error}")
    if misfit := game.misfit(len(wish.seats)):
        parser.error(f"{len(wish.seats)} seats do not suit the game: {misfit.code} {misfit.params}")
    progress: Progress = keep_quiet if wish.quiet else partial(show_progress, "matches")
    report = contest(game, wish.seats, wish.deals, wish.seed, progress)
    answer = json.dumps(registry.builtins(report), indent=2) if wish.json else table_of(report)
    sys.stdout.write(f"{answer}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.ai.arena",
        description="Bots against bots: duplicate deals, every entrant in every seat.",
    )
    parser.add_argument("--game", default="work_the_strip", choices=registry.names())
    parser.add_argument(
        "--seats",
        type=_levels,
        default=("greedy", "random", "random", "random"),
        metavar="LEVEL,LEVEL,…",
        help=f"who plays, of {', '.join(PLAYERS)} (default: greedy and three random)",
    )
    parser.add_argument(
        "--deals", type=_positive, default=100, help="how many deals (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="names all cards and dice (default: 1)")
    parser.add_argument(
        "--options",
        type=_options,
        default={},
        metavar="JSON",
        help='house rules, for example {"rounds": 3}',
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(text.split(","))
    if unknown := [level for level in levels if level not in PLAYERS]:
        raise argparse.ArgumentTypeError(f"no such level: {', '.join(unknown)}")
    return levels


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _options(text: str) -> Mapping[str, object]:
    options = json.loads(text)
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError("a JSON object is wanted")
    return options


if __name__ == "__main__":
    sys.exit(main())
