"""Who sees what (WTS 5.1), row by row, for the owner, the other seats and a spectator."""

from __future__ import annotations

import json

import pytest

from games.rules.kernel import Seat
from games.rules.registry import builtins
from games.rules.work_the_strip.cards import CARDS
from games.rules.work_the_strip.events import (
    Asked,
    BonusLaid,
    CardsDrawn,
    CardsGiven,
    CardsHandedOver,
    DieRolled,
    DrawnCardsSeen,
    HandRevealed,
    InitialPlaySubmitted,
    MistakeMade,
    PeekedHandSeen,
    SetLaid,
    ToldToWorkTheStrip,
    TopCardFlipped,
)
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import Fronted, PlayedSet
from games.rules.work_the_strip.view import Group, KeyRef, StripView
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    asks,
    card,
    cards,
    in_order,
    initial,
    lays,
    plays,
)

EVERYBODY = (A, B, C, None)
PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1"


def named_in(view: StripView) -> set[str]:
    """Return every card that a view names anywhere."""
    text = json.dumps(builtins(view))
    return {card_id for card_id in CARDS if f'"{card_id}"' in text}


def mid_round() -> Table:
    """A's turn; everything that can lie about lies about."""
    return table(
        hands=["Lola 2, Casey 4, Hot Dice", "Paris 2, Tax Audit", "Duchess 1"],
        tableaus={A: "N: Taylor 4, 5", B: "R: Jolene 1, Apple Bottoms 1; N: Monroe 1, 2"},
        front={B: "Grand Opening, Noise Complaint 1"},
        skip=[C],
        asked=["name Lola"],
        pile=PILE,
        past=[(B, (100, 200, -300))],
        dealer=C,
    )


def told_to(at: Table, kind: type) -> dict[Seat | None, int]:
    """Return how many of the last events of one type each observer is told."""
    events = [event for event in at.events if isinstance(event, kind)]
    return {seat: sum(event.seen_by(seat) for event in events) for seat in EVERYBODY}


def all_of(count: int) -> dict[Seat | None, int]:
    return dict.fromkeys(EVERYBODY, count)


def test_a_hand_is_its_owners_and_a_count_to_everybody_else() -> None:
    at = mid_round()
    assert tuple(sorted(at.view(A).hand)) == cards("Lola 2, Casey 4, Hot Dice")
    assert tuple(sorted(at.view(B).hand)) == cards("Paris 2, Tax Audit")
    assert at.view(None).hand == ()
    assert {at.view(seat).hand_counts for seat in EVERYBODY} == {(3, 2, 1)}


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_view_names_no_card_that_it_does_not_show(seat: Seat | None) -> None:
    at = mid_round()
    public = set(at.state.discard) | set(
        in_order(
            "Taylor 4, 5, Jolene 1, Apple Bottoms 1, Monroe 1, Monroe 2, Grand Opening,"
            " Noise Complaint 1"
        )
    )
    own = set() if seat is None else set(at.state.hands[seat])
    assert named_in(at.view(seat)) == public | own


def test_the_pile_is_a_count() -> None:
    at = mid_round()
    assert {at.view(seat).pile_count for seat in EVERYBODY} == {4}
    assert not any(named_in(at.view(seat)) & set(at.pile) for seat in EVERYBODY)


def test_tableaus_fronts_and_discard_are_public() -> None:
    at = mid_round()
    views = [at.view(seat) for seat in EVERYBODY]
    mine, theirs, nothing = views[0].tableaus
    assert mine == (Group("name", "taylor", in_order("Taylor 4, 5"), 200),)
    assert {(group.mode, group.key, group.value) for group in theirs} == {
        ("run", "apple_bottoms", 400),
        ("name", "monroe", 1200),
    }
    assert nothing == ()
    front = (
        (),
        (Fronted(card("Grand Opening"), 1500), Fronted(card("Noise Complaint 1"), -500)),
        (),
    )
    for view in views:
        assert view.tableaus == views[0].tableaus
        assert view.fronts == front
        assert view.discard == tuple(at.state.discard)


def test_the_course_of_the_game_is_public() -> None:
    at = mid_round()
    for view in map(at.view, EVERYBODY):
        assert (view.phase, view.round, view.dealer, view.current) == ("turn", 2, C, A)
        assert view.skips == (False, False, True)
        assert view.asked_this_turn == (KeyRef("name", "lola"),)
        assert (view.totals, view.rounds_won) == ((100, 200, -300), (0, 1, 0))
        assert [line.score for line in view.results[0].lines] == [100, 200, -300]
        assert view.to_act == (A,)
        assert view.revealed is None
        assert [timer.name for timer in view.timers] == ["turn"]


def test_an_initial_play_is_hidden_until_all_have_submitted() -> None:
    at = table(
        hands=["Lola 1, 2, Casey 4", "Taylor 4, 5, Paris 2", "Duchess 1"], phase="initial_play"
    )
    at.act(A, initial("N: Lola 1, 2"))
    plan = (PlayedSet("name", "lola", in_order("Lola 1, 2")),)
    assert {seat: at.view(seat).submission for seat in EVERYBODY} == {
        A: plan,
        B: None,
        C: None,
        None: None,
    }
    assert {at.view(seat).submitted for seat in EVERYBODY} == {(True, False, False)}
    assert {at.view(seat).hand_counts for seat in EVERYBODY} == {(3, 3, 1)}
    assert told_to(at, InitialPlaySubmitted) == all_of(1)
    assert not any(named_in(at.view(seat)) & set(in_order("Lola 1, 2")) for seat in (B, C, None))


