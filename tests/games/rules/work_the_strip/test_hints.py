"""What helps to compose an action (WTS 7.7), from the seat's own view."""

from __future__ import annotations

from games.rules.kernel import Seat
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.view import KeyHint, KeyRef, SpecialHint, StripHints
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import A, B, C, card, cards, in_order, lays

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1"


def hints(at: Table, seat: Seat | None = A) -> StripHints:
    found: StripHints = at.game.hints(at.view(seat))
    return found


def by_key(at: Table, seat: Seat = A) -> dict[str, KeyHint]:
    return {f"{hint.mode} {hint.key}": hint for hint in hints(at, seat).keys}


def special(at: Table, title: str) -> SpecialHint:
    return next(hint for hint in hints(at).specials if hint.card == card(title))


def test_a_hint_for_every_key_she_holds() -> None:
    at = table(
        hands=["Lola 1, Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={C: "N: Casey 1, 5"},
        pile=PILE,
    )
    lola, apples, casey = (
        by_key(at)[key] for key in ("name lola", "run apple_bottoms", "name casey")
    )
    assert set(by_key(at)) == {"name lola", "run apple_bottoms", "name casey"}
    assert tuple(sorted(lola.cards)) == cards("Lola 1, 2")
    assert (lola.open, lola.playable, lola.askable, lola.mistakes) == (False, True, (B, C), ())
    assert (apples.cards, apples.open, apples.playable) == (in_order("Lola 1"), False, False)
    assert (casey.open, casey.playable, casey.askable, casey.mistakes) == (True, True, (B, C), (C,))


def test_hidden_copies_are_those_neither_in_hand_nor_on_the_table() -> None:
    at = table(
        hands=["Taylor 1, Taylor 4, Casey 4", "Paris 2", "Taylor 2, Duchess 1"],
        tableaus={C: "R: Taylor 3, Neon Angels 1"},
    )
    assert by_key(at)["name taylor"].hidden == 5 - 2 - 1
    assert by_key(at)["run apple_bottoms"].hidden == 7 - 1
    assert by_key(at)["name casey"].hidden == 5 - 1


def test_what_was_asked_is_askable_no_more() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], asked=["name Lola"], pile=PILE)
    assert by_key(at)["name lola"].askable == ()
    assert by_key(at)["name casey"].askable == (B, C)


def test_among_friends_a_mistake_is_not_offered() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Lola 1, 3"},
        pile=PILE,
        options=StripOptions(friendly_ask=True),
    )
    assert by_key(at)["name lola"].askable == (C,)


def test_where_sets_must_be_played_nothing_is_askable_before() -> None:
    hands = ["Lola 1, 2, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, pile=PILE, options=StripOptions(must_play_matches=True))
    assert {hint.askable for hint in hints(at).keys} == {()}
    at.act(A, lays("N: Lola 1, 2"))
    assert {hint.askable for hint in hints(at).keys} == {(B, C)}


def test_nothing_is_playable_or_askable_in_another_turn() -> None:
    at = table(hands=["Paris 2", "Lola 1, 2, Casey 4", "Duchess 1"], pile=PILE)
    assert {hint.playable for hint in hints(at, B).keys} == {False}
    assert {hint.askable for hint in hints(at, B).keys} == {()}


def test_a_final_turn_lays_and_asks_nothing() -> None:
    hands = ["Lola 1, 2, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, phase="final_turn", queue=[A, B, C], pile="")
    assert by_key(at)["name lola"].playable
    assert by_key(at)["name lola"].askable == ()


def test_the_initial_play_counts_pairs_only() -> None:
    hands = ["Lola 1, 2, Casey 4", "Paris 2", "Duchess 1"]
    at = table(hands=hands, phase="initial_play", pile=PILE)
    assert [key for key, hint in by_key(at).items() if hint.playable] == ["name lola"]


def test_only_specials_left_is_said() -> None:
    at = table(hands=["Tax Audit, Hot Dice", "Grand Opening", "Duchess 1"], pile=PILE)
    assert hints(at).forced
    assert not hints(at, B).forced
    assert not hints(table(hands=["Lola 2, Hot Dice", "Paris 2", "Duchess 1"])).forced


def test_what_a_special_wants() -> None:
    wanting = "Friendly Referral, Smooth Lawyer, Open Casting"
    at = table(
        hands=[
            f"Tax Audit, Hot Dice, Talent Scout, {wanting}, Lola 1",
            "Paris 2",
            "Duchess 1",
        ],
        tableaus={B: "N: Monroe 1, 2", A: "N: Taylor 4, 5"},
        front={A: "Noise Complaint 1, Grand Opening", B: "Surprise Inspection"},
        pile=PILE,
    )
    assert special(at, "Tax Audit").targets == (B, C)
    assert (special(at, "Tax Audit").effect, special(at, "Tax Audit").cards) == ("penalty", ())
    assert special(at, "Hot Dice").targets == ()
    gift = special(at, "Friendly Referral")
    assert (gift.cards, gift.most) == (in_order("Lola 1"), 2)
    assert tuple(sorted(special(at, "Talent Scout").cards)) == cards("Monroe 1, 2")
    assert special(at, "Talent Scout").most == 1
    assert special(at, "Smooth Lawyer").cards == in_order("Noise Complaint 1")
    assert set(special(at, "Open Casting").keys) == {
        KeyRef("name", "lola"),
        KeyRef("run", "apple_bottoms"),
    }


def test_a_spectator_has_no_hints() -> None:
    at = table(hands=["Lola 1, 2, Hot Dice", "Paris 2", "Duchess 1"], pile=PILE)
    assert hints(at, None) == StripHints(forced=False, keys=(), specials=())
