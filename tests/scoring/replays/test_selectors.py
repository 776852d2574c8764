from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Player
from games.clock import Frozen
from games.errors import MatchClosed, NoSuchMatch, NoSuchSeat, NotStarted
from games.models import Match, Participant, Ply
from games.services import lobby, upkeep
from scoring import services as results
from scoring.replays import files, selectors, services
from scoring.replays.errors import (
    NoSuchPly,
    NoSuchShare,
    NotOver,
    NotYourShare,
    ReplayNotOpen,
    ShareRevoked,
)
from scoring.replays.models import ReplayShare, Seal
from tests.games.tables import does, fingerprint, opened, people, picked, state_of
from tests.games.tiny_game import CARDS
from tests.scoring.evenings import evening, saved

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


@pytest.fixture
def players() -> list[Player]:
    return people("Ada", "Bob", "Cleo")


@pytest.fixture
def running(time: Frozen, players: list[Player]) -> Match:
    """A running match in which Ada has seen her card, with nonces."""
    ada, bob, _ = players
    match = lobby.create(host=ada, game="tiny", options={}, seats=2, nonce="canary-nonce-a")
    lobby.join(match_id=match.pk, player=bob, nonce="canary-nonce-b")
    lobby.start(match_id=match.pk, player=ada)
    picked(match, ada, bob)
    does(ada, match, "peek")
    return match


@pytest.fixture
def finished() -> Match:
    """A finished match of Lap Dance between bots."""
    record = evening("lap_dance", 3, 4, {"rounds": 3})
    saved(record)
    return record.match


def events_of(replay: files.Replay) -> list[str]:
    return [event["type"] for ply in replay.plies for event in ply.events]


# --- Before the end -------------------------------------------------------------------------------


def test_while_it_runs_everybody_looks_back_through_their_own_eyes(
    running: Match, players: list[Player]
) -> None:
    ada, bob, cleo = players
    hers = selectors.replay(match_id=running.pk, viewer=ada)
    his = selectors.replay(match_id=running.pk, viewer=bob, seat=1)
    onlookers = [selectors.replay(match_id=running.pk, viewer=who) for who in (cleo, None)]

    assert (hers.eyes, his.eyes) == (0, 1)
    assert [other.eyes for other in onlookers] == ["spectator", "spectator"]
    assert "card_seen" in events_of(hers)
    assert "card_seen" not in events_of(his)
    assert "card_seen" not in events_of(onlookers[0])
    assert [ply.action for ply in hers.plies] == [
        {"type": "pick", "number": 0},
        None,
        {"type": "peek"},
    ]


@pytest.mark.parametrize(("who", "seat"), [(0, 1), (2, 0), (2, 1), (0, 7)])
def test_while_it_runs_nobody_looks_through_anothers(
    running: Match, players: list[Player], who: int, seat: int
) -> None:
    with pytest.raises(ReplayNotOpen):
        selectors.replay(match_id=running.pk, viewer=players[who], seat=seat)


def test_while_it_runs_no_secret_is_in_any_replay_or_proof(
    running: Match, players: list[Player]
) -> None:
    row = Match.with_secrets.get(pk=running.pk)
    dealt = state_of(running.pk).cards
    for viewer, own in ((players[0], {dealt[0]}), (players[1], {dealt[1]}), (players[2], set())):
        replay = selectors.replay(match_id=running.pk, viewer=viewer)
        told = files.written(replay).decode()

        assert {card for card in CARDS if card in told} == own
        assert bytes(row.seed).hex() not in told
        assert "canary-nonce" not in told
        assert (replay.seed, replay.nonces, replay.chain) == (None, None, None)
    proof = selectors.fairness(match_id=running.pk)
    assert (proof.commitment, proof.status, proof.plies) == (row.commitment, "running", 3)
    assert (proof.seed, proof.nonces, proof.key, proof.chain) == (None, None, None, None)


def test_an_open_match_has_its_promise_and_nothing_to_replay(players: list[Player]) -> None:
    match = opened(players[0])

    assert selectors.fairness(match_id=match.pk).commitment == match.commitment
    assert selectors.fairness(match_id=match.pk).seed is None
    with pytest.raises(NotStarted):
        selectors.replay(match_id=match.pk, viewer=players[0])


def test_a_match_called_off_before_its_start_opens_nothing(players: list[Player]) -> None:
    match = opened(players[0])
    lobby.cancel(match_id=match.pk, player=players[0])

    assert selectors.fairness(match_id=match.pk).seed is None
    with pytest.raises(MatchClosed):
        selectors.replay(match_id=match.pk, viewer=players[0])


# --- After the end --------------------------------------------------------------------------------


def test_when_it_is_over_all_is_open_to_everybody(finished: Match) -> None:
    replay = selectors.replay(match_id=finished.pk, viewer=None)

    assert (replay.eyes, replay.ply, replay.last) == ("all", finished.ply, finished.ply)
    assert replay.seed == bytes(Match.with_secrets.get(pk=finished.pk).seed).hex()
    assert sorted(replay.table) == ["0", "1", "2"]


def test_when_it_is_over_anybodys_eyes_may_be_borrowed(finished: Match) -> None:
    replay = selectors.replay(match_id=finished.pk, viewer=None, seat=2, ply=10, after=4)

    assert (replay.eyes, replay.ply, len(replay.plies)) == (2, 10, 6)
    assert list(replay.table) == ["2"]


def test_an_abandoned_match_is_over_too(running: Match, players: list[Player]) -> None:
    upkeep.abandon(match_id=running.pk)

    replay = selectors.replay(match_id=running.pk, viewer=players[1])

    assert (replay.eyes, replay.status, replay.outcome) == ("all", "abandoned", None)
    assert replay.nonces == ["canary-nonce-a", "canary-nonce-b"]


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused(finished: Match, seat: int) -> None:
    with pytest.raises(NoSuchSeat):
        selectors.replay(match_id=finished.pk, viewer=None, seat=seat)


@pytest.mark.parametrize("asked", [{"ply": 10_000}, {"after": 10_000}, {"ply": -1}, {"after": -1}])
def test_a_ply_that_is_not_there_is_refused(finished: Match, asked: dict[str, int]) -> None:
    with pytest.raises(NoSuchPly) as refused:
        selectors.replay(match_id=finished.pk, viewer=None, **asked)

    assert refused.value.detail == f"The match has the plies 0 to {finished.ply}."


def test_a_match_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoSuchMatch):
        selectors.replay(match_id=uuid4(), viewer=None)
    with pytest.raises(NoSuchMatch):
        selectors.fairness(match_id=uuid4())


def test_deleted_and_renamed_players_change_no_link(running: Match, players: list[Player]) -> None:
    upkeep.abandon(match_id=running.pk)
    before = selectors.replay(match_id=running.pk, viewer=None)
    players[0].name = "Ada the Great"
    players[0].save()
    Participant.objects.filter(match=running, seat=1).update(player=None)

    after = selectors.replay(match_id=running.pk, viewer=None)

    assert [sitter.name for sitter in before.players] == ["Ada", "Bob"]
    assert [sitter.name for sitter in after.players] == ["Ada the Great", None]
    assert after.chain == before.chain
    assert after.plies == before.plies


# --- The seal -------------------------------------------------------------------------------------


def test_the_head_is_sealed_once_when_the_match_is_over(finished: Match) -> None:
    assert results.rate_match(match_id=finished.pk)
    sealed = Seal.objects.get()

    assert not results.rate_match(match_id=finished.pk)
    assert services.seal(matches=[finished]) == 0

    replay = selectors.replay(match_id=finished.pk, viewer=None)
    assert Seal.objects.get() == sealed
    assert sealed.head == replay.chain == selectors.fairness(match_id=finished.pk).chain
    assert selectors.heads([finished.pk, uuid4()]) == {finished.pk: sealed.head}


def test_a_running_match_is_not_sealed(running: Match) -> None:
    assert not results.rate_match(match_id=running.pk)

    assert not Seal.objects.exists()


def test_rows_changed_after_the_end_do_not_fit_the_seal(finished: Match) -> None:
    results.rate_match(match_id=finished.pk)
    ply = Ply.objects.get(match=finished, number=5)
    Ply.objects.filter(pk=ply.pk).update(at=ply.match.started_at)

    replay = selectors.replay(match_id=finished.pk, viewer=None)

    assert replay.chain != selectors.fairness(match_id=finished.pk).chain


# --- Links ----------------------------------------------------------------------------------------


def test_a_link_shows_the_replay_to_whoever_has_it(finished: Match, players: list[Player]) -> None:
    open_ = services.share(match_id=finished.pk, player=players[0])
    one = services.share(match_id=finished.pk, player=players[0], seat=1)

    assert selectors.shared(token=open_.token).eyes == "all"
    assert selectors.shared(token=one.token, ply=7).eyes == 1
    assert len({open_.token, one.token}) == 2
    assert min(map(len, (open_.token, one.token))) == 24


def test_made_again_it_is_the_same_link(finished: Match, players: list[Player]) -> None:
    ada, bob, _ = players
    first = [services.share(match_id=finished.pk, player=ada, seat=seat) for seat in (None, 1)]
    again = [services.share(match_id=finished.pk, player=ada, seat=seat) for seat in (None, 1)]
    other = services.share(match_id=finished.pk, player=bob)

    assert first == again
    assert other not in first
    assert selectors.shares(match_id=finished.pk, player=bob) == [other]


def test_a_link_taken_back_shows_nothing_and_the_next_is_another(
    finished: Match, players: list[Player]
) -> None:
    ada = players[0]
    first = services.share(match_id=finished.pk, player=ada)
    services.revoke(token=first.token, player=ada)
    services.revoke(token=first.token, player=ada)

    with pytest.raises(ShareRevoked):
        selectors.shared(token=first.token)
    second = services.share(match_id=finished.pk, player=ada)
    assert selectors.shared(token=second.token).match == str(finished.pk)
    assert second != first


def test_only_who_made_a_link_takes_it_back(finished: Match, players: list[Player]) -> None:
    share = services.share(match_id=finished.pk, player=players[0])

    with pytest.raises(NotYourShare):
        services.revoke(token=share.token, player=players[1])
    with pytest.raises(NoSuchShare):
        services.revoke(token="no such token", player=players[0])
    assert ReplayShare.objects.get().revoked_at is None


def test_what_runs_is_not_passed_around(running: Match, players: list[Player]) -> None:
    before = fingerprint(running.pk)

    with pytest.raises(NotOver):
        services.share(match_id=running.pk, player=players[0], seat=0)

    assert not ReplayShare.objects.exists()
    assert fingerprint(running.pk) == before


def test_links_of_nothing_are_refused(finished: Match, players: list[Player]) -> None:
    with pytest.raises(NoSuchSeat):
        services.share(match_id=finished.pk, player=players[0], seat=3)
    with pytest.raises(NoSuchMatch):
        services.share(match_id=uuid4(), player=players[0])
    with pytest.raises(NoSuchShare):
        selectors.shared(token="made up")
    assert not ReplayShare.objects.exists()


def test_the_proof_is_plain_data(finished: Match) -> None:
    proof: dict[str, Any] = selectors.fairness(match_id=finished.pk)._asdict()

    assert json.loads(json.dumps(proof, default=str))["match"] == str(finished.pk)
