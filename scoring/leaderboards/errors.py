"""What leaderboards refuse."""

from __future__ import annotations

from games.errors import TableError


class NoSuchSeason(TableError):
    """The season has not begun yet."""

    code, status, title = "no_such_season", 404, "No such season"
    text = "That season has not begun yet; nobody is ahead in the future."
