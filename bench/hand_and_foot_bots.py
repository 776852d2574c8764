"""Hand & Foot between bots, beside the figures of the rules page (HF 3.3 and 23.2).

``python -m bench.bots --game hand_and_foot`` plays tables of equals and prints how long their
rounds last and how they end, above what the page says; no card may get lost on the way, and no
seat that is asked may find nothing to do.  Then it takes the time of greedy decisions.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, median, quantiles
from time import process_time
from typing import Any, Final, NamedTuple

from bench.words import levels, numbers
from games.ai import tables
from games.ai.arena import drawn, keep_quiet, show_progress
from games.ai.bots import AnyAction
from games.rules import registry
from games.rules.kernel import Data, Event, Seat, State
from games.rules.registry import AnyGame, builtins
from tests.games.rules.hand_and_foot.rounds import Round, rounds

GAME: Final = "hand_and_foot"
RESULTS: Final = Path(__file__).parent / "results" / "bots_hand_and_foot.json"
ROUNDS_A_MATCH: Final = 4
PLAYERS: Final = (2, 3, 4, 5, 6)


class Figures(Data, frozen=True):
    """One line of the page's tables: turns per seat and round, a seat's own turn, points, cards."""

    turns: float
    turns_p10: float
    turns_p90: float
    turns_round: float
    turns_game: float
    opened: float
    foot: float
    piles: float
    pile_size: float
    asked: float
    refused: float
    net: float
    net_p10: float
    net_p90: float
    exhausted: float
    stock: float
    stock_p5: float


_PAGE: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("hand_and_foot_page.json").read_text("utf-8")
)
PAGE: Final = {(row["players"], row["bots"]): Figures(**row["figures"]) for row in _PAGE["rounds"]}
"""The table of HF 23.2, with the stock of HF 3.3, by players and bots."""


class Table(Data, frozen=True):
    """A table of equals: ours and, where the page has it, the page's."""

    players: int
    bots: str
    rounds: int
    ours: Figures
    page: Figures | None
    page_exhausted: float | None
    page_turns: float | None


class Pace(Data, frozen=True):
    """Milliseconds per greedy decision."""

    players: int
    decisions: int
    mean_ms: float
    median_ms: float
    p95_ms: float
    longest_ms: float


class Report(Data, frozen=True):
    """All figures, and what is needed to repeat them."""

    game: str
    version: int
    python: str
    rounds: int
    seed: int
    options: dict[str, Any]
    tables: tuple[Table, ...]
    pace: tuple[Pace, ...]


class Wish(NamedTuple):
    """What the command line asks for."""

    game: AnyGame
    rounds: int
    seed: int
    progress: Callable[[str, int, int], None]


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    asked = _parser().parse_args(words)
    game = registry.game(GAME, asked.options)
    progress = keep_quiet if asked.quiet else show_progress
    wish = Wish(game, asked.rounds, asked.seed, progress)
    report = Report(
        GAME,
        game.version,
        platform.python_version(),
        wish.rounds,
        wish.seed,
        registry.builtins(game.options),
        tuple(table(wish, n, bots) for n in asked.players for bots in asked.bots),
        tuple(pace(wish, n) for n in asked.players),
    )
    answer = json.dumps(builtins(report), indent=2)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(f"{answer}\n", "utf-8")
    shown = answer if asked.json else f"{_tables(report.tables)}\n\n{_pace(report.pace)}"
    sys.stdout.write(f"{shown}\n")
    return 0


# --- What is measured -----------------------------------------------------------------------------


