from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from games import selectors
from games.clock import Frozen
from games.errors import MatchClosed, NoSuchMatch, NotStarted
from games.models import Match, Ply, Status
from games.rules.kernel import Legal
from games.services import lobby, upkeep
from tests.games.tables import dealt, does, opened, people, picked, state_of
from tests.games.tiny_game import Pass, Peek, TinyHints

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


# --- Matches --------------------------------------------------------------------------------------


def test_a_match_is_read_with_its_seats_and_without_its_secrets() -> None:
    ada, eve = people("Ada", "Eve")
    match = opened(ada)

    found = selectors.match(match_id=match.pk, viewer=eve)

    assert found.get_deferred_fields() == {"seed", "state", "nonces"}
    assert [one.player for one in found.participants.all()] == [ada]
    assert (selectors.seat_of(found, ada), selectors.seat_of(found, eve)) == (0, None)
    assert selectors.seat_of(found, None) is None


def test_there_is_no_such_match() -> None:
    with pytest.raises(NoSuchMatch):
        selectors.match(match_id=uuid4(), viewer=None)
    with pytest.raises(NoSuchMatch):
        selectors.position(match_id=uuid4(), player=None)
    with pytest.raises(NoSuchMatch):
        selectors.plies_since(match_id=uuid4(), player=None, after=0)
    with pytest.raises(NoSuchMatch):
        selectors.current_ply(match_id=uuid4())
    with pytest.raises(NoSuchMatch):
        selectors.seen_events(match_id=uuid4(), seat=0)


def test_matches_are_listed_newest_first_and_a_page_at_a_time() -> None:
    (ada,) = people("Ada")
    first, second, third = (opened(ada) for _ in range(3))

    assert selectors.matches(limit=2) == [third, second]
    assert selectors.matches(before=second.pk) == [first]


