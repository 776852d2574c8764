from __future__ import annotations

from games import clocks
from games.rules.kernel import Timer

TURN = Timer(id=7, name="turn", seconds=60, seats=(0,))
PAUSED = Timer(id=7, name="turn", seconds=60, seats=(0,), paused=True)


def test_a_new_timer_rings_after_its_seconds_and_its_extra() -> None:
    new = Timer(id=1, name="turn", seconds=60, seats=(0,), extra=10)

    assert clocks.carried({}, [], [new], 5_000) == {"1": {"at": 75_000, "since": 5_000}}


def test_a_new_timer_that_is_paused_keeps_all_its_time() -> None:
    assert clocks.carried({}, [], [PAUSED], 5_000) == {"7": {"left": 60_000}}


def test_an_untouched_timer_goes_on_as_it_was() -> None:
    running = {"7": {"at": 65_000, "since": 5_000}}

    assert clocks.carried(running, [TURN], [TURN], 9_000) == running


def test_a_paused_timer_keeps_what_is_left() -> None:
    running = {"7": {"at": 65_000, "since": 5_000}}

    assert clocks.carried(running, [TURN], [PAUSED], 15_000) == {"7": {"left": 50_000}}


def test_a_timer_paused_after_its_end_has_nothing_left() -> None:
    running = {"7": {"at": 65_000, "since": 5_000}}

    assert clocks.carried(running, [TURN], [PAUSED], 65_500) == {"7": {"left": 0}}


def test_a_resumed_timer_runs_for_what_was_left_and_what_was_added() -> None:
    longer = Timer(id=7, name="turn", seconds=60, seats=(0,), extra=10)

    resumed = clocks.carried({"7": {"left": 50_000}}, [PAUSED], [longer], 100_000)

    assert resumed == {"7": {"at": 160_000, "since": 100_000}}


def test_an_extended_timer_rings_later() -> None:
    longer = Timer(id=7, name="turn", seconds=60, seats=(0,), extra=10)
    running = {"7": {"at": 65_000, "since": 5_000}}

    extended = clocks.carried(running, [TURN], [longer], 9_000)

    assert extended == {"7": {"at": 75_000, "since": 5_000}}


def test_a_paused_timer_is_extended_in_place() -> None:
    longer = Timer(id=7, name="turn", seconds=60, seats=(0,), paused=True, extra=10)

    extended = clocks.carried({"7": {"left": 50_000}}, [PAUSED], [longer], 9_000)

    assert extended == {"7": {"left": 60_000}}


def test_a_dropped_timer_has_no_clock() -> None:
    assert clocks.carried({"7": {"at": 65_000, "since": 5_000}}, [TURN], [], 9_000) == {}


def test_a_restarted_timer_is_a_new_one() -> None:
    again = Timer(id=8, name="turn", seconds=60, seats=(0,))

    restarted = clocks.carried({"7": {"at": 65_000, "since": 5_000}}, [TURN], [again], 9_000)

    assert restarted == {"8": {"at": 69_000, "since": 9_000}}


def test_the_earliest_running_clock_is_the_deadline() -> None:
    running = {"1": {"at": 9_000, "since": 0}, "2": {"at": 8_000, "since": 0}, "3": {"left": 5}}

    assert clocks.earliest(running) == 8_000
    assert clocks.earliest({"3": {"left": 5}}) is None
    assert clocks.earliest({}) is None


def test_bells_ring_by_deadline_then_by_id_and_paused_ones_not_at_all() -> None:
    running = {
        "10": {"at": 8_000, "since": 0},
        "9": {"at": 8_000, "since": 0},
        "2": {"at": 7_000, "since": 0},
        "3": {"at": 8_001, "since": 0},
        "4": {"left": 0},
    }

    assert clocks.due(running, 8_000) == [2, 9, 10]
    assert clocks.due(running, 6_999) == []


def test_stopped_clocks_keep_what_was_left() -> None:
    running = {"1": {"at": 9_000, "since": 0}, "2": {"left": 5}, "3": {"at": 1_000, "since": 0}}

    assert clocks.stopped(running, 4_000) == {
        "1": {"left": 5_000},
        "2": {"left": 5},
        "3": {"left": 0},
    }


def test_an_outage_takes_nothing_from_a_clock_that_ran_before_it() -> None:
    running = {"1": {"at": 60_000, "since": 0}, "2": {"left": 5}}

    assert clocks.shifted(running, 20_000, 50_000) == {
        "1": {"at": 90_000, "since": 30_000},
        "2": {"left": 5},
    }


def test_a_clock_that_started_in_the_outage_gets_back_only_what_it_ran() -> None:
    assert clocks.shifted({"1": {"at": 105_000, "since": 45_000}}, 20_000, 50_000) == {
        "1": {"at": 110_000, "since": 50_000}
    }
