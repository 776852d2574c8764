"""What leaves the server in a match of Lap Dance: nobody else's money, nobody else's Stack.

Money is public arithmetic (whoever keeps count can compute it), and is not told before the end
(LAP 4.1, R42).  So every seat is given a fortune that no card could pay, whose number is looked for
wherever anything is said.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from api.push import in_database
from games import store
from games.ai import bots
from games.clock import Frozen
from games.models import Match, Participant, Ply
from games.rules import registry
from games.rules.kernel import Seat
from games.rules.lap_dance.cards import STARTING
from games.rules.lap_dance.state import LapState
from games.services import play, upkeep
from tests.api.rest import Person, nobody, person
from tests.api.talk import Talk
from tests.conftest import Broker
from tests.games.lap_tables import MINUTE, sat_down, state_of
from tests.games.tables import does

pytestmark = [pytest.mark.form, pytest.mark.django_db(transaction=True)]

FORTUNE = 777_000_000
APART = 1_000_000
NUMBER = re.compile(r"(?<![\w.])(7[78]\d),?(\d{3}),?(\d{3})(?![\w.])")


def fortunes(text: str) -> set[Seat]:
    """Return the seats whose money stands in a text, to within what a match can change."""
    found = (int("".join(match.groups())) for match in NUMBER.finditer(text))
    return {
        round((amount - FORTUNE) / APART)
        for amount in found
        if abs((amount - FORTUNE + APART // 2) % APART - APART // 2) < 1000
    }


class Said(NamedTuple):
    """Something that was said to a seat (None: to somebody who watches, or runs the server)."""

    to: Seat | None
    where: str
    text: str


class Table:
    """Three people and one who watches, each of whom hears everything said to them."""

    def __init__(self) -> None:
        self.people = [person(name) for name in ("Ada", "Bob", "Cleo")]
        self.watcher = nobody()
        for one in (*self.people, self.watcher):
            one.checks = False  # held against the description elsewhere: here there is too much
        self.seen = 0
        self.match = sat_down(*(one.player for one in self.people), **MINUTE)
        self.said: list[Said] = []
        self.plant()

    def plant(self) -> None:
        """Give every seat its fortune."""
        row = Match.with_secrets.get(pk=self.match.pk)
        state = registry.decode_state(registry.kind("lap_dance"), bytes(row.state or b""))
        assert isinstance(state, LapState)
        for seat, one in enumerate(state.seats):
            one.money = FORTUNE + seat * APART
        data = registry.encode_state(state)
        Match.with_secrets.filter(pk=row.pk).update(state=data, stamp=row.stamp + 1)

    @property
    def path(self) -> str:
        return f"/matches/{self.match.pk}"

    @property
    def readers(self) -> list[tuple[Seat | None, Person]]:
        return [*enumerate(self.people), (None, self.watcher)]

    def look_everywhere(self) -> None:
        """Let everybody ask for everything there is to be asked for, and what is new since."""
        news = f"{self.path}/plies?after={self.seen}"
        self.seen = Match.objects.get(pk=self.match.pk).ply
        for seat, one in self.readers:
            paths = [self.path, f"{self.path}/position", "/matches", news]
            if seat is not None:
                paths += ["/me", "/me/questions"]
            for path in paths:
                self.hear(seat, path, one.get(path).body)

    def provoke(self, luck: Random) -> None:
        """Let everybody offer what the rules refuse, or may refuse, without changing the table."""
        strangers = [card for one in state_of(self.match).seats for card in one.hand]
        for seat, one in enumerate(self.people):
            for action in (
                {"type": "set_stack", "cards": [luck.choice(strangers), "nowhere"]},
                {"type": "fulfil", "orders": [0, 0], "returns": []},
                {"type": "play_special", "card": luck.choice(strangers), "target": seat},
                {"type": "use_staff", "staff": "vladimir", "target": seat, "card": "ev02a"},
            ):
                answer = one.post(f"{self.path}/actions", action, key=uuid4().hex)
                assert answer.status in (400, 409), answer
                self.hear(seat, f"refused {action['type']}", answer.body)

    def hear(self, to: Seat | None, where: str, body: object) -> None:
        self.said.append(Said(to, where, json.dumps(body)))

    def goes_on(self, time: Frozen, luck: Random) -> bool:
        """Play one ply, of a seat that is asked or may act, or ring the next bell."""
        table = store.look(self.match.pk)
        state = table.state
        assert state is not None
        if table.match.status != "running":
            return False
        seats = [*state.to_act, *state.invited]
        if not seats or luck.random() < 0.05:
            assert table.match.deadline_at is not None
            time.advance(max(0.0, (table.match.deadline_at - time.at).total_seconds()))
            play.ring_due(match_id=self.match.pk)
            return True
        seat = luck.choice(seats)
        legal = table.rules.legal_actions(state, seat)
        if legal.actions:
            view = table.rules.view(state, seat)
            action = bots.choose(table.rules, view, (), legal, "random", luck.randbytes(8))
            body = registry.builtins(action)
            answer = self.people[seat].post(f"{self.path}/actions", body, key=uuid4().hex)
            assert answer.status == 200, answer
            self.hear(seat, "acted", answer.body)
        return True


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


def test_a_fortune_is_found_where_it_stands() -> None:
    assert fortunes('{"money": 777000003, "x": 778000000.5}') == {0}
    assert fortunes("$778,999,998 and 777500000") == {2}
    assert fortunes("0199a777000000b") == set()


def test_nobody_is_told_what_another_has_until_it_is_over(
    time: Frozen, broker: Broker, logged: pytest.LogCaptureFixture
) -> None:
    table, luck, plies = Table(), Random(5), 0
    table.look_everywhere()
    while table.goes_on(time, luck):
        plies += 1
        if plies % 9 == 0 and Match.objects.get(pk=table.match.pk).status == "running":
            table.look_everywhere()
            table.provoke(luck)
            upkeep.sweep()

    while_it_ran = table.said
    last = next(said for said in reversed(while_it_ran) if said.where == "acted")
    for to, where, text in while_it_ran:
        over = text == last.text and "game_ended" in text
        assert over or fortunes(text) <= {to}, f"{where} tells seat {to}: {text}"
    assert any(fortunes(text) == {to} for to, _, text in while_it_ran), "nothing was planted"
    assert fortunes(json.dumps([broker.tasks, broker.nudges], default=str)) == set()
    assert fortunes("\n".join(record.getMessage() for record in logged.records)) == set()
    after = [one.get(f"{table.path}/position").body for _, one in table.readers]
    assert all(fortunes(json.dumps(body)) == {0, 1, 2} for body in after)


@pytest.mark.usefixtures("anything_goes")
def test_the_admin_shows_no_money_and_no_stack(
    client: Client, time: Frozen, broker: Broker
) -> None:
    table = Table()
    placed = place_drawn_cards(table)
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    rows: list[Any] = [
        table.match,
        *Participant.objects.filter(match=table.match),
        *Ply.objects.filter(match=table.match),
    ]
    pages = [reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk]) for row in rows]
    pages += [reverse(f"admin:games_{model}_changelist") for model in ("match", "ply")]
    for page in pages:
        text = client.get(page).content.decode()
        assert fortunes(text) == set(), page
        assert not [card for cards in placed for card in cards if card in text], page


# --- The Stack, while the minute runs -------------------------------------------------------------


def place_drawn_cards(table: Table) -> list[tuple[str, ...]]:
    """Let every seat place two cards that nobody can know it has; return them by seat."""
    placed = []
    for seat, one in enumerate(table.people):
        own = set(STARTING[seat])
        hand = [card for card in state_of(table.match).seats[seat].hand if card not in own]
        body = {"type": "set_stack", "cards": hand[:2]}
        answer = one.post(f"{table.path}/actions", body, key=uuid4().hex)
        assert answer.status == 200, answer
        placed.append(tuple(hand[:2]))
    return placed


@pytest.fixture
def anything_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Curious Collector: cards of all types may be placed."""
    monkeypatch.setitem(MINUTE, "customers", ("c18", "c09", "c10"))