def test_the_list_is_filtered_by_status_and_game(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    waiting, running = opened(ada), dealt(ada, bob)

    assert selectors.matches(status="open") == [waiting]
    assert selectors.matches(status="running", game="tiny") == [running]
    assert selectors.matches(game="bridge") == []


def test_an_unlisted_match_is_found_by_those_it_belongs_to() -> None:
    ada, bob, eve = people("Ada", "Bob", "Eve")
    match = lobby.create(
        host=ada, game="tiny", options={}, seats=3, sit=False, visibility="unlisted"
    )
    lobby.join(match_id=match.pk, player=bob)
    other = opened(eve)

    assert selectors.matches() == [other]
    assert selectors.matches(mine=ada) == selectors.matches(mine=bob) == [match]
    assert selectors.matches(mine=eve) == [other]
    assert selectors.match(match_id=match.pk, viewer=eve) == match


def test_the_pulse_of_a_match(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)

    assert selectors.current_ply(match_id=match.pk) == (1, 2, "running")


def test_taking_the_pulse_rings_what_is_due(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(29.999)
    assert selectors.current_ply(match_id=match.pk).ply == 0
    time.advance(0.001)

    assert selectors.current_ply(match_id=match.pk).ply == 1


def test_a_match_is_overdue_from_the_deadline_on(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(29.999)
    assert not selectors.overdue(match_id=match.pk)
    time.advance(0.001)

    assert selectors.overdue(match_id=match.pk)
    assert not selectors.overdue(match_id=uuid4())


# --- Positions ------------------------------------------------------------------------------------


def test_a_position_is_what_the_seat_may_know_and_do(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(3)

    position = selectors.position(match_id=match.pk, player=ada)

    assert (position.epoch, position.ply, position.seat, position.decision) == (1, 2, 0, 2)
    assert position.view.card == state_of(match.pk).cards[0]  # type: ignore[attr-defined]
    assert position.hints == TinyHints()
    assert position.legal == Legal((Pass(), Peek()), complete=True)
    assert position.server_time == time.at
    (clock,) = position.clocks
    assert (clock.id, clock.name, clock.seats, clock.left_ms) == (2, "turn", (0,), None)
    assert clock.deadline_at == time.at + timedelta(seconds=27)


def test_who_is_not_asked_has_nothing_to_do(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)

    assert selectors.position(match_id=match.pk, player=bob).legal == Legal((), complete=True)


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_spectator_sees_what_everybody_sees(signed_in: bool, time: Frozen) -> None:
    ada, bob, eve = people("Ada", "Bob", "Eve")
    match = dealt(ada, bob)

    position = selectors.position(match_id=match.pk, player=eve if signed_in else None)

    assert (position.seat, position.hints, position.decision) == (None, None, 0)
    assert position.view.card is None  # type: ignore[attr-defined]
    assert position.legal == Legal((), complete=True)


def test_looking_rings_what_is_due(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)

    position = selectors.position(match_id=match.pk, player=None)

    assert position.ply == Ply.objects.get().number == 1
    assert position.view.phase == "turns"  # type: ignore[attr-defined]


def test_looking_at_a_match_that_breaks_shows_it_frozen(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, broken_bell=True)
    time.advance(30)

    position = selectors.position(match_id=match.pk, player=ada)

    assert (position.match.status, position.legal) == (Status.FROZEN, Legal((), complete=True))
    assert [(clock.deadline_at, clock.left_ms) for clock in position.clocks] == [(None, 0)]


def test_before_the_start_there_is_no_position() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    with pytest.raises(NotStarted):
        selectors.position(match_id=match.pk, player=ada)
    lobby.cancel(match_id=match.pk, player=ada)
    with pytest.raises(MatchClosed):
        selectors.position(match_id=match.pk, player=ada)


def test_the_last_position_of_an_abandoned_match_can_be_seen(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    upkeep.abandon(match_id=match.pk)

    position = selectors.position(match_id=match.pk, player=ada)

    assert (position.ply, position.legal) == (0, Legal((), complete=True))


# --- Questions ------------------------------------------------------------------------------------


def test_my_questions_are_the_matches_that_wait_for_me(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    slow, quick, not_mine = dealt(ada, bob, seconds=60), dealt(ada, bob), dealt(ada, bob)
    opened(ada)
    does(ada, not_mine, "pick", number=1)

    questions = selectors.questions(player=ada)

    assert [(q.match, q.seat, q.decision, q.ply) for q in questions] == [
        (quick, 0, 1, 0),
        (slow, 0, 1, 0),
    ]
    assert questions[0].deadline_at == time.at + timedelta(seconds=30)
    assert selectors.questions(player=people("Eve")[0]) == []


# --- Plies and events -----------------------------------------------------------------------------


def told(match: Match, player: object, after: int = 0) -> list[tuple[int, list[str]]]:
    plies = selectors.plies_since(match_id=match.pk, player=player, after=after)  # type: ignore[arg-type]
    return [(ply.number, [event["type"] for event in ply.events]) for ply in plies]


def test_every_ply_reaches_everybody_with_what_they_were_told(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "peek")
    does(ada, match, "pass")

    assert told(match, ada, after=2) == [(3, ["peeked", "card_seen"]), (4, ["passed"])]
    assert told(match, bob, after=2) == [(3, ["peeked"]), (4, ["passed"])]
    assert told(match, None, after=2) == [(3, ["peeked"]), (4, ["passed"])]
    assert told(match, ada, after=4) == []


def test_plies_are_read_in_order_and_a_page_at_a_time(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "pass")

    plies = selectors.plies_since(match_id=match.pk, player=ada, after=0, limit=2)

    assert [(ply.number, ply.at) for ply in plies] == [(1, time.at), (2, time.at)]


def test_a_bot_sees_the_events_of_its_seat_since_the_round_began(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "peek")

    seen = [
        [type(event).__name__ for event in selectors.seen_events(match_id=match.pk, seat=seat)]
        for seat in (0, 1, None)
    ]

    assert seen == [
        ["RoundStarted", "Peeked", "CardSeen"],
        ["RoundStarted", "Peeked"],
        ["RoundStarted", "Peeked"],
    ]
