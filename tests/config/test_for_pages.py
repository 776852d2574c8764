"""Pages know who looks at them and whose forms they take; the API asks for a token and no more."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from tests.api.rest import person

pytestmark = [pytest.mark.form, pytest.mark.django_db]


def looked_at(request: HttpRequest) -> HttpResponse:
    """Say what the middleware of pages has put beside a request."""
    beside = [name for name in ("session", "user", "_messages") if hasattr(request, name)]
    return HttpResponse(" ".join(beside))


urlpatterns = [path("page", looked_at), path("api/v1/page", looked_at)]


def test_pages_have_a_session_somebody_and_messages(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__

    assert Client().get("/page").content == b"session user _messages"
    assert Client().get("/api/v1/page").content == b""


def test_a_page_takes_no_form_from_elsewhere(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    assert Client(enforce_csrf_checks=True).post("/page").status_code == 403


def test_a_session_of_the_admin_opens_nothing_of_the_api() -> None:
    ada = person("Ada", is_staff=True, is_superuser=True).player
    browser = Client()
    browser.force_login(ada)
    assert browser.get("/admin/").status_code == 200

    answer = browser.get("/api/v1/me")

    assert answer.status_code == 401
    assert not answer.cookies
