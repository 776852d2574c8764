"""Lap Dance between bots, beside the figures of its rules page (LAP 18.2).

``python -m bench.bots --game lap_dance`` plays tables of equals in both ways of rerolling, watches
that no card, Favor or dollar goes astray, and prints what came of it above what the page says.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, pstdev, quantiles
from time import process_time
from typing import Final

import msgspec

from games.ai import arena, tables
from games.ai.bots import AnyAction
from games.rules import registry
from games.rules.kernel import Data, Event, Outcome, Seat, State
from games.rules.lap_dance import events as told
from games.rules.lap_dance.cards import DESIRES, STARTING
from games.rules.lap_dance.options import EXTRA_CARDS
from games.rules.lap_dance.state import LapState
from games.rules.registry import AnyGame, builtins

GAME: Final = "lap_dance"
RESULTS: Final = Path(__file__).parent / "results" / "bots_lap_dance.json"
MODES: Final = ("set_aside", "free")
ROUNDS: Final = 5


class Figures(Data, frozen=True):
    """One line of the page's table; what the page does not say is None or empty.

    `shares`: of turns with 0 to 3 orders; `hand`: cards left after each round's Preparation;
    `by_turn`: dollars of orders by place in the turn order; money in dollars.
    """

    orders: float
    shares: tuple[float, ...]
    dice: float
    rerolls: float
    stars: float
    money: float
    money_sd: float
    p5: float
    p95: float
    gap: float
    stack: float | None = None
    hand: tuple[float, ...] = ()
    shared: float | None = None
    by_turn: tuple[float, ...] = ()


class Table(Data, frozen=True):
    """A table of equals: ours and, where the page has it, the page's.

    `seats`: share of the win by seat; `staff`: uses a game; `specials`: played a game;
    `seconds`: CPU time a game.
    """

    players: int
    bots: str
    mode: str
    games: int
    ours: Figures
    page: Figures | None
    seats: tuple[float, ...]
    staff: dict[str, float]
    specials: float
    seconds: float


class Report(Data, frozen=True):
    """All figures, and what is needed to repeat them."""

    game: str
    version: int
    python: str
    seed: int
    tables: tuple[Table, ...]


def _page() -> dict[tuple[int, str, str], Figures]:
    rows = json.loads(Path(__file__).with_name("lap_dance_page.json").read_text("utf-8"))
    return {
        (row["players"], row["bots"], row["mode"]): msgspec.convert(row["figures"], Figures)
        for row in rows
    }


class Astray(AssertionError):
    """A card, Favor or a dollar is not where it can be."""


class Tally:
    """What one table of equals came to, event by event."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.served: list[int] = []
        self.dice: list[int] = []
        self.rerolls: list[int] = []
        self.stars: list[int] = []
        self.stacks: list[int] = []
        self.left: list[list[int]] = [[] for _ in range(ROUNDS)]
        self.by_turn: list[list[int]] = [[] for _ in range(players)]
        self.staff = Counter[str]()
        self.specials = 0
        self.outcomes: list[Outcome] = []
        self.round = self.place = self.rolls = self.paid = 0
        self.hands: list[int] = []

    def start(self) -> None:
        """Begin another game."""
        self.round, self.place = 1, -1
        self.hands = [len(STARTING[0]) + EXTRA_CARDS] * self.players

    def watch(self, event: Event) -> None:
        """Count what the page counts."""
        self._cards(event)
        match event:
            case told.RoundStarted():
                self.round, self.place = event.round, -1
            case told.TurnStarted():
                self.place, self.rolls, self.paid = self.place + 1, 0, 0
            case told.DiceRolled():
                if not self.rolls:
                    self.dice.append(len(event.dice))
                self.rolls += 1
            case told.RollingEnded():
                self.rerolls.append(self.rolls - 1)
                self.stars.append(event.stars)
            case told.OrdersFulfilled():
                self.served.append(len(event.orders))
                self.by_turn[self.place].append(0)
            case told.MoneyGained() if event.source in DESIRES:
                self.by_turn[self.place][-1] += event.amount
            case told.StaffUsed():
                self.staff[event.staff] += 1
            case told.SpecialPlayed():
                self.specials += 1
            case _:
                pass

    def _cards(self, event: Event) -> None:
        """Count the hands."""
        match event:
            case told.CardsDrawn():
                self.hands[event.seat] += event.count
            case told.CardsReturned():
                self.hands[event.seat] += len(event.cards)
            case told.StackTrimmed():
                self.hands[event.seat] -= len(event.cards)
            case told.HandCardDiscarded():
                self.hands[event.seat] -= 1
            case told.HandCardTaken():
                self.hands[event.seat] += 1
                self.hands[event.target] -= 1
            case told.StackRevealed():
                self.hands[event.seat] -= len(event.cards)
                self.stacks.append(len(event.cards))
                self.left[self.round - 1].append(self.hands[event.seat])
            case _:
                pass

    def figures(self) -> Figures:
        """Return the line of the page's table."""
        money = [score for outcome in self.outcomes for score in outcome.scores]
        twentieths = quantiles(money, n=20)
        gaps = [max(one.scores) - min(one.scores) for one in self.outcomes]
        return Figures(
            orders=fmean(self.served),
            shares=tuple(self.served.count(n) / len(self.served) for n in range(4)),
            dice=fmean(self.dice),
            rerolls=fmean(self.rerolls),
            stars=fmean(self.stars),
            money=fmean(money),
            money_sd=pstdev(money),
            p5=twentieths[0],
            p95=twentieths[-1],
            gap=fmean(gaps),
            stack=fmean(self.stacks),
            hand=tuple(fmean(left) for left in self.left),
            shared=fmean(outcome.places.count(1) > 1 for outcome in self.outcomes),
            by_turn=tuple(fmean(dollars) for dollars in self.by_turn),
        )

    def seats(self) -> tuple[float, ...]:
        """Return the share of the win by seat."""
        won = [arena.shares(outcome) for outcome in self.outcomes]
        return tuple(fmean(shares[seat] for shares in won) for seat in range(self.players))


