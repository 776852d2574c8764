"""Who sees what (HF 18), row by row: owner, partner, opponents, spectator; views and events."""

from __future__ import annotations

import json

import pytest

from games.rules.hand_and_foot.cards import CARDS
from games.rules.hand_and_foot.events import (
    Capped,
    Discarded,
    DrawnCardsSeen,
    Drew,
    FootEntered,
    FootSeen,
    GroupDirtied,
    GroupMade,
    HandRevealed,
    LaidOff,
    Melded,
    PileTaken,
    TakenCardsSeen,
)
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.view import FootView
from games.rules.kernel import Event, Seat
from games.rules.registry import builtins
from tests.games.rules.hand_and_foot.builder import Table, dealt, opening, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    Spoken,
    cap,
    choose,
    code,
    codes,
    cut,
    discard,
    draw,
    go_out,
    lay_off,
    meld,
    take_new,
    take_onto,
    yes,
)

EVERYBODY = (A, B, C, D, None)
"""The owner, an opponent, the partner, another opponent, a spectator."""
FOOT = "1 2 3 4 5 6 8 10 11 12 LD"


def named_in(thing: FootView | list[Event]) -> set[str]:
    """Return every card that a view or some events name anywhere."""
    told = [builtins(item) for item in thing] if isinstance(thing, list) else builtins(thing)
    text = json.dumps(told)
    return {card for card in CARDS if f'"{card}"' in text}


def heard_by(at: Table, seat: Seat | None) -> list[Event]:
    return [event for event in at.events if event.seen_by(seat)]


def told_to(at: Table, kind: type[Event]) -> list[Seat | None]:
    """Return who is told the last events of one type."""
    found = [event for event in at.events if type(event) is kind]
    assert found, f"no {kind.__name__}"
    return [seat for seat in EVERYBODY if any(event.seen_by(seat) for event in found)]


def mid_round() -> Table:
    """A's turn; everything that can lie about lies about."""
    return table(
        hands={A: "9 9 LD 3", B: "7 JS", C: "LO LO 4", D: "12 11 10"},
        feet={A: FOOT, C: "JK*3 7*8"},
        in_foot=[B],
        boards={0: "LO*7 +LD; 5*4 JK", 1: "8*3"},
        pile="3 JS 7",
        round_=2,
        past=[(100, -20, 100, -20)],
        exact=[B],
    )


def public(at: Table) -> set[str]:
    state = at.state
    laid = [card for board in state.boards for m in board for card in (*m.cards, *m.caps)]
    return {*state.pile, *laid}


# --- Rows of the table ----------------------------------------------------------------------------


def test_active_cards_are_their_owners_and_a_count_to_all_others() -> None:
    at = mid_round()
    for seat in (A, B, C, D):
        assert sorted(at.view(seat).you_hold) == sorted(at.state.active[seat])
    assert at.view(None).you_hold == ()
    for seat_ in EVERYBODY:
        assert [player.count for player in at.view(seat_).players] == [4, 2, 3, 3]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_view_names_no_card_that_it_does_not_show(seat: Seat | None) -> None:
    """HF 24.13."""
    at = mid_round()
    own = set() if seat is None else set(at.state.active[seat])
    bottom = set() if seat is None else set(at.state.foot[seat][-1:])
    assert named_in(at.view(seat)) == public(at) | own | bottom


def test_partners_share_a_board_and_never_hands() -> None:
    at = mid_round()
    assert not named_in(at.view(C)) & {*at.state.active[A], *at.state.foot[A]}
    assert not named_in(at.view(A)) & {*at.state.active[C], *at.state.foot[C]}


def test_of_the_own_foot_the_bottom_card_is_seen_and_a_count() -> None:
    at = mid_round()
    for seat in (A, C, D):
        foot = at.view(seat).foot
        assert foot is not None
        assert (foot.count, foot.bottom) == (11, at.state.foot[seat][-1])
    assert at.view(B).foot is None
    assert at.view(None).foot is None
    for seat_ in EVERYBODY:
        players = at.view(seat_).players
        assert [player.foot for player in players] == [11, 0, 11, 11]
        assert [player.in_foot for player in players] == [False, True, False, False]


def test_the_bottom_card_of_the_pile_chosen_as_hand_is_part_of_the_hand() -> None:
    at = dealt(4).act(A, choose("B"))
    bottom = at.state.active[A][-1]
    assert bottom in at.view(A).you_hold
    assert at.view(A).bottoms is None
    assert not any(bottom in named_in(at.view(seat)) for seat in (B, C, D, None))


def test_the_stock_is_a_count() -> None:
    at = mid_round()
    for seat in EVERYBODY:
        assert at.view(seat).stock == at.stock_left
        assert not named_in(at.view(seat)) & set(at.state.stock)


