from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.clock import Frozen
from games.models import Match, Participant, Ply, Status
from games.services import lobby
from tests.games.tables import does, fingerprint, opened, people, picked, state_of
from tests.games.tiny_game import CARDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]

MODELS = ["match", "participant", "ply"]


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    return client


@pytest.fixture
def match(time: Frozen) -> Match:
    """A running match in which both have peeked, with nonces nobody else may read."""
    ada, bob = people("Ada", "Bob")
    match = lobby.create(host=ada, game="tiny", options={}, seats=2, nonce="canary-nonce-a")
    lobby.join(match_id=match.pk, player=bob, nonce="canary-nonce-b")
    lobby.start(match_id=match.pk, player=ada)
    picked(match, ada, bob)
    does(ada, match, "peek")
    return match


def listing(model: str) -> str:
    return reverse(f"admin:games_{model}_changelist")


def pages(match: Match) -> list[str]:
    """Return every admin page that shows something of the match."""
    rows = [match, *Participant.objects.all(), *Ply.objects.all()]
    return [
        *map(listing, MODELS),
        *(reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk]) for row in rows),
    ]


def test_no_page_shows_a_hidden_card_a_seed_or_a_nonce(operator: Client, match: Match) -> None:
    secret = Match.with_secrets.get(pk=match.pk)
    key = state_of(match.pk).rng.key
    canaries = [*CARDS, bytes(secret.seed).hex(), str(bytes(secret.seed)), "canary-nonce", key]

    for page in pages(match):
        answer = operator.get(page)
        assert answer.status_code == 200, page
        text = answer.content.decode()
        assert [canary for canary in canaries if canary in text] == [], page


def test_a_plys_page_tells_what_everybody_was_told(operator: Client, match: Match) -> None:
    ply = Ply.objects.get(match=match, number=3)

    text = operator.get(reverse("admin:games_ply_change", args=[ply.pk])).content.decode()

    assert "peek" in text
    assert "peeked" in text
    assert "card_seen" not in text


def test_a_bells_page_says_so(operator: Client, match: Match, time: Frozen) -> None:
    time.advance(60)
    ada = Player.objects.get(name="Ada")
    with pytest.raises(Exception, match="not_now"):
        does(ada, match, "pass")
    bell = Ply.objects.get(match=match, seat=None)

    text = operator.get(reverse("admin:games_ply_change", args=[bell.pk])).content.decode()

    assert ">bell<" in text
    assert "timed_out" in text


def test_matches_are_found_by_id_and_host_and_by_no_secret(operator: Client, match: Match) -> None:
    def found(words: str) -> bool:
        answer = operator.get(listing("match"), {"q": words})
        return str(match.pk) in answer.content.decode()

    assert found("Ada")
    assert found(str(match.pk))
    assert not found("canary")


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("match", "seed__isnull=False"),
        ("match", "nonces__icontains=canary"),
        ("match", "state__isnull=False"),
        ("participant", "nonce__startswith=canary"),
        ("participant", "match__nonces__icontains=canary"),
        ("ply", "action__number=1"),
        ("ply", "events__icontains=canary"),
    ],
)
def test_no_secret_can_be_filtered_by(
    operator: Client, match: Match, model: str, lookup: str
) -> None:
    assert operator.get(f"{listing(model)}?{lookup}").status_code == 400


def test_matches_are_filtered_by_status(operator: Client, match: Match) -> None:
    def shown(status: str) -> bool:
        answer = operator.get(listing("match"), {"status__exact": status})
        return str(match.pk) in answer.content.decode()

    assert (shown("running"), shown("open")) == (True, False)


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_added_changed_or_deleted(
    operator: Client, match: Match, model: str
) -> None:
    row = {"match": match, "participant": Participant.objects.first(), "ply": Ply.objects.first()}
    pk = row[model].pk  # type: ignore[union-attr]
    before = fingerprint(match.pk)

    answers = [
        operator.post(reverse(f"admin:games_{model}_add"), {}),
        operator.post(reverse(f"admin:games_{model}_change", args=[pk]), {"status": "open"}),
        operator.post(reverse(f"admin:games_{model}_delete", args=[pk]), {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert fingerprint(match.pk) == before


def act(operator: Client, action: str, *matches: Match) -> str:
    chosen = {"action": action, "_selected_action": [str(match.pk) for match in matches]}
    return operator.post(listing("match"), chosen, follow=True).content.decode()


def test_an_operator_checks_a_replay(operator: Client, match: Match) -> None:
    assert f"{match.pk}: 3 plies replayed, the same." in act(operator, "check_replay", match)

    Ply.objects.filter(match=match, number=2).update(events=[])

    assert f"{match.pk}: differs after 1 plies (ply 2: other events)." in act(
        operator, "check_replay", match
    )


def test_an_open_match_has_nothing_to_check(operator: Client) -> None:
    match = opened(people("Cleo")[0])

    assert "This match has not started yet." in act(operator, "check_replay", match)


def test_an_operator_abandons_a_match(operator: Client, match: Match) -> None:
    assert f"{match.pk}: abandoned." in act(operator, "abandon", match)
    assert Match.objects.get(pk=match.pk).status == Status.ABANDONED


def test_a_finished_match_is_not_abandoned(operator: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED)

    assert "This match is over." in act(operator, "abandon", match)
    assert Match.objects.get(pk=match.pk).status == Status.FINISHED


def test_who_may_only_look_may_not_act(client: Client, match: Match) -> None:
    looker = Player.objects.create_user("Looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_match"))
    client.force_login(looker)

    act(client, "abandon", match)

    assert client.get(listing("match")).status_code == 200
    assert Match.objects.get(pk=match.pk).status == Status.RUNNING


@pytest.mark.parametrize("model", MODELS)
def test_a_player_sees_no_page(client: Client, match: Match, model: str) -> None:
    client.force_login(Player.objects.get(name="Ada"))

    assert client.get(listing(model)).status_code == 302
