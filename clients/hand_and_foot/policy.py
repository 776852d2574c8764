"""How the narrator plays Hand & Foot: from one position, by a few rules of thumb.

It is no strong player and not meant to be one.  It shows what a client can do with what every
position carries: the legal actions, the hints, and the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

Action = Mapping[str, Any]
Position = Mapping[str, Any]
Rank = tuple[float, float]

WILDS: Final = ("JS", "JK")
NEVER: Final[Rank] = (0.0, 0.0)


def choose(position: Position) -> Action | None:
    """Return the best legal action by the rules of thumb, or None if nothing is asked of us."""
    legal: list[Action] = position["legal"]
    return max(legal, key=lambda action: _rank(action, position), default=None)


def _rank(action: Action, position: Position) -> Rank:
    """Return what to compare actions by: first the kind, then how good it is of its kind."""
    rank = _RANKS.get(str(action["type"]))
    return rank(action, position) if rank else NEVER


def _cut(action: Action, _position: Position) -> Rank:
    return (9.0, -abs(action["n"] - 22))


def _choose_hand(action: Action, position: Position) -> Rank:
    """A Lady or a wild below a pile is better had in the Hand."""
    bottom = position["view"]["bottoms"][action["pile"].lower()]
    return (9.0, float(_code(bottom) in ("LD", *WILDS)))


def _permission(action: Action, _position: Position) -> Rank:
    return (9.0, float(action["answer"] == "yes"))


def _go_out(action: Action, _position: Position) -> Rank:
    return (8.0, float(action["discard"] is not None))


def _cap(_action: Action, _position: Position) -> Rank:
    return (7.0, 0.0)


def _meld(action: Action, _position: Position) -> Rank:
    """As many naturals as may be, as few wilds as must be."""
    cards = [card for meld in action["melds"] for card in meld]
    wilds = _wilds(cards)
    return (6.0, len(cards) - 3.0 * wilds)


def _lay_off(action: Action, position: Position) -> Rank:
    """Naturals always; a wild only where one lies already, or where it makes the seventh card."""
    hints = (position.get("hints") or {}).get("melds", ())
    hint = next((each for each in hints if each["meld_id"] == action["meld_id"]), None)
    if not _wilds(action["cards"]):
        return (6.5, float(len(action["cards"])))
    if hint is None or hint["sort"] == "clean" or not hint["lacks"]:
        return NEVER
    return (5.5, -float(hint["lacks"]))


def _take_pile(_action: Action, position: Position) -> Rank:
    """Take a pile of use: more cards of own ranks and wilds than others, and no Lady."""
    view = position["view"]
    own = {meld["rank"] for meld in _own_team(view)["melds"]}
    codes = [_code(card) for card in view["pile"]]
    useful = sum(code in own or code in WILDS for code in codes)
    return (5.0, 0.0) if 2 * useful > len(codes) and "LD" not in codes else (2.0, 0.0)


def _draw(_action: Action, _position: Position) -> Rank:
    return (4.0, 0.0)


def _discard(action: Action, position: Position) -> Rank:
    """Ladies first; then what is alone in the hand and on no opponent's board."""
    view, code = position["view"], _code(action["card"])
    if code == "LD":
        return (3.0, 10.0)
    if code in WILDS:
        return (3.0, -10.0)
    same = sum(_code(card) == code for card in view["you_hold"])
    own = view["players"][view["seat"]]["team"]
    theirs = [team["melds"] for place, team in enumerate(view["teams"]) if place != own]
    given = any(meld["rank"] == code for melds in theirs for meld in melds)
    keeps = action.get("enter_foot", True)
    return (3.0, keeps - same - 4.0 * given)


def _continue(_action: Action, _position: Position) -> Rank:
    return (9.0, 0.0)


_RANKS: Final[Mapping[str, Callable[[Action, Position], Rank]]] = {
    "cut": _cut,
    "choose_hand": _choose_hand,
    "permission": _permission,
    "go_out": _go_out,
    "cap": _cap,
    "meld": _meld,
    "lay_off": _lay_off,
    "take_pile": _take_pile,
    "draw": _draw,
    "discard": _discard,
    "continue": _continue,
}


def _code(card: str) -> str:
    """Return what is printed on a card: ``LD-4`` is a Lady."""
    return card.partition("-")[0]


def _wilds(cards: Iterable[str]) -> int:
    return sum(_code(card) in WILDS for card in cards)


def _own_team(view: Mapping[str, Any]) -> Mapping[str, Any]:
    own: Mapping[str, Any] = view["teams"][view["players"][view["seat"]]["team"]]
    return own
