"""What a seat knows of others' hands because it saw the cards go there (WTS 5.1)."""

from __future__ import annotations

from games.rules.kernel import Seat
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import A, B, C, D, asks, card, lays, plays

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def known(at: Table, seat: Seat | None) -> dict[str, tuple[Seat, ...]]:
    return {found.card: found.seats for found in at.view(seat).known}


def places(**by_title: tuple[Seat, ...]) -> dict[str, tuple[Seat, ...]]:
    """Return seats by card id: ``places(Lola_1=(C,))``."""
    return {card(title.replace("_", " ")): seats for title, seats in by_title.items()}


def peeked() -> Table:
    """A has seen the hand of B, who holds a referral; B's turn."""
    at = table(
        hands=[
            "Helpful Concierge, Casey 4",
            "Friendly Referral, Tax Audit, Lola 1, Paris 2",
            "Duchess 1",
            "Monroe 3",
        ],
        pile=PILE,
        dealer=D,
    )
    return at.act(A, plays("Helpful Concierge", on=B), asks(C, "name Casey"))


def test_a_peeked_hand_is_known_to_her_who_looked() -> None:
    at = peeked()
    assert known(at, A) == places(Friendly_Referral=(B,), Tax_Audit=(B,), Lola_1=(B,), Paris_2=(B,))
    assert [known(at, seat) for seat in (B, C, D, None)] == [{}, {}, {}, {}]


def test_giver_and_receiver_know_a_gift_and_who_knew_the_hand_is_less_sure() -> None:
    at = peeked().act(B, plays("Friendly Referral", on=C, chosen="Lola 1"))
    assert known(at, A) == places(Tax_Audit=(B,), Lola_1=(B, C), Paris_2=(B, C))
    assert known(at, B) == places(Lola_1=(C,))
    assert [known(at, seat) for seat in (C, D, None)] == [{}, {}, {}]


def test_what_the_looker_is_given_herself_is_her_own() -> None:
    at = peeked().act(B, plays("Friendly Referral", on=A, chosen="Lola 1"))
    assert known(at, A) == places(Tax_Audit=(B,), Paris_2=(B,))
    assert known(at, B) == places(Lola_1=(A,))


def test_a_card_laid_is_known_to_lie_there_no_longer() -> None:
    at = table(
        hands=["Helpful Concierge, Casey 4", "Lola 1, Lola 2, Paris 2", "Duchess 1"], pile=PILE
    ).act(A, plays("Helpful Concierge", on=B), asks(C, "name Casey"))
    at.act(B, lays("N: Lola 1, 2"))
    assert known(at, A) == places(Paris_2=(B,))


def test_a_card_handed_over_is_known_to_lie_there_no_longer() -> None:
    at = table(
        hands=["Helpful Concierge, Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"], pile=PILE
    ).act(A, plays("Helpful Concierge", on=B), asks(B, "name Lola"))
    assert known(at, A) == places(Paris_2=(B,))


def test_a_card_shown_on_its_way_into_a_hand_is_known_to_all_but_its_owner() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        pile="Vesper 1, Lola 3",
        options=StripOptions(lucky_draw=True),
    ).act(A, asks(B, "name Lola"))
    assert known(at, A) == {}
    assert [known(at, seat) for seat in (B, C, None)] == [places(Lola_3=(A,))] * 3


def test_drawn_cards_are_not_known() -> None:
    at = peeked().act(B, asks(C, "name Paris"))
    assert card("Sapphire 1") in at.state.hands[B]
    assert card("Sapphire 1") not in known(at, A)


def test_every_known_card_lies_where_it_may_lie() -> None:
    at = peeked().act(B, plays("Friendly Referral", on=C, chosen="Lola 1, Paris 2"))
    for seat in (A, B, C, D):
        for found, seats in known(at, seat).items():
            assert any(found in at.state.hands[holder] for holder in seats)
            assert seat not in seats


def test_knowledge_ends_with_the_round() -> None:
    at = table(
        hands=["Helpful Concierge, Lola 2, 3", "Paris 2, Tax Audit", "Duchess 1"], pile=PILE
    ).act(A, plays("Helpful Concierge", on=B), lays("N: Lola 2, 3"))
    assert [known(at, seat) for seat in (A, B, C, None)] == [{}] * 4
