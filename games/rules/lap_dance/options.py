"""What a table of Lap Dance may choose (LAP 15), and the constants nobody may."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from games.rules.kernel import Meta, Options

EXTRA_CARDS: Final = 4
STACK_LIMIT: Final = 4
BASE_DICE: Final = 2
MOST_DICE: Final = 8
MOST_REROLLS: Final = 20
MOST_DRAFTS: Final = 100
MOST_REPEATS: Final = 3
LEVEL_1_DESIRES: Final = 6
LEAST_TIMER: Final = 15
EVENT_STEP_SECONDS: Final = 30
ACCUSATION_SECONDS: Final = 15
UNTIMED_SECONDS: Final = 180
"""After how long a Preparation "without a timer" ends all the same (LAP 14)."""

CustomerId = Literal[
    "c01",
    "c02",
    "c03",
    "c04",
    "c05",
    "c06",
    "c07",
    "c08",
    "c09",
    "c10",
    "c11",
    "c12",
    "c13",
    "c14",
    "c15",
    "c16",
    "c17",
    "c18",
]
StaffId = Literal["vladimir", "jerry", "alfonso", "nadia", "bruno", "odile"]
DisabledCard = Literal[
    "ev01",
    "ev02",
    "ev03",
    "ev04",
    "ev05",
    "ev06",
    "ev07",
    "ev08",
    "ev09",
    "ev10",
    "ev11",
    "ev12",
    "ev13",
    "ev14",
    "ev15",
    "sp1",
    "sp2",
    "sp3",
    "sp4",
    "sp5",
    "sp6",
    "sp7",
    "sp8",
    "sp9",
]
"""Events and Specials, both copies of each: the typed cards are the body of the game."""


class LapOptions(Options, frozen=True, tag="lap_dance", tag_field="type"):
    """The house rules of one table of Lap Dance; the defaults are the printed rules."""

    fun_rules: Annotated[
        bool, Meta(description="The Customers' fun rules hold, and may be called out.")
    ] = False
    timer_seconds: Annotated[
        int,
        Meta(ge=0, le=300, description="The Preparation's hourglass, 15 s at least; 0: none."),
    ] = 60
    read_seconds: Annotated[
        int, Meta(ge=0, le=60, description="To read the Customer before the Desire is revealed.")
    ] = 8
    rounds: Annotated[int, Meta(ge=3, le=18, description="How many Customers are served.")] = 5
    reroll_mode: Annotated[
        Literal["free", "set_aside"],
        Meta(description="set_aside: kept dice are final, and each reroll keeps one more."),
    ] = "free"
    split_doubles: Annotated[
        bool, Meta(description="Two drinks or two luxuries may also be one of each.")
    ] = False
    open_money: Annotated[bool, Meta(description="Everybody's dollars are shown.")] = False
    strict_stack: Annotated[
        bool, Meta(description="More cards than the limit are refused at once.")
    ] = False
    desire_order: Annotated[
        Literal["random", "ascending", "level_1_only"],
        Meta(description="Which Desires lie above the Customers: any, easy ones first, easy ones."),
    ] = "random"
    unused_colours: Annotated[
        Literal["shuffle", "box"],
        Meta(description="Starting cards of colours nobody plays: in the deck, or in the box."),
    ] = "shuffle"
    refill_cards: Annotated[
        int, Meta(ge=1, le=3, description="Cards everybody draws after a round.")
    ] = 1
    start_money: Annotated[int, Meta(ge=0, le=10, description="Dollars at the start.")] = 3
    start_favor: Annotated[int, Meta(ge=0, le=3, description="Favor at the start.")] = 2
    favor_cap: Annotated[int, Meta(ge=3, le=6, description="Nobody has more Favor.")] = 3
    late_priority: Annotated[
        Literal["random", "seat_order"],
        Meta(description="How who is late gets a Priority card."),
    ] = "random"
    reaction_seconds: Annotated[
        int,
        Meta(ge=0, le=15, description="For the others' Specials before orders are served; 0: none"),
    ] = 6
    customers: Annotated[
        Literal["random"] | tuple[CustomerId, ...],
        Meta(description="The guests in order of arrival, one for each round; or by lot."),
    ] = "random"
    disabled_staff: Annotated[
        tuple[StaffId, ...], Meta(description="Who has the night off.", max_length=6)
    ] = ()
    disabled_cards: Annotated[
        tuple[DisabledCard, ...],
        Meta(description="Events and Specials left in the box.", max_length=24),
    ] = ()
    turn_seconds: Annotated[
        int, Meta(ge=0, le=300, description="An action turn as a whole; 0: no clock.")
    ] = 90
