"""A problem's `type` is an address: a page about it."""

from __future__ import annotations

import pytest
from django.test import Client

from api.problems import PROBLEMS, every_code
from games.rules import registry
from tests.api.rest import nobody


@pytest.mark.parametrize("code", every_code())
def test_every_code_has_a_page_for_people_and_one_for_programs(code: str) -> None:
    page = Client().get(f"/problems/{code}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert code in page.content.decode()
    data = nobody().get(f"/problems/{code}", Accept="application/json").body
    assert data["code"] == code
    assert data["remedy"]


def test_a_refusal_of_the_rules_names_rule_and_game() -> None:
    data = nobody().get("/problems/need_two", Accept="application/json").body
    rule, text = registry.kind("work_the_strip").refusals["need_two"]
    assert data["rulings"] == [
        {"game": "work_the_strip", "code": "need_two", "rule": rule, "text": text}
    ]
    assert data["status"] == 409


def test_all_codes_are_listed() -> None:
    listed = nobody().get("/problems", Accept="application/json").body
    assert [page["code"] for page in listed] == every_code()
    assert set(PROBLEMS) < set(every_code())
    text = Client().get("/problems").content.decode()
    assert all(f'href="/problems/{code}"' in text for code in every_code())


def test_the_front_door_leads_to_what_can_be_read() -> None:
    answer = Client().get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/docs")
    assert Client().post("/").status_code == 405


def test_texts_are_escaped_and_pages_only_read() -> None:
    page = Client().get("/problems/bad_name", headers={"Accept": "text/html"})
    assert "&#x27;" in page.content.decode()
    assert Client().post("/problems/bad_name").status_code == 405


def test_a_code_nobody_uses_has_no_page() -> None:
    answer = nobody().get("/problems/no_such_code")
    assert (answer.status, answer.code) == (404, "not_found")
