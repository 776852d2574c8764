"""What is printed on the components of Lap Dance (LAP 3), read once from ``cards.json``.

Physical cards are named by their variant and a letter for the copy: ``"md1a"``, ``"sp6b"``.
Customers, Desires and Staff are there once each: ``"c04"``, ``"d16"``, ``"jerry"``.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any, Final, Literal, get_args

import msgspec

from games.rules.kernel import Data
from games.rules.lap_dance.orders import Need

SymbolClass = Literal["dancer", "drink", "luxury"]
ActionType = Literal[
    "male_dancer",
    "female_dancer",
    "cheap_drink",
    "expensive_drink",
    "luxury_item",
    "luxury_service",
    "event",
]
Face = Literal["D1", "D2", "L1", "K1", "W2", "ST"]
"""What a die shows (LAP 3.2): one or two dancers, a luxury, a drink, two of either, a star."""
OpName = Literal[
    "cash",
    "steal_cash",
    "favor",
    "lose_favor",
    "draw",
    "return",
    "discard_hand",
    "take_hand",
    "discard_stack",
    "take_stack",
    "dice",
    "symbol",
    "swap_priority",
    "order_cash",
    "block_staff",
    "cancel_event",
    "draw_special",
    "unlock_reroll",
    "reroll",
    "force_reroll",
    "double_order",
]
"""The closed vocabulary of effects (LAP 3.9)."""
ModifierName = Literal[
    "draw_all",
    "open_stacks",
    "free_unlock",
    "timer",
    "base_dice",
    "stack_limit",
    "all_orders_bonus",
    "order_bonus",
    "fail_penalty",
    "no_compensation",
    "star_cash",
    "staff_cost",
    "events_off",
    "priority_reverse",
    "any_type",
]
"""The closed vocabulary of Customers' main rules (LAP 3.8)."""
CheckName = Literal[
    "manual",
    "no_uppercase",
    "all_uppercase",
    "must_end_with",
    "must_contain",
    "no_emoji",
    "max_words",
    "forbidden_words",
]
"""The closed vocabulary of what can be checked in a chat (LAP 11)."""
Timing = Literal["own_turn", "own_preroll", "own_resolve", "other_rolled", "any_time"]
Window = Literal["event", "turn", "resolve"]

CLASSES: Final[tuple[SymbolClass, ...]] = get_args(SymbolClass)
FACES: Final[tuple[Face, ...]] = get_args(Face)
"""In the order of the pips 1 to 6: a roll of 6 is a star."""
STAR: Final[Face] = "ST"
COLORS: Final = ("ruby", "gold", "emerald", "sapphire")
"""The colour of each seat (LAP 3.1)."""


# --- The components -------------------------------------------------------------------------------


class Op(Data, frozen=True):
    """One effect (LAP 3.9): what, how much, whom it concerns, and symbols of which classes."""

    op: OpName
    n: int = 1
    who: Literal["self", "target", "all"] = "self"
    classes: tuple[SymbolClass, ...] = ()


class ActionVariant(Data, frozen=True):
    """What is printed on `copies` Action cards (LAP 3.3, 3.4); `ops`: the effect of an Event."""

    id: str
    title: str
    type: ActionType
    copies: int
    dice: int
    starting: bool = False
    result: dict[SymbolClass, int] = {}
    benefit: Op | None = None
    ops: tuple[Op, ...] = ()
    text: str = ""


class StaffMember(Data, frozen=True):
    """A member of Staff (LAP 3.5): `cost` in Favor, slots by the number of players."""

    id: str
    title: str
    window: Window
    cost: int
    slots: dict[str, int]
    ops: tuple[Op, ...]
    text: str


class Special(Data, frozen=True):
    """What is printed on `copies` Special cards (LAP 3.6)."""

    id: str
    title: str
    copies: int
    timing: Timing
    ops: tuple[Op, ...]
    text: str


