from __future__ import annotations

from uuid import uuid4

import pytest

from games import store
from games.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadOptions,
    BadSeatCount,
    MatchClosed,
    MatchOver,
    NoSuchMatch,
    NoSuchSeat,
    NotHost,
    NotYourSeat,
    SeatsNotFilled,
    SeatTaken,
    TooManyOpenMatches,
    UnknownGameError,
    UnknownLevel,
)
from games.models import Match, Participant, Status
from games.rules.kernel import commitment
from games.services import lobby
from games.services.lobby import BotSeat
from games.table import Table
from tests.games.tables import dealt, does, fingerprint, opened, people, picked, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "time")]


def sitting(match: Match) -> list[tuple[int, str]]:
    """Return each seat with its player's name, or its bot's level."""
    return [
        (one.seat, one.player.name if one.player else one.bot_level)
        for one in Participant.objects.filter(match=match).select_related("player")
    ]


# --- Creating -------------------------------------------------------------------------------------


def test_a_new_match_is_open_and_its_host_sits_in_seat_0() -> None:
    (ada,) = people("Ada")

    match = lobby.create(host=ada, game="tiny", options={"rounds": 5}, seats=3, nonce="salt")

    row = Match.with_secrets.get(pk=match.pk)
    assert (row.status, row.game, row.rules_version, row.seats) == (Status.OPEN, "tiny", 1, 3)
    assert row.options == {
        "type": "tiny",
        "rounds": 5,
        "first": "host",
        "seconds": 30,
        "broken_bell": False,
    }
    assert (row.host, row.visibility, row.rated, row.state) == (ada, "public", True, None)
    assert sitting(match) == [(0, "Ada")]
    assert Participant.objects.get().nonce == "salt"


def test_the_seed_is_committed_to_before_anybody_can_join() -> None:
    (ada,) = people("Ada")

    match = opened(ada)

    seed = bytes(Match.with_secrets.get(pk=match.pk).seed)
    assert len(seed) == 32
    assert match.commitment == commitment(seed)


def test_a_host_may_only_watch() -> None:
    (ada,) = people("Ada")

    match = lobby.create(host=ada, game="tiny", options={}, seats=2, sit=False)

    assert sitting(match) == []


def test_a_practice_match_starts_in_one_call() -> None:
    (ada,) = people("Ada")

    match = lobby.create(
        host=ada, game="tiny", options={}, seats=2, bots=[BotSeat(1, "greedy")], start=True
    )

    assert Match.objects.get(pk=match.pk).status == match.status == Status.RUNNING
    assert sitting(match) == [(0, "Ada"), (1, "greedy")]


@pytest.mark.parametrize(
    ("wrong", "error", "pointer"),
    [
        ({"game": "bridge"}, UnknownGameError, "/game/type"),
        ({"options": {"rounds": "two"}}, BadOptions, "/game/rounds"),
        ({"options": {"jokers": 2}}, BadOptions, "/game/jokers"),
        ({"options": {"a/b~c": 2}}, BadOptions, "/game/a~1b~0c"),
        ({"seats": 5}, BadSeatCount, "/seats"),
        ({"seats": 1}, BadSeatCount, "/seats"),
        ({"bots": [BotSeat(1, "greedy"), BotSeat(2, "psychic")]}, UnknownLevel, "/bots/1/level"),
        ({"bots": [BotSeat(3, "greedy")]}, NoSuchSeat, "/bots/0/seat"),
        ({"bots": [BotSeat(-1, "greedy")]}, NoSuchSeat, "/bots/0/seat"),
        ({"bots": [BotSeat(0, "greedy")]}, SeatTaken, "/bots/0/seat"),
        ({"bots": [BotSeat(1, "greedy"), BotSeat(1, "random")]}, SeatTaken, "/bots/1/seat"),
        ({"bots": [BotSeat(1, "greedy")], "start": True}, SeatsNotFilled, ""),
    ],
)
def test_a_bad_request_creates_nothing(
    wrong: dict[str, object], error: type[Exception], pointer: str
) -> None:
    (ada,) = people("Ada")
    asked = {"host": ada, "game": "tiny", "options": {}, "seats": 3, **wrong}

    with pytest.raises(error) as refused:
        lobby.create(**asked)  # type: ignore[arg-type]

    assert refused.value.pointer == pointer  # type: ignore[attr-defined]
    assert not Match.objects.exists()
    assert not Participant.objects.exists()