def test_the_pile_is_seen_in_order_by_all() -> None:
    at = mid_round()
    for seat in EVERYBODY:
        view = at.view(seat)
        assert view.pile == tuple(at.state.pile)
        assert (view.pile_count, view.frozen, view.blocked) == (3, True, False)


def test_melds_caps_openings_and_scores_are_public() -> None:
    at = mid_round()
    for view in map(at.view, EVERYBODY):
        ours, theirs = view.teams
        assert [codes(m.cards) for m in ours.melds] == [codes("LO*7"), codes("5*4 JK")]
        assert [len(m.caps) for m in ours.melds] == [1, 0]
        assert [m.kind for m in (*ours.melds, *theirs.melds)] == ["clean", "meld", "meld"]
        assert (ours.opened, ours.clean, ours.dirty) == (True, 1, 0)
        assert view.totals == (100, -20, 100, -20)
        assert (view.round, view.minimum, view.turn, view.phase) == (2, 90, A, "play")


def test_the_cut_is_public_when_all_have_cut() -> None:
    at = mid_round()
    for view in map(at.view, EVERYBODY):
        cuts = [player.cut for player in view.players]
        assert [found.exact for found in cuts if found] == [False, True, False, False]


def test_cards_drawn_are_the_drawers_and_a_count_to_all_others() -> None:
    at = table(hands={A: "9 2"}, stock="LD JK 5", phase="draw").act(A, draw())
    drawn = set(at.state.active[A][-2:])
    assert codes(drawn) == codes("LD JK")
    assert told_to(at, Drew) == [*EVERYBODY]
    assert told_to(at, DrawnCardsSeen) == [A]
    for seat in (B, C, D, None):
        assert not (named_in(at.view(seat)) | named_in(heard_by(at, seat))) & drawn
    assert drawn <= named_in(at.view(A)) & named_in(heard_by(at, A))


def test_cards_taken_with_the_pile_are_public() -> None:
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="LD 3 JS 9 7", phase="draw")
    pile = tuple(at.state.pile)
    at.act(A, take_new("7 7"))
    assert told_to(at, PileTaken) == [*EVERYBODY]
    (event,) = at.told(PileTaken)
    assert (event.cards, event.count, event.meld_id) == (pile, 5, 2)
    for seat in EVERYBODY:
        assert sorted(at.view(seat).players[A].shown) == sorted(pile[:-1])


def test_a_card_taken_and_discarded_is_shown_no_longer() -> None:
    at = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="LD 3 7", phase="draw")
    at.act(A, take_new("7 7"), discard("LD"))
    assert codes(at.view(B).players[A].shown) == ("3",)
    at = table(hands={A: "7 7 2 5 6"}, boards={0: "4*3"}, pile="4 3 7", phase="draw")
    at.act(A, take_new("7 7"), lay_off(1, "4"))
    assert codes(at.view(B).players[A].shown) == ("3",)


def test_a_card_taken_and_kept_by_way_two_is_still_shown() -> None:
    at = table(hands={A: "7 7"}, boards={0: "4*3"}, pile="LD 3 7", phase="draw")
    at.act(A, take_new("7 7"), discard("3"))
    assert at.in_foot(A)
    assert codes(at.view(C).players[A].shown) == ("LD",)


def test_which_pile_was_chosen_nobody_else_is_told() -> None:
    """HF 6.3: the others learn only that the seat has chosen."""
    first, second = (dealt(4, key=7).act(A, choose(pile)) for pile in ("A", "B"))
    for seat in (B, C, D, None):
        assert first.view(seat) == second.view(seat)
        assert heard_by(first, seat) == heard_by(second, seat)


def test_a_cut_is_secret_until_all_have_cut() -> None:
    first, second = (opening(4, key=7).act(A, cut(n)) for n in (20, 30))
    for seat in (B, C, D, None):
        assert first.view(seat) == second.view(seat)
        assert heard_by(first, seat) == heard_by(second, seat)


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [("7", discard("7")), ("LD 7", discard("7")), ("9", lay_off(1, "9"))],
    ids=["way 1", "way 2", "way 3"],
)
def test_the_foot_is_seen_by_its_owner_when_it_is_picked_up(hand: str, sentence: Spoken) -> None:
    at = table(hands={A: hand}, feet={A: FOOT}, boards={0: "9*3"})
    foot = set(at.state.foot[A])
    at.act(A, sentence)
    assert told_to(at, FootEntered) == [*EVERYBODY]
    assert told_to(at, FootSeen) == [A]
    assert foot <= named_in(at.view(A))
    for seat in (B, C, D, None):
        assert not (named_in(at.view(seat)) | named_in(heard_by(at, seat))) & foot


