"""What a page shows, compared with what was said: ``…`` stands for what is left out or differs.

In a text it stands for any characters, in a JSON string too.  As a JSON value it is any value, at
the end of a list or among the members of an object any more of them.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

REST: Final = "…"
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,…]|[^\s\[\]{}:,"…]+')


def is_text(shown: str, said: str) -> bool:
    """Say whether this text was said."""
    pattern = ".*?".join(re.escape(part) for part in shown.strip().split(REST))
    return re.fullmatch(pattern, said.strip(), re.DOTALL) is not None


def is_json(shown: str, said: str) -> bool:
    """Say whether this document was said, however it was set.  Raises `ValueError`: none is shown.

    Several documents, one a line, may have been said; then as many are shown.
    """
    try:
        documents = [json.loads(line) for line in said.strip().splitlines()]
    except ValueError:
        return False
    wanted = _documents(abridged(shown))
    return len(wanted) == len(documents) and all(map(is_like, wanted, documents))


def is_like(shown: Any, said: Any) -> bool:
    """Say whether a document is as shown; the order of members is none of it."""
    match shown:
        case dict():
            named = shown.keys() - {REST}
            complete = REST in shown or named == said.keys() if isinstance(said, dict) else False
            return complete and all(
                name in said and is_like(shown[name], said[name]) for name in named
            )
        case list():
            open_end = shown[-1:] == [REST]
            items = shown[:-1] if open_end else shown
            if not isinstance(said, list):
                return False
            fits = len(items) <= len(said) if open_end else len(items) == len(said)
            return fits and all(map(is_like, items, said))
        case str() if REST in shown:
            return shown == REST or (isinstance(said, str) and is_text(shown, said))
        case _:
            return type(shown) is type(said) and bool(shown == said)


def abridged(shown: str) -> str:
    """Return the JSON of what is shown, each bare ``…`` a string or a member of that name."""
    made: list[str] = []
    inside: list[str] = []
    for token in TOKEN.findall(shown):
        if token == REST:
            is_member = inside[-1:] == ["{"] and made[-1] != ":"
            made.append(f'"{REST}":0' if is_member else f'"{REST}"')
            continue
        if token in ("{", "["):
            inside.append(token)
        elif token in ("}", "]"):
            inside.pop()
        made.append(token)
    return " ".join(made)


def _documents(text: str) -> list[Any]:
    found, decoder = [], json.JSONDecoder()
    while text := text.strip():
        document, end = decoder.raw_decode(text)
        found.append(document)
        text = text[end:]
    return found
