"""A round of Hand & Foot played by four people over REST, from a script to a bill made by hand.

In it a pile is frozen, a leave to go out is refused and another granted, a group of wilds is made,
and a clean group gets its Lady.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games import store
from tests.api.rest import Answer, nobody, person

pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]

KEY = "b64cc2ee5c61faff5edfb8acef033cc3ce50db95db79c030c6a2ffed501edc11"
"""The key of the deal: with another one nobody would hold what the script says."""
SCRIPT = Path(__file__).with_name("hand_and_foot_match.txt")
SEATS = "ABCD"

Json = dict[str, Any]


# --- The script -----------------------------------------------------------------------------------


def lines() -> Iterator[tuple[int, str, str]]:
    """Yield who does what, and the code of the refusal, if it is one."""
    for line in SCRIPT.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            said, _, refused = line.partition("->")
            yield SEATS.index(said[0]), said[2:].strip(), refused.strip()


class Speaker:
    """Reads a line of the script as somebody who sees the view of the seat, and nothing else."""

    def __init__(self, view: Json) -> None:
        self._free = list(view["you_hold"])
        self._pile = list(view["pile"])

    def action(self, said: str) -> Json:
        """Return the request."""
        verb, _, rest = said.partition(" ")
        speak: Mapping[str, Callable[[], Json]] = {
            "cut": lambda: {"type": "cut", "n": int(rest)},
            "choose": lambda: {"type": "choose_hand", "pile": rest},
            "draw": lambda: {"type": "draw"},
            "yes": lambda: {"type": "permission", "answer": "yes"},
            "no": lambda: {"type": "permission", "answer": "no"},
            "discard": lambda: {"type": "discard", "card": self._card(rest)},
            "take": lambda: {"type": "take_pile", **self._take(rest)},
            "asks:": lambda: self._plan(rest.split("; ")),
        }
        return speak[verb]() if verb in speak else self._play(said)

    def _plan(self, parts: Iterable[str]) -> Json:
        plan: Json = {"type": "go_out", "plays": []}
        for part in parts:
            if part.startswith("discard "):
                plan["discard"] = self._card(part.removeprefix("discard "))
            elif part.startswith("take "):
                plan["take"] = self._take(part.removeprefix("take "))
                self._free += self._pile[:-1]
            else:
                plan["plays"].append(self._play(part))
        return plan

    def _play(self, said: str) -> Json:
        verb, _, rest = said.partition(" ")
        if verb == "meld":
            melds, _, labels = rest.partition(" as ")
            return {"type": "meld", "melds": self._lists(melds), "labels": labels.split()}
        meld, _, cards = rest.partition(" ")
        meld_id = int(meld) if meld.isdecimal() else meld
        if verb == "cap":
            return {"type": "cap", "meld_id": meld_id, "card": self._card("LD")}
        assert verb == "lay", said
        return {"type": "lay_off", "meld_id": meld_id, "cards": self._cards(cards)}

    def _take(self, said: str) -> Json:
        how, _, rest = said.partition(" ")
        if how == "new":
            first, *others = self._lists(rest)
            return {"use": {"type": "new", "cards": first}, "melds": others}
        meld, _, cards = rest.partition(" ")
        return {"use": {"type": "onto", "meld_id": int(meld), "cards": self._cards(cards)}}

    def _lists(self, said: str) -> list[list[str]]:
        return [self._cards(cards) for cards in said.split(" | ")]

    def _cards(self, said: str) -> list[str]:
        return [self._card(code) for code in said.split()]

    def _card(self, code: str) -> str:
        found: str = next(card for card in self._free if code_of(card) == code)
        self._free.remove(found)
        return found


def code_of(card: str) -> str:
    return card.partition("-")[0]


# --- The evening ----------------------------------------------------------------------------------


class Evening:
    """Four people at a table, each with a token of his own."""

    def __init__(self) -> None:
        self.passer_by = nobody()
        self.people = [person(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
        host, *others = self.people
        game = {"type": "hand_and_foot", "rounds": 1, "turn_seconds": 0}
        match = host.post("/matches", {"game": game, "seats": 4})
        assert match.status == 201, match
        self.path = f"/matches/{match.body['id']}"
        for other in others:
            assert other.post(f"{self.path}/seats", {}).status == 201
        assert host.post(f"{self.path}/start").status == 200
        self.happened: list[str] = []
        self.hold_answers_against_the_description(wanted=False)

    def hold_answers_against_the_description(self, *, wanted: bool) -> None:
        """Check answers to the last field, or not: it takes ten times as long as to give them."""
        for one in (self.passer_by, *self.people):
            one.checks = wanted

    def position(self, seat: int | None) -> Json:
        """Return what a seat (None: a passer-by) is shown."""
        asks = self.passer_by if seat is None else self.people[seat]
        answer = asks.get(f"{self.path}/position")
        assert answer.status == 200, answer
        body: Json = answer.body
        return body

    def does(self, seat: int, said: str) -> Answer:
        """Let somebody do a line of the script."""
        position = self.position(seat)
        action = Speaker(position["view"]).action(said)
        path = f"{self.path}/actions?decision={position['decision']}"
        return self.people[seat].post(path, action, key=str(uuid4()))

    def play(self) -> None:
        """Play the script; whoever is asked to answer does not see the plan."""
        for seat, said, refused in lines():
            answer = self.does(seat, said)
            if refused:
                assert (answer.status, answer.code) == (409, refused), answer
                self.happened.append(refused)
                continue
            assert answer.status == 200, (seat, said, answer)
            self.hold_answers_against_the_description(wanted=said.startswith("asks:"))
            if said.startswith("asks:"):
                self.is_secret(asker=seat)
            if said in ("yes", "no"):
                self.happened.append(said)

    def is_secret(self, asker: int) -> None:
        """Only the asker is shown the plan."""
        for seat in (None, *range(4)):
            asked = self.position(seat)["view"]["permission"]
            assert asked["seat"] == asker
            assert (asked["plan"] is not None) is (seat == asker)


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(store, "key_of", lambda _match: KEY)
    evening = Evening()
    evening.play()
    return evening


# --- The bill -------------------------------------------------------------------------------------

A_AND_C = {
    "base": [
        ("wild_group", "WILD", 1, 2000),
        ("cap", "WILD", 1, 100),
    ],
    "count": [
        ("melded", "WILD", 7, 3 * 25 + 4 * 50),  # JS JS JS JK JK JK JK
        ("melded", "11", 4, 4 * 10),
        ("melded", "6", 5, 5 * 5),
        ("melded", "10", 5, 5 * 10),
    ],
    "unplayed": [
        ("hand", 0, 8, -(5 + 10 + 10 + 5 + 10 + 10 + 5 + 10)),  # 3 9 9 3 7 7 4 12
        ("foot", 0, 11, -(4 * 10 + 10 + 5 + 50 + 5 + 10 + 5 + 10)),  # 12*4 9 4 JK 6 10 4 8
        ("hand", 2, 5, -(5 * 5)),  # 4 2 4 2 3
        ("foot", 2, 11, -(4 * 5 + 10 + 2 * 20 + 50 + 2 * 10 + 10)),  # 2 2 2 5 8 LO LO JK 9 9 7
    ],
}
B_AND_D = {
    "base": [
        ("dirty_group", "LO", 1, 300),
        ("clean_group", "1", 1, 500),
        ("cap", "1", 1, 100),
        ("dirty_group", "5", 1, 300),
        ("going_out", 3, 1, 100),
    ],
    "count": [
        ("melded", "11", 6, 6 * 10),
        ("melded", "LO", 7, 6 * 20 + 50),  # with a Joker
        ("melded", "9", 5, 4 * 10 + 25),  # with a Jester
        ("melded", "8", 5, 4 * 10 + 25),
        ("melded", "1", 7, 7 * 5),
        ("melded", "4", 3, 2 * 5 + 50),
        ("melded", "5", 7, 6 * 5 + 25),
        ("melded", "7", 5, 4 * 10 + 25),
        ("melded", "2", 4, 4 * 5),
        ("melded", "3", 4, 4 * 5),
        ("melded", "12", 3, 3 * 10),
    ],
    "unplayed": [("hand", 1, 1, -25)],  # JS
}
SUMS = {"A_AND_C": (2100, 390, 375, 2115), "B_AND_D": (1300, 645, 25, 1920)}
"""Base, count, unplayed and net of each side: 2100 + 390 - 375, and 1300 + 645 - 25."""


def by_part(sheet: Json) -> dict[str, list[tuple[str, str | int, int, int]]]:
    """Return the lines of a sheet: what, of which rank or whose, how many, how much."""
    parts: dict[str, list[tuple[str, str | int, int, int]]] = {}
    for line in sheet["lines"]:
        about = line["seat"] if line["of"] is None else line["of"]
        parts.setdefault(line["part"], []).append(
            (line["what"], about, line["many"], line["value"])
        )
    return parts


def sums(sheet: Json) -> tuple[int, int, int, int]:
    return sheet["base"], sheet["count"], sheet["unplayed"], sheet["net"]


def test_a_scripted_round_has_all_that_a_round_can_have_and_the_bill_made_by_hand(
    evening: Evening,
) -> None:
    assert evening.happened == ["pile_frozen", "no", "already_denied", "yes"]
    evening.hold_answers_against_the_description(wanted=True)
    for view in (evening.position(seat)["view"] for seat in (None, *range(4))):
        (result,) = view["results"]
        first, second = result["sheets"]
        assert (result["end"], result["out"]) == ("out", 3)
        assert (first["seats"], second["seats"]) == ([0, 2], [1, 3])
        assert by_part(first) == A_AND_C
        assert by_part(second) == B_AND_D
        assert (sums(first), sums(second)) == (SUMS["A_AND_C"], SUMS["B_AND_D"])
        assert view["totals"] == [2115, 1920, 2115, 1920]
    assert evening.people[0].get(evening.path).body["status"] == "finished"
