"""The API about itself: its description, two readers for it, and a page per kind of problem."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from api import asyncapi, wire
from api.operation import Access, Operation, Tag, operation
from api.problems import ProblemPage, every_code, page_of
from api.schema import document_json
from api.views.endpoint import Endpoint


class OpenAPIView(Endpoint):
    """``/openapi.json``."""

    @operation(
        Operation(
            id="get_openapi",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=dict[str, Any],
            headers=("ETag", "Cache-Control"),
            conditional=True,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """Describe this API.

        As OpenAPI 3.1: what you are reading.
        """
        return wire.catalogued(request, document_json())


class AsyncAPIView(Endpoint):
    """``/asyncapi.json``."""

    @operation(
        Operation(
            id="get_asyncapi",
            tag=Tag.GAMES,
            access=Access.ANYONE,
            answer=dict[str, Any],
            headers=("ETag", "Cache-Control"),
            conditional=True,
        )
    )
    def get(self, request: Request) -> HttpResponse:
        """Describe the socket.

        As AsyncAPI 3.0: every frame that may be said in either direction, with its schema.
        """
        return wire.catalogued(request, asyncapi.document_json())


@require_safe
def front_door(request: HttpRequest) -> HttpResponse:
    """Show whoever comes to see what this is to what can be read about it."""
    del request
    return redirect("swagger")


@require_safe
def problem_list(request: HttpRequest) -> HttpResponse:
    """List every code a problem can carry."""
    pages = [page_of(code) for code in every_code()]
    if _wants_json(request):
        return wire.answer([page for page in pages if page])
    links = format_html_join(
        "", '<li><a href="/problems/{}"><code>{}</code></a></li>', ((c, c) for c in every_code())
    )
    return _html("Problems", format_html("<h1>Problems</h1><ul>{}</ul>", links))


@require_safe
def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one code, where a problem's `type` points to."""
    page = page_of(code)
    if page is None:
        raise Http404
    if _wants_json(request):
        return wire.answer(page)
    return _html(page.title, _described(page))


def _described(page: ProblemPage) -> SafeString:
    rules = format_html_join(
        "",
        "<li><b>{}</b> ({}): {}</li>",
        ((ruling.rule, ruling.game, ruling.text) for ruling in page.rulings),
    )
    return format_html(
        "<h1><code>{}</code></h1><p>{} ({})</p><p>{}</p><p>{}</p><ul>{}</ul>"
        '<p><a href="/problems">All problems</a></p>',
        *(page.code, page.title, page.status, page.text, page.remedy, rules),
    )


def _wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _html(title: str, body: SafeString) -> HttpResponse:
    page = format_html(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>{}</title>'
        '<body style="font: 1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto">{}</body>',
        *(title, body),
    )
    return HttpResponse(page)
