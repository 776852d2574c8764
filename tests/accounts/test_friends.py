"""Friends, when two ask at once; countries as they are written."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from accounts import services
from accounts.countries import CODES
from accounts.errors import AccountError, TooManyFriends
from accounts.models import Friendship, Player
from tests.games.at_once import hands

pytestmark = pytest.mark.django_db(transaction=True)


def people(*names: str) -> list[Player]:
    return [Player.objects.create_user(name) for name in names]


def test_of_two_at_once_one_takes_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_FRIENDS", 1)
    ada, *_ = people("Ada", "Bob", "Cleo")

    def befriend(name: str) -> object:
        try:
            return services.befriend(player=ada, name=name)
        except AccountError as refused:
            return refused

    with hands(2) as at_once:
        found = at_once(lambda: befriend("Bob"), lambda: befriend("Cleo"))
    assert sorted(type(each) is TooManyFriends for each in found) == [False, True]
    assert Friendship.objects.count() == 1


def test_the_same_friend_twice_at_once_is_one() -> None:
    ada, bob = people("Ada", "Bob")
    with hands(2) as at_once:
        found = at_once(*[lambda: services.befriend(player=ada, name="Bob")] * 2)
    assert found[0] == found[1] == Friendship.objects.get(player=ada, friend=bob)


def test_the_database_knows_no_friend_of_oneself() -> None:
    (ada,) = people("Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        Friendship.objects.create(player=ada, friend=ada)
    assert Friendship.objects.count() == 0


def test_there_are_249_countries() -> None:
    assert len(CODES) == 249
    assert {"PT", "BR", "DE"} <= CODES
    assert not {"ZZ", "XX", "UK", "EU"} & CODES
