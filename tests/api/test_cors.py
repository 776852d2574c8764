"""Browsers of allowed origins may read answers and problems; nobody else's may."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

OURS, THEIRS = "https://table.example", "https://evil.example"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def origins(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = [OURS]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/games", 200),
        ("/api/v1/me", 401),
        ("/api/v1/nothing", 404),
        ("/api/v1/games/chess", 404),
    ],
)
def test_answers_and_problems_can_be_read_with_their_headers(path: str, status: int) -> None:
    response = Client().get(path, headers={"Origin": OURS})
    assert response.status_code == status
    assert response["Access-Control-Allow-Origin"] == OURS
    exposed = {name.strip() for name in response["Access-Control-Expose-Headers"].split(",")}
    assert exposed == {
        "Location",
        "ETag",
        "Idempotency-Replayed",
        "Retry-After",
        "RateLimit",
        "RateLimit-Policy",
        "WWW-Authenticate",
    }
    assert "Access-Control-Allow-Credentials" not in response


def test_another_origin_reads_nothing() -> None:
    response = Client().get("/api/v1/games", headers={"Origin": THEIRS})
    assert "Access-Control-Allow-Origin" not in response


def test_a_preflight_allows_what_the_contract_needs() -> None:
    response = Client().options(
        "/api/v1/matches",
        headers={
            "Origin": OURS,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, idempotency-key, if-decision, "
            "last-event-id",
        },
    )
    assert response.status_code == 200
    allowed = {name.strip() for name in response["Access-Control-Allow-Headers"].split(",")}
    assert {
        "authorization",
        "content-type",
        "idempotency-key",
        "if-decision",
        "if-none-match",
        "last-event-id",
    } <= allowed
    assert {"GET", "POST", "PATCH", "DELETE"} <= {
        name.strip() for name in response["Access-Control-Allow-Methods"].split(",")
    }


def test_the_admin_is_nobodys_to_read_from_afar() -> None:
    response = Client().get("/admin/login/", headers={"Origin": OURS})
    assert "Access-Control-Allow-Origin" not in response
