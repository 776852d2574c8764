"""The rulebook's words, read into ids and actions.

``"House Star, Staff Birthday b"`` are cards as they are printed (a title without a letter is its
first copy), ``"D2 ST K1"`` dice in the order they were rolled, ``"AC"`` the first and third order.
Everything here is a test's own reading of the page: nothing asks the rules what is legal.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from games.rules.kernel import Action, Seat
from games.rules.lap_dance.actions import (
    ActivateEvent,
    AnswerCallOut,
    CallOut,
    Compensate,
    FreeUnlock,
    Fulfil,
    PassEvent,
    PassReaction,
    PlaySpecial,
    Ready,
    Reroll,
    Roll,
    SetStack,
    Stop,
    UseStaff,
    Vote,
)
from tests.games.rules.lap_dance.printed import CUSTOMERS, DESIRES, FACES, IDS, rows

AnyAction: TypeAlias = Action[Any, Any]
A, B, C, D = range(4)
"""The seats: ruby, gold, emerald and sapphire."""

_CARD = re.compile(r"(?P<title>.+?)(?: (?P<copy>[a-d]))?$")
_PLACES = {name: id_ for table in (CUSTOMERS, DESIRES) for id_, *cells in rows(table)
           for name in cells[:2]}  # fmt: skip


def ids(text: str) -> tuple[str, ...]:
    """Return the ids of printed cards in the order written."""
    found = list[str]()
    for part in filter(None, map(str.strip, text.split(","))):
        match = _CARD.match(part)
        assert match, f"{part!r} is no card"
        found.append(IDS[match["title"]]["abcd".index(match["copy"] or "a")])
    return tuple(found)


def card(text: str) -> str:
    """Return the id of one printed card."""
    (found,) = ids(text)
    return found


def cards(text: str) -> tuple[str, ...]:
    """Return the ids of printed cards, sorted: for comparing hands, whose order tells nothing."""
    return tuple(sorted(ids(text)))


def guest(name: str) -> str:
    """Return the id of a Customer ("The Food Critic") or a Desire ("Lucky Night", or its id)."""
    return _PLACES.get(name, name)


def pips(faces: str) -> list[int]:
    """Return what dice show as the numbers 1 to 6, in the order of the six faces (LAP 3.2)."""
    return [FACES.split().index(face) + 1 for face in faces.split()]


def orders(letters: str) -> tuple[int, ...]:
    """Return the indices of orders: ``"AC"`` is 0 and 2."""
    return tuple(map("ABC".index, letters))


# --- What an assistant does -----------------------------------------------------------------------

READY, ROLL, STOP, PASS, NO_SPECIAL = Ready(), Roll(), Stop(), PassEvent(), PassReaction()


def lays(text: str = "") -> SetStack:
    """Return "these cards are my Stack"."""
    return SetStack(cards=ids(text))


def activates(
    title: str, on: Seat | None = None, choice: int | str | None = None, takes: str = ""
) -> ActivateEvent:
    """Return "I activate this Event": on whom, what for, and which card of the target's Stack."""
    return ActivateEvent(
        card=card(title), target=on, choice=choice, card2=card(takes) if takes else None
    )


def throws_out(title: str, of: Seat) -> UseStaff:
    """Return "Vladimir, this Event out, please"."""
    return UseStaff(staff="vladimir", target=of, card=card(title))


def uses(
    staff: str, *dice: int, choice: str | None = None, returns: str = "", on: Seat | None = None
) -> UseStaff:
    """Return "I use this Staff member": for which dice or class, or to take back which card."""
    returned = card(returns) if returns else None
    return UseStaff(staff=staff, target=on, card=returned, choice=choice, dice=dice)


def keeps(*dice: int) -> Reroll:
    """Return "these dice stay, roll the others"."""
    return Reroll(keep=dice)


def compensates(option: int, *dice: int) -> Compensate:
    """Return "Sandra, the first (second) line"."""
    return Compensate(option=option, dice=dice)


def plays(
    title: str,
    on: Seat | None = None,
    choice: int | str | None = None,
    dice: tuple[int, ...] = (),
    takes: str = "",
) -> PlaySpecial:
    """Return "I play this Special"."""
    return PlaySpecial(
        card=card(title),
        target=on,
        choice=choice,
        dice=dice,
        card2=card(takes) if takes else None,
    )


def unlocks(die: int) -> FreeUnlock:
    """Return "this Locked die, for free"."""
    return FreeUnlock(die=die)


def fulfils(letters: str = "", returns: str = "") -> Fulfil:
    """Return "these orders are served, and these cards come back"."""
    return Fulfil(orders=orders(letters), returns=ids(returns))


def accuses(target: Seat) -> CallOut:
    """Return "that was against the fun rule"."""
    return CallOut(target=target)


def admits(accept: bool = True) -> AnswerCallOut:
    """Return the answer of the accused."""
    return AnswerCallOut(accept=accept)


def votes(yes: bool = True) -> Vote:
    """Return a vote on an accusation."""
    return Vote(yes=yes)
