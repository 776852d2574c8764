"""Bots that may act out of turn are asked once, and may let it pass."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from games.ai import bots
from games.clock import Frozen
from games.models import Match, Ply
from games.rules import registry
from games.services import lobby, play, upkeep
from tests.conftest import Broker
from tests.games.last_orders import rolled, sat_down, state_of
from tests.games.rules.mini.actions import Nudge, Roll
from tests.games.rules.mini.game import Mini
from tests.games.tables import does, fingerprint, people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def mini() -> Iterator[None]:
    with registry.registered(Mini):
        yield


def sent(broker: Broker) -> list[tuple[int, int]]:
    """Return which bots were sent for, and with which question."""
    return [task.args[1:] for task in broker.named("games.take_bot_turn")]


def last(match: Match) -> Ply:
    return Ply.objects.filter(match=match).latest("number")


def answers(monkeypatch: pytest.MonkeyPatch, answer: object) -> list[int]:
    """Let every bot answer its invitation like this; return who was asked."""
    asked: list[int] = []

    def take_up(*args: object) -> object:
        asked.append(args[1].seat)  # type: ignore[attr-defined]
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(bots, "take_up", take_up)
    return asked


def test_who_may_act_out_of_turn_is_sent_for_and_people_are_not(
    time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match = sat_down(ada, bob)
    broker.clear()

    rolled(match, time, ada, bob)

    state = state_of(match)
    assert state.invited == [1, 2, 3]
    assert sent(broker) == [(seat, state.questions[seat]) for seat in (2, 3)]


def test_the_match_waits_for_nobody_who_is_invited(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)

    row = Match.objects.get(pk=match.pk)
    assert set(row.bots_due) == {"1", "2", "3"}
    assert row.bots_due_at is None


def test_the_sweep_does_not_repeat_an_invitation(time: Frozen, broker: Broker) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    broker.clear()
    for _ in range(10):
        upkeep.sweep()
        time.advance(1)

    assert sent(broker) == []


def test_a_ply_that_asks_nothing_new_does_not_repeat_an_invitation(
    time: Frozen, broker: Broker
) -> None:
    ada, bob = people("Ada", "Bob")
    match = sat_down(ada, bob)
    rolled(match, time, ada, bob)
    state = state_of(match)
    broker.clear()

    lobby.leave(match_id=match.pk, player=bob, seat=1)  # the bot in his place is invited

    assert sent(broker) == [(1, state.questions[1])]


def test_a_bot_that_lets_it_pass_changes_nothing(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    asked = answers(monkeypatch, None)
    before, question = fingerprint(match.pk), state_of(match).questions[2]
    broker.clear()

    assert not play.take_bot_turn(match_id=match.pk, seat=2, decision=question)

    assert asked == [2]
    assert fingerprint(match.pk) == before
    assert sent(broker) == []


def test_a_bot_that_takes_it_up_acts_out_of_turn_and_the_others_are_told_anew(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    answers(monkeypatch, Nudge())
    before = state_of(match).questions
    broker.clear()

    assert play.take_bot_turn(match_id=match.pk, seat=2, decision=before[2])

    assert (last(match).seat, last(match).action) == (2, {"type": "nudge"})
    assert state_of(match).to_act == [0]
    assert sent(broker) == [(1, before[1] + 1), (3, before[3] + 1)]


def test_an_invitation_that_is_over_is_not_heard(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    asked, question = answers(monkeypatch, Nudge()), state_of(match).questions[2]
    does(ada, match, "keep")

    assert not play.take_bot_turn(match_id=match.pk, seat=2, decision=question)
    assert asked == []


def test_an_invitation_that_is_over_while_the_bot_thinks_is_dropped(
    time: Frozen, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    question = state_of(match).questions[3]

    def take_up(*args: object) -> Nudge:
        does(ada, match, "keep")
        return Nudge()

    monkeypatch.setattr(bots, "take_up", take_up)
    assert not play.take_bot_turn(match_id=match.pk, seat=3, decision=question)
    assert last(match).action == {"type": "keep"}


@pytest.mark.parametrize(
    ("answer", "report"),
    [(KeyError("c07"), "failed: KeyError"), (Roll(), "was refused: not_your_turn")],
    ids=["fails", "refused"],
)
def test_a_bot_that_fails_or_is_refused_lets_it_pass_and_is_reported(
    answer: object,
    report: str,
    time: Frozen,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (ada,) = people("Ada")
    match = sat_down(ada)
    rolled(match, time, ada)
    answers(monkeypatch, answer)
    before, question = fingerprint(match.pk), state_of(match).questions[1]

    with caplog.at_level(logging.WARNING):
        assert not play.take_bot_turn(match_id=match.pk, seat=1, decision=question)

    assert fingerprint(match.pk) == before
    assert f"the bot of seat 1 in match {match.pk} {report}" in caplog.text
    assert not re.search(r"\bc07\b", caplog.text)
