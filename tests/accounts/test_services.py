"""Coming in and going out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import BasePasswordHasher, get_hasher
from django.utils import timezone
from pytest_django import Settings

from accounts import names, selectors, services
from accounts.errors import (
    BadName,
    NameTaken,
    NoSuchSession,
    RateLimited,
    WeakPassword,
    WrongCredentials,
)
from accounts.models import Player, Session, new_id

pytestmark = pytest.mark.django_db

HOME = "192.0.2.1"
PASSWORD = "feathers-and-9-aces"


def register(name: str, **fields: Any) -> services.SignedIn:
    return services.register(**{"address": HOME, "name": name, "password": PASSWORD} | fields)


# --- Guests ---------------------------------------------------------------------------------------


def test_a_guest_has_a_name_a_session_and_no_password() -> None:
    guest = services.create_guest(address=HOME, name="Ada", device="Phone")
    row = Player.objects.get()
    assert (row.name, row.is_guest, row.has_usable_password()) == ("Ada", True, False)
    assert (guest.session.device, guest.session.user) == ("Phone", row)


def test_a_guest_without_a_name_is_given_one() -> None:
    guest = services.create_guest(address=HOME)
    assert names.checked(guest.player.name) == guest.player.name


def test_an_invented_name_that_is_taken_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "invented", lambda attempt=0: f"Lucky Ace {attempt // 2}")
    taken = [services.create_guest(address=HOME).player.name for _ in range(3)]
    assert taken == ["Lucky Ace 0", "Lucky Ace 1", "Lucky Ace 2"]


def test_guests_of_one_place_are_limited(settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"guests": "2/3600"}
    for _ in range(2):
        services.create_guest(address=HOME)
    with pytest.raises(RateLimited):
        services.create_guest(address=HOME)
    services.create_guest(address="192.0.2.2")
    assert Player.objects.count() == 3


# --- Registration ---------------------------------------------------------------------------------


def test_who_registers_is_signed_in_and_can_come_back() -> None:
    new = register("Ada")
    back = services.sign_in(address=HOME, name="aDA", password=PASSWORD, device="Laptop")
    assert (new.player.is_guest, back.player) == (False, new.player)
    assert [session.device for session in selectors.sessions(player=new.player)] == ["Laptop", ""]


@pytest.mark.parametrize("name", ["Ada", "ADA", "aDa"])
def test_a_name_is_one_persons_whatever_the_case(name: str) -> None:
    register("Ada")
    with pytest.raises(NameTaken) as refused:
        register(name)
    assert refused.value.pointer == "/name"
    with pytest.raises(NameTaken):
        services.create_guest(address=HOME, name=name)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("password", ["2shawt!", "qwertyuiop", "12345678", "VelvetCroupier"])
def test_a_weak_password_makes_no_player(password: str) -> None:
    with pytest.raises(WeakPassword) as refused:
        register("Velvet Croupier", password=password)
    assert refused.value.pointer == "/password"
    assert password not in str(refused.value.params["why"])
    assert Player.objects.count() == 0


def test_a_bad_name_makes_no_player() -> None:
    with pytest.raises(BadName):
        register("\u202eadA")
    assert Player.objects.count() == 0


def test_passwords_are_kept_by_argon2(settings: Settings) -> None:
    from config.settings import base  # noqa: PLC0415 - what production runs with

    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    assert register("Ada").player.password.startswith("argon2$argon2id$")


# --- Signing in -----------------------------------------------------------------------------------


def test_unknown_name_wrong_password_guest_and_banned_are_one_answer_after_the_same_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register("Ada")
    services.create_guest(address=HOME, name="Visitor")
    register("Banned")
    Player.objects.filter(name="Banned").update(is_active=False)
    hashed: list[str] = []
    hasher = type(get_hasher())
    encode = hasher.encode

    def counted(self: BasePasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(hasher, "encode", counted)
    for name, password in (
        ("Nobody", PASSWORD),
        ("Ada", "not it"),
        ("Visitor", PASSWORD),
        ("Banned", PASSWORD),
    ):
        hashed.clear()
        with pytest.raises(WrongCredentials) as refused:
            services.sign_in(address=HOME, name=name, password=password)
        assert (refused.value.pointer, refused.value.params) == ("", {})
        assert len(hashed) == 1, name
    assert Session.objects.count() == 3


def test_guesses_are_limited_by_name_from_wherever_they_come(settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"sign_ins_by_name": "3/300"}
    register("Ada")
    for guess in range(3):
        with pytest.raises(WrongCredentials):
            services.sign_in(address=f"192.0.2.{guess}", name="Ada", password="guess")
    with pytest.raises(RateLimited) as refused:
        services.sign_in(address="192.0.2.9", name="ADA", password=PASSWORD)
    assert refused.value.allowance.key == "sign_ins_by_name"
    assert Session.objects.count() == 1


def test_guesses_are_limited_by_place_whatever_the_name(settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"sign_ins": "3/300"}
    register("Ada")
    for guess in range(3):
        with pytest.raises(WrongCredentials):
            services.sign_in(address=HOME, name=f"Guess {guess}", password="guess")
    with pytest.raises(RateLimited):
        services.sign_in(address=HOME, name="Ada", password=PASSWORD)
    assert services.sign_in(address="192.0.2.9", name="Ada", password=PASSWORD).player.name == "Ada"


def test_signing_in_forgives_the_typing_errors_before(settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"sign_ins_by_name": "3/300"}
    register("Ada")
    for _ in range(3):
        for _ in range(2):
            with pytest.raises(WrongCredentials):
                services.sign_in(address=HOME, name="Ada", password="typo")
        services.sign_in(address=HOME, name="Ada", password=PASSWORD)
    assert Session.objects.count() == 4


def test_a_player_has_at_most_fifty_sessions() -> None:
    ada = register("Ada").player
    devices = [services._sign_in(ada, str(number)).session.device for number in range(50)]
    kept = {session.device for session in selectors.sessions(player=ada)}
    assert kept == set(devices)


# --- Sessions and names ---------------------------------------------------------------------------


def test_only_ones_own_sessions_are_ended() -> None:
    ada, bob = register("Ada"), register("Bob")
    for session_id in (bob.session.id, new_id()):
        with pytest.raises(NoSuchSession):
            services.sign_out(player=ada.player, session_id=session_id)
    assert Session.objects.count() == 2
    services.sign_out(player=ada.player, session_id=ada.session.id)
    assert list(Session.objects.values_list("user__name", flat=True)) == ["Bob"]


def test_expired_sessions_are_not_listed() -> None:
    ada = register("Ada")
    Session.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert selectors.sessions(player=ada.player) == []


def test_a_player_takes_another_name() -> None:
    ada = register("Ada").player
    assert services.introduce(player=ada, name="Ada Too").name == "Ada Too"
    assert services.introduce(player=ada, name="ADA TOO").name == "ADA TOO"
    assert Player.objects.get().name == "ADA TOO"


def test_a_taken_name_stays_with_its_owner() -> None:
    ada = register("Ada").player
    register("Bob")
    with pytest.raises(NameTaken):
        services.introduce(player=ada, name="bOB")
    assert ada.name == "Ada"
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada", "Bob"]