def test_a_bad_option_is_explained() -> None:
    (ada,) = people("Ada")

    with pytest.raises(BadOptions) as refused:
        opened(ada, rounds="two")

    assert refused.value.detail == "Expected `int`, got `str`."


def test_a_seat_count_is_refused_with_what_is_possible() -> None:
    (ada,) = people("Ada")

    with pytest.raises(BadSeatCount) as refused:
        opened(ada, seats=9)

    assert refused.value.params == {"least": 2, "most": 4}


# --- Guests ---------------------------------------------------------------------------------------


def test_a_guest_holds_at_most_five_matches() -> None:
    guest, ada = people("Guest", is_guest=True)[0], people("Ada")[0]
    for _ in range(4):
        opened(guest)
    lobby.join(match_id=opened(ada).pk, player=guest)
    another = opened(ada)

    with pytest.raises(TooManyOpenMatches):
        opened(guest)
    with pytest.raises(TooManyOpenMatches):
        lobby.join(match_id=another.pk, player=guest)

    assert Participant.objects.filter(player=guest).count() == 5
    assert Match.objects.count() == 6


def test_a_match_that_is_over_does_not_count() -> None:
    (guest,) = people("Guest", is_guest=True)
    matches = [opened(guest) for _ in range(5)]
    lobby.cancel(match_id=matches[0].pk, player=guest)

    assert opened(guest).status == Status.OPEN


def test_a_registered_player_holds_as_many_as_they_like() -> None:
    (ada,) = people("Ada")

    assert len([opened(ada) for _ in range(6)]) == 6


# --- Joining --------------------------------------------------------------------------------------


def test_who_names_no_seat_gets_the_lowest_free_one() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = opened(ada, seats=4)
    lobby.join(match_id=match.pk, player=bob, seat=1)

    assert lobby.join(match_id=match.pk, player=cleo, nonce="n").seat == 2
    assert sitting(match) == [(0, "Ada"), (1, "Bob"), (2, "Cleo")]
    assert Participant.objects.get(player=cleo).nonce == "n"


