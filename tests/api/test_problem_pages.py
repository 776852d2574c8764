"""A problem's `type` is an address: a page about it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from api import catalogue
from api.management.commands import problems
from api.problem_texts import catalogue as catalogue_text
from api.problems import ILLEGAL_REMEDIES, PROBLEMS, every_code, rulings
from games.rules import registry
from tests.api.rest import caller, nobody


@pytest.mark.parametrize("code", every_code())
def test_every_code_has_a_page_for_people_and_one_for_programs(code: str) -> None:
    page = caller().get(f"/problems/{code}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert code in page.content.decode()
    data = nobody().get(f"/problems/{code}", Accept="application/json").body
    assert data["code"] == code
    assert data["remedy"]


def test_a_refusal_of_the_rules_names_rule_and_game() -> None:
    data = nobody().get("/problems/need_two", Accept="application/json").body
    rule, text = registry.kind("work_the_strip").refusals["need_two"]
    (ruling,) = data["rulings"]
    assert (ruling["game"], ruling["code"], ruling["text"]) == ("work_the_strip", "need_two", text)
    assert (ruling["rule"], ruling["section"]) == (rule, "wts-" + rule[4:].replace(".", "-"))
    assert data["status"] == 409
    assert data["example"] == ruling["example"]
    assert (data["example"]["code"], data["example"]["rule"]) == ("need_two", rule)


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_code_of_the_table_has_an_example_that_somebody_was_answered(code: str) -> None:
    page = nobody().get(f"/problems/{code}", Accept="application/json").body
    assert page["example"]["code"] == code
    assert page["example"]["status"] == page["status"] == PROBLEMS[code].status
    assert page["example"]["type"].endswith(f"/problems/{code}")
    assert page["retryable"] == page["example"]["retryable"]


@pytest.mark.parametrize("game", registry.names())
def test_the_section_of_every_ruling_is_one_of_its_games_rules(game: str) -> None:
    sections = {section.id for section in catalogue.rules(registry.kind(game)).sections}
    found = [ruling for ruling in rulings() if ruling.game == game]
    assert {ruling.code for ruling in found} == set(registry.kind(game).refusals)
    assert {ruling.section for ruling in found} <= sections


def test_what_to_do_is_said_of_codes_there_are() -> None:
    assert set(ILLEGAL_REMEDIES) <= {ruling.code for ruling in rulings()}


def test_the_catalogue_checked_in_is_the_one_of_this_program(tmp_path: Any, settings: Any) -> None:
    written = (settings.BASE_DIR / problems.WRITTEN).read_text("utf-8")
    assert written == catalogue_text()
    assert [line[3:] for line in written.splitlines() if line.startswith("## ")] == [
        *PROBLEMS,
        "Refusals of the rules",
    ]
    for ruling in rulings():
        assert f"`{ruling.code}` ({ruling.rule}, section `{ruling.section}`)" in written
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match="out of date"):
        call_command("problems", "--check")
    call_command("problems")
    call_command("problems", "--check")


def test_all_codes_are_listed() -> None:
    listed = nobody().get("/problems", Accept="application/json").body
    assert [page["code"] for page in listed] == every_code()
    assert set(PROBLEMS) < set(every_code())
    text = caller().get("/problems").content.decode()
    assert all(f'href="/problems/{code}"' in text for code in every_code())


def test_the_front_door_leads_to_what_can_be_read() -> None:
    answer = caller().get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/docs")
    assert caller().post("/").status_code == 405


def test_texts_are_escaped_and_pages_only_read() -> None:
    page = caller().get("/problems/bad_name", headers={"Accept": "text/html"})
    assert "&#x27;" in page.content.decode()
    assert caller().post("/problems/bad_name").status_code == 405


def test_a_code_nobody_uses_has_no_page() -> None:
    answer = nobody().get("/problems/no_such_code")
    assert (answer.status, answer.code) == (404, "not_found")
