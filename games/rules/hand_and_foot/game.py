"""Hand & Foot: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from math import ceil
from random import Random

from games.rules.hand_and_foot import actions, time_outs
from games.rules.hand_and_foot.cards import DECKS
from games.rules.hand_and_foot.events import EVENTS
from games.rules.hand_and_foot.hints import FootHints, hints_of
from games.rules.hand_and_foot.options import SHORTEST_TURN, FootOptions
from games.rules.hand_and_foot.rules import begin_round
from games.rules.hand_and_foot.sampling import hidden_from, sample_of
from games.rules.hand_and_foot.scoring import standing
from games.rules.hand_and_foot.state import FootState
from games.rules.hand_and_foot.table import lasting_sides
from games.rules.hand_and_foot.texts import REFUSALS, TIMER_NOTES, explain
from games.rules.hand_and_foot.view import FootView, view_of
from games.rules.kernel import Emit, Game, Outcome, Refusal, Rng, Seat, Timer


class HandAndFoot(Game[FootOptions, FootState, FootView], frozen=True):
    """Two piles each, groups of seven, and a Lady nobody wants to be left with (HF 1 to 21)."""

    options: FootOptions = FootOptions()

    name = "hand_and_foot"
    title = "Hand & Foot"
    tagline = "A night out for two to six: first the hand, then the foot, and mind the Ladies."
    content_rating = "PG-13"
    version = 1
    options_type = FootOptions
    state_type = FootState
    view_type = FootView
    hints_type = FootHints
    actions = (
        actions.Draw,
        actions.Permission,
        actions.ChooseHand,
        actions.Cut,
        actions.Continue,
        actions.Discard,
        actions.TakePile,
        actions.GoOut,
        actions.Cap,
        actions.Meld,
        actions.LayOff,
    )
    events = EVENTS
    refusals = REFUSALS
    timer_notes = TIMER_NOTES

    @classmethod
    def explain(cls, refusal: Refusal) -> str:
        """Return the refusal as a sentence with the titles of cards and ranks."""
        return explain(refusal)

    @property
    def seats(self) -> range:
        """Two to six, with one deck for all (HF 3.2)."""
        return range(2, 7)

    @property
    def max_plies(self) -> int:
        """Count what a round can hold.

        "Cut", "choose" and "continue": one per seat each.  A card laid stays on the board, so there
        are at most as many plays, takes among them, as cards.  Every draw takes a card or two from
        the stock for good; with a reshuffle, from stock and pile together.  A turn, begun by a draw
        or a take, has besides one discard, one question and two answers.
        """
        seats, cards = self.seats[-1], len(DECKS[self.options.deck])
        many = 1 if self.options.stock_out == "reshuffle" else self.options.draw_count
        draws = ceil(cards / many)
        return self.options.rounds * (3 * seats + cards + draws + 4 * (cards + draws))

    def misfit(self, seats: int) -> Refusal | None:
        """Refuse a number of seats outside `seats`, and turns too short to play (HF 21)."""
        if refusal := super().misfit(seats):
            return refusal
        if 0 < self.options.turn_seconds < SHORTEST_TURN:
            return Refusal("bad_turn_seconds", "/turn_seconds", {"least": SHORTEST_TURN})
        return None

    def setup(self, seats: int, key: str) -> FootState:
        """Choose the starting seat (A-01) and let everybody cut."""
        state = FootState(Rng(key), [0] * seats, totals=[0] * seats)
        starter = state.rng.stream("start").below(seats)
        begin_round(state, starter, self.options, lambda _: None)
        return state

    def time_up(self, state: FootState, timer: Timer, emit: Emit) -> None:
        """Act for who is late (HF 19)."""
        time_outs.run_out(state, timer, self.options, emit)

    def outcome(self, state: FootState) -> Outcome | None:
        """Return totals and places after the last round (HF 17)."""
        return standing(state) if state.phase == "game_over" else None

    def sides(self, seats: int) -> tuple[int, ...]:
        """Return who plays together to the end; a floater who changes sides is one (HF 4, 17)."""
        return lasting_sides(seats, self.options.rounds)

    def view(self, state: FootState, seat: Seat | None) -> FootView:
        """Return what `seat` (None: a spectator) may know (HF 18)."""
        return view_of(state, seat, self.options)

    def hints(self, view: FootView) -> FootHints:
        """Return what helps the seat of `view` to compose its action (HF 26)."""
        return hints_of(view, self.options)

    def sample(self, view: FootView, random: Random) -> FootState:
        """Return a full state that `view` cannot tell from the true one."""
        return sample_of(view, self.options, random)

    def hidden(self, state: FootState, seat: Seat | None) -> Mapping[str, object]:
        """Return the hands, feet, stock and plans that the view of `seat` leaves open."""
        return hidden_from(self.view(state, seat), state, self.options)

    def card_ids(self, state: FootState) -> list[str]:
        """Return every card of the state, sorted."""
        melds = [meld for board in state.boards for meld in board]
        laid = chain.from_iterable((*meld.cards, *meld.caps) for meld in melds)
        return sorted(chain(state.stock, state.pile, *state.active, *state.foot, laid))
