"""The catalogue: what can be played, by which rules, with which cards and words."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api import catalogue, wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers import games as out
from api.views.endpoint import Endpoint
from games.rules import registry

HEADERS = ("ETag", "Cache-Control")


class GamesView(Endpoint):
    """``/games``."""

    @operation(
        Operation(
            id="list_games",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=out.Games,
            headers=HEADERS,
            conditional=True,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """List the games.

        Every game in its latest version, in the order of the house.
        """
        found = [catalogue.summary(registry.kind(name)) for name in registry.names()]
        return wire.catalogued(request, wire.encoded(out.Games(games=found)))


class GameView(Endpoint):
    """``/games/{game}``."""

    @operation(
        Operation(
            id="get_game",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=out.GameDetail,
            headers=HEADERS,
            conditional=True,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Describe a game.

        Options, actions, events, view and hints as JSON Schemas, every refusal with the rule it
        rests on, every timer with what happens when it runs out.
        """
        return wire.catalogued(request, wire.encoded(catalogue.detail(registry.kind(game))))


class CardsView(Endpoint):
    """``/games/{game}/cards``."""

    @operation(
        Operation(
            id="list_cards",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=out.Cards,
            headers=HEADERS,
            conditional=True,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """List the cards.

        Every physical card by the id it has in views, events and actions.
        """
        return wire.catalogued(request, wire.encoded(catalogue.cards(registry.kind(game))))


class RulesView(Endpoint):
    """``/games/{game}/rules``."""

    renderer_classes = [wire.WireRenderer, wire.MarkdownRenderer]

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        """Let ``?format=`` decide before `Accept` does."""
        asked = request.query_params.get("format")
        for renderer in self.get_renderers():
            if renderer.format == asked:
                return renderer, str(renderer.media_type)
        found: tuple[Any, str] = super().perform_content_negotiation(request, force)
        return found

    @operation(
        Operation(
            id="read_rules",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            query=out.RulesFormat,
            answer=out.RulesText,
            headers=HEADERS,
            conditional=True,
            also_as=("text/markdown",),
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Read the rules.

        As sections with stable ids, or as one Markdown text (`Accept: text/markdown` or
        `?format=markdown`).  A refusal's `rule` names a section.
        """
        wire.query_of(request, out.RulesFormat)
        kind = registry.kind(game)
        if isinstance(request.accepted_renderer, wire.MarkdownRenderer):
            text = catalogue.rules_markdown(kind).encode()
            return wire.catalogued(request, text, content_type=wire.MARKDOWN)
        return wire.catalogued(request, wire.encoded(catalogue.rules(kind)))


class TextsView(Endpoint):
    """``/games/{game}/texts``."""

    @operation(
        Operation(
            id="list_texts",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            readers=(Reader.APP,),
            answer=out.Texts,
            headers=HEADERS,
            conditional=True,
            problems=("no_such_game",),
        )
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """List the words.

        Templates for every card and every type of event, so that a client can tell the story.
        """
        return wire.catalogued(request, wire.encoded(catalogue.texts(registry.kind(game))))
