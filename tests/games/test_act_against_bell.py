"""An action against the bell, a thousand times at the deadline ± 5 ms: one of them, never both."""

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
from tests.games.tables import dealt, does, people, picked

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.usefixtures("tiny", "broker"),
    pytest.mark.slow,
]

TURN_SECONDS = 30
TIMES = 1000


def passes(player: Player, match: Match) -> bool:
    """Pass; False when the bell was faster."""
    try:
        does(player, match, "pass")
    except IllegalAction:
        return False
    return True


def test_an_action_meets_the_bell_a_thousand_times(time: Frozen) -> None:
    players = people("Ada", "Bob")
    match = dealt(*players, rounds=TIMES // 2 + 1)  # it must not be over
    picked(match, *players)
    luck, outcomes = random.Random(1), Counter[tuple[bool, int]]()
    first = Ply.objects.count()
    with hands(3) as at_once:
        for turn in range(TIMES):
            # Some meet before the deadline, some after, some while it passes.
            start = TURN_SECONDS + luck.uniform(-0.005, 0.005)
            time.advance(start)
            step = luck.choice((0.0, 0.002, 0.005))
            acted, rung, _ = at_once(
                lambda player=players[turn % 2]: passes(player, match),
                lambda: play.ring_due(match_id=match.pk),
                lambda step=step: time.advance(step),
            )
            assert isinstance(acted, bool)
            assert isinstance(rung, int)
            outcomes[acted, rung] += 1
            assert Ply.objects.filter(match=match).count() == first + turn + 1
    bells = Ply.objects.filter(match=match, seat=None).count()
    assert bells == sum(times for (acted, _), times in outcomes.items() if not acted)
    # The action was in time; the bell was faster; the action came first and was judged late.
    assert set(outcomes) == {(True, 0), (False, 1), (False, 0)}
    assert min(outcomes.values()) >= 10, outcomes
    assert upkeep.replay_check(match_id=match.pk).plies == first + TIMES
