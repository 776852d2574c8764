"""The score sheets on a match's page in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.admin import MatchAdmin
from games.models import Match
from games.rules.sheet import Line
from scoring.sheets.selectors import scores_at
from scoring.sheets.sheet import ScoreRound, ScoreSheet


class ScoredMatchAdmin(MatchAdmin):
    """A match's page, with what every finished round was worth.

    Operators see what a spectator sees: money that is secret until the end is secret here too.
    """

    fields = (*MatchAdmin.fields, "score_sheets")  # type: ignore[assignment] # one field more
    readonly_fields = fields  # type: ignore[assignment] # likewise

    @admin.display(description="score sheets")
    def score_sheets(self, match: Match) -> SafeString:
        """Return every line, as tables."""
        found = scores_at(match, None)
        if not found.rounds:
            return format_html("{}", "No round is over yet.")
        rounds = format_html_join("", "{}", ((_round(one),) for one in found.rounds))
        totals = ", ".join("secret" if one is None else f"{one:,}" for one in found.totals)
        return format_html("{}<p><strong>Totals by seat: {}</strong></p>", rounds, totals)


def _round(one: ScoreRound) -> SafeString:
    sheets = format_html_join("", "{}", ((_sheet(sheet),) for sheet in one.sheets))
    return format_html("<h4>Round {}</h4>{}", one.round, sheets or "Secret until the end.")


def _sheet(sheet: ScoreSheet) -> SafeString:
    lines = format_html_join("", "{}", ((_line(line),) for line in sheet.lines))
    seats = ", ".join(map(str, sheet.seats))
    return format_html(
        "<table><caption>Seats {}</caption><thead><tr><th>Part</th><th>What</th><th>How many</th>"
        "<th>Value</th><th>Rule</th></tr></thead><tbody>{}</tbody>"
        "<tfoot><tr><th colspan='3'>Net</th><th>{}</th><th></th></tr></tfoot></table>",
        seats,
        lines,
        f"{sheet.net:,}",
    )


def _line(line: Line) -> SafeString:
    about = [line.of, None if line.seat is None else f"seat {line.seat}"]
    what = " · ".join([line.what, *(words for words in about if words)])
    return format_html(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        *(line.part, what, line.many, f"{line.value:,}", line.rule),
    )
