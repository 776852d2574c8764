"""Lap Dance: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any, Final, TypeAlias

from games.rules.kernel import Action, Emit, Game, Outcome, Refusal, Seat, Timer
from games.rules.lap_dance import actions, time_outs
from games.rules.lap_dance.cards import STAFF
from games.rules.lap_dance.decks import deal
from games.rules.lap_dance.events import EVENTS
from games.rules.lap_dance.hints import LapHints, hints_of
from games.rules.lap_dance.options import (
    LEAST_TIMER,
    LEVEL_1_DESIRES,
    MOST_DRAFTS,
    MOST_REPEATS,
    MOST_REROLLS,
    LapOptions,
)
from games.rules.lap_dance.rules import standing, start_round
from games.rules.lap_dance.sampling import hidden_from, sample_of
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.texts import REFUSALS, TIMER_NOTES, explain
from games.rules.lap_dance.view import LapView, view_of

EVENT_LAPS: Final = 5
"""No Stack holds more Events than a Stack holds cards."""
PAUSE: Final = (5, 25, 3)
"""How long a bot plans at least and at most, and how long before the bell it is done (LAP 14)."""


class LapDance(Game[LapOptions, LapState, LapView], frozen=True):
    """Five guests: plan in secret, be ready first, roll the dice, and serve (LAP 1 to 16)."""

    options: LapOptions = LapOptions()

    name = "lap_dance"
    title = "Lap Dance"
    tagline = "The manager is gone, the guests are here, and the hourglass is already running."
    content_rating = "PG-13"
    version = 1
    options_type = LapOptions
    state_type = LapState
    view_type = LapView
    hints_type = LapHints
    actions = (
        actions.Ready,
        actions.ActivateEvent,
        actions.PassEvent,
        actions.Roll,
        actions.Stop,
        actions.FreeUnlock,
        actions.PassReaction,
        actions.CallOut,
        actions.AnswerCallOut,
        actions.Vote,
        actions.Compensate,
        actions.UseStaff,
        actions.PlaySpecial,
        actions.Fulfil,
        actions.SetStack,
        actions.Reroll,
    )
    events = EVENTS
    refusals = REFUSALS
    timer_notes = TIMER_NOTES

    @classmethod
    def explain(cls, refusal: Refusal) -> str:
        """Return the refusal as a sentence with the names of the Staff."""
        return explain(refusal)

    @property
    def seats(self) -> range:
        """Two to four (LAP-R01)."""
        return range(2, 5)

    @property
    def max_plies(self) -> int:
        """Count what a round can hold at a full table.

        Each Preparation: drafts, "ready", the bell.  Events: every seat's step in every lap, and
        slots of Staff.  Each turn: rolls, stop, Sandra, an unlock, the window, serving, two bells;
        Specials come only from Staff.  Accusations: of everybody in every phase and turn, with
        answer and votes.
        """
        seats = self.seats[-1]
        slots = sum(member.slots[str(seats)] for member in STAFF.values())
        preparations = (1 + MOST_REPEATS) * (seats * (MOST_DRAFTS + 1) + 1)
        turns = seats * (MOST_REROLLS + 6 + seats + 2)
        plies = 1 + preparations + EVENT_LAPS * seats + turns + 2 * slots
        if self.options.fun_rules:
            plies += (2 + seats) * seats * (1 + seats)
        return self.options.rounds * plies

    def misfit(self, seats: int) -> Refusal | None:
        """Refuse a number of seats outside `seats`, and options that do not fit together."""
        if refusal := super().misfit(seats):
            return refusal
        options = self.options
        if 0 < options.timer_seconds < LEAST_TIMER:
            return Refusal("bad_timer", "/timer_seconds", {"least": LEAST_TIMER})
        if options.desire_order == "level_1_only" and options.rounds > LEVEL_1_DESIRES:
            return Refusal("too_many_rounds", "/rounds", {"most": LEVEL_1_DESIRES})
        if (guests := options.customers) != "random" and (
            len(guests) != options.rounds or len(set(guests)) != len(guests)
        ):
            return Refusal("bad_customers", "/customers", {"rounds": options.rounds})
        return None

    def kinds(self, state: LapState, seat: Seat) -> tuple[type[Action[Any, Any]], ...]:
        """Return what belongs to this part of the round, of a turn also to its stage."""
        turn = state.turn
        if turn is None:
            return _KINDS[self.options.fun_rules, state.phase]
        return _KINDS[self.options.fun_rules, turn.stage if seat == turn.seat else "other"]

    def setup(self, seats: int, key: str) -> LapState:
        """Deal, and let the first Customer in (LAP 5)."""
        state = deal(seats, key, self.options)
        start_round(state, self.options, lambda _: None)
        return state

    def time_up(self, state: LapState, timer: Timer, emit: Emit) -> None:
        """Act for who is late, or close what was open for a while (LAP 14)."""
        time_outs.run_out(state, timer, self.options, emit)

    def outcome(self, state: LapState) -> Outcome | None:
        """Return dollars and places after the last round (LAP 12)."""
        return standing(state) if state.phase == "game_over" else None

    def thinking(
        self, state: LapState, seat: Seat, *, anew: bool = False
    ) -> tuple[int, int] | None:
        """Return how long a bot seems to plan, so that it is not always ready first (LAP 14).

        Only before its first draft: the answer to that is a question too.  Drafts of somebody it
        has replaced are not its own.
        """
        if state.phase != "preparation" or seat not in state.to_act:
            return None
        if state.seats[seat].drafts and not anew:
            return None
        least, most, spare = PAUSE
        return least, min(most, state.timer("preparation").seconds - spare)

    def view(self, state: LapState, seat: Seat | None) -> LapView:
        """Return what `seat` (None: a spectator) may know (LAP 4.1)."""
        return view_of(state, seat, self.options)

    def hints(self, view: LapView) -> LapHints:
        """Return what helps the seat of `view` to compose its action."""
        return hints_of(view, self.options)

    def sample(self, view: LapView, random: Random) -> LapState:
        """Return a full state that `view` cannot tell from the true one."""
        return sample_of(view, self.options, random)

    def hidden(self, state: LapState, seat: Seat | None) -> Mapping[str, object]:
        """Return the facts that the view of `seat` leaves open."""
        return hidden_from(self.view(state, seat), state, self.options)

    def card_ids(self, state: LapState) -> list[str]:
        """Return every card of the state, sorted: Action cards, Specials, and Desires to come."""
        of_seats = (cards for one in state.seats for cards in (one.hand, one.stack, one.specials))
        decks = (state.deck, state.discard, state.special_deck, state.special_discard)
        desires = (state.desires[state.round - 1 :], state.desire_deck, state.desire_discard)
        return sorted(chain(*of_seats, *decks, *desires))


_Kinds: TypeAlias = tuple[type[Action[Any, Any]], ...]
_FUN: Final[_Kinds] = (actions.CallOut, actions.AnswerCallOut, actions.Vote)
_OWN: Final[_Kinds] = (actions.UseStaff, actions.PlaySpecial)
_MOMENTS: Final[dict[str, _Kinds]] = {
    "reading": (),
    "preparation": (actions.Ready, actions.SetStack),
    "event": (actions.ActivateEvent, actions.PassEvent, actions.UseStaff),
    "preroll": (actions.Roll, *_OWN),
    "roll": (actions.Stop, actions.Reroll, *_OWN),
    "comp": (actions.Compensate, *_OWN),
    "resolve": (actions.FreeUnlock, actions.Fulfil, *_OWN),
    "other": (actions.PassReaction, actions.PlaySpecial),
    "game_over": (),
}
"""What may be legal in each phase, in one's own turn by its stage, and in another's turn."""
_KINDS: Final = {
    (fun, moment): tuple(
        kind
        for kind in LapDance.actions
        if kind in kinds or (fun and kind in _FUN and moment != "game_over")
    )
    for fun in (False, True)
    for moment, kinds in _MOMENTS.items()
}
