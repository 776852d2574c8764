"""The rulebook's words, read into ids and actions.

``"Lola 2, Taylor 3, 4, Generous Tipper"`` are cards as they are printed (a special without a number
is its first copy), ``"N: Taylor 3, 4; R: Jolene 1, Apple Bottoms 1"`` sets laid as names and as
runs, ``"name Lola"`` and ``"run Apple Bottoms"`` keys.  Everything here is a test's own reading of
the page: nothing asks the rules what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import Ask, InitialPlay, PlaySet, PlaySpecial
from games.rules.work_the_strip.cards import CARDS, NAMES, RUNS, SPECIALS, Mode, key_of
from games.rules.work_the_strip.state import Fronted, PlayedSet

A, B, C, D, E, F = range(6)
"""The seats, clockwise."""

_STEMS = {
    **{name.title: f"n_{name.id}" for name in NAMES.values()},
    **{run.title: f"r_{run.id}" for run in RUNS.values()},
    **{special.title: f"s_{special.id}" for special in SPECIALS.values()},
}
_CARD = re.compile(r"(?P<title>[A-Za-z ]*?)\s*(?P<copy>\d*)$")
_FRONT = re.compile(r"(?P<card>.*?)\s*(?P<amount>[+-]\d+)?$")
_MODES: dict[str, Mode] = {"N": "name", "R": "run", "name": "name", "run": "run"}


def _split(text: str, sign: str) -> Iterator[str]:
    return (part.strip() for part in text.split(sign) if part.strip())


def in_order(text: str) -> tuple[str, ...]:
    """Return the ids of printed cards in the order written; a bare number repeats the title."""
    found, stem = list[str](), ""
    for part in _split(text, ","):
        match = _CARD.match(part)
        assert match, f"{part!r} is no card"
        stem = _STEMS[match["title"]] if match["title"] else stem
        found.append(f"{stem}_{match['copy'] or 1}")
    assert all(card in CARDS for card in found), f"not all printed: {found}"
    return tuple(found)


def cards(text: str) -> tuple[str, ...]:
    """Return the ids of printed cards, sorted: for comparing hands, whose order tells nothing."""
    return tuple(sorted(in_order(text)))


def card(text: str) -> str:
    """Return the id of one printed card."""
    (found,) = in_order(text)
    return found


def key(text: str) -> tuple[Mode, str]:
    """Return the mode and id of a key in words."""
    word, _, title = text.partition(" ")
    mode = _MODES[word]
    return mode, _STEMS[title][2:]


def _key_of(mode: Mode, card_id: str) -> str:
    printed = CARDS[card_id]
    found = printed.name if mode == "name" else printed.run
    assert found, f"{card_id} cannot be laid as a {mode}"
    return found


def sets(text: str) -> dict[str, tuple[str, ...]]:
    """Return laid sets in words as cards by key, sorted: for comparing tableaus."""
    found: dict[str, list[str]] = {}
    for played in played_sets(text):
        for card_id in played.cards:
            whole = key_of(played.mode, _key_of(played.mode, card_id))
            found.setdefault(whole, []).append(card_id)
    return {whole: tuple(sorted(laid)) for whole, laid in sorted(found.items())}


def played_sets(text: str) -> tuple[PlayedSet, ...]:
    """Return each ``N: …`` or ``R: …`` as one set with the key of its first card."""
    found = list[PlayedSet]()
    for part in _split(text, ";"):
        word, _, titles = part.partition(":")
        mode, ids = _MODES[word], in_order(titles)
        found.append(PlayedSet(mode, _key_of(mode, ids[0]), ids))
    return tuple(found)


def fronts(text: str) -> list[Fronted]:
    """Return bonuses and penalties in words; an amount is written only where the card has none."""
    found = list[Fronted]()
    for part in _split(text, ","):
        match = _FRONT.match(part)
        assert match
        card_id = card(match["card"])
        special = SPECIALS[CARDS[card_id].special or ""]
        printed = special.param if special.group == "bonus" else -special.param
        found.append(Fronted(card_id, int(match["amount"] or printed)))
    return found


# --- What a Madam does ----------------------------------------------------------------------------


def initial(text: str = "") -> InitialPlay:
    """Return "I lay these sets before the first turn"."""
    return InitialPlay(played_sets(text))


def lays(text: str) -> PlaySet:
    """Return "I lay this": ``lays("N: Jolene 3")``."""
    (played,) = played_sets(text)
    return PlaySet(played.mode, played.key, played.cards)


def plays(title: str, on: Seat | None = None, chosen: str = "", named: str = "") -> PlaySpecial:
    """Return "I play this special": on whom, which cards, for which key."""
    mode, id_ = key(named) if named else (None, None)
    return PlaySpecial(card(title), target=on, cards=in_order(chosen), mode=mode, key=id_)


def asks(target: Seat, named: str, commit: str | None = None) -> Ask:
    """Return "Is Lola working tonight?": ``asks(B, "name Lola")``."""
    mode, id_ = key(named)
    return Ask(target, mode, id_, commit=None if commit is None else in_order(commit))
