"""What is counted of a match, game by game, and what is read off the counts."""

from __future__ import annotations

import pytest

from games.rules.hand_and_foot import events as foot
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.hand_and_foot.state import RoundResult
from games.rules.kernel import Event
from games.rules.lap_dance import events as lap
from games.rules.sheet import Line
from games.rules.work_the_strip import events as strip
from games.rules.work_the_strip.state import SeatScore
from scoring.statistics import hand_and_foot, lap_dance, work_the_strip
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.figures import Counts, figures, together

# --- Work The Strip -------------------------------------------------------------------------------


def hit(seat: int, giver: int, *cards: str) -> tuple[Event, ...]:
    return (
        strip.Asked(seat, giver, "name", "lola"),
        strip.CardsHandedOver(giver, seat, "name", "lola", cards),
        strip.SetLaid(seat, "name", "lola", ("own", *cards), 1200),
    )


def miss(seat: int, target: int) -> tuple[Event, ...]:
    return (
        strip.Asked(seat, target, "name", "lola"),
        strip.ToldToWorkTheStrip(seat, target, "name", "lola"),
    )


def day(*scores: int, winner: int | None = None) -> strip.RoundScored:
    lines = tuple(SeatScore(score, 0, 0, 0, 0, score) for score in scores)
    return strip.RoundScored(1, winner, lines, scores, (1,) * len(scores))


def test_asks_and_hits_are_counted_by_who_asked() -> None:
    ava, ben = work_the_strip.counted(
        [
            *(strip.TurnStarted(0), *hit(0, 1, "a", "b"), *hit(0, 1, "c"), *miss(0, 1)),
            *(strip.TurnStarted(1), strip.Asked(1, 0, "name", "lola")),
            strip.MistakeMade(1, 0, "name", "lola", ("d",)),
            *(strip.TurnStarted(0), *hit(0, 1, "e")),
        ],
        2,
    )
    assert ava == {
        "asks": 4,
        "hits": 3,
        "misses": 1,
        "cards_won": 4,
        "hits_in_turn": 2,
        "biggest_set": 3,
    }
    assert ben == {"asks": 1, "mistakes": 1, "cards_lost": 4}


def test_an_open_casting_is_no_question() -> None:
    ava, ben = work_the_strip.counted(
        [
            strip.CastingCalled(0, "name", "lola"),
            strip.CardsHandedOver(1, 0, "name", "lola", ("a",)),
        ],
        2,
    )
    assert (ava, ben) == ({}, {})


def test_out_in_the_initial_play_is_before_any_turn_of_that_day() -> None:
    ava, ben = work_the_strip.counted(
        [
            *(strip.TurnStarted(0), strip.WentOut(0), day(100, -100, winner=0)),
            *(strip.WentOut(1), day(-100, 900, winner=1)),
        ],
        2,
    )
    assert ava == {"rounds": 2, "rounds_won": 1, "best_round": 100}
    assert ben == {"rounds": 2, "rounds_won": 1, "best_round": 900, "out_at_start": 1}


def test_a_worst_day_is_still_a_best_day() -> None:
    assert work_the_strip.counted([day(-300, -500)], 2)[0]["best_round"] == -300


# --- Lap Dance ------------------------------------------------------------------------------------


def test_orders_are_counted_by_the_turn() -> None:
    ruby, gold = lap_dance.counted(
        [
            *(lap.OrdersFulfilled(0, (0, 1, 2)), lap.MoneyGained(0, 9, "d16")),
            *(lap.OrdersFulfilled(1, ()), lap.OrdersFulfilled(0, (1,))),
            lap.MoneyGained(0, 20, "ev01a"),
        ],
        2,
    )
    assert ruby == {"turns": 2, "orders": 4, "orders_in_turn": 3, "full_turns": 1, "best_turn": 9}
    assert gold == {"turns": 1, "orders_in_turn": 0, "empty_turns": 1}


def test_every_die_counts_for_who_rolled_it() -> None:
    ruby, gold = lap_dance.counted(
        [
            lap.DiceRolled(0, (0, 1, 2, 3), ("D2", "W2", "ST", "K1")),
            lap.DiceRolled(0, (3,), ("ST",)),
            lap.RollingEnded(0, 2),
        ],
        2,
    )
    assert ruby == {"dice": 5, "symbols": 5, "stars": 2, "stars_in_turn": 2}
    assert gold == {}


def test_fair_dice_show_seven_symbols_in_six() -> None:
    assert pytest.approx(7 / 6) == lap_dance.EXPECTED
    assert pytest.approx(17 / 36) == lap_dance.VARIANCE


def test_luck_is_told_in_standard_deviations() -> None:
    assert lap_dance.luck({"dice": 3600, "symbols": 4200}) == pytest.approx(0)
    # 3600 dice: sd = sqrt(3600 * 17 / 36) = 41.2311
    assert lap_dance.luck({"dice": 3600, "symbols": 4241}) == pytest.approx(0.99439, abs=1e-5)
    assert lap_dance.star_luck({"dice": 180, "stars": 35}) == pytest.approx(-1.0)
    assert (lap_dance.luck({}), lap_dance.star_luck({})) == (None, None)


