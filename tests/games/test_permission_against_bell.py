"""A partner's "no" in the moment in which silence becomes a "yes": the row lock decides."""

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
from tests.games.foot_tables import dealt_as, nearly_out, plan_of, sat_down, state_of, told
from tests.games.tables import does, people, twin_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.usefixtures("broker"),
    pytest.mark.slow,
]

PERMISSION_SECONDS = 20
TIMES = 60


def says(word: str, player: Player, match: Match) -> bool:
    """Answer; False when somebody or something was faster."""
    try:
        does(player, match, "permission", answer=word)
    except IllegalAction:
        return False
    return True


def asked_again(match: Match, *players: Player) -> Match:
    """Return a twin of a match that has just begun, the first of these asking to go out."""
    twin = twin_of(match)
    does(players[0], twin, "go_out", **plan_of(nearly_out(len(players))))
    return twin


def answers(match: Match) -> list[tuple[int, str]]:
    return [(event["seat"], event["answer"]) for event in told(match, "go_out_answered")]


def test_no_meets_the_bell_that_says_yes(time: Frozen) -> None:
    """Exactly one of them is heard; who is told that it was too late was."""
    players = people("Ada", "Bob", "Cleo", "Dora")
    luck, outcomes = random.Random(1), Counter[tuple[bool, int]]()
    with dealt_as(nearly_out(turn_seconds=0)), hands(3) as at_once:
        begun = sat_down(*players, turn_seconds=0)
        for turn in range(TIMES):
            match = asked_again(begun, *players)
            # Some meet before the deadline, some after, some while it passes.
            time.advance(PERMISSION_SECONDS + luck.uniform(-0.008, 0.004))
            step = luck.choice((0.0, 0.002, 0.005))
            refused, rung, _ = at_once(
                lambda match=match: says("no", players[2], match),
                lambda match=match: play.ring_due(match_id=match.pk),
                lambda step=step: time.advance(step),
            )
            assert isinstance(refused, bool)
            assert isinstance(rung, int)
            outcomes[refused, rung] += 1
            time.advance(0.01)
            play.ring_due(match_id=match.pk)
            assert answers(match) == [(2, "no" if refused else "yes")]
            assert state_of(match).phase == ("play" if refused else "over")
            assert len(told(match, "timed_out")) == (not refused)
            assert len(state_of(match).results) == (not refused)
            assert Ply.objects.filter(match=match).count() == 2
            assert turn % 10 or upkeep.replay_check(match_id=match.pk).same
    assert outcomes[True, 0] >= 5, outcomes
    assert sum(times for (acted, _), times in outcomes.items() if not acted) >= 5, outcomes


def test_of_two_partners_who_answer_at_once_both_are_heard_or_the_first_no_alone(
    time: Frozen,
) -> None:
    """Six at the table: a yes and a no in the same moment; a no ends the asking, a yes does not."""
    players = people("Ada", "Bob", "Cleo", "Dora", "Eve", "Fay")
    with dealt_as(nearly_out(6, turn_seconds=0)), hands(2) as at_once:
        begun = sat_down(*players, turn_seconds=0)
        for turn in range(TIMES // 4):
            match = asked_again(begun, *players)
            said = at_once(
                lambda match=match: says("yes", players[2], match),
                lambda match=match: says("no", players[4], match),
            )
            assert said[1] is True, "the no is always in time"
            assert answers(match) in ([(2, "yes"), (4, "no")], [(4, "no")])
            assert len(answers(match)) == sum(map(bool, said))
            assert (state_of(match).phase, state_of(match).denied) == ("play", True)
            assert turn % 5 or upkeep.replay_check(match_id=match.pk).same
