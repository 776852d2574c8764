"""What a game's package holds besides its rules in code: the rules' text, cards and words as data.

Read once per game and version; the files are part of the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from api import json_schemas
from api.serializers.games import (
    Cards,
    GameDetail,
    GameSummary,
    Refusal,
    RulesText,
    Seats,
    Section,
    Texts,
    TimerNote,
)
from games.ai.bots import LEVELS
from games.rules import registry
from games.rules.registry import AnyGame

_HEADING = re.compile(r"^(?P<marks>#{1,6}) +(?P<title>.+?) *\{#(?P<id>[a-z0-9-]+)\}$", re.MULTILINE)


def summary(kind: type[AnyGame]) -> GameSummary:
    """Return a game's line in the catalogue."""
    return GameSummary(
        name=kind.name,
        title=kind.title,
        tagline=kind.tagline,
        content_rating=kind.content_rating,
        version=kind.version,
        seats=_seats(kind),
    )


@lru_cache(maxsize=32)
def detail(kind: type[AnyGame]) -> GameDetail:
    """Return everything a client has to know about a game."""
    rows = sorted(kind.refusals.items())
    return GameDetail(
        name=kind.name,
        title=kind.title,
        tagline=kind.tagline,
        content_rating=kind.content_rating,
        version=kind.version,
        seats=_seats(kind),
        options=json_schemas.document(kind, "Options"),
        actions=json_schemas.document(kind, "Action"),
        events=json_schemas.document(kind, "Event"),
        view=json_schemas.document(kind, "View"),
        hints=json_schemas.document(kind, "Hints"),
        refusals=[Refusal(code=code, rule=rule, text=text) for code, (rule, text) in rows],
        timers=[TimerNote(name=name, note=note) for name, note in kind.timer_notes.items()],
        bots=list(LEVELS),
    )


@lru_cache(maxsize=32)
def cards(kind: type[AnyGame]) -> Cards:
    """Return a game's deck, as its module ``cards`` has read it."""
    box = import_module(f"{_package(kind)}.cards")
    return Cards(
        game=kind.name,
        version=kind.version,
        cards=registry.builtins(list(box.CARDS.values())),
        tables=registry.builtins(box.TABLES),
    )


@lru_cache(maxsize=32)
def rules(kind: type[AnyGame]) -> RulesText:
    """Return a game's rules, cut at their headings."""
    return RulesText(
        game=kind.name, version=kind.version, sections=list(_sections(rules_markdown(kind)))
    )


@lru_cache(maxsize=32)
def rules_markdown(kind: type[AnyGame]) -> str:
    """Return a game's rules as they are written."""
    return _text(kind, "rules.md")


@lru_cache(maxsize=32)
def texts(kind: type[AnyGame]) -> Texts:
    """Return a game's words."""
    found: dict[str, Any] = json.loads(_text(kind, "texts.json"))
    return Texts(game=kind.name, version=kind.version, texts=found)


def _sections(markdown: str) -> Iterator[Section]:
    headings = list(_HEADING.finditer(markdown))
    ends = [heading.start() for heading in headings[1:]] + [len(markdown)]
    for heading, end in zip(headings, ends, strict=True):
        yield Section(
            id=heading["id"],
            level=len(heading["marks"]),
            title=heading["title"],
            markdown=markdown[heading.end() : end].strip(),
        )


def _seats(kind: type[AnyGame]) -> Seats:
    allowed = registry.game(kind.name, version=kind.version).seats
    return Seats(least=min(allowed), most=max(allowed))


def _package(kind: type[AnyGame]) -> str:
    return kind.__module__.rpartition(".")[0]


def _text(kind: type[AnyGame], name: str) -> str:
    return files(_package(kind)).joinpath(name).read_text("utf-8")
