"""Going out, and what to answer who asks (HF 14, 23.1 point 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.hand_and_foot.actions import GoOut, Permission
from games.rules.hand_and_foot.cards import IS_LADY, face_value
from games.rules.hand_and_foot.heuristics import taking
from games.rules.hand_and_foot.heuristics.reading import Proposal, Reading
from games.rules.hand_and_foot.laying import leave
from games.rules.hand_and_foot.plays import Take
from games.rules.hand_and_foot.sketch import Sketch
from games.rules.hand_and_foot.ways import may_leave, pile_takes
from games.rules.kernel import Seat

PER_HIDDEN_CARD: Final = 30.0
"""What an unknown card costs in a hand at the end, on average: one in 26 is a Lady (HF 23.1)."""
TOO_MUCH_TO_LOSE: Final = 250.0
"""From so many points in the own hand and foot the answer is no."""
ENOUGH_REFUSALS: Final = 3
LAST_LAPS: Final = 2
"""The stock lasts for so many laps of the table at most: the round is about to end anyway."""
SCORE: Final = 1_000_000.0


def proposals(reading: Reading) -> Iterator[Proposal]:
    """Yield plans to go out, if there are any and one wants to; before drawing with the pile."""
    if not may_leave(reading.view, reading.options) or not wants_to(reading):
        return
    if reading.view.phase == "play" and leave(sketch := reading.sketch()):
        yield Proposal(SCORE, _plan(sketch, None))
    if reading.view.phase == "draw":
        for take in pile_takes(reading.view, reading.options):
            if leave(sketch := taking.after(reading, take)):
                yield Proposal(SCORE, _plan(sketch, taking.labelled(take)))


def wants_to(reading: Reading) -> bool:
    """Say whether it pays to end the round: the opponents hold more than the own team-mates."""
    if not reading.mates or nearly_over(reading):
        return True
    ours = sum(_burden(reading, seat) for seat in reading.mates)
    return ours < sum(_burden(reading, seat) for seat in reading.foes)


def answer(reading: Reading) -> Permission:
    """Return what to say to "May I go out?": yes, if little is lost by it."""
    if nearly_over(reading) or reading.refusals >= ENOUGH_REFUSALS:
        return Permission("yes")
    return answer_by_points(reading, TOO_MUCH_TO_LOSE)


def answer_by_points(reading: Reading, most: float) -> Permission:
    """Say yes if at most so many points are lost by it."""
    return Permission("yes" if own_burden(reading) <= most else "no")


def own_burden(reading: Reading) -> float:
    """Return what the own hand and foot cost if the round ended now, in points."""
    hand, player = reading.view.you_hold, reading.view.players[reading.me]
    ladies = sum(card in IS_LADY for card in hand) * reading.options.lady_penalty
    return face_value(hand) + ladies + PER_HIDDEN_CARD * player.foot


def nearly_over(reading: Reading) -> bool:
    """Say whether the stock is about to run out."""
    lap = reading.options.draw_count * len(reading.view.players)
    return reading.view.stock <= LAST_LAPS * lap


def _burden(reading: Reading, seat: Seat) -> int:
    return reading.view.players[seat].count + reading.view.players[seat].foot


def _plan(sketch: Sketch, take: Take | None) -> GoOut:
    return GoOut(take, tuple(sketch.plays), next(iter(sketch.rest), None))
