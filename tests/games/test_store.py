from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import store
from games.clock import Frozen
from games.errors import NoSuchMatch
from games.models import Match, Ply
from games.rules import kernel, registry
from games.store import Cause, LostRace, Snapshot
from games.table import Table
from tests.games.tables import dealt, does, fingerprint, opened, people, picked
from tests.games.tiny_game import Pick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


def stepped(table: Table, seat: int = 0) -> Snapshot:
    return Snapshot.of(table.rules, *kernel.step(table.rules, table.running(), seat, Pick(1)))


@pytest.mark.django_db(transaction=True)
def test_a_lock_needs_a_transaction(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    with pytest.raises(transaction.TransactionManagementError):
        store.lock(match.pk)


def test_there_is_no_such_match() -> None:
    with pytest.raises(NoSuchMatch):
        store.lock(uuid4())
    with pytest.raises(NoSuchMatch):
        store.look(uuid4())


def test_the_time_is_read_when_the_lock_is_held(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(7)

    assert store.lock(match.pk).now == time.at


def test_a_table_is_loaded_without_seed_and_nonces(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    assert store.look(match.pk).match.get_deferred_fields() == {"seed", "nonces"}


def test_an_ordinary_query_leaves_all_secrets_where_they_are(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    assert Match.objects.get(pk=match.pk).get_deferred_fields() == {"seed", "nonces", "state"}


def test_a_ply_and_its_snapshot_are_written_together(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    table = store.lock(dealt(ada, bob).pk)
    step = stepped(table)

    ply = store.append(table, step, Cause(seat=0, action=Pick(1), request_id="r"))

    row = Match.with_secrets.get(pk=table.match.pk)
    assert bytes(row.state or b"") == registry.encode_state(step.state)
    assert (row.ply, ply.number, ply.at) == (1, 1, time.at)
    assert table.state is step.state


def test_a_row_that_moved_under_the_lock_is_not_overwritten(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    stale = store.lock(match.pk)
    does(bob, match, "pick", number=2)
    before = fingerprint(match.pk)

    with pytest.raises(LostRace), transaction.atomic():
        store.append(stale, stepped(stale), Cause(seat=0, action=Pick(1)))

    assert fingerprint(match.pk) == before


def test_the_deadline_is_the_earliest_running_clock(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)

    does(ada, match, "halt")

    row = Match.objects.get(pk=match.pk)
    assert row.deadline_at == time.at + timedelta(seconds=5)
    assert sorted(row.clocks) == ["2", "3"]


def test_an_action_takes_few_queries(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1)

    with CaptureQueriesContext(connection) as queries:
        does(bob, match, "pick", number=1)

    # The row, the seats, the known request, the row, the ply.
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) == 5


# --- The one outstanding bell ---------------------------------------------------------------------


def bell_after(match: Match) -> float:
    """Return in how many seconds after the match's start the outstanding bell wakes."""
    row = Match.objects.get(pk=match.pk)
    assert row.bell_at is not None
    assert row.started_at is not None
    return (row.bell_at - row.started_at).total_seconds()


def test_a_bell_is_outstanding_from_the_start(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")

    assert bell_after(dealt(ada, bob)) == 30


def test_a_later_deadline_leaves_the_outstanding_bell_alone(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(10)

    picked(match, ada, bob)  # the turn ends 40 s after the start

    assert bell_after(match) == 30


def test_an_earlier_deadline_needs_a_new_bell(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(10)

    does(ada, match, "halt")

    assert bell_after(match) == 15


def test_a_bell_that_should_have_woken_is_no_longer_outstanding(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(10)
    picked(match, ada, bob)
    time.advance(25)  # 35 s after the start; the bell of 30 s was lost

    does(ada, match, "peek")

    assert bell_after(match) == 40


def test_no_bell_is_sent_further_ahead_than_two_minutes(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")

    assert bell_after(dealt(ada, bob, seconds=300)) == 120


def test_without_a_clock_there_is_no_bell(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, seconds=0)

    row = Match.objects.get(pk=match.pk)
    assert (row.clocks, row.deadline_at, row.bell_at) == ({}, None, None)


# --- Bots that are due ----------------------------------------------------------------------------


def test_no_bot_is_due_while_only_people_are_asked(time: Frozen) -> None:
    (ada,) = people("Ada")
    match = dealt(ada, bots=1)
    assert Match.objects.get(pk=match.pk).bots_due_at == time.at

    table = store.lock(match.pk)
    store.append(table, stepped(table, 1), Cause(seat=1, action=Pick(1)))

    assert Match.objects.get(pk=match.pk).bots_due_at is None


# --- Events of the round --------------------------------------------------------------------------


def names(match: Match) -> list[str]:
    return [type(event).__name__ for event in store.events_this_round(match)]


def test_before_the_first_round_all_events_are_told(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1)

    assert names(match) == ["NumberPicked"]


def test_the_events_of_a_round_begin_within_the_ply_that_started_it(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "peek")
    assert names(match) == ["RoundStarted", "Peeked", "CardSeen"]

    does(ada, match, "pass")
    does(bob, match, "pass")

    assert names(match) == ["RoundStarted"]


@pytest.mark.parametrize("read", [1, 2, 3])
def test_a_round_is_read_page_by_page(
    read: int, time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PLIES_READ", read)
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1)
    assert names(match) == ["NumberPicked"]

    does(bob, match, "pick", number=2)
    does(ada, match, "peek")

    assert names(match) == ["RoundStarted", "Peeked", "CardSeen"]


def test_events_no_longer_known_are_skipped(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "peek")
    Ply.objects.filter(match=match, number=3).update(events=[{"type": "sneezed"}, 7])

    assert names(match) == ["RoundStarted"]


def test_an_open_match_has_no_events() -> None:
    (ada,) = people("Ada")

    assert names(opened(ada)) == []
