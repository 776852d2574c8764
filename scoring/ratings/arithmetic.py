"""How results move skills: Weng and Lin's Plackett-Luce model, as openskill computes it.  Pure.

A skill is a bell curve: `mu`, the best guess, and `sigma`, how unsure it is.  What is shown is one
number that the player is better than with near certainty, ``mu - 3 sigma``, on a scale on which
beginners start at 1000 and a seasoned average player stands near 1500.

The same arguments give the same bits: seats are always handed over in the order of the result.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

E = TypeVar("E", bound=Hashable)

MODEL: Final = PlackettLuce()
"""The library with its own parameters: mu 25, sigma 25/3, beta 25/6, tau 1/12."""


class Skill(NamedTuple):
    """What is believed of somebody's strength in one game."""

    mu: float
    sigma: float


BEGINNER: Final = Skill(MODEL.mu, MODEL.sigma)
"""What is believed of somebody who has not played yet."""
SHOWN_AT_START: Final = 1000
SHOWN_PER_POINT: Final = 25
SURE_BELOW: Final = 6.0
"""A rating is provisional until its sigma is at most this: after some 12 duels, or 20 matches of
four or five."""


def shown(skill: Skill) -> int:
    """Return the number players see: ``1000 + 25 (mu - 3 sigma)``, rounded."""
    return round(SHOWN_AT_START + SHOWN_PER_POINT * (skill.mu - 3 * skill.sigma))


def provisional(skill: Skill) -> bool:
    """Say whether too little is known for a place on a board."""
    return skill.sigma > SURE_BELOW


def after_match(
    sides: Sequence[Sequence[E]], places: Sequence[int], skills: dict[E, Skill]
) -> dict[E, Skill]:
    """Return what is believed of everybody after one match.

    Args:
        sides: who played, side by side; nobody changes sides within a result.
        places: of each side; lower is better, equal is a tie.
        skills: what was believed before, of everybody in `sides`.

    Sides of a result may differ in size: the floater of a five-player Hand & Foot has a total of
    his own, earned with either pair in turn.  Short sides are filled up with make-believe
    partners, each the average of all who sit elsewhere; what the match says about those is
    thrown away.  Whoever holds several seats (a bot's level) moves to the average of what each
    of the seats would make of them.
    """
    longest = max(len(side) for side in sides)
    teams = [
        [_rating(skills[each]) for each in side] + [_stranger(sides, at, skills)] * missing
        if (missing := longest - len(side))
        else [_rating(skills[each]) for each in side]
        for at, side in enumerate(sides)
    ]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    found: dict[E, list[Skill]] = {}
    for side, team in zip(sides, rated, strict=True):
        for each, rating in zip(side, team, strict=False):  # strangers stand at the end
            found.setdefault(each, []).append(Skill(rating.mu, rating.sigma))
    return {each: _average(several) for each, several in found.items()}


def _rating(skill: Skill) -> PlackettLuceRating:
    return MODEL.rating(skill.mu, skill.sigma)


def _stranger(sides: Sequence[Sequence[E]], at: int, skills: dict[E, Skill]) -> PlackettLuceRating:
    others = [skills[each] for other, side in enumerate(sides) if other != at for each in side]
    return _rating(_average(others))


def _average(skills: Iterable[Skill]) -> Skill:
    several = list(skills)
    if len(several) == 1:
        return several[0]
    mus, sigmas = zip(*several, strict=True)
    return Skill(sum(mus) / len(mus), sum(sigmas) / len(sigmas))
