"""A match that cannot be dealt with is set aside: it holds up nothing, and may be tried again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import clock
from games.models import Match
from games.services import upkeep
from scoring import services, tasks
from scoring.aside.models import SetAside
from scoring.aside.selectors import set_aside
from scoring.leaderboards import services as leaderboards
from scoring.ratings import recomputation
from scoring.ratings.models import Result
from scoring.replays.models import Seal
from scoring.statistics import services as statistics
from scoring.statistics.models import MatchFacts
from tests.scoring.leaderboards.standings import board
from tests.scoring.ratings.histories import by_the_library, by_us, everything
from tests.scoring.results import NOON, broken, finished, mend, people

GAME = "work_the_strip"
LATER = NOON + timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair() -> list[Player]:
    return people(2)


def counting() -> list[object]:
    return list(Result.objects.order_by("finished_at", "match").values_list("match", flat=True))


@contextmanager
def raising(monkeypatch: pytest.MonkeyPatch, *faults: Exception | None) -> Iterator[None]:
    """Let statistics raise these, call by call; None, and after the last: do what they do."""
    count_all, waiting = statistics.count_all, [*faults]

    def count(*, game: str, matches: list[Match]) -> None:
        if waiting and (fault := waiting.pop(0)) is not None:
            raise fault
        count_all(game=game, matches=matches)

    with monkeypatch.context() as patched:
        patched.setattr(statistics, "count_all", count)
        yield
    assert waiting == []


# --- Nothing waits for it -------------------------------------------------------------------------


def test_it_is_set_aside_at_once_with_what_happened_and_counts_for_nothing(
    pair: list[Player],
) -> None:
    match = broken(pair)

    with clock.frozen(LATER):
        assert services.rate_match(match_id=match.pk) is False

    (row,) = SetAside.objects.all()
    assert (row.match_id, row.game, row.tries) == (match.pk, GAME, 1)
    assert (row.set_aside_at, row.tried_at) == (LATER, LATER)
    assert row.why.startswith("UnknownGame in games.rules.registry, line ")
    assert (counting(), MatchFacts.objects.count(), Seal.objects.count()) == ([], 0, 0)
    assert services.rate_match(match_id=match.pk) is False
    assert SetAside.objects.get().tries == 1


def test_the_words_of_a_fault_are_not_kept(
    pair: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(pair, [1, 2])
    fault = ValueError("the queen of hearts")
    with raising(monkeypatch, fault, fault):
        assert services.rate_match(match_id=match.pk) is False
    assert SetAside.objects.get().why.startswith("ValueError in tests.scoring.test_set_aside, line")


def test_a_page_full_of_them_blocks_no_later_match_and_no_sweep(
    pair: list[Player], monkeypatch: pytest.MonkeyPatch, broker: list[object]
) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 3)
    monkeypatch.setattr(upkeep, "BATCH", 3)
    poison = [broken(pair, minute=minute) for minute in range(4)]
    sound = finished(pair, [2, 1], minute=9)

    done = [services.rate_match(match_id=sound.pk) for _ in range(2)]

    assert done == [False, True]
    assert counting() == [sound.pk]
    assert [row.match_id for row in set_aside()] == [match.pk for match in poison]
    assert upkeep.sweep().results == 0


def test_it_does_not_hold_up_its_season(pair: list[Player]) -> None:
    season = board("2030-Q1", ends_at=datetime(2030, 4, 1, tzinfo=UTC))
    match = broken(pair)
    with clock.frozen(datetime(2030, 4, 1, 0, 15, tzinfo=UTC)):
        assert leaderboards.close_seasons() == []
        services.rate_match(match_id=match.pk)
        assert leaderboards.close_seasons() == [season]


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError, ConnectionError, MemoryError])
def test_what_is_no_fault_of_the_match_raises_and_leaves_it_waiting(
    pair: list[Player], monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    first, second = (finished(pair, [1, 2], minute=minute) for minute in (0, 1))
    with raising(monkeypatch, fault()), pytest.raises(fault):
        services.rate_match(match_id=second.pk)
    with raising(monkeypatch, KeyError(), fault()), pytest.raises(fault):  # one by one
        services.rate_match(match_id=second.pk)
    assert (SetAside.objects.count(), counting()) == (0, [])
    assert services.rate_match(match_id=second.pk) is True
    assert counting() == [first.pk, second.pk]


def test_a_task_whose_time_is_up_goes_on_one_by_one_and_blames_no_match(
    pair: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (finished(pair, [1, 2], minute=minute) for minute in (0, 1))
    up = SoftTimeLimitExceeded()
    with raising(monkeypatch, up, None, up), pytest.raises(SoftTimeLimitExceeded):
        tasks.rate_match(str(second.pk))
    assert (SetAside.objects.count(), counting()) == (0, [first.pk])
    with raising(monkeypatch, up):
        tasks.rate_match(str(second.pk))
    assert counting() == [first.pk, second.pk]


# --- Another try ----------------------------------------------------------------------------------


def test_once_mended_it_counts_where_it_belongs(pair: list[Player]) -> None:
    match, sound = broken(pair), finished(pair, [1, 2], minute=1)
    assert services.rate_match(match_id=sound.pk) is True

    with clock.frozen(LATER):
        assert services.try_again(match_id=match.pk) is False
    row = SetAside.objects.get()
    assert (row.tries, row.tried_at) == (2, LATER)
    mend(match)
    assert [services.try_again(match_id=match.pk) for _ in range(2)] == [True, False]

    assert not SetAside.objects.exists()
    assert by_us() == by_the_library([match, sound])
    assert MatchFacts.objects.filter(match=match).count() == 2


def test_another_try_that_the_database_fails_changes_nothing(
    pair: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = broken(pair)
    services.rate_match(match_id=match.pk)
    mend(match)
    before = SetAside.objects.values().get()
    with raising(monkeypatch, OperationalError()), pytest.raises(OperationalError):
        services.try_again(match_id=match.pk)
    assert (SetAside.objects.values().get(), counting()) == (before, [])


def test_a_match_that_is_not_set_aside_is_not_tried_again(pair: list[Player]) -> None:
    match = finished(pair, [1, 2])
    assert services.try_again(match_id=match.pk) is False
    assert counting() == []


def test_a_recomputation_passes_it_over_and_the_command_tries_it_first(
    pair: list[Player],
) -> None:
    match, never = broken(pair), broken(pair, minute=1)
    sound = finished(pair, [1, 2], minute=2)
    assert services.rate_match(match_id=sound.pk) is True
    before = everything()
    assert recomputation.recompute(game=GAME).same
    assert everything() == before

    mend(match)
    out = StringIO()
    call_command("ratings", "recompute", game=GAME, stdout=out)

    assert by_us() == by_the_library([match, sound])
    assert [row.match_id for row in set_aside()] == [never.pk]
    first, second, third, *_ = out.getvalue().splitlines()
    assert first == f"{GAME}: 1 that were set aside count now"
    assert second.startswith(f"{GAME}: {never.pk} set aside ")
    assert " after 2 tries: UnknownGame in games.rules.registry, line " in second
    assert third == f"{GAME}: 2 results, nothing to put right"


def test_the_command_lists_and_tries_again(pair: list[Player]) -> None:
    match = broken(pair)
    with clock.frozen(LATER):
        services.rate_match(match_id=match.pk)
    out = StringIO()
    call_command("ratings", "set-aside", stdout=out)
    assert f"{match.pk} set aside 2030-01-02 12:00 after 1 try: UnknownGame" in out.getvalue()
    assert SetAside.objects.get().tries == 1

    mend(match)
    call_command("ratings", "retry", game=GAME, stdout=out)

    assert counting() == [match.pk]
    assert out.getvalue().splitlines()[-1] == f"{GAME}: 1 that were set aside count now"


def test_a_recount_names_what_it_cannot_count_and_counts_the_others(pair: list[Player]) -> None:
    match, sound = broken(pair), finished(pair, [1, 2], minute=1)
    match.plies.create(number=1, events=[], at=NOON)
    err, out = StringIO(), StringIO()

    call_command("recount", game=[GAME], stderr=err, stdout=out)

    assert f"{match.pk} cannot be counted: UnknownGame" in err.getvalue()
    assert out.getvalue() == "1 matches counted.\n"
    assert set(MatchFacts.objects.values_list("match", flat=True)) == {sound.pk}


def test_operators_see_it_and_ask_for_another_try(pair: list[Player], client: Client) -> None:
    stuck, mended = broken(pair), broken(pair, minute=1)
    for match in (stuck, mended):
        services.rate_match(match_id=match.pk)
    mend(mended)
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    page = reverse("admin:scoring_setaside_changelist")
    shown = client.get(page).content.decode()
    assert str(stuck.pk) in shown
    assert "UnknownGame in games.rules.registry" in shown

    asked = {"action": "try_again", "_selected_action": [stuck.pk, mended.pk]}
    said = client.post(page, asked, follow=True).content.decode()

    assert f"{stuck.pk}: still set aside." in said
    assert f"{mended.pk}: counts now." in said
    assert [(row.match_id, row.tries) for row in set_aside()] == [(stuck.pk, 2)]


def test_who_may_only_look_has_no_button(pair: list[Player], client: Client) -> None:
    match = broken(pair)
    services.rate_match(match_id=match.pk)
    mend(match)
    looker = Player.objects.create_user("Looker", "made-up")
    Player.objects.filter(pk=looker.pk).update(is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_setaside"))
    client.force_login(looker)
    page = reverse("admin:scoring_setaside_changelist")
    assert client.get(page).status_code == 200
    client.post(page, {"action": "try_again", "_selected_action": [match.pk]})
    assert (SetAside.objects.count(), counting()) == (1, [])
