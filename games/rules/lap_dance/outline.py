"""The table as one seat sees it, as a state: what it cannot see is blank.

What the rules answer a seat rests on what it sees; so they answer the same of an outline.
"""

from __future__ import annotations

from typing import Final

from games.rules.kernel import Rng, Seat
from games.rules.lap_dance.state import LapState, SeatState, Turn
from games.rules.lap_dance.view import LapView, TurnView

BLANK: Final = ""
"""A card or a Desire that lies face down."""
NO_LUCK: Final = "00" * 32


def outline_of(view: LapView) -> LapState:
    """Return a state with what the view shows: hands, decks and Stacks of the right size, blank.

    Money that is secret counts as none, and nobody but the viewer knows or has drafted anything.
    """
    observer = len(view.seats) if view.seat is None else view.seat
    known = {one.card: sum(1 << seat for seat in one.seats) for one in view.known}
    return LapState(
        rng=Rng(NO_LUCK),
        questions=[view.decision if s == view.seat else 0 for s in range(len(view.seats))],
        to_act=list(view.to_act),
        timers=list(view.timers),
        turned=max((timer.id for timer in view.timers), default=0),
        ply=view.ply,
        phase=view.phase,
        round=view.round,
        seats=[_seat(view, seat) for seat in range(len(view.seats))],
        customers=list(view.customers),
        desires=[desire or BLANK for desire in view.desires],
        desire_deck=[BLANK] * view.desire_deck_count,
        desire_discard=list(view.desire_discard),
        deck=[BLANK] * view.deck_count,
        discard=list(view.discard),
        special_deck=[BLANK] * view.special_deck_count,
        special_discard=list(view.special_discard),
        repeats=view.repeats,
        activated=list(view.activated),
        staff_used={one.staff: one.used for one in view.staff if one.used},
        order_cash=list(view.order_cash),
        event_order=list(view.event_order),
        event_index=view.event_index,
        action_order=list(view.action_order),
        action_index=view.action_index,
        turn=_turn(view.turn) if view.turn else None,
        accusation=view.accusation,
        called_out=list(view.called_out),
        penalised=list(view.penalised),
        known=[known if place == observer else {} for place in range(len(view.seats) + 1)],
        paid_ply=view.ply - 1,
    )


def _seat(view: LapView, seat: Seat) -> SeatState:
    shown, own = view.seats[seat], seat == view.seat
    return SeatState(
        money=shown.money or 0,
        favor=shown.favor,
        hand=list(view.hand) if own else [BLANK] * shown.hand_count,
        stack=[BLANK] * shown.stack_count if shown.stack is None else list(shown.stack),
        specials=list(view.specials) if own else [BLANK] * shown.special_count,
        priority=shown.priority,
        drafts=view.drafts if own else 0,
        dice_mod=shown.dice_mod,
        symbols=list(shown.symbols),
        fulfilled=list(shown.fulfilled),
        takings=shown.takings,
    )


def _turn(turn: TurnView) -> Turn:
    return Turn(
        seat=turn.seat,
        stage=turn.stage,
        dice=list(turn.dice),
        rerolls=turn.rerolls,
        stars=turn.stars,
        free_unlocks=turn.free_unlocks,
        double_order=turn.double_order,
        window=turn.window,
        passed=list(turn.passed),
        late=turn.late,
    )