class Order(Data, frozen=True):
    """An order of a Desire (LAP 3.7): symbols needed; dollars, Favor, cards drawn, cards back."""

    need: dict[SymbolClass, int]
    cash: int
    favor: int = 0
    draw: int = 0
    returns: int = 0


class Desire(Data, frozen=True):
    """A Desire card (LAP 3.7): which types may be placed, and three orders."""

    id: str
    level: int
    title: str
    types: tuple[ActionType, ...]
    orders: tuple[Order, ...]


class Modifier(Data, frozen=True):
    """A Customer's main rule (LAP 3.8); `timer` without `n`: no timer."""

    op: ModifierName
    n: int | None = None
    symbol: SymbolClass | None = None


class Check(Data, frozen=True):
    """What of a fun rule a chat can be checked for (LAP 11)."""

    op: CheckName
    words: tuple[str, ...] = ()
    n: int = 0


class Customer(Data, frozen=True):
    """A Customer (LAP 3.8): a main rule for one round, and a fun rule for the brave."""

    id: str
    title: str
    modifier: Modifier
    text: str
    fun_text: str
    check: Check


class Compensation(Data, frozen=True):
    """Sandra's options for so many stars, `id`; the last line is for that many or more."""

    id: str
    options: tuple[tuple[Op, ...], ...]


class Card(Data, frozen=True):
    """One physical card, and which row of the tables ``actions`` or ``specials`` it prints."""

    id: str
    kind: Literal["action", "special"]
    prints: str


class Tables(Data, frozen=True):
    """What is printed on everything in the box (LAP 3), row by row."""

    actions: tuple[ActionVariant, ...]
    staff: tuple[StaffMember, ...]
    specials: tuple[Special, ...]
    desires: tuple[Desire, ...]
    customers: tuple[Customer, ...]
    compensation: tuple[Compensation, ...]


def _read() -> Tables:
    """Read the tables; a word outside the vocabulary, or a field amiss, stops the import."""
    raw: Any = json.loads(files(__package__).joinpath("cards.json").read_text("utf-8"))
    return msgspec.convert(raw, Tables)


def _copies(variant: str, count: int) -> tuple[str, ...]:
    return tuple(f"{variant}{letter}" for letter in "abcd"[:count])


TABLES: Final = _read()
VARIANTS: Final = {variant.id: variant for variant in TABLES.actions}
STAFF: Final = {member.id: member for member in TABLES.staff}
SPECIALS: Final = {special.id: special for special in TABLES.specials}
DESIRES: Final = {desire.id: desire for desire in TABLES.desires}
CUSTOMERS: Final = {customer.id: customer for customer in TABLES.customers}
COMPENSATION: Final = tuple(line.options for line in TABLES.compensation)
"""By stars, the last line for all there are from four on: Sandra's options (LAP 3.10)."""

VARIANT_OF: Final = {c: v for v in VARIANTS.values() for c in _copies(v.id, v.copies)}
"""Every Action card and what is printed on it."""
SPECIAL_OF: Final = {c: s for s in SPECIALS.values() for c in _copies(s.id, s.copies)}
"""Every Special card and what is printed on it."""
CARDS: Final = {
    **{card: Card(card, "action", variant.id) for card, variant in VARIANT_OF.items()},
    **{card: Card(card, "special", special.id) for card, special in SPECIAL_OF.items()},
}
"""Every physical card of the two decks."""
STARTING: Final = tuple(
    tuple(f"{v.id}{'abcd'[seat]}" for v in VARIANTS.values() if v.starting) for seat in range(4)
)
"""The six starting cards of each seat's colour (LAP 3.3)."""
EVENT_CARDS: Final = frozenset(card for card, v in VARIANT_OF.items() if v.type == "event")
TYPE_OF: Final = {card: v.type for card, v in VARIANT_OF.items()}
DICE_OF: Final = {card: v.dice for card, v in VARIANT_OF.items()}
"""How many die symbols each Action card shows."""
RESULT_OF: Final = {card: Need(**v.result) for card, v in VARIANT_OF.items() if v.result}
"""The symbols on the cards that show a die result (LAP 3.3)."""
BENEFIT_OF: Final = {card: v.benefit for card, v in VARIANT_OF.items() if v.benefit}
NEEDS: Final = {d.id: tuple(Need(**o.need) for o in d.orders) for d in DESIRES.values()}
"""By Desire, what each of its orders needs."""
PLACEABLE: Final = {
    d.id: frozenset(card for card, type_ in TYPE_OF.items() if type_ in d.types)
    for d in DESIRES.values()
}
"""By Desire, all typed cards of the desired types (LAP 7)."""


