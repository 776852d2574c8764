"""Whether a message breaks a Customer's fun rule, as far as a chat can be checked (LAP 11).

Pure functions beside the rules: they flag a message for the others to see, and decide nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from games.rules.lap_dance.cards import CUSTOMERS, Check, CheckName

_EMOJI: Final = re.compile(
    "[\U0001f000-\U0001faff\u231a\u231b\u23e9-\u23fa\u25aa-\u25fe\u2600-\u27bf\u2b05-\u2b55\u20e3\ufe0f]"
)
_WORD: Final = re.compile(r"\w+")


def is_flagged(customer: str, message: str) -> bool:
    """Say whether a message breaks the fun rule of this Customer (by id)."""
    return breaks(CUSTOMERS[customer].check, message)


def breaks(check: Check, message: str) -> bool:
    """Say whether a message fails a check; an empty one breaks nothing."""
    text = message.strip()
    return bool(text) and _BREAKS[check.op](check, text)


def _has_small_letters(check: Check, text: str) -> bool:
    del check
    return any(letter.islower() for letter in text)


def _has_capitals(check: Check, text: str) -> bool:
    del check
    return any(letter.isupper() for letter in text)


def _ends_otherwise(check: Check, text: str) -> bool:
    return not text.casefold().endswith(check.words[0].casefold())


def _lacks(check: Check, text: str) -> bool:
    return check.words[0].casefold() not in text.casefold()


def _has_emoji(check: Check, text: str) -> bool:
    del check
    return _EMOJI.search(text) is not None


def _is_long(check: Check, text: str) -> bool:
    return len(text.split()) > check.n


def _has_a_forbidden_word(check: Check, text: str) -> bool:
    """Whole words, whatever their case: "I'm" says "I"."""
    spoken = {word.casefold() for word in _WORD.findall(text)}
    return not spoken.isdisjoint(word.casefold() for word in check.words)


_BREAKS: Final[dict[CheckName, Callable[[Check, str], bool]]] = {
    "manual": lambda _check, _text: False,
    "no_uppercase": _has_capitals,
    "all_uppercase": _has_small_letters,
    "must_end_with": _ends_otherwise,
    "must_contain": _lacks,
    "no_emoji": _has_emoji,
    "max_words": _is_long,
    "forbidden_words": _has_a_forbidden_word,
}
