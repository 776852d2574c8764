from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clients.verifier import verify
from games.rules import registry
from games.rules.hand_and_foot.cards import DECKS as FOOT_DECKS
from games.rules.lap_dance.decks import actions_of, specials_of
from games.rules.lap_dance.options import LapOptions
from games.rules.work_the_strip.table import DECKS as STRIP_DECKS
from scoring.replays import binding, files, playback
from tests.clients.verifier.forgeries import (
    CARDS_AND_LUCK,
    FORGERIES,
    TABLES,
    Forge,
    Json,
    forged,
    honest,
    seen,
    with_care,
)
from tests.scoring.evenings import evening

pytestmark = pytest.mark.slow

GAMES = list(TABLES)
SCRIPT = Path(verify.__file__)


def failed(replay: Json, fairness: Json | None = None) -> list[str]:
    """Return which checks did not go well; a file that cannot be read fails as a whole."""
    try:
        return [name for good, name, _ in verify.checks(replay, fairness) if not good]
    except (LookupError, TypeError, ValueError, AttributeError):
        return ["unreadable"]


def run(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as a stranger would: by itself, with nothing of ours to import."""
    command = [sys.executable, "-I", str(SCRIPT), *map(str, paths)]
    return subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_match_passes_every_check(game: str) -> None:
    replay, fairness = honest(game)

    assert failed(replay, fairness) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_tampered_replay_is_caught_by_itself(game: str, forge: Forge) -> None:
    assert failed(forged(game, forge)) != []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_what_was_noted_tells_even_when_the_chain_is_made_anew(game: str, forge: Forge) -> None:
    """And cards and dice tell by themselves."""
    _, fairness = honest(game)

    found = failed(with_care(forged(game, forge)), fairness)

    assert "noted chain" in found
    assert "deal" in found or forge not in CARDS_AND_LUCK


@pytest.mark.parametrize("game", GAMES)
def test_what_seats_saw_is_in_the_chain_and_follows_from_what_was_dealt(game: str) -> None:
    """Any card of the opening and of the table: caught by the chain, by the cards, by the note."""
    _, fairness = honest(game)

    for forge in seen(game):
        clumsy = forged(game, forge)
        assert "head" in {name for good, name, _ in verify.chain_checks(clumsy) if not good}
        assert failed(with_care(clumsy), fairness) == ["noted chain", "deal"]


@pytest.mark.parametrize("place", ["opening", "table"])
def test_the_chain_covers_every_field_that_any_seat_sees(place: str) -> None:
    replay, _ = honest("lap_dance")
    replay["plies"] = []
    heads = {verify.chain_of(replay)[1]}

    fields = [(view, field) for view in replay[place].values() for field in view]
    for view, field in fields:
        value, view[field] = view[field], "another"
        heads.add(verify.chain_of(replay)[1])
        view[field] = value

    assert len(heads) == len(fields) + 1 == 3 * 29 + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_card_on_the_table_follows_from_what_was_told(game: str) -> None:
    replay, _ = honest(game)
    table, cards = followed(replay), cards_of(replay)
    view = replay["table"]["1"]
    table.look(1, view)

    places = [(holder, key) for holder, key in leaves(view) if holder[key] in cards]
    for holder, key in places[::2]:
        card, holder[key] = holder[key], "none of them"
        with pytest.raises(verify.Mismatch):
            table.look(1, view)
        holder[key] = card

    assert len(places) > 50


@pytest.mark.parametrize("game", GAMES)
def test_at_any_ply_seats_see_what_was_followed(game: str) -> None:
    """An honest match that was abandoned somewhere is accused of nothing."""
    replay, _ = honest(game)
    file = files.read(json.dumps(replay).encode())
    table = followed(replay | {"plies": []})
    tables = playback.again(file, playback.rules_of(file))
    next(tables)

    looks = 0
    for ply, now in zip(replay["plies"], tables, strict=True):
        follow(table, ply)
        if ply["ply"] % 7 == 0:
            seen_now = playback.views(playback.rules_of(file), now.state, file)
            table.all_see(list(seen_now.values()))
            looks += 1

    assert looks == replay["last"] // 7


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("work_the_strip", 2, {"allow_two": True, "deck": "compact", "lucky_draw": True}),
        ("work_the_strip", 6, {"deck": "no_specials", "initial_play": "off", "first_dealer": 2}),
        ("hand_and_foot", 5, {"exact22": "auto", "upcard": "stack", "pile_visible": "top"}),
        ("hand_and_foot", 2, {"exact22": "off", "deck": "extended", "take_count": 5}),
        ("lap_dance", 4, {"rounds": 18, "desire_order": "ascending"}),
        ("lap_dance", 2, {"rounds": 6, "desire_order": "level_1_only", "unused_colours": "box"}),
        ("lap_dance", 3, {"rounds": 3, "customers": ("c01", "c02", "c17"), "read_seconds": 0}),
        (
            "lap_dance",
            4,
            {
                "rounds": 18,
                "late_priority": "seat_order",
                "start_favor": 3,
                "disabled_cards": tuple(f"sp{n}" for n in range(1, 9)),
            },
        ),
    ],
)
def test_house_rules_are_dealt_by_too(game: str, seats: int, options: dict[str, object]) -> None:
    replay = json.loads(files.written(binding.bound(evening(game, seats, 1, options), "all")))

    assert failed(replay) == []


def test_the_printed_decks_are_those_of_the_games() -> None:
    """The order before the shuffle is half of the shuffle."""
    options = LapOptions()
    table = {"disabled_cards": [], "unused_colours": "shuffle"}
    starting = {card for seat in range(4) for card in verify.lap_starting(seat)}
    actions = [card for card in actions_of(4, options) if card not in starting]
    mine = [c for c in verify.lap_cards(verify.LAP_ACTIONS, table) if c not in starting]

    assert {kind: tuple(verify.strip_deck(kind)) for kind in STRIP_DECKS} == STRIP_DECKS
    assert {kind: tuple(verify.foot_deck(kind)) for kind in FOOT_DECKS} == FOOT_DECKS
    assert mine == actions
    assert tuple(verify.lap_cards(verify.LAP_SPECIALS, table)) == specials_of(options)


def test_it_runs_alone_and_says_a_line_for_each_check(tmp_path: Path) -> None:
    replay, fairness = honest("work_the_strip")
    (tmp_path / "replay.json").write_text(json.dumps(replay), "utf-8")
    (tmp_path / "fairness.json").write_text(json.dumps(fairness), "utf-8")

    ran = run(tmp_path / "replay.json", tmp_path / "fairness.json")

    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert len(lines) == len(verify.checks(replay, fairness)) == 15
    assert all(line.startswith("ok    ") for line in lines)
    assert lines[0] == "ok    commitment: SHA-256 of the seed"


def test_it_exits_with_1_for_a_forgery(tmp_path: Path) -> None:
    replay, _ = honest("lap_dance")
    replay["seed"] = "00" * 32
    (tmp_path / "replay.json").write_text(json.dumps(replay), "utf-8")

    ran = run(tmp_path / "replay.json")

    assert ran.returncode == 1
    assert ran.stdout.splitlines()[0] == "FAIL  commitment: SHA-256 of the seed"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "parlour-replay/2"}', "\x00"])
def test_it_exits_with_2_for_what_is_no_replay(tmp_path: Path, text: str) -> None:
    (tmp_path / "replay.json").write_text(text, "utf-8")

    ran = run(tmp_path / "replay.json")

    assert (ran.returncode, ran.stderr) == (2, "")
    assert ran.stdout.startswith("FAIL  cannot be read: ")


def test_one_seats_eyes_are_not_enough(tmp_path: Path) -> None:
    replay, _ = honest("lap_dance")

    assert failed(replay | {"eyes": 1}) == ["unreadable"]
    assert failed(replay | {"after": 3}) == ["unreadable"]
    assert failed(replay | {"ply": 3}) == ["unreadable"]
    assert failed(replay | {"seed": None}) == ["unreadable"]


def test_rules_it_does_not_know_are_not_called_fair() -> None:
    replay, _ = honest("lap_dance")
    newer: dict[str, Any] = with_care(replay | {"rules_version": 2})

    assert failed(newer) == ["deal"]


@pytest.mark.parametrize(
    ("game", "kind", "field"),
    [
        ("work_the_strip", "drawn_cards_seen", "cards"),
        ("hand_and_foot", "cut_done", "n"),
        ("lap_dance", "dice_rolled", "dice"),
        ("lap_dance", "taken_card_seen", "target"),
    ],
)
def test_an_event_that_is_not_told_in_full_is_not_passed_over(
    game: str, kind: str, field: str
) -> None:
    replay, _ = honest(game)
    del last_of(replay, kind)[field]

    assert failed(with_care(replay)) == ["deal"]


@pytest.mark.parametrize("seat", [-1, 3])
def test_an_event_is_of_a_seat_at_the_table(seat: int) -> None:
    replay, _ = honest("lap_dance")
    last_of(replay, "stack_revealed")["seat"] = seat

    assert failed(with_care(replay)) == ["deal"]


def test_a_lot_among_nothing_is_a_finding() -> None:
    replay, _ = honest("lap_dance")
    told = last_of(replay, "taken_card_seen")
    ply = next(ply for ply in replay["plies"] if told in ply["events"])
    place = ply["events"].index(told)
    ply["events"][place:place] = [{**told, "type": "hand_card_discarded", "seat": told["target"]}]
    lots = {"type": "stack_trimmed", "seat": told["target"], "cards": ["md1a"] * 99}
    replay["plies"][0]["events"].insert(0, lots)

    assert failed(with_care(replay)) == ["deal"]


@pytest.mark.parametrize("field", ["seats", "last"])
def test_a_small_file_asks_for_no_big_table(field: str) -> None:
    replay, _ = honest("work_the_strip")
    replay |= {"last": 10**15, "ply": 10**15} if field == "last" else {"seats": 10**15}

    assert failed(replay) == (["unreadable"] if field == "seats" else ["plies", "head"])


def test_a_seed_has_one_spelling() -> None:
    replay, _ = honest("work_the_strip")

    assert failed(replay | {"seed": replay["seed"].upper()}) == ["unreadable"]
    assert failed(replay | {"seed": replay["seed"] + " "}) == ["unreadable"]


def test_what_is_nested_without_end_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "replay.json").write_text("[" * 100_000, "utf-8")

    ran = run(tmp_path / "replay.json")

    assert (ran.returncode, ran.stderr) == (2, "")


def followed(replay: Json) -> verify.Table:
    """Return the table as a verifier has followed it to the end of a file."""
    key = verify.key_of(bytes.fromhex(replay["seed"]), replay["match"], replay["nonces"])
    rules = (replay["game"]["type"], replay["rules_version"])
    table = verify.TABLES[rules](replay, verify.Streams(key))
    table.opening()
    for ply in replay["plies"]:
        follow(table, ply)
    return table


def follow(table: verify.Table, ply: Json) -> None:
    """Follow one ply."""
    table.before(ply["seat"], ply["action"])
    for event in ply["events"]:
        table.hear(event)


def leaves(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where a text stands: what holds it, and under which name or number."""
    for key, value in list(thing.items() if isinstance(thing, dict) else enumerate(thing)):
        if isinstance(value, str):
            yield thing, key
        elif isinstance(value, dict | list):
            yield from leaves(value)


def cards_of(replay: Json) -> set[str]:
    """Return every card of a game."""
    return set(
        registry.game(replay["game"]["type"]).card_ids(
            registry.game(replay["game"]["type"], replay["game"]).setup(replay["seats"], "00" * 32)
        )
    )


def last_of(replay: Json, kind: str) -> Json:
    """Return the last event of a type."""
    events = [event for ply in replay["plies"] for event in ply["events"]]
    found: Json = [event for event in events if event["type"] == kind][-1]
    return found
