"""Work The Strip between bots, beside the figures of the rules page (WTS 15 and 16).

``python -m bench.bots`` plays tables of equals, then one greedy among careless ones, then takes the
time of greedy decisions (CPU time, so that other work on the machine weighs little), and prints
what came of it above what the page says.  ``--game lap_dance`` and ``--game hand_and_foot``:
see `bench.lap_dance_bots` and `bench.hand_and_foot_bots`.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, median, pstdev, quantiles
from time import process_time
from typing import Final, NamedTuple

from bench import hand_and_foot_bots, lap_dance_bots
from bench.words import levels, numbers
from games.ai import arena, tables
from games.ai.bots import AnyAction
from games.rules import registry
from games.rules.kernel import Data, Event, Outcome, Seat, State
from games.rules.registry import AnyGame, builtins
from games.rules.work_the_strip import events as told

GAME: Final = "work_the_strip"
RESULTS: Final = Path(__file__).parent / "results" / "bots.json"


class Figures(Data, frozen=True):
    """One line of the page's table: shares from 0 to 1, scores in dollars."""

    out: float
    turns: float
    turns_p10: float
    turns_p90: float
    turns_game: float
    hits: float
    score: float
    score_sd: float
    p5: float
    p95: float
    negative: float
    winner: float
    others: float
    total: float
    total_sd: float
    gap: float


PAGE: Final = {
    (row["players"], row["bots"]): Figures(**row["figures"])
    for row in json.loads(Path(__file__).with_name("bots_page.json").read_text("utf-8"))
}
"""The table of WTS 16, by players and bots."""
DUELS: Final = {3: 0.76, 4: 0.72, 6: 0.55}
"""How often one greedy wins among careless ones, by the page."""


class Tally:
    """What one table of equals came to, event by event."""

    def __init__(self) -> None:
        self.asks = self.refused = 0
        self.turns = [0]
        self.rounds: list[told.RoundScored] = []
        self.outcomes: list[Outcome] = []

    def watch(self, event: Event) -> None:
        """Count what the page counts."""
        match event:
            case told.TurnStarted():
                self.turns[-1] += 1
            case told.Asked():
                self.asks += 1
            case told.ToldToWorkTheStrip() | told.MistakeMade():
                self.refused += 1
            case told.RoundScored():
                self.rounds.append(event)
                self.turns.append(0)
            case _:
                pass

    def figures(self) -> Figures:
        """Return the line of the page's table."""
        turns = self.turns[:-1]
        lines = [(r.winner, seat, s.score) for r in self.rounds for seat, s in enumerate(r.lines)]
        scores = [score for _, _, score in lines]
        totals = [total for outcome in self.outcomes for total in outcome.scores]
        tenths, twentieths = quantiles(turns, n=10), quantiles(scores, n=20)
        return Figures(
            out=fmean(r.winner is not None for r in self.rounds),
            turns=median(turns),
            turns_p10=tenths[0],
            turns_p90=tenths[-1],
            turns_game=sum(turns) / len(self.outcomes),
            hits=1 - self.refused / self.asks,
            score=fmean(scores),
            score_sd=pstdev(scores),
            p5=twentieths[0],
            p95=twentieths[-1],
            negative=fmean(score < 0 for score in scores),
            winner=fmean(score for winner, seat, score in lines if winner == seat),
            others=fmean(s for winner, seat, s in lines if winner is not None and winner != seat),
            total=fmean(totals),
            total_sd=pstdev(totals),
            gap=fmean(max(outcome.scores) - min(outcome.scores) for outcome in self.outcomes),
        )


class Table(Data, frozen=True):
    """A table of equals: ours and, where the page has it, the page's."""

    players: int
    bots: str
    games: int
    ours: Figures
    page: Figures | None


class Duel(Data, frozen=True):
    """One greedy among careless ones: its win share with a 95 % interval, and the page's."""

    players: int
    games: int
    share: float
    low: float
    high: float
    page: float | None


class Pace(Data, frozen=True):
    """Milliseconds per greedy decision, by run: the median of three and the spread."""

    players: int
    decisions: int
    mean_ms: float
    least_ms: float
    most_ms: float
    longest_ms: float


class Report(Data, frozen=True):
    """All figures, and what is needed to repeat them; `games` were played for each line."""

    game: str
    version: int
    python: str
    games: int
    seed: int
    tables: tuple[Table, ...]
    duels: tuple[Duel, ...]
    pace: tuple[Pace, ...]


class Wish(NamedTuple):
    """What the command line asks for."""

    game: AnyGame
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    seed: int
    progress: Callable[[str, int, int], None]


def main() -> int:
    """Run the command line; return its exit status."""
    if sys.argv[1:3] == ["--game", lap_dance_bots.GAME]:
        return lap_dance_bots.main(sys.argv[3:])
    if sys.argv[1:3] == ["--game", hand_and_foot_bots.GAME]:
        return hand_and_foot_bots.main(sys.argv[3:])
    parser = _parser()
    words = parser.parse_args()
    wish = Wish(
        registry.game(GAME, {"allow_two": 2 in words.players}),
        words.players,
        words.bots,
        words.games,
        words.seed,
        arena.keep_quiet if words.quiet else arena.show_progress,
    )
    report = Report(
        GAME,
        wish.game.version,
        platform.python_version(),
        wish.games,
        wish.seed,
        tuple(table(wish, players, bots) for players in wish.players for bots in wish.bots),
        tuple(duel(wish, players) for players in wish.players if players > 2),
        tuple(pace(wish, players) for players in wish.players),
    )
    answer = json.dumps(builtins(report), indent=2)
    words.out.parent.mkdir(parents=True, exist_ok=True)
    words.out.write_text(f"{answer}\n", "utf-8")
    shown = answer if words.json else "\n\n".join(_shown(report))
    sys.stdout.write(f"{shown}\n")
    return 0


