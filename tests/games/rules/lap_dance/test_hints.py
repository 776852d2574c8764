"""What helps to compose an action, from the seat's own view (LAP 9.7, 9.9)."""

from __future__ import annotations

from games.rules.kernel import Seat
from games.rules.lap_dance.hints import NO_HINTS, LapHints, UseHint
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, final, happening, planning, turn
from tests.games.rules.lap_dance.words import READY, A, B, C, card, cards, lays, orders, plays

FIVE = "House Regular, House Star, House Champagne, Big Spender Table"


def hints(at: Table, seat: Seat | None = A) -> LapHints:
    found: LapHints = at.game.hints(at.view(seat))
    return found


def feasible(at: Table, seat: Seat = A) -> set[tuple[int, ...]]:
    return {hint.orders for hint in hints(at, seat).orders if hint.feasible}


def lack(at: Table, letters: str, seat: Seat = A) -> tuple[int, int, int]:
    hint = next(one for one in hints(at, seat).orders if one.orders == orders(letters))
    return hint.dancer, hint.drink, hint.luxury


def use(at: Table, id_: str, seat: Seat = A) -> UseHint:
    return next(one for one in hints(at, seat).uses if one.id == id_)


# --- Orders ---------------------------------------------------------------------------------------


def test_l_09_which_orders_can_be_served_and_what_the_others_lack() -> None:
    at = turn(desire="Quiet Corner", dice="W2 D1 D1")
    assert feasible(at) == {(), (0,), (1,), (0, 1)}
    assert lack(at, "C") == (0, 0, 1)
    assert lack(at, "AB") == (0, 0, 0)
    assert lack(at, "ABC") == (1, 1, 1)


def test_split_doubles_serve_one_of_each() -> None:
    at = turn(desire="Quiet Corner", dice="W2 D1 D1", options=LapOptions(split_doubles=True))
    assert (2,) in feasible(at)
    assert lack(at, "AC") == (0, 0, 2)


def test_cards_and_symbols_count_with_the_dice() -> None:
    at = turn(dice="K1 ST", stack="Duo Number", symbols={A: "L2"})
    assert feasible(at) == {(), (0,), (1,), (2,), (0, 1), (1, 2)}


def test_the_dice_of_others_do_not_count() -> None:
    at = turn(dice="D2 D2 K1", stacks=["", "Gold Watch"])
    assert feasible(at, B) == {(), (1,)}


def test_what_orders_would_bring() -> None:
    at = turn(desire="Tasting Evening", dice="K1 D2", stack="Feather Fan Act, Aged Cognac")
    money = {hint.orders: (hint.money, hint.returns) for hint in hints(at).orders}
    assert money[()] == (0, 0)
    assert money[0,] == (2 + 1, 1)
    assert money[1,] == (1 + 1, 2)
    assert money[0, 1, 2] == (2 + 1 + 3 + 1 + 2, 2)


def test_a_bill_pays_twice_for_her_who_lays_it_and_nobody_else() -> None:
    at = turn(dice="D2 K1", specials={A: "Gold-plated Bill"})
    at.act(A, plays("Gold-plated Bill", choice=0))
    money = [next(h.money for h in hints(at, s).orders if h.orders == (0,)) for s in (A, B)]
    assert money == [2 + 2, 2]


# --- Cards ----------------------------------------------------------------------------------------


def placeable(at: Table, seat: Seat = A) -> tuple[str, ...]:
    return tuple(sorted(hint.card for hint in hints(at, seat).cards if hint.placeable))


def reasons(at: Table) -> dict[str, str | None]:
    return {hint.card: hint.why for hint in hints(at).cards}


def test_which_cards_may_be_placed_and_why_the_others_may_not() -> None:
    at = planning(hands=[FIVE, ""])
    assert placeable(at) == cards("House Regular, House Star, Big Spender Table")
    assert reasons(at)[card("House Champagne")] == "not_desired"
    assert at.refused(A, lays("House Champagne")) == "not_desired"


def test_events_are_off() -> None:
    at = planning(hands=[FIVE, ""], customer="The Undercover Inspector")
    assert placeable(at) == cards("House Regular, House Star")
    assert at.refused(A, lays("Big Spender Table")) == reasons(at)[card("Big Spender Table")]


