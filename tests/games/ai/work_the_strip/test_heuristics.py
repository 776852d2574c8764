"""How the greedy Madam plays (WTS 15)."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import (
    Ask,
    Continue,
    EndFinalTurn,
    InitialPlay,
    PlaySet,
    PlaySpecial,
    WorkTheStrip,
)
from games.rules.work_the_strip.heuristics import proposals
from games.rules.work_the_strip.options import StripOptions
from tests.games.ai.work_the_strip.seats import Watched, choice
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    D,
    asks,
    card,
    in_order,
    initial,
    lays,
    plays,
)

OTHERS = ["Monroe 2, Violet 2, 3, Bijou 2, Ginger 3", "Duchess 1, Ginger 2, Aurora 1, Vesper 1"]
"""Two opponents who are not about to go out."""

# --- Sets -----------------------------------------------------------------------------------------


def test_a_pair_is_laid_before_asking() -> None:
    at = table(hands=["Lola 2, 3, Paris 2", *OTHERS])
    assert choice(at, A) == lays("N: Lola 2, 3")


def test_a_single_card_of_an_open_key_is_laid() -> None:
    at = table(hands=["Lola 2, Paris 2", *OTHERS], tableaus={B: "N: Lola 1, 3"})
    assert choice(at, A) == lays("N: Lola 2")


def test_a_dual_card_goes_where_it_is_worth_more() -> None:
    """Taylor 1 is $200 as a run and $100 as a name, Lola 1 is $600 as a name."""
    cheap_name = table(hands=["Taylor 1, 4, Apple Bottoms 1, Paris 2", *OTHERS])
    assert choice(cheap_name, A) == lays("R: Apple Bottoms 1, Taylor 1")
    dear_name = table(hands=["Lola 1, 2, Apple Bottoms 1, Paris 2", *OTHERS])
    assert choice(dear_name, A) == lays("N: Lola 2, 1")


def test_sets_that_fit_together_beat_the_dearest_set() -> None:
    """Two names make $600 + $200; Jolene 1 and Taylor 1 as a run make $400 and strand the rest."""
    at = table(hands=["Jolene 1, 3, Taylor 1, 4, Paris 2", *OTHERS])
    assert choice(at, A) == lays("N: Jolene 3, 1")
    at.act(A, lays("N: Jolene 3, 1"))
    assert choice(at, A) == lays("N: Taylor 4, 1")


def test_the_initial_play_lays_every_set() -> None:
    at = table(
        hands=["Lola 1, 2, Apple Bottoms 1, 2, Casey 4, Tax Audit", *OTHERS], phase="initial_play"
    )
    played = choice(at, A)
    assert isinstance(played, InitialPlay)
    assert set(played.sets) == set(initial("N: Lola 2, 1; R: Apple Bottoms 1, 2").sets)


def test_an_initial_play_may_be_empty() -> None:
    at = table(hands=["Lola 2, Casey 4, Tax Audit", *OTHERS], phase="initial_play")
    assert choice(at, A) == initial()


# --- Asks -----------------------------------------------------------------------------------------


def test_who_is_proven_to_hold_it_is_asked() -> None:
    at = Watched(
        table(hands=["Lola 2, Paris 2", "Duchess 2, Ginger 3", "Lola 3, Monroe 2"], current=C)
    )
    at.act(C, asks(B, "name Lola"))
    assert at.choice(A) == asks(C, "name Lola")


def test_a_sure_ask_comes_before_laying_the_pair() -> None:
    """The third Lola comes along, and would not once the pair lay on the table."""
    at = Watched(
        table(hands=["Lola 2, 1, Paris 2", "Duchess 2, Ginger 3", "Lola 3, Monroe 2"], current=C)
    )
    at.act(C, asks(B, "name Lola"))
    assert at.choice(A) == asks(C, "name Lola")


def test_cards_of_a_better_set_are_not_committed() -> None:
    hands = ["Lola 1, 2, Apple Bottoms 1, Paris 2", "Duchess 2, Ginger 3", "Jolene 1, Monroe 2"]
    at = Watched(table(hands=hands, current=C)).act(C, asks(B, "run Apple Bottoms"))
    assert at.choice(A) == asks(C, "run Apple Bottoms", "Apple Bottoms 1")


def test_without_the_choice_of_commit_the_better_set_is_laid_first() -> None:
    hands = ["Lola 1, 2, Apple Bottoms 1, Paris 2", "Duchess 2, Ginger 3", "Jolene 1, Monroe 2"]
    at = Watched(table(hands=hands, current=C, options=StripOptions(commit_choice=False)))
    at.act(C, asks(B, "run Apple Bottoms"))
    assert at.choice(A) == lays("N: Lola 2, 1")
    at.act(A, lays("N: Lola 2, 1"))
    assert at.choice(A) == asks(C, "run Apple Bottoms")


def test_a_madam_who_said_no_is_not_asked_again() -> None:
    """All draw specials that wait, so that nothing else changes; Duchess 1 may be with C only."""
    hands = ["Duchess 2", "Duchess 1, Ginger 3, Violet 2, Paris 3", "Monroe 2, Bijou 2, Casey 4, 5"]
    pile = "Vesper 1, Vesper 2, Talent Scout, Open Casting, Smooth Lawyer"
    at = Watched(table(hands=hands, pile=pile)).act(A, asks(C, "name Duchess"))
    assert at.choice(B) != asks(A, "name Ginger")
    at.act(B, asks(C, "name Ginger"))
    at.act(C, asks(B, "name Bijou"))
    at.act(A, plays("Smooth Lawyer"))
    assert at.choice(A) == asks(B, "name Duchess")


def test_with_equal_odds_the_dearer_name_is_asked_for() -> None:
    """Point 7: two hidden copies of Lola and of Roxanne 3's namesakes, $600 against $300."""
    at = table(hands=["Lola 2, Roxanne 3", *OTHERS], discard="Roxanne 4")
    assert choice(at, A) in (asks(B, "name Lola"), asks(C, "name Lola"))


