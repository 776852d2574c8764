"""In and out: a request's body and query as typed data, typed data as an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from accounts.models import Player, Session
from api.strict_json import Malformed, convert, loads

T = TypeVar("T")

MOST_BODY_BYTES = 64 * 1024
JSON = "application/json"
MARKDOWN = "text/markdown; charset=utf-8"
CATALOGUE_SECONDS = 3600

_encoder = msgspec.json.Encoder()


class StrictJSONParser(BaseParser):
    """Reads bodies as `strict_json` does."""

    media_type = JSON

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the JSON value.  Raises `Malformed` and `TooLarge`."""
        del media_type, parser_context
        return loads(stream.read(MOST_BODY_BYTES + 1), limit=MOST_BODY_BYTES)


class WireRenderer(BaseRenderer):
    """Writes answers; typed data and builtins alike."""

    media_type = JSON
    format = "json"
    charset: str | None = None

    def render(
        self,
        data: object,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return `data` as JSON."""
        del accepted_media_type, renderer_context
        return _encoder.encode(data)


class MarkdownRenderer(WireRenderer):
    """Stands in the negotiation for texts that also come as Markdown."""

    media_type = "text/markdown"
    format = "markdown"
    charset = "utf-8"


class SvgRenderer(WireRenderer):
    """Stands in the negotiation for pictures."""

    media_type = "image/svg+xml"
    format = "svg"


def body_of(request: Request, kind: type[T]) -> T:
    """Return the body; none at all counts as ``{}``.  Raises `Malformed`, `TooLarge`."""
    data: object = request.data
    return convert({} if isinstance(data, QueryDict) else data, kind)


def query_of(request: Request, kind: type[T]) -> T:
    """Return the query string; texts are read as numbers where `kind` says so.

    Raises `Malformed`, which names the parameter.
    """
    asked: dict[str, str] = {}
    for name, values in request.query_params.lists():
        if len(values) > 1:
            raise _bad_parameter(name, "This parameter stands here twice.", "duplicate_key")
        asked[name] = values[0]
    try:
        found: T = convert(asked, kind, lax=True)
    except Malformed as flaw:
        raise _bad_parameter(flaw.pointer.removeprefix("/"), flaw.detail, flaw.code) from flaw
    for name in asked:
        if getattr(found, name) is None:  # msgspec reads "null" leniently, too
            raise _bad_parameter(name, "Leave out what has no value.", "unknown_value")
    return found


def _bad_parameter(name: str, detail: str, code: str) -> Malformed:
    return Malformed(f"Parameter {name}: {detail}", code=code, params={"parameter": name})


def answer(
    data: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return `data` as a JSON answer."""
    return HttpResponse(encoded(data), status=status, content_type=JSON, headers=headers)


def created(data: object, *, location: str) -> HttpResponse:
    """Return 201, and where the new thing is found."""
    return answer(data, status=HTTPStatus.CREATED, headers={"Location": location})


def catalogued(request: Request, body: bytes, *, content_type: str = JSON) -> HttpResponse:
    """Return what changes only with the program: anybody may keep it, and ask whether it is fresh.

    304 without a body if the client has it already.
    """
    response = HttpResponse(body, content_type=content_type)
    response["Cache-Control"] = f"public, max-age={CATALOGUE_SECONDS}"
    return tagged(request, response, tag_of(body))


def picture(request: Request, body: bytes, *, content_type: str, seconds: int) -> HttpResponse:
    """Return what a browser draws: anybody may keep it so long, and ask whether it is fresh.

    Opened by itself it may run nothing and fetch nothing.  304 without a body if the client has it.
    """
    response = HttpResponse(body, content_type=content_type)
    response["Cache-Control"] = f"public, max-age={seconds}"
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return tagged(request, response, tag_of(body))


def tag_of(body: bytes) -> str:
    """Return what names these bytes, and no others, in an ETag."""
    return hashlib.sha256(body).hexdigest()[:32]


def tagged(
    request: Request, response: HttpResponse, tag: str, *, weak: bool = False
) -> HttpResponse:
    """Return the answer under an ETag, or 304 if the client named that one (If-None-Match)."""
    response["ETag"] = f'W/"{tag}"' if weak else f'"{tag}"'
    conditional = get_conditional_response(
        request._request,  # noqa: SLF001 - REST framework's own handle on Django's request
        etag=response["ETag"],
        response=response,
    )
    return conditional or response


def encoded(data: object) -> bytes:
    """Return `data` as JSON."""
    return _encoder.encode(data)


def private(data: object, *, status: int = 200) -> HttpResponse:
    """Return an answer for this reader at this moment only: no cache keeps it."""
    return answer(data, status=status, headers={"Cache-Control": "private, no-store"})


def nothing() -> HttpResponse:
    """Return 204: done, and nothing to tell."""
    return HttpResponse(status=204)


def player_in(request: Request) -> Player | None:
    """Return who is signed in."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: Request) -> tuple[Player, Session]:
    """Return player and session of a request that `AsDeclared` let through for players only."""
    if not isinstance(request.user, Player) or not isinstance(request.auth, Session):
        raise TypeError("The operation is declared for players only.")
    return request.user, request.auth


def address_of(request: Request) -> str:
    """Return whence the request came, for counting.

    Behind `PARLOUR_PROXIES` proxies of ours it is the entry the outermost of them wrote; whatever
    stands before that in the header anybody may have written.
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies: int = settings.PARLOUR_PROXIES
    if proxies and len(hops) >= proxies:
        return str(hops[-proxies]).strip()
    return str(request.META.get("REMOTE_ADDR", ""))
