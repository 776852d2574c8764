from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games import records
from games.rules import registry
from games.services import lobby
from scoring.audit import services as auditing
from scoring.audit.models import Audit
from scoring.replays import binding, files, playback
from tests.games.tables import people
from tests.scoring.evenings import evening, saved
from tests.scoring.versions import BUMPED, bumped

SEATS = {"work_the_strip": 3, "hand_and_foot": 4, "lap_dance": 3}
games = pytest.mark.parametrize("game", [rules.name for rules in BUMPED])


def short(game: str) -> dict[str, object]:
    return {"rounds": 3 if game == "lap_dance" else 1}


@games
def test_an_old_match_still_replays_after_the_rules_changed(game: str) -> None:
    old = evening(game, SEATS[game], 3, short(game))
    assert old.match.rules_version == 1

    with bumped():
        assert registry.kind(game).version == 2
        assert records.check(old).same
        assert playback.check(binding.bound(old, "all")) == []


@games
def test_a_new_match_is_played_by_the_new_rules_and_replays_by_them(game: str) -> None:
    with bumped():
        new = evening(game, SEATS[game], 3, short(game))

        assert new.match.rules_version == 2
        assert records.check(new).same
        assert playback.check(binding.bound(new, "all")) == []


@games
def test_by_the_rules_of_another_version_neither_replays(game: str) -> None:
    """Else the two tests above would show nothing."""
    with bumped():
        old = evening(game, SEATS[game], 3, short(game), version=1)
        new = evening(game, SEATS[game], 3, short(game), version=2)
        old.match.rules_version, new.match.rules_version = 2, 1

        assert not records.check(old).same
        assert not records.check(new).same


@games
def test_a_file_of_a_version_that_is_gone_says_which_it_needs(game: str) -> None:
    with bumped():
        data = files.written(binding.bound(evening(game, SEATS[game], 3, short(game)), "all"))
    file = files.read(data)

    with pytest.raises(playback.UnknownRules, match=f"{game}, version 2"):
        playback.check(file)
    with pytest.raises(playback.UnknownRules):
        playback.cut(file, 3)


@games
@pytest.mark.django_db
def test_new_tables_get_the_new_rules_and_open_ones_keep_theirs(game: str) -> None:
    (ada,) = people("Ada")

    def create() -> Any:
        return lobby.create(host=ada, game=game, options={}, seats=SEATS[game])

    before = create()
    with bumped():
        after = create()

    assert (before.rules_version, after.rules_version) == (1, 2)


@pytest.mark.django_db
def test_the_audit_plays_each_match_by_its_own_version() -> None:
    with bumped():
        matches = [
            evening(rules.name, SEATS[rules.name], version, short(rules.name), version=version)
            for rules in BUMPED
            for version in (1, 2)
        ]
        saved(*matches)
        auditing.expect_all()

        assert auditing.run(seconds=None) == 6

    found = Audit.objects.values_list("game", "rules_version", "verdict").order_by("game")
    assert sorted(found) == [
        (game, version, "same") for game in sorted(SEATS) for version in (1, 2)
    ]


def test_options_of_a_version_are_those_it_was_played_by() -> None:
    """A file with an option its version does not know is refused, not guessed at."""
    file = binding.bound(evening("lap_dance", 3, 3, short("lap_dance")), "all")
    odd = msgspec.structs.replace(file, game=file.game | {"of_tomorrow": True})

    with pytest.raises(msgspec.ValidationError, match="of_tomorrow"):
        playback.check(odd)