def test_the_one_with_more_cards_is_asked() -> None:
    assert choice(table(hands=["Lola 2", *OTHERS]), A) == asks(B, "name Lola")


def test_a_sure_ask_of_an_open_key_goes_to_the_hand_not_to_the_table() -> None:
    """A Lola lies in front of C (a mistake), another is in the hand of B."""
    hands = ["Helpful Concierge, Lola 2, Casey 4", "Lola 3, Monroe 2, 3, Violet 2", *OTHERS[1:]]
    at = Watched(table(hands=hands, tableaus={C: "N: Lola 1"}))
    at.act(A, plays("Helpful Concierge", on=B))
    assert at.choice(A) == asks(B, "name Lola")


def test_mistakes_are_weighed_below_every_other_ask_the_cheapest_card_first() -> None:
    at = table(
        hands=["Paris 1, Taylor 3, Neon Angels 1", *OTHERS], tableaus={B: "R: Neon Angels 2, 3"}
    )
    scores = {
        action: score
        for score, action in proposals(at.game.options, at.view(A), ())
        if isinstance(action, Ask)
    }
    mistakes = [ask for ask in scores if ask.target == B and ask.mode == "run"]
    assert [ask.commit for ask in mistakes] == [in_order("Neon Angels 1, Taylor 3, Paris 1")]
    assert scores[mistakes[0]] < min(s for ask, s in scores.items() if ask not in mistakes)


def test_nothing_left_to_ask_works_the_strip() -> None:
    at = table(hands=["Paris 2, Lola 3", *OTHERS], asked=["name Paris", "name Lola"])
    assert choice(at, A) == WorkTheStrip()


def test_a_key_nobody_can_hold_is_the_last_choice() -> None:
    at = table(hands=["Lola 2, Paris 2", *OTHERS], discard="Lola 1, 3")
    chosen = choice(at, A)
    assert isinstance(chosen, Ask)
    assert chosen.key == "paris"


def test_asking_without_holding_goes_where_a_card_is_known() -> None:
    options = StripOptions(ask_requires_holding=False)
    hands = ["Helpful Concierge, Paris 2", "Monroe 2, 3, Bijou 2, 3, Casey 4, 5", *OTHERS[1:]]
    at = Watched(table(hands=hands, options=options)).act(A, plays("Helpful Concierge", on=B))
    assert at.choice(A) == Ask(B, "name", "monroe") or at.choice(A) == Ask(B, "name", "bijou")


# --- Specials -------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Generous Tipper", "Hot Dice", "Broken Air Conditioning"])
def test_specials_go_early(title: str) -> None:
    at = table(hands=[f"{title}, Lola 2, Paris 2, Casey 4", *OTHERS])
    assert choice(at, A) == plays(title)


def test_a_penalty_goes_to_the_leader() -> None:
    past = [(B, (100, 900, 2000))]
    at = table(hands=["Tax Audit, Lola 2", *OTHERS], past=past)
    assert choice(at, A) == plays("Tax Audit", on=C)


def test_the_leader_is_counted_with_what_lies_in_front_of_her() -> None:
    past = [(B, (100, 900, 2000))]
    at = table(hands=["Tax Audit, Lola 2", *OTHERS], past=past, tableaus={B: "N: Paris 1, 2, 3"})
    assert choice(at, A) == plays("Tax Audit", on=B)


