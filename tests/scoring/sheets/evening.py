"""Situations of the rules pages, put on a table that is played over REST to its score sheet."""

from __future__ import annotations

from typing import Any, Protocol
from unittest import mock

from games.rules import registry
from games.rules.kernel import Action, Event, Seat, State, clone
from tests.api.rest import Person, nobody, person

Row = tuple[str, str | int | None, int, int]
"""What it is, about what or whom, how many, and what that is worth."""
NAMES = ("Ava", "Ben", "Cleo", "Dora", "Eve", "Flo")


class Laid(Protocol):
    """A situation as the games' own builders lay it."""

    @property
    def game(self) -> Any: ...
    @property
    def state(self) -> Any: ...


class Evening:
    """People at a table, each with a token of their own."""

    def __init__(self, laid: Laid) -> None:
        state: State = clone(laid.state)
        state.ply = 0
        self.people = [person(name) for name in NAMES[: len(state.questions)]]
        host, *others = self.people
        for one in self.people:
            one.checks = False
        body = {"game": registry.builtins(laid.game.options), "seats": len(self.people)}
        self.id = host.post("/matches", body).body["id"]
        self.path = f"/matches/{self.id}"
        for other in others:
            assert other.post(f"{self.path}/seats").status == 201
        with mock.patch.object(type(laid.game), "setup", return_value=state):
            assert host.post(f"{self.path}/start").status == 200

    def act(self, seat: Seat, *actions: Action[Any, Any]) -> Evening:
        """Let somebody act."""
        for action in actions:
            answer = self.people[seat].post(f"{self.path}/actions", registry.builtins(action))
            assert answer.status == 200, answer
        return self

    def scores(self, seat: Seat | None = None) -> dict[str, Any]:
        """Return what a seat (None: a passer-by) is shown."""
        asks: Person = nobody() if seat is None else self.people[seat]
        asks.checks = True
        answer = asks.get(f"{self.path}/scores")
        asks.checks = seat is None
        assert answer.status == 200, answer
        body: dict[str, Any] = answer.body
        return body

    def sheets(self, seat: Seat | None = None) -> list[dict[str, Any]]:
        """Return the sheets of the newest round, as a seat is shown them."""
        found: list[dict[str, Any]] = self.scores(seat)["rounds"][-1]["sheets"]
        return found


def rows(sheet: dict[str, Any], *parts: str) -> list[Row]:
    """Return the lines of these parts (none named: all), having added the sheet up."""
    assert sheet["net"] == sum(line["value"] for line in sheet["lines"])
    assert all(line["rule"].startswith(("WTS ", "LAP ", "HF ")) for line in sheet["lines"])
    return [
        (line["what"], line["of"] or line["seat"], line["many"], line["value"])
        for line in sheet["lines"]
        if not parts or line["part"] in parts
    ]


def told(*events: Event) -> list[dict[str, Any]]:
    """Return events as a log keeps them."""
    found: list[dict[str, Any]] = registry.builtins(list(events))
    return found
