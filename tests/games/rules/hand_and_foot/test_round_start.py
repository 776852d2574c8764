"""How a round begins: streams, the blind cut, the deal, the choice, the upcard (HF 5, 6)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Literal

import pytest

from games.rules.hand_and_foot.events import (
    BottomsSeen,
    CutDone,
    CutSent,
    HandChosen,
    HandSeen,
    Upcard,
)
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Rng
from tests.games.rules.hand_and_foot.builder import Table, dealt, key_for, opening
from tests.games.rules.hand_and_foot.words import COPIES, EXTENDED, A, B, C, D, choose, codes, cut

SEATS = (2, 3, 4, 5, 6)
KEY = f"{0:064x}"


def everything(at: Table) -> Counter[str]:
    state = at.state
    rows = (state.stock, state.pile, *state.active, *state.foot)
    return Counter(codes([card for row in rows for card in row]))


# --- Streams (HF 5) -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("key", range(6))
def test_the_first_starter_is_drawn_from_the_stream_start(seats: int, key: int) -> None:
    at = opening(seats, key=key)
    assert at.state.starter == Rng(f"{key:064x}").stream("start").below(seats)


def test_every_seat_may_start() -> None:
    assert {opening(5, key=key).state.starter for key in range(40)} == set(range(5))


def test_each_use_of_chance_has_its_own_stream() -> None:
    at = dealt(4, stock="LD 9").all_choose()
    labels = {"start", "deck/1", "cut/1/0", "cut/1/1", "cut/1/2", "cut/1/3", "upcard/1"}
    assert set(at.state.rng.drawn) == labels


def test_a_key_is_a_game() -> None:
    first, again, other = (dealt(4, key=key) for key in (5, 5, 6))
    assert first.state == again.state
    assert first.state.stock != other.state.stock


# --- The cut (HF 6.1) -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_all_cut_at_once_and_once(seats: int) -> None:
    at = opening(seats)
    assert sorted(at.state.to_act) == list(range(seats))
    for seat in reversed(range(seats)):
        assert at.view(None).phase == "cut"
        at.act(seat, cut(20))
        if seat:
            assert at.refused(seat, cut(22)) == "already_done"
            assert at.told(CutSent) == [CutSent(seat)]
    assert at.state.phase == "choose"


@pytest.mark.parametrize("n", [0, 41, -1, 1000])
def test_one_to_forty(n: int) -> None:
    assert opening().refused(A, cut(n)) == "bad_cut"


def test_every_depth_is_offered() -> None:
    assert [getattr(action, "n", None) for action in opening().legal(A)] == [*range(1, 41)]


@pytest.mark.parametrize("n", [1, 40])
def test_one_and_forty_are_cuts(n: int) -> None:
    assert opening().act(A, cut(n)).state.sent[A] == n


@pytest.mark.parametrize("offset", range(-5, 6))
def test_a_cut_misses_by_the_offset_of_its_own_stream(offset: int) -> None:
    at = opening(2, offsets=(offset, 0)).act(A, cut(22 - offset)).act(B, cut(30))
    assert at.cuts == [(22 - offset, 22, True), (30, 30, False)]


@pytest.mark.parametrize(("n", "offset", "taken"), [(1, -5, 1), (3, -5, 1), (6, -5, 1), (7, -5, 2)])
def test_at_least_one_card_is_taken(n: int, offset: int, taken: int) -> None:
    at = opening(2, offsets=(offset, 0)).act(A, cut(n)).act(B, cut(22))
    assert at.cuts[0] == (n, taken, False)


def test_nothing_is_said_before_all_have_cut() -> None:
    at = opening(3).act(A, cut(22)).act(C, cut(17))
    assert at.told(CutDone) == []
    for seat in (A, B, C, None):
        players = at.view(seat).players
        assert [player.cut for player in players] == [None] * 3
        assert [player.has_cut for player in players] == [True, False, True]
    assert [at.view(seat).cut_sent for seat in (A, B, C, None)] == [22, None, 17, None]
    at.act(B, cut(20))
    assert [done.seat for done in at.told(CutDone)] == [A, B, C]
    assert all(done.seen_by(None) for done in at.told(CutDone))


@pytest.mark.parametrize("n", [12, 16, 17, 22, 27, 28, 40])
def test_the_chance_is_flat_in_the_window_and_nothing_outside(n: int) -> None:
    exact = sum(
        opening(2, offsets=(offset, 0)).act(A, cut(n)).act(B, cut(40)).cuts[0][2]
        for offset in range(-5, 6)
    )
    assert exact == (1 if 17 <= n <= 27 else 0)


def test_the_cut_moves_no_card() -> None:
    tables = [opening(4, key=3).all_cut(n) for n in (1, 22, 40)]
    assert len({str((at.state.active, at.state.foot, at.state.stock)) for at in tables}) == 1


def test_exact_cuts_pay_the_team_of_the_round_each() -> None:
    """See ``test_scoring``; here: whom the cut says was exact."""
    at = opening(4, offsets=(0, 0, 0, 1)).all_cut(22)
    assert [exact for _, _, exact in at.cuts] == [True, True, True, False]


@pytest.mark.parametrize("way", ["auto", "off"])
def test_without_a_cut_the_round_begins_with_the_choice(way: Literal["auto", "off"]) -> None:
    options = FootOptions(exact22=way)
    at = opening(4, options=options)
    assert at.state.phase == "choose"
    assert at.refused(A, cut(22)) == "wrong_phase"


def test_auto_cuts_22_for_everybody() -> None:
    key = int(key_for((0, 3, 0, -2)), 16)
    at = opening(4, options=FootOptions(exact22="auto"), key=key)
    assert at.cuts == [(22, 22, True), (22, 25, False), (22, 22, True), (22, 20, False)]


def test_off_knows_no_exact_22() -> None:
    at = opening(4, options=FootOptions(exact22="off"))
    assert not any(exact for _, _, exact in at.cuts)


# --- The deal (HF 6.2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_each_gets_eleven_and_eleven(seats: int) -> None:
    at = dealt(seats, key=1)
    assert everything(at) == Counter(COPIES)
    assert [len(row) for row in (*at.state.active, *at.state.foot)] == [11] * (2 * seats)


def test_from_the_starter_clockwise_the_deck_is_dealt_from_the_top() -> None:
    """Undone, deal and shuffle leave the deck as it comes out of the box."""
    at = dealt(4, key=2)
    clockwise = [(at.state.starter + place) % 4 for place in range(4)]
    taken = [card for seat in clockwise for card in (*at.state.active[seat], *at.state.foot[seat])]
    shuffled = [*at.state.stock, *reversed(taken)]
    places = list(range(262))
    Rng(f"{2:064x}").stream("deck", 1).shuffle(places)
    boxed = [card for _, card in sorted(zip(places, shuffled, strict=True))]
    assert len([card for card, after in pairwise(boxed) if _code(card) != _code(after)]) == 16
    for card, after in pairwise(boxed):
        if _code(card) == _code(after):
            assert int(after.split("-")[1]) == int(card.split("-")[1]) + 1


def _code(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def test_the_extended_deck_has_312_cards() -> None:
    at = dealt(6, options=FootOptions(deck="extended")).all_choose()
    assert everything(at) == Counter(EXTENDED)
    assert at.stock_left == 179


# --- The choice (HF 6.3) --------------------------------------------------------------------------


def test_each_sees_the_bottom_cards_of_her_own_piles() -> None:
    at = dealt(4, bottoms={A: "LD 3", B: "JS 7"})
    assert [codes([shown.a, shown.b]) for seat in (A, B) if (shown := at.view(seat).bottoms)] == [
        codes("LD 3"),
        codes("JS 7"),
    ]
    assert at.view(None).bottoms is None


def test_the_bottoms_are_told_to_their_owner_alone() -> None:
    at = opening(3).all_cut()
    seen = at.told(BottomsSeen)
    assert sorted(event.seat for event in seen) == [A, B, C]
    for event in seen:
        assert [event.seen_by(seat) for seat in (A, B, C, None)] == [
            seat == event.seat for seat in (A, B, C, None)
        ]
        assert event.a == at.state.active[event.seat][-1]
        assert event.b == at.state.foot[event.seat][-1]


@pytest.mark.parametrize("pile", ["A", "B"])
def test_the_chosen_pile_is_the_hand_and_the_other_the_foot(pile: Literal["A", "B"]) -> None:
    at = dealt(4)
    piles = {"A": at.state.active[B], "B": at.state.foot[B]}
    other = "B" if pile == "A" else "A"
    at.act(B, choose(pile))
    assert sorted(at.state.active[B]) == sorted(piles[pile])
    assert sorted(at.state.foot[B]) == sorted(piles[other])
    view = at.view(B)
    assert sorted(view.you_hold) == sorted(piles[pile])
    assert view.foot is not None
    assert (view.foot.count, view.foot.bottom) == (11, piles[other][-1])
    assert at.told(HandChosen) == [HandChosen(B)]
    assert [event.seen_by(seat) for event in at.told(HandSeen) for seat in (A, B, C, D, None)] == [
        seat == B for seat in (A, B, C, D, None)
    ]


def test_all_choose_at_once_and_once() -> None:
    at = dealt(4)
    assert sorted(at.state.to_act) == [A, B, C, D]
    at.act(C, choose("B"))
    assert at.refused(C, choose("A")) == "already_done"
    assert [player.chosen for player in at.view(A).players] == [False, False, True, False]
    assert at.view(A).you_hold == ()
    assert len(at.view(C).you_hold) == 11


# --- The upcard (HF 6.4) --------------------------------------------------------------------------


@pytest.mark.parametrize("top", ["1", "7", "12", "LO"])
def test_a_rank_card_starts_the_pile(top: str) -> None:
    at = dealt(4, stock=top).all_choose()
    assert at.pile == (top,)
    assert at.turn == ("draw", at.state.starter)
    assert at.stock_left == 173
    (event,) = at.told(Upcard)
    assert (event.returned, event.card) == ((), at.state.pile[0])


@pytest.mark.parametrize("bad", ["LD", "VL", "JK", "JS", "LD VL JK JS"])
def test_others_are_shown_and_put_back(bad: str) -> None:
    at = dealt(4, stock=f"{bad} 9").all_choose()
    (event,) = at.told(Upcard)
    assert set(codes(bad)) <= set(codes(event.returned))
    assert set(event.returned) <= set(at.state.stock)
    assert at.stock_left == 173
    assert everything(at) == Counter(COPIES)
    view = at.view(None)
    assert (view.frozen, view.blocked) == (False, False)
    assert view.returned == event.returned


def test_what_was_put_back_may_turn_up_again() -> None:
    counts = set()
    for key in range(24):
        at = dealt(2, stock="LD 9", key=key)
        at.state.stock = at.state.stock[-2:]
        at.all_choose()
        (event,) = at.told(Upcard)
        assert set(codes(event.returned)) == {"LD"}
        assert at.pile == ("9",)
        assert codes(at.state.stock) == ("LD",)
        counts.add(len(event.returned))
    assert {1, 2} <= counts


def test_put_back_anywhere() -> None:
    """The index, counted from the bottom, is the stream's; on top, she is turned again."""
    places = set()
    for key in range(60):
        at = dealt(2, stock="LD 9 9 9", key=key)
        at.state.stock = at.state.stock[-4:]
        lady = at.state.stock[-1]
        at.all_choose()
        places.add(at.state.stock.index(lady))
        index = Rng(f"{key:064x}").stream("upcard", 1).below(4)
        assert index == 3 or at.state.stock.index(lady) == index
    assert places == {0, 1, 2}


def test_stack_turns_the_next_card_on_top() -> None:
    at = dealt(4, stock="LD JS 9", options=FootOptions(upcard="stack")).all_choose()
    assert at.pile == ("LD", "JS", "9")
    assert at.stock_left == 171
    assert (at.view(A).frozen, at.view(A).blocked) == (True, False)
    assert at.state.returned == []
