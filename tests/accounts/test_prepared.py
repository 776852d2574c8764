"""A prepared query returns what the query set returns, made of the same rows."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, Session, new_id
from accounts.prepared import Prepared, Unpreparable

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def values(row: Player | Session) -> dict[str, object]:
    """Return every loaded column."""
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.fixture
def ada() -> Player:
    return Player.objects.create(name="Ada", is_guest=True)


def test_rows_are_those_of_the_query_set(ada: Player) -> None:
    Player.objects.create(name="Bob", is_guest=True)
    [found] = Prepared(Player.objects.all, by="id").all(ada.pk)
    assert values(found) == values(Player.objects.get(pk=ada.pk))
    assert (found._state.db, found._state.adding) == ("default", False)


def test_the_same_query_finds_other_rows(ada: Player) -> None:
    prepared = Prepared(Player.objects.all, by="id")
    bob = Player.objects.create(name="Bob", is_guest=True)
    assert [prepared.first(each.pk) for each in (ada, bob)] == [ada, bob]


def test_nothing_is_found_under_an_unknown_value(ada: Player) -> None:
    prepared = Prepared(Player.objects.all, by="id")
    assert (prepared.all(new_id()), prepared.first(new_id())) == ([], None)


def test_what_belongs_to_a_row_comes_along(ada: Player) -> None:
    session, _ = Session.objects.create(user=ada)
    rows = Prepared(lambda: Session.objects.select_related("user"), by="token_key")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        [found] = rows.all(session.token_key)
        assert (values(found.user), found.user) == (values(ada), ada)
    assert len(asked) == 1


def test_deferred_columns_are_fetched_when_asked_for(ada: Player) -> None:
    found = Prepared(lambda: Player.objects.defer("email"), by="id").first(ada.pk)
    assert found is not None
    assert found.get_deferred_fields() == {"email"}
    assert found.email == ada.email


def test_a_query_with_another_parameter_is_refused(ada: Player) -> None:
    with pytest.raises(Unpreparable):
        Prepared(lambda: Player.objects.filter(name="Ada"), by="id").all(ada.pk)
