"""Every law catches the fault it is there for; and the mini game without faults keeps them all."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import registry
from games.rules.kernel import Seat, changed
from games.rules.work_the_strip.events import DrawnCardsSeen
from games.rules.work_the_strip.game import WorkTheStrip
from games.rules.work_the_strip.state import StripState
from games.rules.work_the_strip.view import KnownCard, StripView
from tests.games.rules.mini.game import Mini
from tests.laws import faults
from tests.laws import laws_of_play as play
from tests.laws import laws_of_secrecy as secrecy
from tests.laws import laws_of_writing as writing
from tests.laws.endings import ends_with_a_favourite
from tests.laws.laws_of_play import Law
from tests.laws.matches import whole_match
from tests.laws.replay import fingerprint, replay_elsewhere
from tests.laws.tables import Table
from tests.laws.trial import QUICK, try_law

TABLE = Table(registry.game("work_the_strip", {"rounds": 1}), 4)
FAULTS: list[tuple[type[Mini], Law, str]] = [
    (
        faults.ChangesWhatItJudges,
        play.law_a_step_leaves_its_argument_as_it_was,
        "the state has changed",
    ),
    (faults.HandsOutItsState, play.law_what_was_told_does_not_change_later, "unhashable"),
    (faults.CannotReadItsViews, writing.law_what_is_read_is_what_was_written, "Expected `str`"),
    (faults.ReadsTheOrderOfKeys, writing.law_a_restart_changes_nothing, "ply"),
    (
        faults.GuessesAPlanOfOtherCards,
        secrecy.law_a_view_cannot_tell_a_sample_from_the_truth,
        "cards came or went",
    ),
    (faults.ShowsTheNeighboursHand, secrecy.law_what_is_hidden_varies_among_samples, "hand"),
    (faults.ShowsThePartnersPlan, secrecy.law_what_is_hidden_varies_among_samples, "plan"),
    (faults.GuessesAlwaysTheSame, secrecy.law_what_is_hidden_varies_among_samples, "deck"),
    (faults.ShowsTheSealedAsTheyCome, secrecy.law_what_is_hidden_varies_among_samples, "sealed"),
    (
        faults.RefusesByTheHidden,
        secrecy.law_the_hidden_moves_no_view_list_or_refusal,
        "not_your_hand",
    ),
    (faults.ShoutsThePeek, secrecy.law_a_seat_is_told_no_more_than_it_may_know, "card_shouted"),
    (faults.HangsAfterTheShow, play.law_the_game_waits_for_who_can_act, "nobody is asked"),
    (faults.ListsWhatItRefuses, play.law_the_game_waits_for_who_can_act, "listed and refused"),
    (
        faults.AcceptsACardTwice,
        play.law_any_action_is_refused_with_a_code_or_applies,
        "legal and not listed",
    ),
    (
        faults.RefusesInOwnWords,
        play.law_any_action_is_refused_with_a_code_or_applies,
        "hands_off is not in the table",
    ),
    (
        faults.ForgetsTheNumbers,
        play.law_any_action_is_refused_with_a_code_or_applies,
        "not_your_turn lacks 'current'",
    ),
    (faults.ForgetsAKind, play.law_no_kind_that_is_legal_is_left_out, "seat"),
    (faults.LosesACard, play.law_cards_are_conserved, "cards came or went"),
    (faults.ReusesATimerId, play.law_a_bell_rings_once, "timer"),
    (
        faults.KeepsTheOldQuestion,
        play.law_who_is_asked_anew_has_a_new_question,
        "the choice has changed",
    ),
    (faults.AsksWithoutANumber, play.law_who_is_asked_anew_has_a_new_question, "question"),
    (faults.InvitesWithoutANumber, play.law_who_is_asked_anew_has_a_new_question, "question"),
    (faults.InvitesWhoIsAsked, play.law_nobody_waits_for_the_invited, "invited"),
    (faults.ThinksForEver, play.law_a_bot_thinks_for_a_while_and_no_longer, "0 to 3600 s"),
    (faults.BlamesTheShow, play.law_timed_out_comes_from_a_timer_that_counts, "timed out"),
    (faults.TellsWhatIsNotDeclared, play.law_every_word_is_in_the_catalogue, "DieBlown"),
    (faults.StartsANamelessTimer, play.law_every_word_is_in_the_catalogue, "closing"),
]


@pytest.mark.parametrize(
    ("fault", "law", "report"), FAULTS, ids=[fault.__name__ for fault, _, _ in FAULTS]
)
def test_a_planted_fault_is_caught_by_its_law(fault: type[Mini], law: Law, report: str) -> None:
    with pytest.raises(Exception, match=report):
        try_law(law, [Table(fault(), 4)], 500, **QUICK)


def test_a_game_without_end_is_caught_by_its_limit() -> None:
    """Law 9."""
    with pytest.raises(AssertionError, match="RollForEver goes on for ever"):
        ends_with_a_favourite(Table(faults.NeverEnds(), 4), faults.RollForEver, 0)


def test_an_order_that_hangs_on_hashes_is_caught_in_another_process() -> None:
    """Law 3: in one process the same order comes out every time."""
    match = whole_match(Table(faults.KeepsSetsInOrder(), 4), 1)
    writing.law_seed_and_log_give_the_same_states(match)
    here = [fingerprint(match.states)]
    assert [replay_elsewhere([match], seed) == here for seed in ("0", "1", "2")].count(True) < 2


class TestWorkTheStrip:
    """Three of these faults once more, in a real game."""

    def test_a_neighbours_hand_in_the_view_is_caught(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = WorkTheStrip.view

        def leaky(self: WorkTheStrip, state: StripState, seat: Seat | None) -> StripView:
            view = honest(self, state, seat)
            if seat is None:
                return view
            left = (seat + 1) % len(state.hands)
            leak = (KnownCard(card, (left,)) for card in state.hands[left])
            return changed(view, known=(*view.known, *leak))

        monkeypatch.setattr(WorkTheStrip, "view", leaky)
        with pytest.raises(AssertionError, match=r"hand \d"):
            try_law(secrecy.law_what_is_hidden_varies_among_samples, [TABLE], 100, **QUICK)

    def test_a_drawn_card_told_to_all_is_caught(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(DrawnCardsSeen, "seen_by", lambda event, seat: True)
        with pytest.raises(AssertionError, match="drawn_cards_seen"):
            try_law(secrecy.law_a_seat_is_told_no_more_than_it_may_know, [TABLE], 100, **QUICK)

    def test_a_timer_id_used_twice_is_caught(self, monkeypatch: pytest.MonkeyPatch) -> None:
        honest = StripState.start_timer

        def forgetful(state: StripState, *words: Any, **more: Any) -> None:
            honest(state, *words, **more)
            state.turned = 0

        monkeypatch.setattr(StripState, "start_timer", forgetful)
        with pytest.raises(AssertionError, match="timer"):
            try_law(play.law_a_bell_rings_once, [TABLE], 100, **QUICK)
