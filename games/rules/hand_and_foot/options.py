"""What a table of Hand & Foot may choose (HF 21), and the constants nobody may.

Options outside a beginner's choice say so in their schema: ``"x-advanced": true``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from games.rules.hand_and_foot.cards import Deck
from games.rules.kernel import Meta, Options

PILE_SIZE: Final = 11
EXACT: Final = 22
DEEPEST_CUT: Final = 40
BLIND: Final = 5
"""A cut may miss by so many cards either way (HF 6.1)."""
GROUP_SIZE: Final = 7
MOST_WILDS: Final = 3
CLEAN_VALUE: Final = 500
DIRTY_VALUE: Final = 300
CAP_VALUE: Final = 100

CUT_SECONDS: Final = 15
CHOOSE_SECONDS: Final = 20
PILE_SECONDS: Final = 15
"""More time for a turn in which the pile was taken."""
PERMISSION_SECONDS: Final = 20
CONTINUE_SECONDS: Final = 30
SHORTEST_TURN: Final = 20

ADVANCED: Final[dict[str, Any]] = {"x-advanced": True}


def _advanced(text: str, least: int | None = None, most: int | None = None) -> Meta:
    return Meta(description=text, extra_json_schema=ADVANCED, ge=least, le=most)


Bonus = Annotated[int, Meta(ge=0, le=500)]
Needed = Annotated[int, Meta(ge=1, le=5)]
Minimum = Annotated[int, Meta(ge=0, le=500)]


class FootOptions(Options, frozen=True, tag="hand_and_foot", tag_field="type"):
    """The house rules of one table of Hand & Foot; the defaults are the printed rules."""

    rounds: Annotated[
        int, Meta(ge=1, le=4, description="How many rounds; the first of `minimums` count.")
    ] = 4
    deck: Annotated[
        Deck, Meta(description="262 cards, or 312: kinder to a table of six that is in no hurry.")
    ] = "standard"
    exact22: Annotated[
        Literal["cut", "auto", "off"],
        Meta(description="The grab for exactly 22: each cuts, the house cuts for all, or nobody."),
    ] = "cut"
    pick_onto_meld: Annotated[
        bool,
        Meta(description="The top card alone may go onto an own meld; if not, only with a pair."),
    ] = True
    pile_visible: Annotated[
        Literal["all", "top"], Meta(description="What is shown of the pile: all, or its top card.")
    ] = "all"
    permission: Annotated[
        Literal["all", "any", "next", "off"],
        Meta(description="Who must say yes: all partners, any, the next one only, or nobody asks."),
    ] = "all"
    stock_out: Annotated[
        Literal["finish_turn", "immediate", "reshuffle"],
        Meta(description="After the last card: the turn is finished, the end, or a reshuffle."),
    ] = "finish_turn"
    turn_seconds: Annotated[
        int,
        Meta(ge=0, le=300, description="Seconds for a turn's plays, 20 or more; 0: no clock."),
    ] = 60
    minimums: Annotated[
        tuple[Minimum, Minimum, Minimum, Minimum],
        _advanced("What an initial meld must reach, by round, in points."),
    ] = (50, 90, 120, 150)
    exact22_bonus: Annotated[Bonus, _advanced("Points for a cut of exactly 22.")] = 100
    take_count: Annotated[
        Literal["all", 5, 6, 7], _advanced("How many cards from the top are taken with the pile.")
    ] = "all"
    upcard: Annotated[
        Literal["reinsert", "stack"],
        _advanced("First upcards that cannot be melded: back into the stock, or under the next."),
    ] = "reinsert"
    max_melds_per_rank: Annotated[
        int, _advanced("Melds of one rank a team may have; 0: any number.", 0, 3)
    ] = 2
    second_meld_needs_group: Annotated[
        bool, _advanced("A further meld of a rank only when all its melds are groups.")
    ] = False
    wild_initial_meld: Annotated[
        bool, _advanced("A meld of wilds only may be part of the initial meld.")
    ] = True
    wild_group_value: Annotated[int, _advanced("Points for a group of wilds only.", 1000, 2500)] = (
        2000
    )
    wild_meld_penalty: Annotated[
        int, _advanced("Points lost for each meld of wilds that is no group.", 0, 2000)
    ] = 0
    dirty_needed: Annotated[Needed, _advanced("Dirty groups needed to go out.")] = 2
    clean_needed: Annotated[Needed, _advanced("Clean groups needed to go out.")] = 1
    all_in_foot: Annotated[
        bool, _advanced("Nobody goes out before all partners are in the foot.")
    ] = False
    go_out_discard: Annotated[
        Literal["optional", "required"], _advanced("Whether going out needs a last discard.")
    ] = "optional"
    go_out_bonus: Annotated[Bonus, _advanced("Points for going out.")] = 100
    lady_penalty: Annotated[Bonus, _advanced("Points lost for each unplayed Lady.")] = 500
    caps_per_group: Annotated[Literal[0, 1], _advanced("Ladies on one group; 0: any number.")] = 1
    way_two: Annotated[
        Literal["optional", "auto", "off"],
        _advanced("Into the foot with one card left: as you like, always, or never."),
    ] = "optional"
    draw_count: Annotated[int, _advanced("How many cards are drawn.", 2, 3)] = 2
