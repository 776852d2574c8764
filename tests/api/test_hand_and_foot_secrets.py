"""What leaves the server in a match of Hand & Foot: no card before the rules show it (HF 18).

Every card has a name of its own, so every card is its own canary: what a reader has met is kept
here, from the stored state and the page of the rules, and no other card's name may be said to him,
not even that of his partner's, of his own Foot, or of the plan he is asked to permit.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from itertools import chain
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
from games.rules.hand_and_foot.state import FootState
from games.rules.kernel import Seat
from games.services import upkeep
from tests.api.rest import Answer, nobody, person
from tests.api.talk import Talk
from tests.conftest import Broker
from tests.games.foot_tables import dealt_as, nearly_out, plan_of, sat_down, state_of
from tests.games.rules.hand_and_foot.builder import Table as Laid

pytestmark = [pytest.mark.form, pytest.mark.django_db(transaction=True)]

NAME = re.compile(r"(?<![\w-])(?:1[0-2]|[1-9]|LO|LD|VL|JK|JS)-[1-9]\d?(?![\w-])")
DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
"""What is drawn in a page, by numbers that may look like cards."""

Reader = Seat | None


def cards_in(text: str) -> set[str]:
    """Return the cards whose names stand in a text."""
    return set(NAME.findall(text))


class Said(NamedTuple):
    """Something that was said to a seat (None: to somebody who watches, or runs the server)."""

    to: Reader
    where: str
    text: str
    strange: set[str]
    """Cards in it which its reader had not met then."""


def open_cards(state: FootState) -> set[str]:
    """Return what lies open on the table, for all to see."""
    melds = [meld for board in state.boards for meld in board]
    seen = {*state.pile, *state.returned, *chain(*state.shown)}
    seen |= {card for meld in melds for card in (*meld.cards, *meld.caps)}
    if state.phase in ("over", "game_over"):
        seen.update(*state.active, *state.foot)
    return seen


def own_cards(state: FootState, seat: Seat) -> set[str]:
    """Return what a seat sees of its own: two bottom cards, then the Hand and the other bottom."""
    if not state.active[seat]:
        return set()
    hand = state.active[seat] if state.chosen[seat] else state.active[seat][-1:]
    return {*hand, *state.foot[seat][-1:]}


class Evening:
    """People and one who watches, each of whom remembers what it was shown and told."""

    def __init__(self, laid: Laid | None = None, **options: Any) -> None:
        self.people = [person(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
        self.watcher = nobody()
        for one in (*self.people, self.watcher):
            one.checks = False  # held against the description elsewhere: here there is too much
        players = [one.player for one in self.people]
        if laid is None:
            self.match = sat_down(*players, **options)
        else:
            with dealt_as(laid):
                self.match = sat_down(*players, **options)
        self.path = f"/matches/{self.match.pk}"
        self.round, self.seen = 0, 0
        self.met: dict[Reader, set[str]] = {}
        self.said: list[Said] = []
        self.remember()

    @property
    def readers(self) -> list[tuple[Reader, Any]]:
        return [*enumerate(self.people), (None, self.watcher)]

    @property
    def state(self) -> FootState:
        return state_of(self.match)

    def remember(self) -> None:
        """Note what everybody has met in this round."""
        state = self.state
        if state.round != self.round:
            self.round = state.round
            self.met = {reader: set() for reader, _ in self.readers}
        for reader in self.met:
            own = set() if reader is None else own_cards(state, reader)
            self.met[reader] |= open_cards(state) | own

    def hear(self, to: Reader, where: str, body: object, named: object = None) -> None:
        """Note what is said to a reader, who `named` some cards himself."""
        text = json.dumps(body)
        strange = cards_in(text) - self.met[to] - cards_in(json.dumps(named))
        self.said.append(Said(to, where, text, strange))

    def look_everywhere(self) -> None:
        """Let everybody ask for everything there is to be asked for, and what is new since."""
        news = f"{self.path}/plies?after={self.seen}&wait=1"
        self.seen = Match.objects.get(pk=self.match.pk).ply
        for seat, one in self.readers:
            paths = [self.path, f"{self.path}/position", "/matches"]
            paths += [news] if self.seen else []
            paths += ["/me", "/me/questions"] if seat is not None else []
            for path in paths:
                self.hear(seat, path, one.get(path).body)

    def acts(self, seat: Seat, action: Mapping[str, Any], status: int = 200) -> Answer:
        """Let a seat act, with a fresh key; what it is answered is heard after it has happened."""
        answer = self.people[seat].post(f"{self.path}/actions", action, key=uuid4().hex)
        assert answer.status == status, answer
        self.remember()
        self.hear(seat, f"did {action['type']}", answer.body, named=action)
        return answer

    def provoke(self) -> None:
        """Let everybody offer cards of all places nobody has seen, which changes nothing."""
        state = self.state
        for seat in range(4):
            partner, left = (seat + 2) % 4, (seat + 1) % 4
            places = [state.stock, state.active[partner], state.active[left], state.foot[seat]]
            place = places[(state.ply + seat) % 4] or state.stock
            if place[0] not in self.met[seat]:
                self.offers(seat, place[0])

    def offers(self, seat: Seat, card: str) -> None:
        plays = [{"type": "lay_off", "meld_id": 1, "cards": [card]}]
        for action in (
            {"type": "discard", "card": card},
            {"type": "meld", "melds": [[card, card, "nothing"]]},
            {"type": "take_pile", "use": {"type": "new", "cards": [card, card]}},
            {"type": "go_out", "plays": plays, "discard": card},
        ):
            self.acts(seat, action, status=409)

    def goes_on(self) -> bool:
        """Let a seat that is asked do what a greedy bot would do; False when it is over."""
        table = store.look(self.match.pk)
        if table.match.status != "running":
            return False
        state = table.running()
        seat = state.to_act[state.ply % len(state.to_act)]
        view, legal = table.rules.view(state, seat), table.rules.legal_actions(state, seat)
        action = bots.choose(table.rules, view, (), legal, "greedy", str(state.ply).encode())
        self.acts(seat, registry.builtins(action))
        return True

    @property
    def strange(self) -> list[tuple[Reader, str, set[str]]]:
        """What was said too early, to whom and where."""
        return [(one.to, one.where, one.strange) for one in self.said if one.strange]


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


def aside(broker: Broker, logged: pytest.LogCaptureFixture) -> str:
    """Return what goes to workers, to the sockets' layer and into the log."""
    sent = json.dumps([broker.tasks, broker.nudges], default=str)
    return sent + "\n".join(record.getMessage() for record in logged.records)


