"""The catalogue of problems as Markdown: ``docs/api/problems.md``, made from the same tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Final

from api.problems import ILLEGAL_STATUS, PROBLEMS, ProblemPage, Ruling, page_of, rulings
from games.rules import registry

HEAD: Final = """\
# Problems

Every refusal and every fault the API answers with, on REST and in a `nack`: the same document,
`application/problem+json` (RFC 9457). A client branches on `code`; `type` is the address of the
page about it, `/problems/<code>` on any server, as HTML or (`Accept: application/json`) as JSON.
The examples were answered in a playthrough. This file is made by `manage.py problems`.
"""


def catalogue() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *_table(), *_chapters(), *_games()]).rstrip() + "\n"


def _pages() -> Iterator[ProblemPage]:
    """Yield the pages of the table's own codes, as they stand in it."""
    for code in PROBLEMS:
        page = page_of(code)
        if page is not None:
            yield page


def _table() -> Iterator[str]:
    yield "| code | status | |"
    yield "|---|---|---|"
    for page in _pages():
        again = " It may succeed later by itself." if page.retryable else ""
        yield f"| [`{page.code}`](#{page.code}) | {page.status} | {page.title}.{again} |"
    yield f"| [a game's refusal](#refusals-of-the-rules) | {ILLEGAL_STATUS} | Illegal action. |"
    yield ""


def _chapters() -> Iterator[str]:
    for page in _pages():
        yield f"## {page.code}"
        yield ""
        phrase = HTTPStatus(page.status).phrase
        yield f"**{page.title}** · {page.status} {phrase}"
        yield ""
        yield page.text
        yield ""
        yield f"*What to do*: {page.remedy}"
        yield ""
        if page.example is not None:
            yield "```json"
            yield json.dumps(page.example, indent=1, ensure_ascii=False)
            yield "```"
            yield ""


def _games() -> Iterator[str]:
    yield "## Refusals of the rules"
    yield ""
    yield f"All are {ILLEGAL_STATUS}, `Illegal action`. `rule` names the section of the game's"
    yield "rules it rests on (`GET /games/{game}/rules`), `errors[].pointer` the field of the"
    yield 'action that is wrong, or "" where it is not the field but the moment.'
    yield ""
    for name in registry.names():
        yield f"### {registry.kind(name).title}"
        yield ""
        for ruling in rulings():
            if ruling.game == name:
                yield from _refusal(ruling)


def _refusal(ruling: Ruling) -> Iterator[str]:
    page = page_of(ruling.code)
    yield f"#### `{ruling.code}` ({ruling.rule}, section `{ruling.section}`)"
    yield ""
    yield ruling.text
    yield ""
    if page is not None:
        yield f"*What to do*: {page.remedy}"
        yield ""
    if ruling.example is not None:
        flaws = json.dumps(ruling.example["errors"], ensure_ascii=False)
        yield f"*For example*: {ruling.example['detail']} `{flaws}`"
        yield ""
