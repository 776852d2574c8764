"""Middleware for people's pages: sessions and messages, of which the API knows nothing.

Who asks is said there by a token in each request, so nothing of this would have anything to do; it
would cost a tenth of a light answer all the same.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

API: Final = "/api/v1/"


class _ForPages(MiddlewareMixin):
    """Lets requests to the API pass."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_ForPages, SessionMiddleware):
    """Sessions of pages."""


class People(_ForPages, AuthenticationMiddleware):
    """Who looks at a page."""


class Messages(_ForPages, MessageMiddleware):
    """What pages say once."""