def secrets_of(match: Match) -> tuple[str, ...]:
    """Return the seed and the key of the shuffle, in the ways they could be written."""
    row = Match.with_secrets.get(pk=match.pk)
    return bytes(row.seed).hex(), store.key_of(row)


def test_a_card_is_found_where_it_stands() -> None:
    assert cards_in('["LD-4", "12-16"] JK-1, 3-7.') == {"LD-4", "12-16", "JK-1", "3-7"}
    assert cards_in("2030-01-01T12:00:00 0199-12-4 a1-2 13-1 1-100 LO-0") == set()


# --- A whole round --------------------------------------------------------------------------------


@pytest.mark.slow
def test_nobody_is_told_a_card_before_the_rules_show_it(
    time: Frozen, broker: Broker, logged: pytest.LogCaptureFixture
) -> None:
    """From the first cut to the bill: positions, news, answers, refusals; tasks, nudges, log."""
    evening, plies, asked = Evening(rounds=1), 0, 0
    evening.look_everywhere()
    while evening.goes_on():
        plies += 1
        phase = evening.state.phase
        asked += phase == "permission"
        if plies in (2, 6) or plies % 48 == 0 or phase in ("permission", "game_over"):
            evening.look_everywhere()
        if plies % 96 == 0:
            evening.provoke()
            upkeep.sweep()
    assert evening.strange == []
    assert asked, "nobody asked to go out"
    found = {where: text for _, where, text, _ in evening.said if cards_in(text)}
    assert {"did draw", "did choose_hand", f"{evening.path}/position"} <= set(found)
    rest = aside(broker, logged)
    assert cards_in(rest) == set()
    everything = rest + "".join(one.text for one in evening.said)
    assert not [word for word in secrets_of(evening.match) if word in everything]


def test_before_the_last_cut_nobody_knows_how_deep_another_cut_nor_what_it_took(
    time: Frozen, broker: Broker
) -> None:
    evening = Evening()
    for seat, n in enumerate((17, 23, 31)):
        evening.acts(seat, {"type": "cut", "n": n})
    evening.look_everywhere()
    views = [one.get(f"{evening.path}/position").body["view"] for _, one in evening.readers]
    assert [view["cut_sent"] for view in views] == [17, 23, 31, None, None]
    for view in views:
        assert [player["has_cut"] for player in view["players"]] == [True, True, True, False]
        assert [player["cut"] for player in view["players"]] == [None] * 4
    for _, one in evening.readers:
        news = one.get(f"{evening.path}/plies?after=0").body["plies"]
        events = [event for ply in news for event in ply["events"]]
        assert events == [{"type": "cut_sent", "seat": who} for who in range(3)]