@pytest.mark.parametrize(
    ("seat", "error", "params"),
    [
        (0, SeatTaken, {"free": [1, 2]}),
        (3, NoSuchSeat, {"seat": 3}),
        (-1, NoSuchSeat, {"seat": -1}),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(
    seat: int, error: type[SeatTaken], params: dict[str, object]
) -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada, seats=3)
    before = fingerprint(match.pk)

    with pytest.raises(error) as refused:
        lobby.join(match_id=match.pk, player=bob, seat=seat)

    assert (refused.value.params, refused.value.pointer) == (params, "/seat")
    assert fingerprint(match.pk) == before


def test_a_full_table_has_no_seat_left() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = opened(ada)
    lobby.join(match_id=match.pk, player=bob)
    before = fingerprint(match.pk)

    with pytest.raises(SeatTaken) as refused:
        lobby.join(match_id=match.pk, player=cleo)

    assert refused.value.params == {"free": []}
    assert fingerprint(match.pk) == before


def test_the_database_has_the_last_word_on_who_sits_where(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    before = fingerprint(match.pk)
    monkeypatch.setattr(Table, "free", lambda table: [0])  # as if the lock had not held

    with pytest.raises(SeatTaken):
        lobby.join(match_id=match.pk, player=bob)

    assert fingerprint(match.pk) == before


def test_nobody_sits_twice() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    with pytest.raises(AlreadySeated) as refused:
        lobby.join(match_id=match.pk, player=ada)

    assert refused.value.params == {"seat": 0}
    assert sitting(match) == [(0, "Ada")]


def test_a_match_that_has_started_takes_nobody_in() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = dealt(ada, bob)

    with pytest.raises(AlreadyStarted):
        lobby.join(match_id=match.pk, player=cleo)

    assert sitting(match) == [(0, "Ada"), (1, "Bob")]


def test_there_is_no_such_match_to_join() -> None:
    (ada,) = people("Ada")

    with pytest.raises(NoSuchMatch):
        lobby.join(match_id=uuid4(), player=ada)


# --- Leaving --------------------------------------------------------------------------------------


def test_who_leaves_an_open_match_frees_the_seat() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    lobby.join(match_id=match.pk, player=bob)

    lobby.leave(match_id=match.pk, player=bob, seat=1)

    assert sitting(match) == [(0, "Ada")]


def test_the_host_may_show_somebody_the_door() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada, seats=3)
    lobby.join(match_id=match.pk, player=bob)
    lobby.add_bot(match_id=match.pk, player=ada, seat=2, level="random")

    lobby.leave(match_id=match.pk, player=ada, seat=1)
    lobby.leave(match_id=match.pk, player=ada, seat=2)

    assert sitting(match) == [(0, "Ada")]


def test_nobody_else_may() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = opened(ada, seats=3)
    lobby.join(match_id=match.pk, player=bob)
    lobby.join(match_id=match.pk, player=cleo)
    before = fingerprint(match.pk)

    with pytest.raises(NotHost):
        lobby.leave(match_id=match.pk, player=cleo, seat=1)

    assert fingerprint(match.pk) == before


def test_the_lowest_seated_player_inherits_the_table() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = opened(ada, seats=4)
    lobby.add_bot(match_id=match.pk, player=ada, seat=1, level="random")
    lobby.join(match_id=match.pk, player=bob, seat=3)
    lobby.join(match_id=match.pk, player=cleo, seat=2)

    lobby.leave(match_id=match.pk, player=ada, seat=0)

    row = Match.objects.get(pk=match.pk)
    assert (row.host, row.status) == (cleo, Status.OPEN)


def test_a_table_without_players_is_abandoned() -> None:
    (ada,) = people("Ada")
    match = opened(ada)
    lobby.add_bot(match_id=match.pk, player=ada, seat=1, level="random")

    lobby.leave(match_id=match.pk, player=ada, seat=0)

    assert Match.objects.get(pk=match.pk).status == Status.ABANDONED


def test_who_leaves_a_running_match_is_replaced_by_a_bot() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    lobby.leave(match_id=match.pk, player=bob, seat=1)

    assert sitting(match) == [(0, "Ada"), (1, "greedy")]
    assert Match.objects.get(pk=match.pk).bots_due_at is not None


def test_nobody_is_thrown_out_of_a_running_match() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    with pytest.raises(NotYourSeat):
        lobby.leave(match_id=match.pk, player=ada, seat=1)

    assert sitting(match) == [(0, "Ada"), (1, "Bob")]


def test_an_empty_seat_cannot_be_left() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    with pytest.raises(NoSuchSeat):
        lobby.leave(match_id=match.pk, player=ada, seat=1)

    assert sitting(match) == [(0, "Ada")]


def test_a_finished_match_keeps_its_seats() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")

    with pytest.raises(MatchOver):
        lobby.leave(match_id=match.pk, player=bob, seat=1)

    assert sitting(match) == [(0, "Ada"), (1, "Bob")]


def test_an_abandoned_match_cannot_be_left() -> None:
    (ada,) = people("Ada")
    match = opened(ada)
    lobby.cancel(match_id=match.pk, player=ada)

    with pytest.raises(MatchClosed):
        lobby.leave(match_id=match.pk, player=ada, seat=0)


# --- Bots -----------------------------------------------------------------------------------------


def test_the_host_seats_a_bot() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    assert (
        lobby.add_bot(match_id=match.pk, player=ada, seat=1, level="greedy").bot_level == "greedy"
    )
    assert sitting(match) == [(0, "Ada"), (1, "greedy")]


def test_nobody_else_seats_a_bot() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)

    with pytest.raises(NotHost):
        lobby.add_bot(match_id=match.pk, player=bob, seat=1, level="greedy")

    assert sitting(match) == [(0, "Ada")]


@pytest.mark.parametrize(
    ("seat", "level", "error", "pointer"),
    [
        (0, "greedy", SeatTaken, "/seat"),
        (2, "greedy", NoSuchSeat, "/seat"),
        (1, "oracle", UnknownLevel, "/level"),
    ],
)
def test_a_bot_that_cannot_sit_there_is_refused(
    seat: int, level: str, error: type[SeatTaken], pointer: str
) -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    with pytest.raises(error) as refused:
        lobby.add_bot(match_id=match.pk, player=ada, seat=seat, level=level)

    assert refused.value.pointer == pointer
    assert sitting(match) == [(0, "Ada")]