# --- What is measured -----------------------------------------------------------------------------


def table(wish: Wish, players: int, bots: str) -> Table:
    """Play a table of equals."""
    tally = Tally()
    for number in range(wish.games):
        label = f"table/{wish.seed}/{number}"
        seating = tables.Seating((bots,) * players, label, label)
        tally.outcomes.append(tables.play(wish.game, seating, tally.watch))
        wish.progress(f"{players} {bots}", number + 1, wish.games)
    return Table(players, bots, wish.games, tally.figures(), PAGE.get((players, bots)))


def duel(wish: Wish, players: int) -> Duel:
    """Play one greedy among careless ones, in every seat of each deal."""
    entrants = ("greedy", *[tables.CARELESS] * (players - 1))
    deals = max(1, wish.games // players)
    report = arena.contest(
        wish.game, entrants, deals, wish.seed, partial(wish.progress, f"{players} duel")
    )
    line = report.lines[0]
    share = (line.win_share, line.low, line.high)
    return Duel(players, report.matches, *share, DUELS.get(players))


def pace(wish: Wish, players: int) -> Pace:
    """Time the decisions of a table of greedy bots, in three runs."""
    runs = [_timed(wish, players, run) for run in range(3)]
    means = [fmean(run) for run in runs]
    return Pace(
        players, sum(map(len, runs)), median(means), min(means), max(means), max(map(max, runs))
    )


def _timed(wish: Wish, players: int, run: int) -> list[float]:
    """Return the milliseconds of every decision of one match, the legal list not counted."""
    spent: list[float] = []

    def clocked(
        game: AnyGame, state: State, seat: Seat, seating: tables.Seating, seen: Sequence[Event]
    ) -> AnyAction:
        view, legal = game.view(state, seat), game.legal_actions(state, seat)
        start = process_time()
        action = tables.think(game, view, seen, legal, seating)
        spent.append((process_time() - start) * 1000)
        return action

    label = f"pace/{wish.seed}/{run}"
    seating = tables.Seating(("greedy",) * players, label, label)
    tables.play(wish.game, seating, decide=clocked)
    wish.progress(f"{players} pace", run + 1, 3)
    return spent


# --- How it is shown ------------------------------------------------------------------------------


def _shown(report: Report) -> tuple[str, str, str]:
    """Return the report as people read it."""
    return _tables(report.tables), _duels(report.duels), _pace(report.pace)


def _tables(rows: Sequence[Table]) -> str:
    heads = (
        "players", "bots", "", "out", "turns (p10 to p90)", "turns/game", "hits", "score ± sd",
        "p5 / p95", "negative", "winner / others", "total ± sd", "gap",
    )  # fmt: skip
    lines = []
    for row in rows:
        lines.append((str(row.players), row.bots, "ours", *_cells(row.ours)))
        if row.page:
            lines.append(("", "", "page", *_cells(row.page)))
    return arena.drawn(heads, lines)


def _cells(one: Figures) -> tuple[str, ...]:
    return (
        f"{one.out:.0%}",
        f"{one.turns:.0f} ({one.turns_p10:.0f} to {one.turns_p90:.0f})",
        f"{one.turns_game:.0f}",
        f"{one.hits:.0%}",
        f"{one.score:,.0f} ± {one.score_sd:,.0f}",
        f"{one.p5:,.0f} / {one.p95:,.0f}",
        f"{one.negative:.0%}",
        f"{one.winner:,.0f} / {one.others:,.0f}",
        f"{one.total:,.0f} ± {one.total_sd:,.0f}",
        f"{one.gap:,.0f}",
    )


def _duels(rows: Sequence[Duel]) -> str:
    return arena.drawn(
        ("one greedy among careless", "matches", "win share", "95 % interval", "page"),
        [
            (
                f"{row.players} players",
                str(row.games),
                f"{row.share:.1%}",
                f"{row.low:.1%} to {row.high:.1%}",
                "" if row.page is None else f"{row.page:.0%}",
            )
            for row in rows
        ],
    )


def _pace(rows: Sequence[Pace]) -> str:
    return arena.drawn(
        ("greedy decisions", "number", "ms each (least to most of 3)", "longest"),
        [
            (
                f"{row.players} players",
                f"{row.decisions:,}",
                f"{row.mean_ms:.2f} ({row.least_ms:.2f} to {row.most_ms:.2f})",
                f"{row.longest_ms:.1f}",
            )
            for row in rows
        ],
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.bots",
        description="Work The Strip between bots, beside the figures of its rules page.",
        epilog="--game lap_dance or --game hand_and_foot, as the first words: that game",
    )
    parser.add_argument(
        "--players", type=numbers, default=(3, 4, 6), metavar="N,N,…", help="default: 3,4,6"
    )
    parser.add_argument(
        "--bots",
        type=levels,
        default=("careless", "greedy"),
        metavar="LEVEL,…",
        help="default: careless,greedy",
    )
    parser.add_argument("--games", type=int, default=400, help="matches per line (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="names all cards and dice (default: 1)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    parser.add_argument("--json", action="store_true", help="print the JSON, not the tables")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser


if __name__ == "__main__":
    sys.exit(main())
