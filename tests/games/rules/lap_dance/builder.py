"""Tables of Lap Dance in the rulebook's words.

Decks are written from the top.  Cards that no word mentions lie in the deck; where the test says
what the deck is, they stay in the box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.rules.kernel import Rng, Seat
from games.rules.lap_dance.cards import FACES, SPECIAL_OF, VARIANT_OF
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Die, LapState, SeatState, Stage, Turn
from tests.games.rules.lap_dance.printed import CUSTOMERS, DESIRES, rows
from tests.games.rules.lap_dance.table import Rolls, Table
from tests.games.rules.lap_dance.words import READY, A, fulfils, guest, ids, pips

__all__ = ["NEUTRAL", "Table", "final", "happening", "lay", "planning", "turn"]

NOTHING: Mapping[Any, Any] = MappingProxyType({})
NEUTRAL = "The Generous Heiress"
PREPARATION_SECONDS = {"The Impatient Broker": 30, "The Daydreaming Poet": 180}


def planning(
    *, hands: Sequence[str], repeats: int = 0, options: LapOptions | None = None, **more: Any
) -> Table:
    """Lay a table at the beginning of a Preparation, the Desire just revealed."""
    at = lay(seats=len(hands), hands=hands, options=options, **more)
    state, seats = at.state, range(len(hands))
    state.phase, state.repeats = "preparation", repeats
    state.ask(*seats)
    name = next(row[1] for row in rows(CUSTOMERS) if row[0] == at.customer)
    seconds = PREPARATION_SECONDS.get(name, at.game.options.timer_seconds or 180)
    state.start_timer("preparation", seconds, seats)
    return at


def happening(*, stacks: Sequence[str], priority: Sequence[int] = (), **more: Any) -> Table:
    """Lay a table at the beginning of an Event Phase: the last of them has just become ready."""
    seats = more.pop("seats", len(stacks))
    stacks = [*stacks, *[""] * (seats - len(stacks))]
    more.setdefault("hands", [""] * seats)
    at = planning(**more)
    numbers = priority or range(1, seats + 1)
    for seat, (text, number) in enumerate(zip(stacks, numbers, strict=True)):
        place = at.state.seats[seat]
        place.stack = list(ids(text))
        at.state.deck = [card for card in at.state.deck if card not in place.stack]
        if number < seats:
            place.priority = number
            at.state.answered(seat)
    return at.act(at.state.to_act[0], READY)


def turn(  # noqa: PLR0913 - a turn is made of this many things
    *,
    seat: Seat = A,
    stage: Stage = "resolve",
    dice: str = "",
    kept: Sequence[int] = (),
    stack: str = "",
    stacks: Sequence[str] = (),
    seats: int = 0,
    order: Sequence[Seat] = (),
    rerolls: int = 0,
    **more: Any,
) -> Table:
    """Lay a table in the middle of an action turn.

    Two players unless more are spoken of; `stack` is that of the active seat; the stars that are
    counted are those that lie there.
    """
    stacks = list(stacks) or [""] * max(seats, len(more.get("hands", ())), 2)
    if stack:
        stacks[seat] = stack
    count = len(stacks)
    more.setdefault("hands", [""] * count)
    at = lay(seats=count, stacks=stacks, priority=[*range(1, count + 1)], **more)
    state = at.state
    state.phase = "action"
    state.action_order = [*(order or range(count))]
    state.action_index = state.action_order.index(seat)
    rolled = [Die(FACES[number - 1], kept=place in kept) for place, number in enumerate(pips(dice))]
    stars = dice.split().count("ST") if stage in ("comp", "resolve") else 0
    state.turn = Turn(seat, stage=stage, dice=rolled, rerolls=rerolls, stars=stars)
    state.ask(seat)
    state.start_timer("turn", at.game.options.turn_seconds, [seat])
    holders = [other for other in range(count) if state.seats[other].specials and other != seat]
    state.invite(*holders)
    return at


def final(*, money: Sequence[int], favor: Sequence[int], **more: Any) -> Table:
    """Return a table after the last turn of the night, in which nothing was served."""
    last = len(money) - 1
    at = turn(seat=last, round_=5, dice="K1 K1", seats=len(money), money=money, favor=favor, **more)
    return at.act(last, fulfils())


def lay(  # noqa: PLR0913 - a table is made of this many things
    *,
    seats: int,
    customer: str = NEUTRAL,
    desire: str = "Front Row Seats",
    desires: str | None = None,
    desire_discard: str = "",
    deck: str | None = None,
    discard: str = "",
    special_deck: str | None = None,
    special_discard: str = "",
    activated: str = "",
    used: Mapping[str, int] = NOTHING,
    order_cash: Sequence[int] = (0, 0, 0),
    known: Mapping[Seat, Mapping[str, Sequence[Seat]]] = NOTHING,
    round_: int = 1,
    rolls: Rolls = "",
    luck: int = 0,
    options: LapOptions | None = None,
    **places: Any,
) -> Table:
    """Lay what lies there in every phase: in the middle, and in the `places` of the seats.

    `known` says by observer who may hold what.
    """
    options = options or LapOptions()
    state = LapState(
        rng=Rng(f"{luck:064x}"),
        questions=[0] * seats,
        round=round_,
        seats=_places(seats, **places),
        discard=list(ids(discard)),
        special_discard=list(ids(special_discard)),
        desire_discard=_guests(desire_discard),
        activated=list(ids(activated)),
        staff_used=dict(used),
        order_cash=list(order_cash),
        known=[_known(known.get(observer, NOTHING)) for observer in range(seats + 1)],
    )
    pile = None if desires is None else _guests(desires)
    _lay_guests(state, guest(customer), guest(desire), pile, options.rounds)
    _lay_decks(state, deck, special_deck)
    return Table(LapDance(options), state, rolls)


def _places(
    seats: int,
    *,
    hands: Sequence[str],
    stacks: Sequence[str] = (),
    specials: Mapping[Seat, str] = NOTHING,
    symbols: Mapping[Seat, str] = NOTHING,
    **numbers: Sequence[int | None],
) -> list[SeatState]:
    """Return what the seats have; `symbols` are written ``"D2 L1"``, `numbers` in seat order."""
    assert set(numbers) <= {"money", "favor", "priority", "dice_mod"}
    places = [
        SeatState(
            money=3,
            favor=2,
            hand=list(ids(hands[seat])),
            stack=list(ids(stacks[seat])) if stacks else [],
            specials=list(ids(specials.get(seat, ""))),
            symbols=_symbols(symbols.get(seat, "")),
        )
        for seat in range(seats)
    ]
    for name, values in numbers.items():
        for place, value in zip(places, values, strict=True):
            setattr(place, name, value)
    return places


def _guests(names: str) -> list[str]:
    return [guest(name.strip()) for name in names.split(",") if name]


def _symbols(text: str) -> list[int]:
    found = {word[0]: int(word[1:]) for word in text.split()}
    return [found.get(letter, 0) for letter in "DKL"]


def _known(seen: Mapping[str, Sequence[Seat]]) -> dict[str, int]:
    return {ids(title)[0]: sum(1 << seat for seat in seats) for title, seats in seen.items()}


def _lay_guests(
    state: LapState, customer: str, desire: str, pile: Sequence[str] | None, rounds: int
) -> None:
    """Seat the guests: those of this round, and any others before and after them."""
    away = {desire, *state.desire_discard, *(pile or ())}
    others = [row[0] for row in rows(CUSTOMERS) if row[0] != customer]
    wishes = [row[0] for row in rows(DESIRES) if row[0] not in away]
    now = state.round - 1
    state.customers = [*others[:now], customer, *others[now : rounds - 1]]
    state.desires = [*wishes[:now], desire, *wishes[now : rounds - 1]]
    rest = [row[0] for row in rows(DESIRES) if row[0] not in {*away, *state.desires}]
    state.desire_deck = [*(rest if pile is None else pile)][::-1]


def _lay_decks(state: LapState, deck: str | None, special_deck: str | None) -> None:
    places = state.seats
    lying = [*state.discard, *(card for place in places for card in (*place.hand, *place.stack))]
    held = [*state.special_discard, *(card for place in places for card in place.specials)]
    rest = [card for card in VARIANT_OF if card not in lying]
    state.deck = (rest if deck is None else [*ids(deck)])[::-1]
    specials = [card for card in SPECIAL_OF if card not in held]
    state.special_deck = (specials if special_deck is None else [*ids(special_deck)])[::-1]
    for found in (lying + state.deck, held + state.special_deck):
        assert len(found) == len(set(found)), f"a card lies in two places: {sorted(found)}"
