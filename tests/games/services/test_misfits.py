"""Options that do not fit together, or so many seats: the table is not set."""

from __future__ import annotations

import pytest

from games.errors import BadOptions
from games.models import Match
from games.services import lobby
from tests.games.tables import people

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("game", "options", "pointer"),
    [
        ("work_the_strip", {"first_dealer": 3}, "/game/first_dealer"),
        ("lap_dance", {"timer_seconds": 14}, "/game/timer_seconds"),
        ("lap_dance", {"rounds": 3, "customers": ["c08", "c09"]}, "/game/customers"),
        ("lap_dance", {"rounds": 7, "desire_order": "level_1_only"}, "/game/rounds"),
        ("hand_and_foot", {"turn_seconds": 19}, "/game/turn_seconds"),
    ],
)
def test_options_that_do_not_fit_together_or_so_many_seats_create_nothing(
    game: str, options: dict[str, object], pointer: str
) -> None:
    (ada,) = people("Ada")

    with pytest.raises(BadOptions) as refused:
        lobby.create(host=ada, game=game, options=options, seats=3)

    assert refused.value.pointer == pointer
    assert refused.value.detail.endswith(".")
    assert not Match.objects.exists()
