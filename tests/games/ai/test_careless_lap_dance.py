"""The yardstick of LAP 18.2: any Stack, any dice, no Staff, and the best orders at the end."""

from __future__ import annotations

from collections import Counter

from games.ai.bots import AnyAction
from games.ai.careless import careless
from games.rules.kernel import Seat
from games.rules.lap_dance.actions import Reroll, SetStack
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    NO_SPECIAL,
    PASS,
    READY,
    ROLL,
    STOP,
    A,
    B,
    activates,
    compensates,
    fulfils,
    lays,
)

TRIES = 400
HAND = "House Regular, House Star, Draught Beer, Silk Scarf, House Champagne, Corner Booth"
QUIET = LapOptions(reaction_seconds=0)


def choices(at: Table, seat: Seat = A) -> list[AnyAction]:
    legal = at.game.legal_actions(at.state, seat)
    done = [
        careless(at.game, at.view(seat), (), legal, str(number).encode()) for number in range(TRIES)
    ]
    assert all(one.why_not(at.state, seat, at.game.options) is None for one in set(done))
    return done


def test_she_places_none_to_four_of_what_fits() -> None:
    sizes = Counter(
        len(one.cards) if isinstance(one, SetStack) else 0
        for one in choices(planning(hands=[HAND, ""]))
    )
    assert set(sizes) == {0, 1, 2, 3, 4}
    assert min(sizes.values()) > TRIES / 5 * 0.6


def test_she_places_once() -> None:
    at = planning(hands=[HAND, ""]).act(A, lays("House Star"))
    assert set(choices(at)) == {READY}


def test_she_activates_at_anybody_and_throws_nobody_out() -> None:
    at = happening(stacks=["Wrong Bill", "Juicy Gossip", ""], favor=[3, 3, 3])
    assert set(choices(at)) == {activates("Wrong Bill", on=seat) for seat in (1, 2)}
    idle = happening(stacks=["", "Juicy Gossip"], favor=[3, 3])
    assert set(choices(idle)) == {PASS}


def test_she_stops_one_time_in_four_and_keeps_any_dice() -> None:
    done = choices(turn(stage="roll", dice="D1 K1 ST L1"))
    assert 0.18 < done.count(STOP) / TRIES < 0.32
    kept = {one.keep for one in done if isinstance(one, Reroll)}
    assert kept == {(0,), (1,), (3,), (0, 1), (0, 3), (1, 3)}


def test_she_rolls_lets_sandra_do_anything_and_uses_no_staff() -> None:
    assert set(choices(turn(stage="preroll"))) == {ROLL}
    done = set(choices(turn(stage="comp", dice="ST ST D1")))
    assert {compensates(1), compensates(2, 0)} <= done
    assert done <= {compensates(1), compensates(2), compensates(2, 0), compensates(2, 1)}
    assert set(choices(turn(dice="D1 D1", favor=[3, 3], options=QUIET))) == {fulfils("A")}


def test_she_serves_what_pays_best_and_takes_cards_back() -> None:
    at = turn(desire="Tasting Evening", dice="D2 K1", stack="Magnum Bottle", options=QUIET)
    assert set(choices(at)) == {fulfils("AB", returns="Magnum Bottle")}


def test_she_reacts_to_nothing() -> None:
    at = turn(stage="comp", dice="ST ST D1", specials={B: "Wet Floor Sign"})
    assert set(choices(at.act(A, compensates(1)), B)) == {NO_SPECIAL}
