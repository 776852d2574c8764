"""The figures of a load, and how they are drawn beside the targets and the peers."""

from __future__ import annotations

from bench.bells import EDGES_MS, Rung
from bench.figures import Spread
from bench.weight import Weight
from games.ai.arena import drawn
from games.rules.kernel import Data

PEERS = (
    ("boardgame.io 0.50, in memory", "closed loop", "3,000 to 3,150", "", "", "88 KB a match"),
    ("boardgame.io 0.50, in memory", "500/s", "500", "0.7", "8.4", ""),
    ("boardgame.io 0.50, flat file, no fsync", "closed loop", "925", "", "", "191 KB a match"),
    ("boardgame.io 0.50, flat file, no fsync", "200/s", "200", "1.8", "9.2", ""),
    ("Colyseus 0.18, in memory, immediate patches", "closed loop", "17,600", "", "", "134 KB"),
    ("Colyseus 0.18, in memory, immediate patches", "500/s", "500", "0.45", "1.3", ""),
    ("Colyseus 0.18, in memory, patches each 50 ms", "500/s", "500", "26", "51", ""),
)
"""Measured earlier on a machine of the same kind, two sockets a match."""


class Acted(Data, frozen=True):
    """One run: actions that were heard in a second, milliseconds until the other seat heard.

    `cpu_ms`: processor time of the web process for each action.
    """

    per_second: float
    p50: float
    p95: float
    p99: float
    cpu_ms: float
    refusals: dict[str, int]


class Told(Data, frozen=True):
    """All runs of one scenario."""

    database: str
    over: str
    tables: int
    rate: int | None
    runs: tuple[Acted, ...]

    def spread(self, figure: str) -> Spread:
        """Return one figure over all runs."""
        return Spread.of([getattr(run, figure) for run in self.runs])

    def line(self) -> str:
        """Return everything in one line."""
        rate, cpu = self.spread("per_second"), self.spread("cpu_ms")
        slow = " ".join(f"{name} {self.spread(name).median:.1f}" for name in ("p50", "p95", "p99"))
        refused = ", ".join(f"{n} {code}" for run in self.runs for code, n in run.refusals.items())
        return f"{rate.text()}/s, {slow} ms, {cpu.text(2)} CPU ms, refused: {refused or 0}"


class Report(Data, frozen=True):
    """All figures, and on what they were taken."""

    python: str
    machine: str
    seconds: float
    web: int
    """How many web processes there were on PostgreSQL."""
    told: tuple[Told, ...]
    gets: dict[str, Spread]
    bells: dict[str, Rung]
    weights: dict[str, Weight]
    start_seconds: Spread | None


def table(report: Report) -> str:
    """Return everything as tables for people."""
    parts = [_actions(report)]
    parts += [_bells(name, rung) for name, rung in report.bells.items()]
    if other := _other(report):
        parts.append(drawn(("what", "database", "figure", "target"), other))
    parts.append(drawn(("peer", "load", "actions/s", "p50 ms", "p99 ms", "memory"), PEERS))
    return "\n\n".join(parts)


def _actions(report: Report) -> str:
    rows = [
        (
            *(told.database, told.over, str(told.tables)),
            f"{told.rate}/s" if told.rate else "closed loop",
            told.spread("per_second").text(),
            *(f"{told.spread(name).median:.1f}" for name in ("p50", "p95")),
            told.spread("p99").text(1),
            f"{told.spread('cpu_ms').median:.2f}",
            _verdict(told),
        )
        for told in report.told
    ]
    heads = ("database", "over", "tables", "load", "actions/s", "p50 ms", "p95 ms", "p99 ms")
    return drawn((*heads, "CPU ms", "target"), rows)


def _verdict(told: Told) -> str:
    """Return the first release's target for this scenario, if there is one."""
    rate, p50, p99 = (told.spread(name).median for name in ("per_second", "p50", "p99"))
    if told.rate is None and told.over == "socket" and told.tables == 200:
        return f"≥ 900/s: {_met(rate >= 900)}"
    if told.rate is None and told.over == "rest":
        return f"≥ 300/s: {_met(rate >= 300)}"
    if told.rate == 500 and told.over == "socket" and told.tables == 500:
        return f"p50 ≤ 5, p99 ≤ 20: {_met(p50 <= 5 and p99 <= 20)}"
    return ""


def _met(is_met: bool) -> str:
    return "met" if is_met else "missed"


def _bells(name: str, rung: Rung) -> str:
    edges = ["early", *(f"≤ {edge} ms" for edge in EDGES_MS), "later"]
    most = max(rung.histogram) or 1
    rows = [
        (edge, str(count), "█" * round(30 * count / most))
        for edge, count in zip(edges, rung.histogram, strict=True)
    ]
    head = (
        f"{rung.heard} of {rung.expected} bells heard on {name} at {rung.load:,.0f} actions/s; "
        f"late by p50 {rung.p50:.0f}, p95 {rung.p95:.0f}, p99 {rung.p99:.0f}, "
        f"at most {rung.most:.0f} ms (target p99 ≤ 200: {_met(rung.p99 <= 200)})"
    )
    return f"{head}\n{drawn(('late', 'bells', ''), rows)}"


def _other(report: Report) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("light GETs a second", name, spread.text(), f"≥ 1,500: {_met(spread.median >= 1500)}")
        for name, spread in report.gets.items()
    ]
    for name, each in report.weights.items():
        rows += [
            (
                "idle socket, KB",
                name,
                f"{each.socket_kb:.1f}",
                f"≤ 45: {_met(each.socket_kb <= 45)}",
            ),
            (
                "open match besides, KB",
                name,
                f"{each.match_kb:.1f}",
                f"≤ 15: {_met(each.match_kb <= 15)}",
            ),
        ]
    if report.start_seconds:
        rows.append(("start-up, seconds", "sqlite", report.start_seconds.text(2), ""))
    return rows
