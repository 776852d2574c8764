"""Whole matches of the real games through the services: bells and bots alone, and a replay."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games import selectors, store
from games.clock import Frozen
from games.models import Match, Participant, Ply, Status, Sweep
from games.services import lobby, play, upkeep
from games.services.lobby import BotSeat
from scoring.selectors import standings
from tests.games.tables import people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


games = pytest.mark.parametrize(
    ("game", "rounds"), [("work_the_strip", 2), ("lap_dance", 3), ("hand_and_foot", 1)], ids=str
)


def bots(seats: Iterable[int], *levels: str) -> list[BotSeat]:
    return [BotSeat(seat, levels[seat % len(levels)]) for seat in seats]


def run(match: Match, time: Frozen) -> None:
    """Let bots act when they are asked, and time pass when nobody else does."""
    while True:
        position = selectors.position(match_id=match.pk, player=None)
        if position.match.status != Status.RUNNING:
            return
        asked = {
            participant.seat: store.look(match.pk).running().questions[participant.seat]
            for participant in position.match.participants.all()
            if participant.seat in position.view.to_act and participant.played_by
        }
        acted = [
            play.take_bot_turn(match_id=match.pk, seat=seat, decision=decision)
            for seat, decision in asked.items()
        ]
        if not any(acted):
            time.advance(60)
            Sweep.objects.update_or_create(name="sweep", defaults={"at": time.at})
            upkeep.sweep()


@games
def test_bots_play_to_the_end(game: str, rounds: int, time: Frozen) -> None:
    (ada,) = people("Ada")
    match = lobby.create(
        host=ada,
        game=game,
        options={"rounds": rounds},
        seats=4,
        sit=False,
        bots=bots(range(4), "greedy", "random"),
        start=True,
    )

    run(match, time)

    over = Match.objects.get(pk=match.pk)
    assert over.status == Status.FINISHED
    assert len(standings(over)) == 4
    assert upkeep.replay_check(match_id=match.pk).same


@games
def test_a_match_with_one_silent_seat_runs_to_its_end_by_bells_and_bots(
    game: str, rounds: int, time: Frozen
) -> None:
    (ada,) = people("Ada")
    match = lobby.create(
        host=ada,
        game=game,
        options={"rounds": rounds},
        seats=3,
        bots=bots(range(1, 3), "greedy"),
        start=True,
    )

    run(match, time)

    silent = Participant.objects.get(match=match, seat=0)
    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    assert (silent.player, silent.missed, silent.played_by) == (ada, 2, "greedy")
    assert Ply.objects.filter(match=match, seat=None).count() >= 2
    assert Ply.objects.filter(match=match, seat=0).exists()
    assert upkeep.replay_check(match_id=match.pk).same
