"""What the documentation says is there, is there."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import msgspec
import pytest

from api import catalogue
from games.rules import registry

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "docker").glob("*.md"),
    *(ROOT / "games/rules").rglob("*.md"),
]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """Return what a link into a page may name: given ids, and those made of headings."""
    found = set()
    for title in HEADING.findall(page.read_text("utf-8")):
        given = re.search(r"\{#([a-z0-9-]+)\}", title)
        made = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        found.add(given.group(1) if given else made)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(page.read_text("utf-8")):
        target = page.parent / path if path else page
        assert target.exists(), f"{path}"
        if anchor:
            assert anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_a_refusal_or_timer_rests_on_is_a_section_of_the_rules(name: str) -> None:
    kind = registry.kind(name)
    sections = {section.id for section in catalogue.rules(kind).sections}
    cited = {rule for rule, _ in kind.refusals.values()}
    assert {re.sub(r"[ .-]+", "-", rule.lower()) for rule in cited} <= sections


@pytest.mark.parametrize("name", registry.names())
def test_the_rules_name_every_option_action_and_timer(name: str) -> None:
    kind = registry.kind(name)
    text = catalogue.rules_markdown(kind)
    words = {
        *kind.options_type.__struct_fields__,
        *(str(action.__struct_config__.tag) for action in kind.actions),
        *kind.timer_notes,
    }
    assert {word for word in words if f"`{word}`" not in text} == set()


def test_the_actions_in_the_guide_are_those_of_the_games() -> None:
    text = (ROOT / "docs/api/guide.md").read_text("utf-8")
    shown = [json.loads(found) for found in re.findall(r"""['#] ?(\{"type": "\w+".*?\})""", text)]
    kinds = {
        str(action.__struct_config__.tag): action
        for name in registry.names()
        for action in registry.kind(name).actions
    }
    assert [action["type"] for action in shown] == [
        "initial_play", "set_stack", "ready", "cut", "choose_hand", "draw", "discard",
    ]  # fmt: skip
    for action in shown:
        assert msgspec.convert(action, kinds[action["type"]])


def test_the_rules_of_work_the_strip_have_every_section_and_ruling() -> None:
    sections = {s.id for s in catalogue.rules(registry.kind("work_the_strip")).sections}
    chapters = {f"wts-{number}" for number in range(1, 15)}
    rulings = {f"wts-r{number:02}" for number in range(1, 48)}
    assert chapters | rulings <= sections


def test_the_readme_names_only_targets_that_exist() -> None:
    listed = subprocess.run(
        ["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    targets = set(re.findall(r"^  make ([a-z-]+)", listed, re.MULTILINE))
    named = set()
    for page in ("README.md", "CONTRIBUTING.md", "docs/operations.md"):
        named |= set(re.findall(r"`make ([a-z-]+)", (ROOT / page).read_text("utf-8")))
    assert named <= targets
    assert {"play", "test", "demo", "check"} <= named