def test_asks_and_answers_are_public() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1, 3, Paris 2", "Duchess 1"],
        tableaus={C: "N: Casey 1"},
        pile=PILE,
    )
    at.act(A, asks(B, "name Lola"))
    for kind in (Asked, CardsHandedOver, SetLaid):
        assert told_to(at, kind) == all_of(1)
    at.act(A, asks(C, "name Casey"))
    assert told_to(at, MistakeMade) == all_of(1)
    at.act(B, asks(C, "name Paris"))
    assert told_to(at, ToldToWorkTheStrip) == all_of(1)
    asked = [(ask.seat, ask.target, ask.key, ask.answer) for ask in at.view(None).asks]
    assert asked == [
        (A, B, "lola", "yes"),
        (A, C, "casey", "mistake"),
        (B, C, "paris", "no"),
    ]
    assert len({at.view(seat).asks for seat in EVERYBODY}) == 1


def test_a_drawn_card_is_the_drawers() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    at.act(A, asks(B, "name Lola"))
    assert told_to(at, CardsDrawn) == all_of(1)
    assert told_to(at, DrawnCardsSeen) == {A: 1, B: 0, C: 0, None: 0}
    assert card("Diamond 1") in at.view(A).hand
    assert not any(card("Diamond 1") in named_in(at.view(seat)) for seat in (B, C, None))


def test_a_card_drawn_by_overbooked_is_the_drawers() -> None:
    at = table(hands=["Overbooked, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    at.act(A, plays("Overbooked", on=C))
    assert told_to(at, CardsDrawn) == all_of(1)
    assert told_to(at, DrawnCardsSeen) == {A: 0, B: 0, C: 1, None: 0}
    assert not named_in(at.view(A)) & set(in_order("Diamond 1, Aurora 1"))


def test_a_card_drawn_with_an_empty_hand_is_the_drawers() -> None:
    at = table(hands=["Lola 2, Casey 4", "", "Duchess 1"], pile=PILE)
    at.act(A, asks(C, "name Lola"))
    assert told_to(at, CardsDrawn) == all_of(2)
    assert told_to(at, DrawnCardsSeen) == {A: 1, B: 1, C: 0, None: 0}


def test_given_cards_are_seen_by_giver_and_receiver() -> None:
    at = table(hands=["Friendly Referral, Lola 2, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    at.act(A, plays("Friendly Referral", on=C, chosen="Lola 2"))
    assert told_to(at, CardsGiven) == all_of(1)
    assert {at.view(seat).hand_counts for seat in EVERYBODY} == {(1, 1, 2)}
    sees = {seat: card("Lola 2") in named_in(at.view(seat)) for seat in EVERYBODY}
    assert sees == {A: True, B: False, C: True, None: False}


def test_a_peeked_hand_is_seen_by_the_player_of_the_card() -> None:
    at = table(hands=["Helpful Concierge, Casey 4", "Paris 2", "Duchess 1, Tax Audit"], pile=PILE)
    at.act(A, plays("Helpful Concierge", on=C))
    assert told_to(at, PeekedHandSeen) == {A: 1, B: 0, C: 0, None: 0}
    sees = {seat: card("Tax Audit") in named_in(at.view(seat)) for seat in EVERYBODY}
    assert sees == {A: True, B: False, C: True, None: False}


def test_dice_and_flips_are_public() -> None:
    at = table(hands=["Hot Dice", "Paris 2", "Duchess 1"], pile="Vesper 1", top=2)
    at.act(A, plays("Hot Dice"))
    assert told_to(at, DieRolled) == all_of(2)
    assert told_to(at, BonusLaid) == all_of(1)
    assert told_to(at, TopCardFlipped) == all_of(1)
    assert {at.view(seat).flipped for seat in EVERYBODY} == {in_order("Vesper 1")}


def test_hands_are_revealed_when_the_round_is_scored() -> None:
    at = table(hands=["Lola 2, 3", "Paris 2, Tax Audit", "Duchess 1"], pile=PILE)
    assert {at.view(seat).revealed for seat in EVERYBODY} == {None}
    at.act(A, lays("N: Lola 2, 3"))
    assert told_to(at, HandRevealed) == all_of(2)
    for seat in EVERYBODY:
        revealed = at.view(seat).revealed
        assert revealed is not None
        assert [tuple(sorted(hand)) for hand in revealed] == [
            (),
            cards("Paris 2, Tax Audit"),
            cards("Duchess 1"),
        ]
        assert not named_in(at.view(seat)) & set(at.pile)


def test_the_next_round_hides_everything_again() -> None:
    at = table(hands=["Lola 2, 3", "Paris 2, Tax Audit", "Duchess 1"]).act(A, lays("N: Lola 2, 3"))
    at.all_continue()
    for seat in EVERYBODY:
        view = at.view(seat)
        assert (view.revealed, view.known, view.asks) == (None, (), ())
        own = set() if seat is None else set(at.state.hands[seat])
        flipped = {result.top_card for result in view.results}
        assert named_in(view) - flipped == own - flipped


def test_a_view_says_whose_it_is_and_which_question_is_open() -> None:
    at = mid_round()
    assert [at.view(seat).seat for seat in EVERYBODY] == [A, B, C, None]
    assert [at.view(seat).decision for seat in EVERYBODY] == [*at.state.questions, 0]


def test_the_ask_history_can_be_a_memory_game() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"],
        pile=PILE,
        options=StripOptions(show_ask_history=False),
    )
    at.act(A, asks(B, "name Lola"), asks(C, "name Casey"))
    assert [[ask.key for ask in at.view(seat).asks] for seat in EVERYBODY] == [["casey"]] * 4
