"""The end of a turn: serving orders."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.rules import end_turn
from games.rules.lap_dance.serving import SUBSETS, feasible, is_feasible, returns_of, serve
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import duplicate, not_my_turn


class Fulfil(Action[LapOptions, LapState], frozen=True):
    """Serve any number of orders of the Desire, each once, and end your turn (LAP 9.7).

    `orders`: 0 to 2, perhaps none.  `returns`: Stack cards to take back, at most as many as the
    orders and the benefits of your Stack allow (LAP 9.8).
    """

    orders: tuple[int, ...]
    returns: tuple[str, ...] = ()

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[Fulfil]:
        """Yield every feasible choice of orders, with no card and with the first cards back."""
        turn = state.turn
        if turn is None or turn.seat != seat or turn.stage != "resolve" or turn.window:
            return ()
        found, stack = list[Fulfil](), state.seats[seat].stack
        for orders in feasible(state, seat, options):
            found.append(cls(orders))
            if back := tuple(stack[: returns_of(state, seat, orders)]):
                found.append(cls(orders, back))
        return found

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check turn, stage and window; then the orders, what they need, and the cards back."""
        turn, refusal = state.turn, not_my_turn(state, seat, "resolve")
        if refusal or not turn:
            return refusal
        if turn.window:
            return Refusal("reaction_window")
        return (
            self._bad_orders()
            or self._not_feasible(state, seat, options)
            or self._bad_return(state, seat)
        )

    def _bad_orders(self) -> Refusal | None:
        for place, order in enumerate(self.orders):
            if order not in SUBSETS[-1]:
                return Refusal("bad_choice", f"/orders/{place}")
        return duplicate(self.orders, "orders", "duplicate_order")

    def _not_feasible(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        if is_feasible(state, seat, self.orders, options):
            return None
        return Refusal("not_feasible", "/orders")

    def _bad_return(self, state: LapState, seat: Seat) -> Refusal | None:
        most = returns_of(state, seat, self.orders)
        if len(self.returns) > most:
            return Refusal("bad_return", "/returns", {"most": most})
        for place, card in enumerate(self.returns):
            if card not in state.seats[seat].stack or card in self.returns[:place]:
                return Refusal("bad_return", f"/returns/{place}", {"most": most})
        return None

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Serve, get paid, and pass on."""
        serve(state, seat, self.orders, self.returns, options, emit)
        end_turn(state, options, emit)