# --- What is measured -----------------------------------------------------------------------------


def table(players: int, bots: str, mode: str, games: int, seed: int, *, quiet: bool) -> Table:
    """Play a table of equals.  Raises `Astray` if anything is lost on the way."""
    game = registry.game(GAME, {"reroll_mode": mode})
    tally, start = Tally(players), process_time()
    for number in range(games):
        label = f"table/{seed}/{number}"
        tally.start()
        outcome = tables.play(
            game, tables.Seating((bots,) * players, label, label), tally.watch, counted
        )
        tally.outcomes.append(outcome)
        if not quiet:
            arena.show_progress(f"{players} {bots} {mode}", number + 1, games)
    seconds = (process_time() - start) / games
    return Table(
        players,
        bots,
        mode,
        games,
        tally.figures(),
        _page().get((players, bots, mode)),
        tally.seats(),
        {staff: uses / games for staff, uses in sorted(tally.staff.items())},
        tally.specials / games,
        seconds,
    )


def counted(
    game: AnyGame, state: State, seat: Seat, seating: tables.Seating, seen: Sequence[Event]
) -> AnyAction:
    """Decide as bots do, and see that all cards are there, and Favor and dollars in bounds."""
    if isinstance(state, LapState):
        players = len(state.seats)
        if game.card_ids(state) != _ALL.setdefault((game.options, players), game.card_ids(state)):
            raise Astray(f"cards: {seating.deal} at ply {state.ply}")
        if any(not 0 <= one.favor <= game.options.favor_cap for one in state.seats):
            raise Astray(f"Favor: {seating.deal} at ply {state.ply}")
        if any(one.money < 0 for one in state.seats):
            raise Astray(f"dollars: {seating.deal} at ply {state.ply}")
    return tables.decide(game, state, seat, seating, seen)


_ALL: dict[object, list[str]] = {}
"""Every card id at a table, by options and seats."""


# --- How it is shown ------------------------------------------------------------------------------