# --- Are they all there? --------------------------------------------------------------------------


def _check() -> None:
    """Refuse to start with components that are not those of LAP 3."""
    _check_counts()
    _check_sums()
    _check_references()
    _check_vocabulary()


def _expect(what: str, found: object, printed: object) -> None:
    if found != printed:
        raise ValueError(f"cards.json: {what}: {found}, not {printed}")


def _check_counts() -> None:
    types = Counter(TYPE_OF.values())
    _expect("Action cards", dict(types), {t: 30 if t == "event" else 12 for t in types})
    _expect("types", len(types), 7)
    _expect("Special cards", len(SPECIAL_OF), 18)
    counts = len(CUSTOMERS), len(STAFF), len(DESIRES), len(COMPENSATION)
    _expect("Customers, Staff, Desires, lines of compensation", counts, (18, 6, 18, 5))
    _expect("starting cards", {len(set(cards)) for cards in STARTING}, {6})


def _check_sums() -> None:
    typed = [v for card, v in VARIANT_OF.items() if card not in EVENT_CARDS]
    _expect("die symbols of typed cards", sum(v.dice for v in typed), 54)
    _expect("fixed symbols", sum(sum(v.result.values()) for v in typed), 41)
    benefits = Counter(v.benefit.op for v in typed if v.benefit)
    _expect("benefits", dict(benefits), {"cash": 6, "draw": 9, "favor": 4, "return": 6})
    desired = Counter(type_ for desire in DESIRES.values() for type_ in desire.types)
    _expect("Desires by type", set(desired.values()), {10})
    levels = Counter(desire.level for desire in DESIRES.values())
    _expect("Desires by level", dict(levels), {1: 6, 2: 6, 3: 6})
    _expect("orders of a Desire", {len(desire.orders) for desire in DESIRES.values()}, {3})


def _check_references() -> None:
    for member in STAFF.values():
        _expect(f"slots of {member.id}", sorted(member.slots), ["2", "3", "4"])
    for variant in VARIANTS.values():
        _expect(f"{variant.id} is an Event", variant.type == "event", bool(variant.ops))
    stars = [line.id for line in TABLES.compensation]
    _expect("lines of compensation", stars, ["0", "1", "2", "3", "4"])
    ids = [*VARIANT_OF, *SPECIAL_OF, *DESIRES, *CUSTOMERS, *STAFF]
    _expect("ids", len(set(ids)), len(ids))


def _check_vocabulary() -> None:
    """Every effect and every modifier of the vocabulary is printed somewhere."""
    benefits = [v.benefit for v in VARIANTS.values() if v.benefit]
    cards = [row.ops for table in (VARIANTS, STAFF, SPECIALS) for row in table.values()]
    options = [option for line in COMPENSATION for option in line]
    used = {op.op for ops in (benefits, *cards, *options) for op in ops}
    _expect("effects", used, set(get_args(OpName)))
    modifiers = {customer.modifier.op for customer in CUSTOMERS.values()}
    _expect("modifiers", modifiers, set(get_args(ModifierName)))
    _expect("checks", {c.check.op for c in CUSTOMERS.values()}, set(get_args(CheckName)))


_check()