def test_theft_has_two_sides() -> None:
    ruby, gold = lap_dance.counted([lap.MoneyStolen(0, 1, 2), lap.MoneyStolen(0, 1, 1)], 2)
    assert (ruby, gold) == ({"stolen": 3}, {"robbed": 3})


# --- Hand & Foot ----------------------------------------------------------------------------------


def scored(ladies: dict[int, int], *scores: int) -> foot.RoundScored:
    lines = tuple(
        Line("unplayed", "ladies", many, -500 * many, "HF 16", seat=seat)
        for seat, many in ladies.items()
    )
    sheet = Sheet(0, (0, 2), lines, 0, 0, 0, 0)
    result = RoundResult(1, 0, "out", 0, (sheet,), scores)
    return foot.RoundScored(result, scores, (1,) * len(scores))


def counted(*events: Event) -> list[Counts]:
    return hand_and_foot.counted(events, 4)


def test_ladies_are_caught_in_hand_and_foot_as_the_round_is_scored() -> None:
    found = counted(foot.Capped(0, 1, "9", "LD-1"), scored({0: 2, 2: 1}, 10, 20, 10, 20))
    assert [seat.get("ladies_caught", 0) for seat in found] == [2, 0, 1, 0]
    assert found[0]["ladies_capped"] == 1


def test_leave_is_granted_to_who_goes_out_and_denied_to_who_does_not() -> None:
    found = counted(
        *(foot.GoOutAsked(0), foot.GoOutAnswered(2, "no"), foot.Discarded(0, "4-1", False)),
        *(foot.TurnStarted(1), foot.GoOutAsked(1), foot.GoOutAnswered(3, "yes")),
        *(foot.Discarded(1, "5-1", False), foot.WentOut(1), scored({}, 1, 2, 1, 2)),
    )
    asked = ("permission_asked", "permission_granted", "permission_denied", "went_out")
    assert [[seat.get(name, 0) for name in asked] for seat in found] == [
        [1, 0, 1, 0],
        [1, 1, 0, 1],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
    ]
    assert (found[2]["said_no"], found[3]["said_yes"]) == (1, 1)


def test_a_refusal_in_the_last_turn_of_a_round_is_counted_too() -> None:
    found = counted(foot.GoOutAsked(0), foot.GoOutAnswered(2, "no"), scored({}, 1, 2, 1, 2))
    assert found[0]["permission_denied"] == 1


def test_the_first_clean_group_of_each_round_is_somebodys() -> None:
    found = counted(
        *(foot.GroupMade(0, 1, "9", "dirty"), foot.GroupMade(1, 2, "8", "clean")),
        *(foot.GroupMade(0, 3, "7", "clean"), scored({}, 1, 2, 1, 2)),
        *(foot.GroupMade(0, 1, "9", "clean"), foot.GroupMade(2, 4, "WILD", "wild")),
    )
    assert (found[0]["clean_groups"], found[0]["dirty_groups"]) == (2, 1)
    assert [seat.get("first_clean_groups", 0) for seat in found] == [1, 1, 0, 0]
    assert found[2]["wild_groups"] == 1


def test_piles_cuts_and_feet() -> None:
    found = counted(
        foot.CutDone(0, 22, 22, exact=True),
        foot.CutDone(1, 22, 21, exact=False),
        foot.PileTaken(0, 1, (), 5),
        foot.PileTaken(0, 1, (), 12),
        foot.HandRevealed(1, ("4-1",), ("5-1",)),
        foot.HandRevealed(2, ("4-2",), ()),
    )
    assert found[0] == {"exact_cuts": 1, "piles": 2, "pile_cards": 17, "biggest_pile": 12}
    assert [seat.get("feet_untouched", 0) for seat in found] == [0, 1, 0, 0]


# --- Many matches ---------------------------------------------------------------------------------


def test_counts_add_up_but_the_most_stays_the_most() -> None:
    matches = [{"asks": 3, "best_round": -5}, {"asks": 4, "hits_in_turn": 2, "best_round": -9}]
    assert together(work_the_strip.COUNTS, matches) == {
        "asks": 7,
        "hits_in_turn": 2,
        "best_round": -5,
    }


def test_what_was_never_counted_is_nought_and_a_most_is_not_there() -> None:
    found = {one.name: one.value for one in figures(work_the_strip.STATISTICS, {"asks": 8})}
    assert (found["hits"], found["best_round"], found["hit_rate"]) == (0, None, 0.0)
    assert found["days_won_rate"] is None


@pytest.mark.parametrize("game", ["work_the_strip", "lap_dance", "hand_and_foot"])
def test_every_figure_has_a_name_of_its_own_and_words(game: str) -> None:
    shown = figures(statistics_of(game), {})
    assert len({figure.name for figure in shown}) == len(shown)
    assert all(figure.text for figure in shown)