def table(wish: Wish, players: int, bots: str) -> Table:
    """Play a table of equals, whole matches, until there are enough rounds."""
    found: list[Round] = []
    for one in rounds(wish.game, (bots,) * players, -(-wish.rounds // ROUNDS_A_MATCH), wish.seed):
        found.append(one)
        wish.progress(f"{players} {bots}, rounds", len(found), wish.rounds)
    turns = _PAGE["random_turns"].get(str(players)) if bots == "random" else None
    exhausted = _PAGE["exhausted"].get(bots, {}).get(str(players))
    page = PAGE.get((players, bots))
    return Table(players, bots, len(found), figures(found, players), page, exhausted, turns)


def figures(found: Sequence[Round], players: int) -> Figures:
    """Return the line of the page's table for these rounds."""
    lengths = [one.turns.total() / players for one in found]
    nets = [net for one in found for net in one.nets]
    tenths, of_nets = quantiles(lengths, n=10), quantiles(nets, n=10)
    sizes = [size for one in found for size in one.piles]
    stocks = [one.stock for one in found]
    return Figures(
        turns=fmean(lengths),
        turns_p10=tenths[0],
        turns_p90=tenths[-1],
        turns_round=fmean(lengths) * players,
        turns_game=fmean(lengths) * players * ROUNDS_A_MATCH,
        opened=_mean([turn for one in found for turn in one.opened.values()]),
        foot=_mean([turn for one in found for turn in one.feet]),
        piles=len(sizes) / len(found),
        pile_size=_mean(sizes),
        asked=fmean(one.asked for one in found),
        refused=fmean(one.refused for one in found),
        net=fmean(nets),
        net_p10=of_nets[0],
        net_p90=of_nets[-1],
        exhausted=fmean(one.end == "stock" for one in found),
        stock=fmean(stocks),
        stock_p5=quantiles(stocks, n=20)[0],
    )


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def pace(wish: Wish, players: int) -> Pace:
    """Time the decisions of one match of greedy bots, the legal list not counted."""
    spent: list[float] = []

    def clocked(
        game: AnyGame, state: State, seat: Seat, seating: tables.Seating, seen: Sequence[Event]
    ) -> AnyAction:
        view, legal = game.view(state, seat), game.legal_actions(state, seat)
        start = process_time()
        action = tables.think(game, view, seen, legal, seating)
        spent.append((process_time() - start) * 1000)
        return action

    label = f"pace/{wish.seed}"
    tables.play(wish.game, tables.Seating(("greedy",) * players, label, label), decide=clocked)
    last = quantiles(spent, n=20)[-1]
    return Pace(players, len(spent), fmean(spent), median(spent), last, max(spent))


# --- How it is shown ------------------------------------------------------------------------------


def _tables(rows: Sequence[Table]) -> str:
    heads = (
        "players", "bots", "", "turns/seat (p10 to p90)", "turns/round", "turns/game", "opened",
        "foot", "piles (size)", "asked / refused", "net (p10 to p90)", "exhausted", "stock (p5)",
    )  # fmt: skip
    lines = []
    for row in rows:
        lines.append((str(row.players), row.bots, "ours", *_cells(row.ours)))
        if row.page:
            lines.append(("", "", "page", *_cells(row.page)))
        elif row.page_exhausted is not None or row.page_turns is not None:
            lines.append(("", "", "page", *_sparse(row)))
    return drawn(heads, lines)


def _cells(one: Figures) -> tuple[str, ...]:
    return (
        f"{one.turns:.1f} ({one.turns_p10:.1f} to {one.turns_p90:.1f})",
        f"{one.turns_round:.0f}",
        f"{one.turns_game:.0f}",
        f"{one.opened:.1f}",
        f"{one.foot:.1f}",
        f"{one.piles:.1f} ({one.pile_size:.0f})",
        f"{one.asked:.1f} / {one.refused:.1f}",
        f"{one.net:,.0f} ({one.net_p10:,.0f} to {one.net_p90:,.0f})",
        f"{one.exhausted:.1%}",
        f"{one.stock:.0f} ({one.stock_p5:.0f})",
    )


def _sparse(row: Table) -> tuple[str, ...]:
    """Return what the page says of weak players: one figure or two."""
    turns = "" if row.page_turns is None else f"{row.page_turns:.0f}"
    exhausted = "" if row.page_exhausted is None else f"{row.page_exhausted:.1%}"
    return (turns, *[""] * 7, exhausted, "")


def _pace(rows: Sequence[Pace]) -> str:
    return drawn(
        ("greedy decisions", "number", "mean ms", "median ms", "p95 ms", "longest ms"),
        [
            (
                f"{row.players} players",
                f"{row.decisions:,}",
                f"{row.mean_ms:.2f}",
                f"{row.median_ms:.2f}",
                f"{row.p95_ms:.2f}",
                f"{row.longest_ms:.1f}",
            )
            for row in rows
        ],
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.bots --game hand_and_foot",
        description="Hand & Foot between bots, beside the figures of its rules page.",
    )
    parser.add_argument(
        "--players", type=numbers, default=PLAYERS, metavar="N,N,…", help="default: 2,3,4,5,6"
    )
    parser.add_argument(
        "--bots",
        type=levels,
        default=("greedy", "random"),
        metavar="LEVEL,…",
        help=f"of {', '.join(tables.PLAYERS)} (default: greedy,random)",
    )
    parser.add_argument(
        "--rounds", type=int, default=1000, help="rounds per line, in whole matches (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="names all cards (default: 1)")
    parser.add_argument("--options", type=json.loads, default={}, help="house rules, as JSON")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    parser.add_argument("--json", action="store_true", help="print the JSON, not the tables")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser


if __name__ == "__main__":
    sys.exit(main())