def test_all_types_are_welcome() -> None:
    assert placeable(planning(hands=[FIVE, ""], customer="The Curious Collector")) == cards(FIVE)


def test_cards_of_the_stack_are_hinted_too_until_one_is_ready() -> None:
    at = planning(hands=[FIVE, ""]).act(A, lays("House Star"))
    assert placeable(at) == cards("House Regular, House Star, Big Spender Table")
    at.act(A, READY)
    assert placeable(at) == ()
    assert set(reasons(at).values()) == {"already_ready"}


def test_the_limit_of_the_stack() -> None:
    assert hints(planning(hands=[FIVE, ""])).limit == 4
    assert hints(planning(hands=[FIVE, ""], customer="The Strict Accountant")).limit == 3


def test_later_nothing_may_be_placed() -> None:
    at = turn(dice="D1 K1", hands=[FIVE, ""])
    assert set(reasons(at).values()) == {"wrong_phase"}


# --- Dice -----------------------------------------------------------------------------------------


def test_which_dice_may_be_kept_or_rolled() -> None:
    dice = hints(turn(stage="roll", dice="ST D2 K1 L1 D1")).dice
    assert dice
    assert (dice.count, dice.locked, dice.free) == (5, (0,), (1, 2, 3, 4))


def test_dice_set_aside_may_not() -> None:
    aside = LapOptions(reroll_mode="set_aside")
    dice = hints(turn(stage="roll", dice="ST D2 K1 L1 D1", kept=[1, 4], options=aside)).dice
    assert dice
    assert dice.free == (2, 3)


def test_how_many_dice_would_be_rolled() -> None:
    dice = hints(turn(stage="preroll", stack="Two For One, House Star")).dice
    assert dice
    assert (dice.count, dice.locked, dice.free) == (2 + 2 + 1, (), ())


# --- Events, Staff and Specials -------------------------------------------------------------------


def test_what_an_event_wants() -> None:
    at = happening(stacks=["Spilled Tray, Understudy, Doubled Tab", "House Star", "Gold Watch"])
    tray = use(at, card("Spilled Tray"))
    assert (tray.kind, tray.why, tray.targets) == ("event", None, (B, C))
    assert [(one.target, one.card) for one in tray.cards] == [
        (B, card("House Star")),
        (C, card("Gold Watch")),
    ]
    assert use(at, card("Understudy")).choices == ("dancer", "drink", "luxury")
    assert use(at, card("Doubled Tab")).choices == (0, 1, 2)


def test_what_staff_wants() -> None:
    at = turn(dice="ST ST D1", stack="Gold Watch", favor=[1, 1], used={"nadia": 1})
    assert use(at, "nadia").why == "no_slot"
    assert use(at, "vladimir").why == "wrong_phase"
    alfonso = use(at, "alfonso")
    assert (alfonso.why, alfonso.dice, alfonso.most) == (None, (0, 1), 2)
    assert use(at, "bruno").choices == ("drink", "luxury")
    assert [one.card for one in use(at, "odile").cards] == [card("Gold Watch")]
    assert use(turn(dice="ST ST D1", favor=[0, 1]), "bruno").why == "no_favor"


def test_what_a_special_wants() -> None:
    held = {A: "Second Encore, Gold-plated Bill, Borrowed Act, Wet Floor Sign"}
    at = turn(dice="ST D1 K1 L1 L1", specials=held, stacks=["", "Gold Watch"])
    encore = use(at, card("Second Encore"))
    assert (encore.kind, encore.why, encore.dice, encore.most) == ("special", None, (1, 2, 3, 4), 3)
    assert use(at, card("Gold-plated Bill")).choices == (0, 1, 2)
    assert use(at, card("Borrowed Act")).why == "bad_stage"
    assert use(at, card("Wet Floor Sign")).why == "bad_stage"


def test_a_spectator_has_no_hints_nor_has_anybody_in_the_end() -> None:
    assert hints(planning(hands=[FIVE, ""]), None) == NO_HINTS
    assert hints(final(money=[3, 4], favor=[0, 0])) == NO_HINTS