def shown(report: Report) -> str:
    """Return the report as people read it."""
    heads = (
        "players", "bots", "mode", "", "orders", "0/1/2/3 %", "dice", "rerolls", "stars", "stack",
        "hand left", "money ± sd", "p5 / p95", "gap", "shared", "by turn",
    )  # fmt: skip
    lines = []
    for row in report.tables:
        lines.append((str(row.players), row.bots, row.mode, "ours", *_cells(row.ours)))
        if row.page:
            lines.append(("", "", "", "page", *_cells(row.page)))
    return "\n\n".join((arena.drawn(heads, lines), _rest(report.tables)))


def _cells(one: Figures) -> tuple[str, ...]:
    return (
        f"{one.orders:.2f}",
        " / ".join(f"{share * 100:.0f}" for share in one.shares),
        f"{one.dice:.2f}",
        f"{one.rerolls:.2f}",
        f"{one.stars:.2f}",
        "" if one.stack is None else f"{one.stack:.2f}",
        " ".join(f"{left:.1f}" for left in one.hand),
        f"{one.money:.1f} ± {one.money_sd:.1f}",
        f"{one.p5:.0f} / {one.p95:.0f}",
        f"{one.gap:.1f}",
        "" if one.shared is None else f"{one.shared:.0%}",
        " ".join(f"{dollars:.2f}" for dollars in one.by_turn),
    )


def _rest(rows: Sequence[Table]) -> str:
    heads = (
        "players",
        "bots",
        "mode",
        "games",
        "win by seat",
        "staff a game",
        "specials",
        "s/game",
    )
    return arena.drawn(
        heads,
        [
            (
                str(row.players),
                row.bots,
                row.mode,
                f"{row.games:,}",
                " ".join(f"{share:.0%}" for share in row.seats),
                " ".join(f"{staff} {uses:.1f}" for staff, uses in row.staff.items()),
                f"{row.specials:.1f}",
                f"{row.seconds:.3f}",
            )
            for row in rows
        ],
    )


# --- The command ----------------------------------------------------------------------------------


def main(words: Sequence[str]) -> int:
    """Run the command line; return its exit status."""
    wish = _parser().parse_args(words)
    rows = {(row.players, row.bots, row.mode): row for row in _kept(wish.out, wish.seed)}
    played = []
    for mode in wish.modes.split(","):
        for players in map(int, wish.players.split(",")):
            for bots in wish.bots.split(","):
                row = table(players, bots, mode, wish.games, wish.seed, quiet=wish.quiet)
                played.append(row)
                rows[players, bots, mode] = row
                _keep(wish.out, _report(wish.seed, rows.values()))
    report = _report(wish.seed, played)
    answer = json.dumps(builtins(report), indent=2) if wish.json else shown(report)
    sys.stdout.write(f"{answer}\n")
    return 0


def _report(seed: int, rows: Iterable[Table]) -> Report:
    version = registry.kind(GAME).version
    return Report(GAME, version, platform.python_version(), seed, tuple(rows))


def _kept(path: Path, seed: int) -> tuple[Table, ...]:
    """Return the lines of an earlier run: what is not played anew stays."""
    if not path.exists():
        return ()
    report = msgspec.json.decode(path.read_bytes(), type=Report)
    return report.tables if (report.seed, report.version) == (seed, _report(0, ()).version) else ()


def _keep(path: Path, report: Report) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(builtins(report), indent=2) + "\n", "utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.bots --game lap_dance",
        description="Lap Dance between bots, beside the figures of its rules page.",
    )
    parser.add_argument("--players", default="2,3,4", help="default: 2,3,4")
    parser.add_argument("--bots", default="careless,greedy", help="default: careless,greedy")
    parser.add_argument("--modes", default=",".join(MODES), help="default: set_aside,free")
    parser.add_argument("--games", type=int, default=400, help="matches per line (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="names all cards and dice (default: 1)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the JSON goes")
    parser.add_argument("--json", action="store_true", help="print the JSON, not the tables")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser
