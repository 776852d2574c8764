from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import records
from games.clock import Frozen
from games.models import Match, Ply, Status
from games.records import Record, ReplayReport
from scoring import services as results
from scoring import tasks
from scoring.audit import services
from scoring.audit.models import Audit, Verdict
from scoring.replays import binding
from scoring.replays.models import Seal
from tests.games.at_once import hands
from tests.scoring.evenings import broken_off, evening, saved

pytestmark = pytest.mark.django_db


def finished(many: int) -> list[Match]:
    """Return so many short finished matches, none of them noted for an audit."""
    found = [evening("lap_dance", 2, seed, {"rounds": 3}) for seed in range(many)]
    saved(*found)
    return [record.match for record in found]


def verdicts() -> list[str]:
    return sorted(Audit.objects.values_list("verdict", flat=True))


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Return which matches have been played again, as often as they were."""
    seen: list[UUID] = []
    check = records.check

    def counted(record: Record) -> ReplayReport:
        seen.append(record.match.pk)
        return check(record)

    monkeypatch.setattr(records, "check", counted)
    return seen


# --- What is audited, and how often ---------------------------------------------------------------


def test_a_finished_match_waits_for_its_audit_and_is_audited_once(replayed: list[UUID]) -> None:
    (match,) = finished(1)
    results.rate_match(match_id=match.pk)
    results.rate_match(match_id=match.pk)
    assert verdicts() == ["waiting"]

    assert services.run() == 1
    assert services.run() == 0

    audit = Audit.objects.get()
    assert (audit.verdict, audit.plies, audit.why) == (Verdict.SAME, match.ply, "")
    assert (audit.game, audit.rules_version) == ("lap_dance", 1)
    assert replayed == [match.pk]


def test_unfinished_matches_are_not_audited(time: Frozen) -> None:
    matches = finished(3)
    for match, status in zip(matches, (Status.RUNNING, Status.OPEN, Status.FROZEN), strict=True):
        Match.objects.filter(pk=match.pk).update(status=status)
        assert not results.rate_match(match_id=match.pk)
        assert not results.seal_abandoned(match_id=match.pk)

    assert services.expect_all() == 0
    assert services.run() == 0
    assert not Seal.objects.exists()


def abandoned(plies: int = 9, seed: int = 0) -> Match:
    """Return a match that was abandoned after so many plies."""
    record = broken_off(evening("lap_dance", 2, seed, {"rounds": 3}), plies)
    saved(record)
    return record.match


def test_an_abandoned_match_is_sealed_and_audited_once(time: Frozen, replayed: list[UUID]) -> None:
    match = abandoned()

    assert [results.seal_abandoned(match_id=match.pk) for _ in range(2)] == [True, False]
    assert not results.rate_match(match_id=match.pk)
    assert services.expect_all() == 1
    assert [services.run(), services.run()] == [1, 0]

    audit, seal = Audit.objects.get(), Seal.objects.get()
    assert (audit.verdict, audit.plies, audit.why) == (Verdict.SAME, 9, "")
    assert (seal.plies, seal.head) == (9, binding.head_of(records.of(match.pk)))
    assert replayed == [match.pk]
    assert Match.objects.get().rated_at == time.at


@pytest.mark.django_db(transaction=True)
def test_two_workers_seal_an_abandoned_match_once() -> None:
    match = abandoned()

    def work() -> bool:
        return results.seal_abandoned(match_id=match.pk)

    with hands(2) as at_once:
        done: list[Any] = at_once(work, work)

    assert sorted(done) == [False, True]
    assert (Seal.objects.count(), verdicts()) == (1, ["waiting"])


def test_a_match_abandoned_before_its_start_has_nothing_to_play() -> None:
    match = abandoned()
    Match.with_secrets.filter(pk=match.pk).update(state=None, started_at=None, ply=0)

    assert not results.seal_abandoned(match_id=match.pk)
    assert services.expect_all() == 0
    assert not Seal.objects.exists()


def test_one_abandoned_before_there_were_audits_is_found_by_the_command() -> None:
    abandoned(seed=1)
    finished(1)

    assert services.expect_all() == 2
    assert services.run(seconds=None) == 2
    assert verdicts() == ["same", "same"]
    assert Seal.objects.count() == 2


def test_an_abandoned_match_that_its_rules_cannot_read_is_noted_and_not_sealed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = abandoned()
    Match.with_secrets.filter(pk=match.pk).update(state=b"\x80")

    with caplog.at_level(logging.ERROR):
        assert results.seal_abandoned(match_id=match.pk)
        assert services.run() == 1

    assert f"match {match.pk} cannot be sealed: ValidationError" in caplog.text
    assert not Seal.objects.exists()
    assert (Audit.objects.get().verdict, Audit.objects.get().plies) == (Verdict.DIFFERS, 9)


def test_a_ply_of_an_abandoned_match_that_was_changed_is_found() -> None:
    match = abandoned()
    results.seal_abandoned(match_id=match.pk)
    a_moment(match)

    services.run()

    assert Audit.objects.get().why == "another story than was sealed at the end"


def test_matches_from_before_are_found_by_the_command(replayed: list[UUID]) -> None:
    matches = finished(3)

    assert services.expect_all() == 3
    assert services.expect_all() == 3
    assert services.run(seconds=None) == 3
    assert services.expect_all() == 0
    assert sorted(replayed) == sorted(match.pk for match in matches)
    assert Seal.objects.count() == 3


def test_anew_means_all_once_more(replayed: list[UUID]) -> None:
    finished(2)
    services.expect_all()
    services.run(seconds=None)

    assert services.expect_all(anew=True) == 2
    assert services.run(seconds=None) == 2
    assert len(replayed) == 4
    assert verdicts() == ["same", "same"]


def test_a_turn_of_beat_ends_between_two_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    finished(5)
    services.expect_all()
    monkeypatch.setattr(services, "CLAIM", 2)

    assert services.run(seconds=0) == 2
    assert services.run(seconds=None) == 3


@pytest.mark.django_db(transaction=True)
def test_under_two_beats_every_match_is_audited_exactly_once(
    replayed: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = finished(12)
    services.expect_all()
    monkeypatch.setattr(services, "CLAIM", 2)

    def beat() -> int:
        return services.run(seconds=None)

    with hands(2) as at_once:
        done: list[Any] = at_once(beat, beat)

    assert sum(done) == 12
    assert sorted(replayed) == sorted(match.pk for match in matches)
    assert verdicts() == ["same"] * 12


def test_a_claim_of_a_worker_that_died_is_free_again(time: Frozen, replayed: list[UUID]) -> None:
    finished(1)
    services.expect_all()
    Audit.objects.update(claim=uuid4(), claimed_at=time.at)

    assert services.run() == 0
    time.advance(services.PATIENCE.total_seconds() + 1)
    assert services.run() == 1
    assert len(replayed) == 1


def test_what_a_late_worker_finds_out_is_not_written(time: Frozen) -> None:
    finished(1)
    services.expect_all()
    (late,) = services._claimed()
    time.advance(services.PATIENCE.total_seconds() + 1)
    services.run()
    audited = Audit.objects.get()
    time.advance(60)

    services._audit(late)

    assert Audit.objects.get().audited_at == audited.audited_at


def test_beat_sends_it_to_the_queue_without_bells() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["audit"]["task"] == "scoring.audit"
    assert settings.CELERY_TASK_ROUTES["scoring.audit"] == {"queue": "ai"}
    assert services.TURN_SECONDS < settings.CELERY_TASK_SOFT_TIME_LIMIT / 2


def test_the_task_audits() -> None:
    finished(1)
    services.expect_all()

    tasks.audit()

    assert verdicts() == ["same"]


# --- What differs ---------------------------------------------------------------------------------


def an_event(match: Match) -> None:
    Ply.objects.filter(match=match, number=4).update(events=[])


def a_missing_ply(match: Match) -> None:
    Ply.objects.filter(match=match, number=4).delete()


def a_missing_end(match: Match) -> None:
    Ply.objects.filter(match=match, number=match.ply).delete()


def the_state(match: Match) -> None:
    Match.with_secrets.filter(pk=match.pk).update(state=b"\x80")


def the_seed(match: Match) -> None:
    Match.with_secrets.filter(pk=match.pk).update(seed=b"x" * 32)


def the_version(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(rules_version=7)


def a_moment(match: Match) -> None:
    moment = Ply.objects.get(match=match, number=4)
    Ply.objects.filter(pk=moment.pk).update(at=moment.at + timedelta(seconds=1))


def the_outcome(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(outcome={"scores": [99, 0], "places": [1, 2]})


@pytest.mark.parametrize(
    ("change", "plies", "why"),
    [
        (an_event, 3, "ply 4: other events"),
        (a_missing_ply, 3, "ply 4: OutOfOrder"),
        (a_missing_end, -1, "1 plies missing"),
        (the_state, 0, "the same plies, another state"),
        (the_version, 0, "ply 1: UnknownGame"),
        (a_moment, 0, "another story than was sealed at the end"),
        (the_outcome, 0, "another story than was sealed at the end"),
    ],
)
def test_every_change_is_found_and_said_without_a_secret(
    change: Any, plies: int, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    match, other = finished(2)
    for each in (match, other):
        results.rate_match(match_id=each.pk)
    change(match)

    with caplog.at_level(logging.ERROR, "scoring.audit.services"):
        assert services.run() == 2

    audit = Audit.objects.get(pk=match.pk)
    assert (audit.verdict, audit.why) == (Verdict.DIFFERS, why)
    assert audit.plies == (
        plies if plies > 0 else match.ply + plies if why != "ply 1: UnknownGame" else 0
    )
    assert Audit.objects.get(pk=other.pk).verdict == Verdict.SAME
    assert [row.pk for row in services.differences()] == [match.pk]
    assert f"audit: match {match.pk} differs: {why}" in caplog.text


def test_another_seed_is_found() -> None:
    (match,) = finished(1)
    results.rate_match(match_id=match.pk)
    the_seed(match)

    services.run()

    assert verdicts() == ["differs"]


def test_what_differs_is_not_sealed() -> None:
    """A match of before there were seals."""
    match, other = finished(2)
    an_event(match)
    services.expect_all()

    services.run()

    assert Audit.objects.get(pk=match.pk).verdict == Verdict.DIFFERS
    assert [seal.pk for seal in Seal.objects.all()] == [other.pk]


def test_a_state_changed_together_with_its_plies_does_not_fit_the_seal() -> None:
    """Somebody who rewrites the whole match, so that it replays, has not rewritten the seal."""
    (match,) = finished(1)
    results.rate_match(match_id=match.pk)
    other = evening("lap_dance", 2, 77, {"rounds": 3})
    Ply.objects.filter(match=match).delete()
    for ply in other.plies:
        ply.match = match
    Ply.objects.bulk_create(other.plies)
    shuffled = {"state": other.match.state, "ply": other.match.ply, "outcome": other.match.outcome}
    Match.with_secrets.filter(pk=match.pk).update(**shuffled)

    services.run()

    assert verdicts() == ["differs"]


# --- What operators see ---------------------------------------------------------------------------


def test_the_admin_shows_the_counts_and_every_difference(client: Client) -> None:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    match, _, _ = finished(3)
    an_event(match)
    abandoned(seed=3)
    services.expect_all()
    services.run(seconds=None)

    page = client.get(reverse("admin:scoring_audit_changelist")).content.decode()
    bad = client.get(reverse("admin:scoring_audit_changelist"), {"verdict": "differs"})

    assert "Audits: 0 waiting, 3 same, 1 differs; 1 of them abandoned" in page
    assert "ply 4: other events" in page
    assert [row.pk for row in bad.context["cl"].result_list] == [match.pk]


def test_the_admin_changes_nothing(client: Client) -> None:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    finished(1)
    services.expect_all()
    row = Audit.objects.get()

    for name, arguments in (("add", []), ("delete", [row.pk])):
        address = reverse(f"admin:scoring_audit_{name}", args=arguments)
        assert client.post(address, {"post": "yes"}).status_code == 403
    client.post(reverse("admin:scoring_audit_change", args=[row.pk]), {"verdict": "same"})

    assert verdicts() == ["waiting"]


def test_what_waits_is_found_by_an_index_of_its_own() -> None:
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, Audit._meta.db_table)

    assert constraints["audit_waiting"]["columns"] == ["match_id"]