def test_what_is_laid_and_discarded_is_told_to_all() -> None:
    at = table(hands={A: "9 9 9 6 LD JS LO 3"}, boards={0: "6*6; 7*7"})
    at.act(A, meld("9 9 9"), lay_off(1, "6"), cap(1), lay_off(2, "JS"), discard("LO"))
    for kind in (Melded, LaidOff, GroupMade, Capped, GroupDirtied, Discarded):
        assert told_to(at, kind) == [*EVERYBODY]
    (melded,), (capped,) = at.told(Melded), at.told(Capped)
    assert (melded.rank, melded.value, melded.meld_id) == ("9", 30, 3)
    assert (capped.rank, capped.meld_id) == ("6", 1)
    assert [(made.rank, made.kind) for made in at.told(GroupMade)] == [("6", "clean")]
    assert [dirtied.rank for dirtied in at.told(GroupDirtied)] == ["7"]
    assert [(gone.seat, code(gone.card), gone.freezes) for gone in at.told(Discarded)] == [
        (A, "LO", False)
    ]


@pytest.mark.parametrize(
    ("card", "freezes"), [("JS", True), ("JK", True), ("LD", False), ("VL", False), ("3", False)]
)
def test_a_discard_says_whether_it_freezes(card: str, freezes: bool) -> None:
    at = table(hands={A: f"{card} 5 6"}).act(A, discard(card))
    assert [event.freezes for event in at.told(Discarded)] == [freezes]


@pytest.mark.parametrize(
    ("board", "laid", "kind"),
    [
        ("9*6", "9", "clean"),
        ("9*6", "JS", "dirty"),
        ("9*5 JS", "9", "dirty"),
        ("JS*6", "JS", "wild"),
    ],
)
def test_a_group_is_told_when_it_is_made_and_only_then(board: str, laid: str, kind: str) -> None:
    at = table(hands={A: f"{laid} {laid} 2 3"}, boards={0: board}).act(A, lay_off(1, laid))
    assert [event.kind for event in at.told(GroupMade)] == [kind]
    at.act(A, lay_off(1, laid))
    assert at.told(GroupMade) == []
    assert at.told(GroupDirtied) == []


def test_after_the_round_all_hands_and_feet_are_shown() -> None:
    at = table(hands={A: "2 3", B: "LD 4"}, feet={A: FOOT, B: "9*11"}, in_foot=[C], stock="")
    assert at.view(None).revealed is None
    at.act(A, discard("2"))
    assert told_to(at, HandRevealed) == [*EVERYBODY]
    for view in map(at.view, EVERYBODY):
        assert view.revealed is not None
        assert codes(view.revealed[B].hand) == codes("LD 4")
        assert codes(view.revealed[B].foot) == codes("9*11")
        assert view.revealed[C].foot == ()


def test_after_going_out_nothing_of_the_stock_is_shown() -> None:
    at = table(hands={A: "2"}, in_foot=[A], boards={0: "9*6 JS; 8*6 JS; 7*7"})
    at.act(A, go_out(last="2")).act(C, yes())
    for seat in EVERYBODY:
        assert not named_in(at.view(seat)) & set(at.state.stock)


def test_the_next_round_hides_everything_again() -> None:
    at = table(hands={A: "2 3"}, stock="").act(A, discard("2")).all_continue().all_cut()
    for seat in EVERYBODY:
        view = at.view(seat)
        assert view.revealed is None
        own = set() if seat is None else {at.state.active[seat][-1], at.state.foot[seat][-1]}
        assert named_in(view) == own
        assert [player.shown for player in view.players] == [()] * 4


# --- The words of the page ------------------------------------------------------------------------


def test_the_view_of_the_page() -> None:
    at = table(
        seats=2,
        hands={A: "9-1 9-7 LD-3", B: "4*12"},
        feet={A: "1 2 3 4-15 5 6 7 8 10 11 LO-5"},
        in_foot=[B],
        boards={0: "9-2 9-3 9-5"},
        pile="3-4 JS-2 7-9",
        round_=2,
    )
    sent = json.loads(json.dumps(builtins(at.view(A))))
    expected = {
        "round": 2,
        "minimum": 90,
        "phase": "play",
        "seat": 0,
        "turn": 0,
        "pile": ["3-4", "JS-2", "7-9"],
        "frozen": True,
        "blocked": False,
        "you_hold": ["9-1", "9-7", "LD-3"],
        "foot": {"count": 11, "bottom": "LO-5"},
        "go_out": {"dirty": 0, "clean": 0, "need_dirty": 2, "need_clean": 1, "denied": False},
    }
    assert {name: sent[name] for name in expected} == expected
    players = [
        {"seat": 0, "team": 0, "count": 3, "foot": 11, "in_foot": False},
        {"seat": 1, "team": 1, "count": 12, "foot": 0, "in_foot": True},
    ]
    for player, row in zip(sent["players"], players, strict=True):
        assert {name: player[name] for name in row} == row
    ours, theirs = sent["teams"]
    (lying,) = ours["melds"]
    meld_ = {"rank": "9", "cards": ["9-2", "9-3", "9-5"], "kind": "meld"}
    assert {name: lying[name] for name in meld_} == meld_
    assert (ours["opened"], theirs["opened"], theirs["melds"]) == (True, False, [])
    assert sent["stock"] == at.stock_left