def test_a_running_match_takes_no_more_bots() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    with pytest.raises(AlreadyStarted):
        lobby.add_bot(match_id=match.pk, player=ada, seat=1, level="greedy")


# --- Starting -------------------------------------------------------------------------------------


def test_a_full_table_is_dealt() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    lobby.join(match_id=match.pk, player=bob, nonce="bobs")

    started = lobby.start(match_id=match.pk, player=ada)

    row = Match.with_secrets.get(pk=match.pk)
    assert (started.status, row.status, row.ply, row.nonces) == (
        "running",
        "running",
        0,
        ["", "bobs"],
    )
    assert row.started_at is not None
    assert row.deadline_at is not None
    assert (row.deadline_at - row.started_at).total_seconds() == 30
    assert state_of(match.pk).to_act == [0, 1]
    assert not match.plies.exists()


def test_the_players_nonces_change_the_shuffle() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    lobby.join(match_id=match.pk, player=bob, nonce="bobs")
    lobby.start(match_id=match.pk, player=ada)
    key = state_of(match.pk).rng.key

    row = Match.with_secrets.get(pk=match.pk)
    assert key == store.key_of(row)
    row.nonces = ["", "others"]
    assert key != store.key_of(row)


def test_the_host_in_the_options_is_the_hosts_seat() -> None:
    ada, bob, cleo = people("Ada", "Bob", "Cleo")
    match = opened(ada, seats=3)
    for player in (bob, cleo):
        lobby.join(match_id=match.pk, player=player)
    Match.objects.filter(pk=match.pk).update(host=cleo)

    lobby.start(match_id=match.pk, player=cleo)
    picked(match, ada, bob, cleo)

    assert Match.objects.get(pk=match.pk).options["first"] == 2
    assert state_of(match.pk).to_act == [2]


def test_a_host_who_only_watches_stands_for_seat_0() -> None:
    (ada,) = people("Ada")
    match = lobby.create(
        host=ada,
        game="tiny",
        options={},
        seats=2,
        sit=False,
        bots=[BotSeat(0, "random"), BotSeat(1, "random")],
        start=True,
    )

    assert match.options["first"] == 0


def test_a_second_start_changes_nothing() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    before = fingerprint(match.pk)

    assert lobby.start(match_id=match.pk, player=ada).ply == 2
    assert fingerprint(match.pk) == before


def test_a_table_with_a_free_seat_does_not_start() -> None:
    (ada,) = people("Ada")
    match = opened(ada, seats=3)
    before = fingerprint(match.pk)

    with pytest.raises(SeatsNotFilled) as refused:
        lobby.start(match_id=match.pk, player=ada)

    assert refused.value.params == {"free": [1, 2]}
    assert fingerprint(match.pk) == before


def test_only_the_host_starts() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)
    lobby.join(match_id=match.pk, player=bob)

    with pytest.raises(NotHost):
        lobby.start(match_id=match.pk, player=bob)

    assert Match.objects.get(pk=match.pk).status == Status.OPEN


def test_a_cancelled_match_does_not_start() -> None:
    (ada,) = people("Ada")
    match = opened(ada)
    lobby.cancel(match_id=match.pk, player=ada)

    with pytest.raises(MatchClosed):
        lobby.start(match_id=match.pk, player=ada)


# --- Calling off ----------------------------------------------------------------------------------


def test_the_host_calls_an_open_match_off_once() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    lobby.cancel(match_id=match.pk, player=ada)
    lobby.cancel(match_id=match.pk, player=ada)

    assert Match.objects.get(pk=match.pk).status == Status.ABANDONED
    with pytest.raises(MatchClosed):
        lobby.join(match_id=match.pk, player=ada)


def test_a_running_match_is_not_called_off() -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    with pytest.raises(AlreadyStarted):
        lobby.cancel(match_id=match.pk, player=ada)

    assert Match.objects.get(pk=match.pk).status == Status.RUNNING


def test_only_the_host_calls_off() -> None:
    ada, bob = people("Ada", "Bob")
    match = opened(ada)

    with pytest.raises(NotHost):
        lobby.cancel(match_id=match.pk, player=bob)

    assert Match.objects.get(pk=match.pk).status == Status.OPEN