def test_nobody_is_told_which_pile_another_chose(time: Frozen, broker: Broker) -> None:
    evening = Evening()
    for seat in range(4):
        evening.acts(seat, {"type": "cut", "n": 22})
    evening.acts(1, {"type": "choose_hand", "pile": "B"})
    evening.look_everywhere()
    assert evening.strange == []
    told = [text for to, where, text, _ in evening.said if to != 1 and "plies" in where]
    assert len(told) == 4
    for text in told:
        assert '"hand_chosen"' in text
        assert '"hand_seen"' not in text
        assert '"pile"' not in text


@pytest.mark.usefixtures("broker")
def test_a_card_of_ones_partner_is_refused_like_one_of_the_stock_and_one_of_no_deck(
    time: Frozen,
) -> None:
    """A refusal says nothing that its reader could not see: the foot, the stock, another hand."""
    evening = Evening(nearly_out())
    state = evening.state
    hidden = [state.active[2][0], state.active[1][0], state.foot[2][-1], state.stock[-1], "4-99"]
    bodies = set()
    for card in hidden:
        answer = evening.acts(0, {"type": "discard", "card": card}, status=409)
        assert (answer.code, answer.flaw["pointer"]) == ("card_not_held", "/card")
        plain = {**answer.body, "trace_id": "", "detail": "", "errors": []}
        bodies.add(json.dumps([plain, answer.flaw["params"] == {"card": card}]))
    assert len(bodies) == 1


# --- "May I go out?" ------------------------------------------------------------------------------


def asking(**options: Any) -> tuple[Evening, dict[str, Any]]:
    """Return a table at which seat 0 can go out, and its plan for that."""
    laid = nearly_out(**options)
    return Evening(laid, **options), {"type": "go_out", **plan_of(laid)}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_plan_stays_with_the_asker_while_partners_are_asked(
    answer: str, time: Frozen, broker: Broker, logged: pytest.LogCaptureFixture
) -> None:
    evening, plan = asking()
    evening.acts(0, plan)
    assert evening.state.phase == "permission"
    evening.look_everywhere()
    evening.provoke()
    assert evening.strange == []
    views = [one.get(f"{evening.path}/position").body for _, one in evening.readers]
    plans = [position["view"]["permission"]["plan"] for position in views]
    assert plans == [plans[0], None, None, None, None]
    assert plans[0]["discard"] == plan["discard"]
    assert cards_in(aside(broker, logged)) == set()

    evening.acts(2, {"type": "permission", "answer": answer})
    evening.look_everywhere()
    assert evening.strange == []
    six = plan["plays"][0]["cards"][0]
    told = [text for to, where, text, _ in evening.said[-30:] if to == 1 and "plies" in where]
    assert (six in told[-1]) is (answer == "yes"), "carried out, or thrown away unseen"


def test_the_admin_shows_no_card_that_is_not_on_the_table(
    client: Client, time: Frozen, broker: Broker
) -> None:
    evening, plan = asking()
    evening.acts(0, plan)
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    rows: list[Any] = [
        evening.match,
        *Participant.objects.filter(match=evening.match),
        *Ply.objects.filter(match=evening.match),
    ]
    pages = [reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk]) for row in rows]
    pages += [reverse(f"admin:games_{model}_changelist") for model in ("match", "ply")]
    assert len(pages) == 8
    for page in pages:
        text = DRAWING.sub("", client.get(page).content.decode())
        assert cards_in(text) <= open_cards(evening.state), page
        assert not [word for word in secrets_of(evening.match) if word in text], page


async def test_the_sockets_tell_no_plan_and_no_hand(unheard: Broker) -> None:
    """Asked by a socket, answered by a socket, and everybody listens."""
    evening, plan = await in_database(asking)
    players = [one.player for one in evening.people]
    watching = (await in_database(person, "Eve")).player
    heard: dict[Reader, list[Any]] = {}
    async with Talk() as a, Talk() as b, Talk() as c, Talk() as d, Talk() as e:
        lines: dict[Reader, Talk] = dict(zip((0, 1, 2, 3, None), (a, b, c, d, e), strict=True))
        for (reader, line), player in zip(lines.items(), (*players, watching), strict=True):
            await line.hello(player, evening.match.pk)
            heard[reader] = await line.hears_until("position")
        match = str(evening.match.pk)
        await a.say("act", "ask", match=match, action=plan, request_id="ask-1")
        for reader, line in lines.items():
            while heard[reader][-1]["t"] != "position" or heard[reader][-1]["d"]["ply"] < 1:
                heard[reader].append(await line.hear())
    await in_database(evening.remember)
    for reader, frames in heard.items():
        assert cards_in(json.dumps(frames)) <= evening.met[reader], reader
    assert cards_in(json.dumps(heard[0])) >= {plan["discard"]}
    assert heard[2][-1]["d"]["legal"] == [
        {"type": "permission", "answer": word} for word in ("yes", "no")
    ]
    assert [heard[seat][-1]["d"]["legal"] for seat in (0, 1, 3, None)] == [[]] * 4
