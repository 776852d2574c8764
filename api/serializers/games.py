"""The catalogue on the wire: games, cards, rules and texts as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from api.serializers.components import component
from games.rules.kernel import Data, Meta

JSONSchema = Annotated[dict[str, Any], component("JSONSchema")]
AnyCard = Annotated[dict[str, Any], component("Card")]
AnyTables = Annotated[dict[str, Any], component("Tables")]
AsyncAPIDocument = Annotated[dict[str, Any], component("AsyncAPIDocument")]
OpenAPIDocument = Annotated[dict[str, Any], component("OpenAPIDocument")]


class Seats(Data, frozen=True):
    """How many may play under the default options."""

    least: int
    most: int


class GameSummary(Data, frozen=True):
    """One game of the catalogue."""

    name: Annotated[str, Meta(description="Its wire name, the `type` of its options.")]
    title: str
    tagline: str
    content_rating: str
    version: Annotated[int, Meta(description="Of its rules; a match keeps the one it began with.")]
    seats: Seats


class Games(Data, frozen=True):
    """The catalogue."""

    games: list[GameSummary]


class Refusal(Data, frozen=True):
    """Why an action may be refused: `text` holds the params of the problem in braces."""

    code: str
    rule: str
    text: str


class TimerNote(Data, frozen=True):
    """An hourglass, and what happens when it runs out."""

    name: str
    note: str


class GameDetail(Data, frozen=True):
    """One game, with everything a client has to know before it can play it."""

    name: str
    title: str
    tagline: str
    content_rating: str
    version: int
    seats: Seats
    options: JSONSchema
    actions: JSONSchema
    events: JSONSchema
    view: JSONSchema
    hints: JSONSchema
    refusals: list[Refusal]
    timers: list[TimerNote]
    bots: Annotated[list[str], Meta(description="The levels bots come in.")]


class Cards(Data, frozen=True):
    """Every physical card by its id, and the tables they are printed from."""

    game: str
    version: int
    cards: list[AnyCard]
    tables: AnyTables


class Section(Data, frozen=True):
    """A section of the rules.  Its `id` stays for good: refusals and links point to it."""

    id: str
    level: Annotated[int, Meta(description="1 is the title.")]
    title: str
    markdown: str


class RulesText(Data, frozen=True):
    """The rules of a game, section by section."""

    game: str
    version: int
    sections: list[Section]


class Texts(Data, frozen=True):
    """Words for cards and events, so that a client can tell the story.

    By kind (`events`, `refusals`, `timers`, and what the game has besides), then by name: one text,
    several to choose from, or texts by their names.  Fields stand in braces.
    """

    game: str
    version: int
    texts: dict[str, dict[str, str | list[str] | dict[str, str]]]


class RulesFormat(Data, frozen=True):
    """In which form; without it, `Accept` decides."""

    format: (
        Annotated[Literal["json", "markdown"], Meta(description="Goes before `Accept`.")] | None
    ) = None