def test_the_lawyer_waits_for_a_penalty() -> None:
    at = table(hands=["Smooth Lawyer, Lola 2", *OTHERS])
    assert isinstance(choice(at, A), Ask)
    at = table(hands=["Smooth Lawyer, Lola 2", *OTHERS], front={A: "Noise Complaint, Tax Audit"})
    assert choice(at, A) == plays("Smooth Lawyer", chosen="Tax Audit")


def test_the_lawyer_does_not_wait_when_somebody_is_about_to_go_out() -> None:
    at = table(hands=["Smooth Lawyer, Lola 2", "Monroe 2", *OTHERS[1:]])
    assert choice(at, A) == plays("Smooth Lawyer")


def test_the_own_penalty_comes_before_the_lawyer() -> None:
    at = table(hands=["Smooth Lawyer, Broken Air Conditioning, Lola 2", *OTHERS])
    assert choice(at, A) == plays("Broken Air Conditioning")
    at.act(A, plays("Broken Air Conditioning"))
    assert choice(at, A) == plays("Smooth Lawyer", chosen="Broken Air Conditioning")


def test_the_scout_takes_the_dearest_card() -> None:
    laid = {B: "N: Paris 1, 2", C: "N: Empress 1, 2"}
    at = table(hands=["Talent Scout, Lola 2", *OTHERS], tableaus=laid)
    chosen = choice(at, A)
    assert isinstance(chosen, PlaySpecial)
    assert (chosen.target, chosen.cards[0][:9]) == (C, "n_empress")


def test_the_scout_waits_for_something_worth_taking() -> None:
    at = table(hands=["Talent Scout, Lola 2", *OTHERS], tableaus={B: "N: Taylor 4, 5"})
    assert isinstance(choice(at, A), Ask)


def test_the_concierge_looks_where_most_is_unknown() -> None:
    at = table(hands=["Helpful Concierge, Lola 2", *OTHERS])
    assert choice(at, A) == plays("Helpful Concierge", on=B)


def test_whoever_is_nearest_to_going_out_is_closed() -> None:
    at = table(hands=["Closed For Repairs, Lola 2", *OTHERS])
    assert choice(at, A) == plays("Closed For Repairs", on=C)
    at = table(hands=["Closed For Repairs, Lola 2", *OTHERS], skip=[C])
    assert choice(at, A) == plays("Closed For Repairs", on=B)


def test_an_open_casting_calls_for_what_is_known_to_be_there() -> None:
    hands = ["Open Casting, Helpful Concierge, Lola 2, Monroe 3, Casey 4", *OTHERS]
    at = Watched(table(hands=hands)).act(A, plays("Helpful Concierge", on=B))
    assert at.choice(A) == asks(B, "name Monroe")
    at.act(A, asks(B, "name Monroe"))
    assert at.choice(A) != plays("Open Casting", named="name Monroe")


def test_a_referral_that_empties_the_hand_goes_out() -> None:
    """W-14: the last two performers go along, and the round is won."""
    at = table(hands=["Friendly Referral, Paris 2, Lola 2", *OTHERS], top=2)
    chosen = choice(at, A)
    assert isinstance(chosen, PlaySpecial)
    assert sorted(chosen.cards) == sorted((card("Paris 2"), card("Lola 2")))
    assert at.act(A, chosen).result.winner == A


def test_with_only_specials_left_all_are_played() -> None:
    """S25: the waiting ones too."""
    at = table(hands=["Smooth Lawyer, Talent Scout", *OTHERS], top=2)
    at.act(A, choice(at, A))
    assert at.act(A, choice(at, A)).result.winner == A


# --- The end of a round ---------------------------------------------------------------------------


def test_a_final_turn_plays_everything_and_ends() -> None:
    at = table(
        hands=["Generous Tipper, Tax Audit, Lola 2, 3, Paris 2", *OTHERS, "Casey 4"],
        phase="final_turn",
        queue=[A, B, C],
        pile="",
        dealer=D,
    )
    done = []
    while at.state.current == A:
        done.append(choice(at, A))
        at.act(A, done[-1])
    assert [type(action) for action in done] == [PlaySet, PlaySpecial, PlaySpecial, EndFinalTurn]
    assert at.hand(A) == (card("Paris 2"),)


def test_she_goes_on_to_the_next_round() -> None:
    at = table(hands=["Lola 2, 3", *OTHERS], top=3)
    at.act(A, choice(at, A))
    assert at.result.winner == A
    assert choice(at, B) == Continue()
