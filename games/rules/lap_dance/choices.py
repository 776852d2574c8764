"""What is to be named with a card or a member of Staff, and what is wrong with what was named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple

from games.rules.kernel import Refusal, Seat
from games.rules.lap_dance.cards import STAFF, Op
from games.rules.lap_dance.effects import EFFECTS, Act
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from games.rules.lap_dance.table import duplicate, others

FEW_DICE: Final = 4
"""Of so many dice every choice is listed; of more, some."""


class Wants(NamedTuple):
    """What is to be named: a choice, a card, 1 up to `most` dice `among` these, or nothing.

    Nothing to choose `among`: an Event happens without it, all else is refused.
    """

    names: Literal["", "choice", "card", "dice"] = ""
    among: tuple[Any, ...] = ()
    most: int = 1
    optional: bool = False
    if_none: str = ""


class Naming(NamedTuple):
    """What may be named together."""

    target: Seat | None = None
    choice: int | str | None = None
    card: str | None = None
    dice: tuple[int, ...] = ()


_NOTHING = Wants()
_IF_NONE = {"block_staff": "no_slot", "take_stack": "bad_target", "cancel_event": "bad_target"}


def is_aimed(ops: Sequence[Op]) -> bool:
    """Say whether another seat is to be named; a Wet Floor Sign lies before the active one."""
    return any(op.who == "target" and op.op != "force_reroll" for op in ops)


def wants(
    state: LapState, seat: Seat, target: Seat, ops: Sequence[Op], options: LapOptions
) -> Wants:
    """Return what is to be named when `seat` sets these effects to work on `target`.

    No card names more than one thing.
    """
    for op in ops:
        rule = EFFECTS[op.op]
        if rule.names and len(op.classes) != 1:
            among = rule.among(state, seat, target, op, options)
            return Wants(rule.names, among, op.n, rule.optional, _IF_NONE.get(op.op, ""))
    return _NOTHING


def namings(
    state: LapState, seat: Seat, ops: Sequence[Op], options: LapOptions, *, must: bool
) -> Iterator[Naming]:
    """Yield what may be named, in a fixed order; of many dice only some sets.

    `must`: with nothing to choose among there is no way (Specials and Staff).
    """
    for target in others(state, seat) if is_aimed(ops) else (None,):
        asked = wants(state, seat, seat if target is None else target, ops, options)
        if not asked.among:
            if not must or not asked.names or asked.optional:
                yield Naming(target)
            continue
        if asked.optional:
            yield Naming(target)
        match asked.names:
            case "choice":
                yield from (Naming(target, choice=one) for one in asked.among)
            case "card":
                yield from (Naming(target, card=one) for one in asked.among)
            case _:
                sets = dice_sets(asked.among, min(asked.most, len(asked.among)))
                yield from (Naming(target, dice=dice) for dice in sets)


@lru_cache(maxsize=4096)
def dice_sets(among: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """Return sets of 1 up to `most` dice: all of a few; of many each alone, and neighbours."""
    if len(among) <= FEW_DICE:
        return tuple(dice for n in range(1, most + 1) for dice in combinations(among, n))
    starts = range(len(among))
    return tuple(
        among[start : start + n]
        for n in range(1, most + 1)
        for start in starts
        if start + n <= len(among)
    )


# --- What is wrong with it ------------------------------------------------------------------------


def objection(
    state: LapState, act: Act, ops: Sequence[Op], options: LapOptions, *, must: bool, card: str
) -> Refusal | None:
    """Return what is wrong with what `act` names, None if nothing is.

    `must`: see `namings`; `card`: the field of the action that names a card of a Stack.
    """
    if refusal := _bad_target(state, act, ops):
        return refusal
    asked = wants(state, act.seat, act.seat if act.target is None else act.target, ops, options)
    return (
        (_none_there(asked) if must else None)
        or _bad_choice(asked, act)
        or _bad_card(asked, act, card)
        or _bad_dice(asked, act)
    )


def _bad_target(state: LapState, act: Act, ops: Sequence[Op]) -> Refusal | None:
    if is_aimed(ops):
        fits = act.target is not None and act.target in others(state, act.seat)
    else:
        fits = act.target is None or (
            ops[0].op == "force_reroll" and state.turn is not None and act.target == state.turn.seat
        )
    return None if fits else Refusal("bad_target", "/target")


def _none_there(asked: Wants) -> Refusal | None:
    if asked.among or not asked.names or asked.optional:
        return None
    code = asked.if_none or f"bad_{asked.names}"
    return Refusal(code, "", {"staff": "anybody"} if code == "no_slot" else {})


def _bad_choice(asked: Wants, act: Act) -> Refusal | None:
    if asked.names == "choice" and asked.among:
        fits = act.choice in asked.among
    else:
        fits = act.choice is None
    if fits:
        return None
    if asked.if_none == "no_slot" and act.choice in STAFF:
        return Refusal("no_slot", "/choice", {"staff": str(act.choice)})
    return Refusal("bad_choice", "/choice")


def _bad_card(asked: Wants, act: Act, field: str) -> Refusal | None:
    if asked.names == "card" and asked.among:
        fits = act.cards[0] in asked.among if act.cards else asked.optional
    else:
        fits = not act.cards
    return None if fits else Refusal("bad_card", f"/{field}")


def _bad_dice(asked: Wants, act: Act) -> Refusal | None:
    if asked.names != "dice":
        return Refusal("bad_dice", "/dice") if act.dice else None
    if not 1 <= len(act.dice) <= asked.most:
        return Refusal("bad_dice", "/dice")
    return stray_dice(act.dice, asked.among)


def stray_dice(dice: Sequence[int], among: Sequence[int], field: str = "dice") -> Refusal | None:
    """Return the refusal of the first die that is not among these, or named twice."""
    for place, die in enumerate(dice):
        if die not in among:
            return Refusal("bad_dice", f"/{field}/{place}")
    return duplicate(dice, field, "bad_dice")
