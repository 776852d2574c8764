"""What a table of Work The Strip may choose (WTS 13), and the constants nobody may."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from games.rules.kernel import Meta, Options, Seat, changed

DEAL_SIZE: Final = 9
FINAL_TURN_SECONDS: Final = 45
CONTINUE_SECONDS: Final = 20

Count = Annotated[int, Meta(ge=1, le=12)]
Seconds = Annotated[int, Meta(ge=0, le=300, description="Seconds; 0 turns the clock off.")]
Dollars = Annotated[int, Meta(ge=0, le=10_000, description="Dollars.")]
SeatNumber = Annotated[int, Meta(ge=0, le=5, description="A seat, counted from 0.")]


class StripOptions(Options, frozen=True, tag="work_the_strip", tag_field="type"):
    """The house rules of one table of Work The Strip; the defaults are the printed rules."""

    rounds: Annotated[Count, Meta(description="How many rounds (days) are played.")] = 6
    allow_two: Annotated[bool, Meta(description="Permit two seats; best with a compact deck.")] = (
        False
    )
    deck: Annotated[
        Literal["full", "compact", "no_specials"],
        Meta(description="compact: without the eight two-copy names (92 cards); no_specials: 90."),
    ] = "full"
    initial_play: Annotated[
        Literal["simultaneous", "clockwise", "off"],
        Meta(description="How the sets before the first turn are laid."),
    ] = "simultaneous"
    ask_requires_holding: Annotated[
        bool, Meta(description="You may ask only for what you hold a card of.")
    ] = True
    commit_choice: Annotated[
        bool, Meta(description="You choose which of your own cards join the set you asked for.")
    ] = True
    mistake_gives: Annotated[
        Literal["one", "all"], Meta(description="What a mistaken ask costs: one card, or all.")
    ] = "one"
    friendly_ask: Annotated[
        bool, Meta(description="Mistaken asks are refused instead of punished.")
    ] = False
    lucky_draw: Annotated[
        bool, Meta(description="Drawing what you asked for lets your turn go on.")
    ] = False
    must_play_matches: Annotated[
        bool, Meta(description="Every legal set must be laid before you ask.")
    ] = False
    empty_hand_wins: Annotated[
        bool, Meta(description="Losing your last card to an ask makes you the winner.")
    ] = False
    last_licks: Annotated[
        bool, Meta(description="After somebody goes out, all others get a final turn.")
    ] = False
    top_card_bonus: Annotated[bool, Meta(description="The winner flips the top card.")] = True
    hand_penalty_card: Annotated[
        Dollars, Meta(description="What a name or run card left in hand costs.")
    ] = 100
    hand_penalty_special: Annotated[
        Dollars, Meta(description="What a special card left in hand costs.")
    ] = 1000
    target_score: Annotated[
        int,
        Meta(ge=0, le=1_000_000, description="The game also ends when somebody has it; 0: off."),
    ] = 0
    first_dealer: Annotated[
        Literal["random", "host"] | SeatNumber, Meta(description="Who deals the first round.")
    ] = "random"
    turn_seconds: Seconds = 60
    initial_seconds: Seconds = 45
    show_ask_history: Annotated[
        bool, Meta(description="All asks of the round are shown; false: only the last.")
    ] = True

    def hosted_by(self, seat: Seat) -> StripOptions:
        """Return these options with the host's seat as the first dealer, if that was chosen."""
        if self.first_dealer != "host":
            return self
        return changed(self, first_dealer=seat)
