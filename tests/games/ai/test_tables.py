"""A match between bots: where all may act at once, nobody is always the fastest."""

from __future__ import annotations

from games.ai import tables
from games.rules import registry
from games.rules.kernel import Event, Seat
from games.rules.lap_dance.events import PriorityTaken


def told(deal: str, luck: str) -> list[Event]:
    game = registry.game("lap_dance", {"rounds": 3})
    heard: list[Event] = []
    tables.play(game, tables.Seating((tables.CARELESS,) * 3, deal, luck), heard.append)
    return heard


def first_ones(luck: str) -> list[Seat]:
    events = told("deal", luck)
    return [one.seat for one in events if isinstance(one, PriorityTaken) and one.priority == 1]


def test_who_is_ready_first_is_a_matter_of_luck() -> None:
    assert {seat for number in range(6) for seat in first_ones(str(number))} == {0, 1, 2}


def test_the_same_deal_and_luck_give_the_same_match() -> None:
    assert told("deal", "luck") == told("deal", "luck")
    assert told("deal", "luck") != told("deal", "other luck")