@pytest.mark.usefixtures("anything_goes")
def test_no_card_of_a_stack_is_told_to_others_while_the_minute_runs(
    time: Frozen, broker: Broker, logged: pytest.LogCaptureFixture
) -> None:
    table = Table()
    placed = place_drawn_cards(table)
    does(table.people[1].player, table.match, "ready")
    table.look_everywhere()
    table.provoke(Random(7))

    for to, where, text in table.said:
        for seat, cards in enumerate(placed):
            found = [card for card in cards if f'"{card}"' in text]
            assert seat == to or not found, f"{where} tells seat {to} of {found}"
    own = [text for to, where, text in table.said if to == 0 and where.endswith("position")]
    assert all(f'"{card}"' in own[0] for card in placed[0])
    aside = json.dumps([broker.tasks, broker.nudges], default=str)
    aside += "\n".join(record.getMessage() for record in logged.records)
    # `cd1a` may stand by chance in an id.
    aside = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}", "", aside)
    assert not [card for cards in placed for card in cards if card in aside]


@pytest.mark.usefixtures("anything_goes")
async def test_the_sockets_tell_no_stack_and_no_money(unheard: Broker) -> None:
    """The seat that places hears its cards; another seat and a spectator hear how many."""
    table = await in_database(Table)
    ada, bob, cleo = (one.player for one in table.people)
    watching = (await in_database(person, "Dora")).player
    heard: dict[Seat | None, list[Any]] = {0: [], 1: [], None: []}
    async with Talk() as first, Talk() as second, Talk() as third:
        lines = {0: first, 1: second, None: third}
        for (seat, line), player in zip(lines.items(), (ada, bob, watching), strict=True):
            await line.hello(player, table.match.pk)
            heard[seat] += await line.hears_until("position")
        placed = await in_database(place_drawn_cards, table)
        await in_database(does, cleo, table.match, "ready")
        for seat, line in lines.items():
            while heard[seat][-1]["t"] != "position" or heard[seat][-1]["d"]["ply"] < 4:
                heard[seat].append(await line.hear())
    for to, frames in heard.items():
        text = json.dumps(frames)
        assert fortunes(text) <= {to}
        for seat, cards in enumerate(placed):
            assert (seat == to) == any(f'"{card}"' in text for card in cards), (to, seat)
    counts = [
        event
        for frame in heard[None]
        if frame["t"] == "ply"
        for event in frame["d"]["events"]
        if event["type"] == "stack_placed"
    ]
    assert counts == [{"type": "stack_placed", "seat": seat, "count": 2} for seat in range(3)]
