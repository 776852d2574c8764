"""Who gives up a seat while the cards are out, and who comes in for a bot."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import Player
from games import store
from games.errors import (
    AlreadySeated,
    AlreadyStarted,
    MatchClosed,
    MatchOver,
    NoSuchMatch,
    NoSuchSeat,
    NotStarted,
    NotYourSeat,
    SeatTaken,
    TooManyOpenMatches,
)
from games.models import Departure, Match, Participant, Status
from games.rules.kernel import Seat
from games.services import lobby, play, succession
from games.services.lobby import BotSeat
from tests.games.tables import dealt, does, fingerprint, opened, people, picked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "time")]


def sitting(match: Match) -> list[tuple[int, str]]:
    """Return each seat with its player's name, or its bot's level."""
    return [
        (one.seat, one.player.name if one.player else one.bot_level)
        for one in Participant.objects.filter(match=match).select_related("player")
    ]


def departures() -> list[tuple[str, Seat]]:
    return list(Departure.objects.order_by("pk").values_list("player__name", "seat"))


def hospitable(host: Player, *, bots: int = 2, takeover: bool = True) -> Match:
    """Return a running match of its host and bots, whose seats players may take."""
    return lobby.create(
        host=host,
        game="tiny",
        options={},
        seats=1 + bots,
        bots=[BotSeat(seat, "random") for seat in range(1, 1 + bots)],
        start=True,
        takeover=takeover,
    )


# --- Giving up ------------------------------------------------------------------------------------


def test_a_bot_has_the_seat_of_who_resigns() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    succession.resign(match_id=match.pk, player=bob)

    assert sitting(match) == [(0, "Ada"), (1, "greedy")]
    assert departures() == [("Bob", 1)]
    assert Match.objects.get(pk=match.pk).bots_due_at is not None
    with pytest.raises(NotYourSeat):
        does(bob, match, "pick", number=0)


def test_leaving_a_running_match_is_resigning() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    lobby.leave(match_id=match.pk, player=bob, seat=1)
    before = fingerprint(match.pk)
    succession.resign(match_id=match.pk, player=bob)

    assert fingerprint(match.pk) == before
    assert departures() == [("Bob", 1)]


def test_resigning_again_changes_nothing_even_after_the_end() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    succession.resign(match_id=match.pk, player=bob)
    for status in (Status.RUNNING, Status.FINISHED, Status.FROZEN):
        Match.objects.filter(pk=match.pk).update(status=status)
        before = fingerprint(match.pk)
        succession.resign(match_id=match.pk, player=bob)
        assert (fingerprint(match.pk), departures()) == (before, [("Bob", 1)])


def test_who_never_sat_there_cannot_resign() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = dealt(ada, bob)
    before = fingerprint(match.pk)

    with pytest.raises(NotYourSeat):
        succession.resign(match_id=match.pk, player=cleo)

    assert (fingerprint(match.pk), departures()) == (before, [])


def test_there_is_no_such_match_to_resign_from() -> None:
    (ada,) = people("Ada")
    with pytest.raises(NoSuchMatch):
        succession.resign(match_id=uuid4(), player=ada)
    assert departures() == []


def test_an_open_a_finished_and_an_abandoned_match_cannot_be_resigned_from() -> None:
    ada, bob = people("Ada", "Bob")
    waiting, called_off, over = opened(ada), opened(ada), dealt(ada, bob, rounds=1)
    lobby.cancel(match_id=called_off.pk, player=ada)
    picked(over, ada, bob)
    does(ada, over, "pass")
    does(bob, over, "pass")

    for match, refusal in ((waiting, NotStarted), (called_off, MatchClosed), (over, MatchOver)):
        before = fingerprint(match.pk)
        with pytest.raises(refusal):
            succession.resign(match_id=match.pk, player=ada)
        assert (fingerprint(match.pk), departures()) == (before, [])


# --- Coming in ------------------------------------------------------------------------------------


def test_a_player_comes_in_for_the_lowest_bot_and_plays_on() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)

    taken = lobby.join(match_id=match.pk, player=bob)

    assert taken.seat == 1
    assert sitting(match) == [(0, "Ada"), (1, "Bob"), (2, "random")]
    assert does(bob, match, "pick", number=2).seat == 1


def test_a_player_comes_in_for_the_bot_they_name() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    lobby.join(match_id=match.pk, player=bob, seat=2)
    assert sitting(match) == [(0, "Ada"), (1, "random"), (2, "Bob")]


def test_a_bot_that_was_sent_for_finds_a_person_in_its_seat() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    asked = next(one for one in store.look(match.pk).bots_asked() if one.seat == 1)
    lobby.join(match_id=match.pk, player=bob)
    before = fingerprint(match.pk)

    assert not play.take_bot_turn(match_id=match.pk, seat=1, decision=asked.decision)

    assert fingerprint(match.pk) == before


def test_only_a_match_that_says_so_takes_somebody_in() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada, takeover=False)
    before = fingerprint(match.pk)
    with pytest.raises(AlreadyStarted):
        lobby.join(match_id=match.pk, player=bob)
    assert fingerprint(match.pk) == before


@pytest.mark.parametrize("status", [Status.FINISHED, Status.FROZEN])
def test_a_match_that_stands_still_takes_nobody_in(status: Status) -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    Match.objects.filter(pk=match.pk).update(status=status)
    before = fingerprint(match.pk)
    with pytest.raises(AlreadyStarted):
        lobby.join(match_id=match.pk, player=bob)
    assert fingerprint(match.pk) == before


def test_a_persons_seat_is_not_to_be_had_even_while_a_bot_stands_in() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    Participant.objects.filter(match=match, seat=0).update(missed=2)
    before = fingerprint(match.pk)
    with pytest.raises(SeatTaken) as refused:
        lobby.join(match_id=match.pk, player=bob, seat=0)
    assert (refused.value.params, refused.value.pointer) == ({"free": [1, 2]}, "/seat")
    assert fingerprint(match.pk) == before


def test_no_seat_is_had_beyond_the_table_and_none_twice() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    before = fingerprint(match.pk)
    with pytest.raises(NoSuchSeat):
        lobby.join(match_id=match.pk, player=bob, seat=3)
    with pytest.raises(AlreadySeated):
        lobby.join(match_id=match.pk, player=ada, seat=1)
    assert fingerprint(match.pk) == before


def test_without_bots_there_is_no_seat() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = hospitable(ada, bots=1)
    lobby.join(match_id=match.pk, player=bob)
    before = fingerprint(match.pk)
    with pytest.raises(SeatTaken) as refused:
        lobby.join(match_id=match.pk, player=cleo)
    assert refused.value.params == {"free": []}
    assert fingerprint(match.pk) == before


def test_who_gave_up_a_seat_may_come_back_to_it_and_to_no_other() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    lobby.join(match_id=match.pk, player=bob, seat=2)
    succession.resign(match_id=match.pk, player=bob)
    before = fingerprint(match.pk)

    with pytest.raises(SeatTaken) as refused:
        lobby.join(match_id=match.pk, player=bob, seat=1)
    assert refused.value.params == {"free": [2]}
    assert fingerprint(match.pk) == before

    assert lobby.join(match_id=match.pk, player=bob).seat == 2
    succession.resign(match_id=match.pk, player=bob)
    assert sitting(match)[2] == (2, "greedy")
    assert departures() == [("Bob", 2)]


def test_who_left_a_seat_that_somebody_took_over_has_none() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = hospitable(ada)
    lobby.join(match_id=match.pk, player=bob, seat=2)
    succession.resign(match_id=match.pk, player=bob)
    lobby.join(match_id=match.pk, player=cleo, seat=2)
    before = fingerprint(match.pk)
    with pytest.raises(SeatTaken) as refused:
        lobby.join(match_id=match.pk, player=bob)
    assert refused.value.params == {"free": []}
    assert fingerprint(match.pk) == before


def test_coming_in_changes_neither_the_shuffle_nor_its_salt() -> None:
    ada, bob = people("Ada", "Bob")
    match = hospitable(ada)
    salt = list(Participant.objects.filter(match=match).values_list("nonce", flat=True))
    lobby.join(match_id=match.pk, player=bob, nonce="pepper")
    assert list(Participant.objects.filter(match=match).values_list("nonce", flat=True)) == salt


def test_a_guest_who_holds_enough_comes_in_nowhere() -> None:
    ada, guest = people("Ada")[0], people("Visitor", is_guest=True)[0]
    for _ in range(lobby.GUEST_MATCHES):
        opened(guest)
    match = hospitable(ada)
    before = fingerprint(match.pk)
    with pytest.raises(TooManyOpenMatches):
        lobby.join(match_id=match.pk, player=guest)
    assert fingerprint(match.pk) == before
