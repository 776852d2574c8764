"""Work The Strip: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random

from games.rules.kernel import Emit, Game, Outcome, Refusal, Rng, Seat, Timer
from games.rules.work_the_strip import actions, time_outs
from games.rules.work_the_strip.events import EVENTS
from games.rules.work_the_strip.hints import hints_of
from games.rules.work_the_strip.options import DEAL_SIZE, StripOptions
from games.rules.work_the_strip.rules import deal
from games.rules.work_the_strip.sampling import hidden_from, sample_of
from games.rules.work_the_strip.scoring import standing
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.table import DECKS, KEYS_IN_PLAY
from games.rules.work_the_strip.texts import REFUSALS, TIMER_NOTES, explain
from games.rules.work_the_strip.view import StripHints, StripView, view_of


class WorkTheStrip(Game[StripOptions, StripState, StripView], frozen=True):
    """Six days on the strip: lay names and runs, ask for more, and be out first (WTS 1 to 16)."""

    options: StripOptions = StripOptions()

    name = "work_the_strip"
    title = "Work The Strip"
    tagline = "Six days, nine cards, and somebody always knows somebody at Apple Bottoms."
    content_rating = "PG-13"
    version = 1
    options_type = StripOptions
    state_type = StripState
    view_type = StripView
    hints_type = StripHints
    actions = (
        actions.PlaySet,
        actions.Ask,
        actions.WorkTheStrip,
        actions.EndFinalTurn,
        actions.Continue,
        actions.PlaySpecial,
        actions.InitialPlay,
    )
    events = EVENTS
    refusals = REFUSALS
    timer_notes = TIMER_NOTES

    @classmethod
    def explain(cls, refusal: Refusal) -> str:
        """Return the refusal as a sentence with the titles of cards, names and runs."""
        return explain(refusal)

    @property
    def seats(self) -> range:
        """Three to six; two by option (R01)."""
        return range(2 if self.options.allow_two else 3, 7)

    @property
    def max_plies(self) -> int:
        """Count what a round can hold, with the fewest seats, which leave the largest pile.

        Initial plays, final turns and "continue": one per seat each.  A special leaves the hands
        for good; so does at least one card with every set and every hit; each other ask, or
        `work_the_strip`, draws.  Only where anything may be asked for can a hit go to the hand:
        then every turn, and each ends with a draw, asks for a key once.
        """
        seats, cards = self.seats[0], len(DECKS[self.options.deck])
        pile = cards - DEAL_SIZE * seats
        plies = 3 * seats + cards + pile
        if not self.options.ask_requires_holding:
            plies += (pile + 1) * len(KEYS_IN_PLAY[self.options.deck])
        return self.options.rounds * plies

    def misfit(self, seats: int) -> Refusal | None:
        """Refuse a number of seats outside `seats`, and a first dealer who is not at the table."""
        dealer = self.options.first_dealer
        if (refusal := super().misfit(seats)) or isinstance(dealer, str) or dealer < seats:
            return refusal
        return Refusal("bad_first_dealer", "/first_dealer", {"dealer": dealer, "seats": seats})

    def setup(self, seats: int, key: str) -> StripState:
        """Choose the first dealer (R02) and deal; "host" is seat 0 if `hosted_by` did not say."""
        state = StripState(Rng(key), [0] * seats, totals=[0] * seats, rounds_won=[0] * seats)
        dealer = self.options.first_dealer
        if dealer == "random":
            dealer = state.rng.stream("dealer").below(seats)
        deal(state, 0 if dealer == "host" else dealer, self.options, lambda _: None)
        return state

    def time_up(self, state: StripState, timer: Timer, emit: Emit) -> None:
        """Act for who is late (WTS 11)."""
        time_outs.run_out(state, timer, self.options, emit)

    def outcome(self, state: StripState) -> Outcome | None:
        """Return totals and places after the last round (WTS 10)."""
        return standing(state) if state.phase == "game_over" else None

    def view(self, state: StripState, seat: Seat | None) -> StripView:
        """Return what `seat` (None: a spectator) may know (WTS 5.1)."""
        return view_of(state, seat)

    def hints(self, view: StripView) -> StripHints:
        """Return what helps the seat of `view` to compose its action."""
        return hints_of(view, self.options)

    def sample(self, view: StripView, random: Random) -> StripState:
        """Return a full state that `view` cannot tell from the true one."""
        return sample_of(view, self.options, random)

    def hidden(self, state: StripState, seat: Seat | None) -> Mapping[str, object]:
        """Return the hands, pile and initial plays that the view of `seat` leaves open."""
        return hidden_from(view_of(state, seat), state, self.options)

    def card_ids(self, state: StripState) -> list[str]:
        """Return every card of the state, sorted."""
        laid = (cards for tableau in state.tableau for cards in tableau.values())
        fronts = (lying.card for front in state.front for lying in front)
        piles = (state.pile, state.discard, state.flipped)
        return sorted(chain(*piles, *state.hands, *laid, fronts))
