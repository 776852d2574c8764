"""What is refused around replays and what is shared of them."""

from __future__ import annotations

from games.errors import TableError


class ReplayNotOpen(TableError):
    """Before the end everybody has only what they saw themselves."""

    code, status, title = "replay_not_open", 403, "Not open yet"
    text, at = "While the match runs you may look back through your own eyes only.", "/seat"


class NoSuchPly(TableError):
    """The match has not come so far."""

    code, status, title = "no_such_ply", 404, "No such ply"
    text = "The match has the plies 0 to {last}."

    def __init__(self, last: int) -> None:
        super().__init__(last=last)


class NotOver(TableError):
    """Only what is over can be passed around."""

    code, status, title = "not_over", 409, "Not over yet"
    text = "The match is not over: what you see of it is not for everybody's eyes."


class NoSuchShare(TableError):
    """There is no link of this token."""

    code, status, title = "no_such_share", 404, "No such link"
    text = "Nobody shares a replay under this link."


class ShareRevoked(TableError):
    """There was one."""

    code, status, title = "share_revoked", 410, "Link taken back"
    text = "Whoever shared this replay has taken the link back."


class NotYourShare(TableError):
    """Somebody else made it."""

    code, status, title = "not_your_share", 403, "Not your link"
    text = "Only who made a link can take it back."
