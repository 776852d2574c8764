"""Which tables the laws are tried at: every registered game, under options that bend its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules import registry
from games.rules.kernel import Seat
from games.rules.registry import AnyGame
from tests.games.rules.mini.game import Mini
from tests.games.rules.mini.state import MiniOptions


class Table(NamedTuple):
    """A game under its options, and how many sit down to it."""

    game: AnyGame
    seats: int

    @property
    def everybody(self) -> tuple[Seat | None, ...]:
        """All who look on: the spectator, then every seat."""
        return (None, *range(self.seats))

    def __str__(self) -> str:
        defaults = type(self.game)(self.game.options_type()).options
        chosen = [
            f"{field}={value}"
            for field in defaults.__struct_fields__
            if (value := getattr(self.game.options, field)) != getattr(defaults, field)
        ]
        return " ".join([f"{self.game.name} x{self.seats}", *chosen])


Choice = dict[str, object]

NO_CLOCK: Choice = {"turn_seconds": 0, "initial_seconds": 0}
NO_HOURGLASS: Choice = {"timer_seconds": 0, "read_seconds": 0}
UNKIND = ("ev02", "ev04", "ev06", "ev07", "ev13", "sp2", "sp6", "sp9")
"""What a friendly table leaves in the box."""
SPECIALS = tuple(f"sp{number}" for number in range(1, 10))
ONE_ROUND: Choice = {"rounds": 1}
CHOICES: dict[str, list[tuple[Choice, tuple[int, ...]]]] = {
    "work_the_strip": [
        ({}, (3, 4, 5, 6)),
        ({"rounds": 2, "deck": "compact", "allow_two": True}, (2,)),
        ({"rounds": 2, "deck": "no_specials", "last_licks": True}, (4,)),
        ({"rounds": 1, "initial_play": "clockwise", "must_play_matches": True}, (3,)),
        ({"rounds": 2, "initial_play": "off", "ask_requires_holding": False}, (5,)),
        ({"rounds": 2, "last_licks": True, "empty_hand_wins": True, "deck": "compact"}, (6,)),
        ({"rounds": 2, "empty_hand_wins": True, "mistake_gives": "all"}, (3,)),
        ({"rounds": 2, "lucky_draw": True, "ask_requires_holding": False}, (4,)),
        ({"rounds": 2, "must_play_matches": True, "friendly_ask": True}, (4,)),
        ({"rounds": 2, "friendly_ask": True, "commit_choice": False}, (3,)),
        ({"rounds": 2, "show_ask_history": False, "lucky_draw": True, **NO_CLOCK}, (3,)),
        ({"rounds": 3, "target_score": 4000, "top_card_bonus": False, "first_dealer": 2}, (4,)),
        (
            {
                "rounds": 2,
                "initial_play": "clockwise",
                "ask_requires_holding": False,
                "mistake_gives": "all",
                "lucky_draw": True,
                "must_play_matches": True,
                "empty_hand_wins": True,
                "last_licks": True,
                "deck": "compact",
                "allow_two": True,
            },
            (2, 3),
        ),
    ],
    "lap_dance": [
        ({}, (2, 3, 4)),
        ({"rounds": 3, "reroll_mode": "set_aside", "split_doubles": True}, (2, 3)),
        ({"rounds": 3, "fun_rules": True, "open_money": True, "start_favor": 0}, (2, 3, 4)),
        ({"rounds": 3, "strict_stack": True, "late_priority": "seat_order"}, (4,)),
        ({"rounds": 3, **NO_HOURGLASS}, (3,)),
        (
            {"rounds": 3, "reaction_seconds": 0, "turn_seconds": 0, "disabled_staff": ["odile"]},
            (4,),
        ),
        ({"rounds": 3, "unused_colours": "box", "disabled_cards": [*UNKIND]}, (2, 3)),
        ({"rounds": 3, "disabled_cards": [*SPECIALS], "start_money": 0}, (3,)),
        ({"rounds": 4, "customers": ["c02", "c03", "c17", "c14"], "start_favor": 3}, (2, 4)),
        ({"rounds": 4, "customers": ["c01", "c05", "c16", "c10"], "favor_cap": 6}, (3,)),
        ({"rounds": 18, "refill_cards": 3, "start_favor": 3, "favor_cap": 6}, (4,)),
        ({"rounds": 6, "desire_order": "level_1_only", "refill_cards": 2}, (2,)),
        ({"rounds": 4, "desire_order": "ascending", "disabled_staff": ["vladimir", "jerry"]}, (3,)),
    ],
    "hand_and_foot": [
        ({}, (5,)),  # the fifth changes sides twice
        ({"rounds": 2}, (2, 3, 4, 6)),
        ({**ONE_ROUND, "exact22": "auto", "pile_visible": "top", "permission": "any"}, (5,)),
        ({**ONE_ROUND, "exact22": "off", "permission": "next", "turn_seconds": 0}, (6,)),
        ({**ONE_ROUND, "deck": "extended", "stock_out": "immediate", "take_count": 5}, (6,)),
        ({**ONE_ROUND, "stock_out": "reshuffle", "upcard": "stack", "draw_count": 3}, (4,)),
        ({**ONE_ROUND, "pick_onto_meld": False, "max_melds_per_rank": 1, "way_two": "off"}, (3,)),
        (
            {
                "rounds": 2,
                "permission": "off",
                "max_melds_per_rank": 0,
                "caps_per_group": 0,
                "dirty_needed": 1,
                "way_two": "auto",
                "minimums": (0, 120, 120, 150),
            },
            (4,),
        ),
        (
            {
                "rounds": 3,
                "minimums": (150, 150, 150, 150),
                "second_meld_needs_group": True,
                "wild_initial_meld": False,
                "wild_meld_penalty": 2000,
                "all_in_foot": True,
                "go_out_discard": "required",
                "dirty_needed": 1,
            },
            (2, 4),
        ),
        (
            {
                "rounds": 2,
                "pile_visible": "top",
                "take_count": 6,
                "stock_out": "reshuffle",
                "max_melds_per_rank": 3,
                "dirty_needed": 1,
            },
            (2, 4),
        ),
    ],
}
"""By game: options, and the seat counts to try them with.  A game not named here: its defaults."""


def _tables_of(name: str) -> Iterator[Table]:
    for choice, counts in CHOICES.get(name, [({}, ())]):
        game = registry.game(name, choice)
        for seats in counts or game.seats:
            yield Table(game, seats)


def _mini_tables() -> Iterator[Table]:
    for options in (
        MiniOptions(),
        MiniOptions(teams=3, most=3, rerolls=3, redeals=0),
        MiniOptions(teams=1, most=0, seconds=0, show_seconds=0, closing_seconds=0),
        MiniOptions(teams=2, seconds=0, redeals=3),
    ):
        yield Table(Mini(options), 2 * options.teams)


TABLES: dict[str, list[Table]] = {
    "mini": list(_mini_tables()),
    **{name: list(_tables_of(name)) for name in registry.names()},
}
"""By game, the tables of the laws."""
