"""Where the evening stands: which question is asked, which plies there are, what was answered."""

from __future__ import annotations

from datetime import UTC, datetime

from clients.conformance.checks import Json, expect, same
from clients.conformance.client.recording import Evening

FIRST_PLY = 40
"""The client comes when the match has been going on for a while."""


class Script:
    """The match as the scripted server has it; whatever is answered, it goes on as recorded."""

    def __init__(self, evening: Evening, match: str) -> None:
        self._evening = evening
        self.match = match
        self.epoch = 1
        self.step = 0
        self.plies: list[Json] = []
        self.answered: dict[str, tuple[int, Json]] = {}
        """By request id: the ply an act led to, and the act."""
        self.first = FIRST_PLY
        self.strays = 0
        """Answers to questions that had passed; see `forgives`."""
        self.forgives = False
        """Whether such answers are no mistake of the client's in this script."""

    @property
    def ply(self) -> int:
        """Where the match stands."""
        return self.first + len(self.plies)

    @property
    def over(self) -> bool:
        """Whether every question was answered."""
        return self.step >= len(self._evening.steps)

    @property
    def decision(self) -> int:
        """The number of the question that is asked."""
        return int(self._now()["decision"])

    def where(self) -> str:
        """Return in words how far it is."""
        return "everything was told" if self.over else f"question {self.step + 1} waits for it"

    def is_new(self, act: Json) -> bool:
        """Say whether this act has to be applied.

        Raises `Broken` if it was answered already and says something else this time.
        """
        _, before = self.answered.get(act["request_id"], (0, act))
        same(act, before, "the act that is sent again under its request id")
        return act["request_id"] not in self.answered

    def apply(self, act: Json) -> None:
        """Let an act lead to the next question, as recorded."""
        expect(not self.over, "an act after the end of the match")
        self.answered[act["request_id"]] = (self.ply + 1, act)
        for events in self._evening.steps[self.step].plies:
            self.plies.append(self._ply(self.ply + 1, events))
        self.step += 1

    def begin_anew(self, *, epoch: int, ply: int) -> None:
        """Let the match stand elsewhere, at the same question: plies were taken back, or missed."""
        self.epoch, self.first = epoch, ply
        self.plies = []

    def since(self, ply: int) -> list[Json]:
        """Return the plies after this one."""
        return [each for each in self.plies if each["ply"] > ply]

    def position(self) -> Json:
        """Return the position of the client's seat."""
        return self._here(self._now())

    def watched(self) -> Json:
        """Return the position as onlookers see it."""
        return self._here(self._evening.watched)

    def header(self) -> Json:
        """Return the public side of the match."""
        header = self._evening.finished if self.over else self._evening.header
        return {**header, "id": self.match, "epoch": self.epoch, "ply": self.ply}

    def _now(self) -> Json:
        return self._evening.end if self.over else self._evening.steps[self.step].position

    def _here(self, position: Json) -> Json:
        return {**position, "epoch": self.epoch, "ply": self.ply, "server_time": now()}

    def _ply(self, number: int, events: list[Json]) -> Json:
        named = {"match": self.match, "epoch": self.epoch, "ply": number}
        return {**named, "at": now(), "events": events}


def now() -> str:
    """Return the time as it stands on the wire."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")
