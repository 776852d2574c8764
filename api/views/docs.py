"""The API about itself: its description, two readers for it, and a page per kind of problem."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from api import asyncapi, wire
from api.operation import Access, Operation, Reader, Tag, operation
from api.problems import AnyProblem, ProblemPage, Ruling, every_code, page_of
from api.schema import document_json
from api.serializers.games import AsyncAPIDocument, OpenAPIDocument
from api.views.endpoint import Endpoint


class OpenAPIView(Endpoint):
    """``/openapi.json``."""

    @operation(
        Operation(
            id="get_openapi",
            tag=Tag.SERVER,
            access=Access.ANYONE,
            readers=tuple(Reader),
            answer=OpenAPIDocument,
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
            tag=Tag.SERVER,
            access=Access.ANYONE,
            answer=AsyncAPIDocument,
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


@operation(
    Operation(
        id="list_problems",
        tag=Tag.SERVER,
        access=Access.OPEN,
        readers=tuple(Reader),
        answer=list[ProblemPage],
        also_as=("text/html",),
    )
)
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


@operation(
    Operation(
        id="explain_problem",
        tag=Tag.SERVER,
        access=Access.OPEN,
        readers=tuple(Reader),
        answer=ProblemPage,
        also_as=("text/html",),
    )
)
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
    again = "The same request may succeed later by itself." if page.retryable else ""
    return format_html(
        "<h1><code>{}</code></h1><p>{} ({})</p><p>{}</p><h2>What to do</h2><p>{} {}</p>{}{}"
        '<p><a href="/problems">All problems</a></p>',
        *(page.code, page.title, page.status, page.text, page.remedy, again),
        *(_rules(page.rulings), _example(page.example)),
    )


def _rules(found: list[Ruling]) -> SafeString:
    """Return which rule of which game it rests on."""
    rows = format_html_join(
        "",
        '<li>{}, <a href="/api/v1/games/{}/rules?format=markdown">{}</a> '
        "(section <code>{}</code>): {}</li>",
        ((one.game, one.game, one.rule, one.section, one.text) for one in found),
    )
    return format_html("<h2>The rules</h2><ul>{}</ul>", rows) if found else SafeString()


def _example(met: AnyProblem | None) -> SafeString:
    """Return the document as somebody was answered."""
    text = json.dumps(met, indent=2, ensure_ascii=False)
    return SafeString() if met is None else format_html("<h2>For example</h2><pre>{}</pre>", text)


def _wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _html(title: str, body: SafeString) -> HttpResponse:
    page = format_html(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>{}</title>'
        '<body style="font: 1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto">{}</body>',
        *(title, body),
    )
    return HttpResponse(page)
