"""How the narrator plays Lap Dance: from one position, by a few rules of thumb.

It is no strong player and not meant to be one.  It shows what a client can do with what every
position carries: the legal actions, the hints, and the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Action = Mapping[str, Any]
Position = Mapping[str, Any]
Rank = tuple[float, float]

A_GOOD_STACK: Final = 3
"""So many cards a round, and there are some left for the last."""
ENOUGH_REROLLS: Final = 4
ALL_ORDERS: Final = 3
DOUBLES: Final = ("D2", "W2")
A_HELPING_HAND: Final = 2
"""So many symbols Nadia and Bruno come with."""
PLAYED_ON_SIGHT: Final = ("sp1", "sp2", "sp5", "sp6", "sp9")
"""Specials that never hurt their owner; the others want more thought than we give them."""
NEVER: Final[Rank] = (-1.0, 0.0)


def choose(position: Position) -> Action | None:
    """Return the best legal action by the rules of thumb, or None if there is nothing to do.

    Out of turn only Specials are played, and only those that never hurt.
    """
    view = position["view"]
    asked = view["seat"] in view["to_act"]
    ranked = [(_rank(action, position), action) for action in position["legal"]]
    if not asked:
        ranked = [(rank, action) for rank, action in ranked if action["type"] == "play_special"]
    willing = [(rank, action) for rank, action in ranked if asked or rank > NEVER]
    return max(willing, key=lambda entry: entry[0], default=(NEVER, None))[1]


def _rank(action: Action, position: Position) -> Rank:
    """Return what to compare actions by: first the kind, then how good it is of its kind."""
    rank = _RANKS.get(str(action["type"]))
    return rank(action, position) if rank else (0.0, 0.0)


def _set_stack(action: Action, position: Position) -> Rank:
    """Once, and of the usual size; then it is time to be ready."""
    if position["view"]["drafts"]:
        return NEVER
    return (8.0, -abs(len(action["cards"]) - A_GOOD_STACK))


def _activate(action: Action, position: Position) -> Rank:
    return (8.0, _takings(action.get("target"), position))


def _staff(action: Action, position: Position) -> Rank:
    """Nadia and Bruno when they complete an order, Jerry when more Favor would be lost."""
    view = position["view"]
    resolving = view["turn"] is not None and view["turn"]["stage"] == "resolve"
    if resolving and (symbol := _missing_symbol(position)):
        helper = ("nadia", None) if symbol == "dancer" else ("bruno", symbol)
        if (action["staff"], action["choice"]) == helper:
            return (7.0, 0.0)
    spare = view["seats"][view["seat"]]["favor"] > 2
    return (6.9, 0.0) if action["staff"] == "jerry" and spare else NEVER


def _special(action: Action, position: Position) -> Rank:
    if not str(action["card"]).startswith(PLAYED_ON_SIGHT):
        return NEVER
    return (9.0, _takings(action.get("target"), position))


def _reroll(action: Action, position: Position) -> Rank:
    """Keep the doubles, and of the rest as much as may be, as long as the stars are kind."""
    turn = position["view"]["turn"]
    goes_on = turn["rerolls"] < ENOUGH_REROLLS and _stars(turn) < 2
    doubles = sum(turn["dice"][die]["face"] in DOUBLES for die in action["keep"])
    return (6.0 if goes_on else 4.0, doubles + len(action["keep"]) / 10)


def _stop(_action: Action, position: Position) -> Rank:
    """Enough is enough when everything can be served."""
    return (6.5 if len(_best_orders(position)) == ALL_ORDERS else 5.0, 0.0)


def _serve(action: Action, position: Position) -> Rank:
    """What brings most, and of that whatever brings cards back."""
    money = {tuple(each["orders"]): each["money"] for each in _orders(position)}
    return (5.0, money.get(tuple(action["orders"]), 0) + len(action["returns"]) / 10)


def _compensate(action: Action, _position: Position) -> Rank:
    return (5.0, -float(action["option"]))


def _no(action: Action, _position: Position) -> Rank:
    """Deny everything."""
    return (5.0, 0.0 if any(action[word] for word in ("accept", "yes") if word in action) else 1.0)


def _never(_action: Action, _position: Position) -> Rank:
    return NEVER


def _plain(importance: float) -> Callable[[Action, Position], Rank]:
    return lambda _action, _position: (importance, 0.0)


_RANKS: Final[Mapping[str, Callable[[Action, Position], Rank]]] = {
    "play_special": _special,
    "set_stack": _set_stack,
    "activate_event": _activate,
    "use_staff": _staff,
    "reroll": _reroll,
    "stop": _stop,
    "fulfil": _serve,
    "compensate": _compensate,
    "ready": _plain(7.0),
    "roll": _plain(6.0),
    "pass_event": _plain(1.0),
    "pass_reaction": _plain(1.0),
    "free_unlock": _plain(6.0),
    "answer_call_out": _no,
    "vote": _no,
    "call_out": _never,
}


def _takings(seat: int | None, position: Position) -> float:
    """Return what a seat has taken in lately: nobody knows what she has in all."""
    return 0.0 if seat is None else float(position["view"]["seats"][seat]["takings"])


def _stars(turn: Mapping[str, Any]) -> int:
    return sum(die["face"] == "ST" for die in turn["dice"])


def _orders(position: Position) -> Sequence[Mapping[str, Any]]:
    """Return what the hints say of every choice of orders."""
    found: Sequence[Mapping[str, Any]] = (position.get("hints") or {}).get("orders", ())
    return found


def _missing_symbol(position: Position) -> str:
    """Return the class of which a helping hand would let us serve more; empty if none would."""
    now = max((each["money"] for each in _orders(position) if each["feasible"]), default=0)
    for each in sorted(_orders(position), key=lambda one: -one["money"]):
        lack = {symbol: each[symbol] for symbol in ("dancer", "drink", "luxury") if each[symbol]}
        if each["money"] > now and len(lack) == 1 and max(lack.values()) <= A_HELPING_HAND:
            return next(iter(lack))
    return ""


def _best_orders(position: Position) -> tuple[int, ...]:
    """Return the most orders that can be served as the dice lie."""
    feasible = [tuple(each["orders"]) for each in _orders(position) if each["feasible"]]
    return max(feasible, key=len, default=())