def test_the_events_of_the_page() -> None:
    page = """round_started cut_done hand_chosen upcard drew pile_taken melded laid_off capped
    group_made group_dirtied discarded foot_entered go_out_asked go_out_answered went_out stock_out
    round_scored game_over"""
    tags = {str(kind.__struct_config__.tag) for kind in HandAndFoot.events}
    assert [name for name in page.split() if name not in tags] == []


# --- What the own seat sees of going out ----------------------------------------------------------


def test_what_the_team_needs_to_go_out() -> None:
    board = "9*6 JS; 8*6 JS; 7*7; JS*7; 4*6 JK"
    at = table(hands={A: "2 3"}, boards={0: board, 1: "6*7"})
    for seat, dirty, clean in ((A, 3, 1), (B, 0, 1), (C, 3, 1)):
        going = at.view(seat).go_out
        assert going is not None
        assert (going.dirty, going.clean, going.need_dirty, going.need_clean) == (
            dirty,
            clean,
            2,
            1,
        )
        assert not going.denied
    assert at.view(None).go_out is None


# --- The option pile_visible ----------------------------------------------------------------------


TOP = FootOptions(pile_visible="top")


def test_top_shows_the_top_card_a_count_and_whether_it_is_frozen() -> None:
    at = table(hands={A: "2 3"}, pile="LD JS 7", phase="draw", options=TOP)
    for seat in EVERYBODY:
        view = at.view(seat)
        assert (codes(view.pile), view.pile_count, view.frozen, view.blocked) == (
            ("7",),
            3,
            True,
            False,
        )
        assert not named_in(view) & set(at.state.pile[:-1])


def test_top_tells_only_the_taker_what_he_took() -> None:
    at = table(hands={A: "2 7 7"}, boards={0: "4*3"}, pile="LD JS 7", phase="draw", options=TOP)
    hidden = set(at.state.pile[:-1])
    at.act(A, take_new("7 7"))
    assert told_to(at, TakenCardsSeen) == [A]
    assert hidden <= named_in(at.view(A))
    for seat in (B, C, D, None):
        assert not (named_in(at.view(seat)) | named_in(heard_by(at, seat))) & hidden
        assert at.view(seat).players[A].shown == ()


def test_top_still_counts_the_whole_pile() -> None:
    at = table(hands={A: "2 7 7"}, boards={0: "7*3"}, pile="LD 3 7", phase="draw", options=TOP)
    at.act(A, take_onto(1))
    assert at.held(A) == codes("2 7 7 LD 3")
    assert at.told(PileTaken)[0].count == 3


def before_the_plan(pile: str) -> Table:
    board = "9*6 JS; 8*5 JS*2; 6*7; 4*3"
    return table(
        hands={A: "6 6"}, in_foot=[A], boards={0: board}, pile=pile, phase="draw", options=TOP
    )


@pytest.mark.parametrize("hidden", ["4-9", "4-10", "5-9", "LD-9"])
def test_top_answers_to_a_plan_whatever_lies_below(hidden: str) -> None:
    """What cannot be seen may not be named, so nobody finds it out by asking."""
    at, other = before_the_plan(f"{hidden} 6"), before_the_plan("1-9 6")
    assert at.legal(A) == other.legal(A)
    named = go_out(lay_off(3, "6"), lay_off(4, "4-9"), last="6", take=take_onto(3))
    assert at.refused(A, named) == "card_not_held"
    assert at.refused(A, go_out(lay_off(3, "6"), last="6", take=take_onto(3))) == "cards_left"


def test_top_alone_may_be_taken_in_a_plan() -> None:
    at = before_the_plan("6").act(A, go_out(lay_off(3, "6"), last="6", take=take_onto(3)))
    assert at.act(C, yes()).ended == "out"


def test_a_view_says_whose_it_is_and_which_question_is_open() -> None:
    at = mid_round()
    assert [at.view(seat).seat for seat in EVERYBODY] == [A, B, C, D, None]
    assert [at.view(seat).decision for seat in EVERYBODY] == [*at.state.questions, 0]
    assert {at.view(seat).to_act for seat in EVERYBODY} == {(A,)}
