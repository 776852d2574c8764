"""`ready` in the moment of the minute's bell: the row lock decides, and both ways are legal."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from accounts.models import Player
from games.clock import Frozen
from games.models import Match, Ply
from games.rules.kernel import IllegalAction
from games.services import play, upkeep
from tests.games.at_once import hands
from tests.games.lap_tables import places, planning, state_of, told
from tests.games.tables import does, people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.usefixtures("broker"),
    pytest.mark.slow,
]

MINUTE_SECONDS = 60
TIMES = 100


def is_ready(player: Player, match: Match) -> bool:
    """Say that one is ready; False when the bell was faster."""
    try:
        does(player, match, "ready")
    except IllegalAction:
        return False
    return True


def bells(match: Match) -> int:
    return Ply.objects.filter(match=match, timer_id__isnull=False).count()


@pytest.mark.parametrize("others", ["ready", "not ready"])
def test_ready_meets_the_bell(others: str, time: Frozen) -> None:
    """With the other one ready, one of the two ends the minute, never both; else the bell does.

    Who is told a yes has the Priority card for good; who is told a no has one by lot.
    """
    ada, bob = people("Ada", "Bob")
    luck, outcomes = random.Random(1), Counter[tuple[bool, int]]()
    with hands(3) as at_once:
        for turn in range(TIMES):
            match = planning(ada, bob)
            places(ada, match, 0)
            if others == "ready":
                does(bob, match, "ready")
            before = Ply.objects.filter(match=match).count()
            # Some meet before the deadline, some after, some while it passes.
            time.advance(MINUTE_SECONDS + luck.uniform(-0.008, 0.004))
            step = luck.choice((0.0, 0.002, 0.005))
            acted, rung, _ = at_once(
                lambda match=match: is_ready(ada, match),
                lambda match=match: play.ring_due(match_id=match.pk),
                lambda step=step: time.advance(step),
            )
            assert isinstance(acted, bool)
            assert isinstance(rung, int)
            outcomes[acted, rung] += 1
            plies = Ply.objects.filter(match=match).count() - before
            if others == "ready":
                assert plies == 1
                assert acted is not bool(bells(match))
                assert state_of(match).seats[0].priority == 2
            else:
                assert plies == acted + bells(match)
                time.advance(0.01)
                play.ring_due(match_id=match.pk)
                assert bells(match) == 1
            said = told(match, "priority_taken"), told(match, "priority_dealt")
            assert (0 in [event["seat"] for event in said[0]]) is acted
            assert (0 in [event["seat"] for event in said[1]]) is not acted
            assert state_of(match).phase in ("event", "action")
            assert turn % 10 or upkeep.replay_check(match_id=match.pk).same
    assert outcomes[True, 0] >= 10, outcomes
    assert sum(times for (acted, _), times in outcomes.items() if not acted) >= 10, outcomes
