"""How the narrator plays its own seat: from one position, by a few rules of thumb.

It is no strong player and not meant to be one.  It shows what a client can do with what every
position carries: the legal actions, the hints, and the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Action = Mapping[str, Any]
Position = Mapping[str, Any]
Rank = tuple[float, ...]


def choose(position: Position) -> Action | None:
    """Return the best legal action by the rules of thumb, or None if nothing is asked of us."""
    legal: list[Action] = position["legal"]
    return max(legal, key=lambda action: _rank(action, position), default=None)


def _rank(action: Action, position: Position) -> Rank:
    """Return what to compare actions by: first the kind, then how good it is of its kind."""
    kinds: dict[str, tuple[int, Callable[[Action, Position], float]]] = {
        "continue": (9, _nothing),
        "initial_play": (9, _cards_in_sets),
        "play_set": (8, _cards_laid),
        "play_special": (7, _harm_to_the_leader),
        "ask": (5, _promise),
        "work_the_strip": (4, _nothing),
        "end_final_turn": (3, _nothing),
    }
    importance, quality = kinds.get(str(action["type"]), (0, _nothing))
    return (importance, quality(action, position))


def _nothing(_action: Action, _position: Position) -> float:
    return 0.0


def _cards_in_sets(action: Action, _position: Position) -> float:
    return sum(len(laid["cards"]) for laid in action["sets"])


def _cards_laid(action: Action, _position: Position) -> float:
    # Names before runs, if as many: most names are worth more upright than sideways.
    return len(action["cards"]) + (0.5 if action["mode"] == "name" else 0.0)


def _harm_to_the_leader(action: Action, position: Position) -> float:
    """Specials cost $1,000 in hand, so all go; one that needs a victim finds the richest."""
    target = action.get("target")
    return 0.0 if target is None else float(position["view"]["totals"][target])


def _promise(action: Action, position: Position) -> float:
    """Return how likely the answer is yes, roughly, and never walk into a mistake by choice."""
    view, target = position["view"], action["target"]
    hint = _hint(action, position)
    if target in hint.get("mistakes", ()):
        return -1.0
    seen = sum(
        target in known["seats"] and action["key"] in known["card"] for known in view["known"]
    )
    return 10.0 * seen + 5.0 * _wanted(action, view["asks"]) + _share(hint, view, target)


def _hint(action: Action, position: Position) -> Mapping[str, Any]:
    hints = position.get("hints") or {}
    for hint in hints.get("keys", ()):
        if (hint["mode"], hint["key"]) == (action["mode"], action["key"]):
            found: Mapping[str, Any] = hint
            return found
    return {}


def _wanted(action: Action, asks: list[Mapping[str, Any]]) -> float:
    """Return 1 if the target asked for this in vain, and so holds one; -1 if she denied it."""
    for ask in reversed(asks):
        if (ask["mode"], ask["key"]) != (action["mode"], action["key"]):
            continue
        if ask["seat"] == action["target"]:
            return 1.0 if ask["answer"] == "no" else -1.0
        if ask["target"] == action["target"]:
            return -1.0
    return 0.0


def _share(hint: Mapping[str, Any], view: Mapping[str, Any], target: int) -> float:
    """Return how many of the hidden copies the target should hold, by the size of her hand."""
    unseen = sum(view["hand_counts"]) - len(view["hand"]) + view["pile_count"]
    expected: float = hint.get("hidden", 1) * view["hand_counts"][target] / max(unseen, 1)
    return expected
