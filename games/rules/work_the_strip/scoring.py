"""What a round is worth (WTS 9) and who has won (WTS 10).  All amounts in dollars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.rules.kernel import Outcome, Seat, places
from games.rules.work_the_strip.cards import CARDS, HIGHEST, IS_SPECIAL, MODE_OF, Mode, value_of
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import SeatScore, StripState

_VALUES: Final[dict[Mode, dict[str, int]]] = {
    "name": {card: value_of(card, "name") for card in CARDS},
    "run": {card: value_of(card, "run") for card in CARDS},
}


def worth(cards: Iterable[str], mode: Mode) -> int:
    """Return what cards laid this way up count (WTS 9.1)."""
    return sum(map(_VALUES[mode].__getitem__, cards))


def laid_worth(tableau: Mapping[str, Sequence[str]], mode: Mode) -> int:
    """Return what all names, or all runs, in front of a Madam count."""
    return sum(worth(cards, mode) for key, cards in tableau.items() if MODE_OF[key] == mode)


def top_card_bonus(card: str, pips: int) -> int:
    """Return the Top Card Bonus: the highest value on the card times the die (WTS 9.2)."""
    return HIGHEST[card] * pips


def score_line(state: StripState, seat: Seat, bonus: int, options: StripOptions) -> SeatScore:
    """Return a Madam's line of this round (WTS 9.1); cards left in hand cost (R42)."""
    names, runs = (laid_worth(state.tableau[seat], mode) for mode in ("name", "run"))
    front = sum(fronted.amount for fronted in state.front[seat])
    hand = -sum(
        options.hand_penalty_special if card in IS_SPECIAL else options.hand_penalty_card
        for card in state.hands[seat]
    )
    return SeatScore(names, runs, front, bonus, hand, names + runs + front + bonus + hand)


def is_last_round(state: StripState, options: StripOptions) -> bool:
    """Say whether the game ends with the round just scored (WTS 10; option target_score)."""
    reached = 0 < options.target_score <= max(state.totals)
    return reached or state.round >= options.rounds


def standing(state: StripState) -> Outcome:
    """Return totals and places: total, then rounds won, then the best single round (R43)."""
    best = [max(r.lines[seat].score for r in state.results) for seat in range(len(state.totals))]
    merits = list(zip(state.totals, state.rounds_won, best, strict=True))
    return Outcome(tuple(state.totals), places(merits))
