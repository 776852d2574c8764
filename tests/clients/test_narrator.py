"""What the narrator does when it is told no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from clients.narrator import Narrator
from clients.seat import Seat

ANSWERS = [{"type": "permission", "answer": word} for word in ("yes", "no")]
POSITION = {"decision": 7, "legal": ANSWERS, "view": {"seat": 2, "to_act": [2, 4]}}


class Phone:
    """A seat that only remembers what was said."""

    def __init__(self) -> None:
        self.said: list[tuple[Mapping[str, Any], int]] = []

    async def act(self, action: Mapping[str, Any], decision: int) -> None:
        self.said.append((action, decision))


async def told(code: str) -> list[tuple[Mapping[str, Any], int]]:
    """Return what is said after a first answer was refused so."""
    narrator, phone = Narrator("", "hand_and_foot", {}, 6), Phone()
    seat = cast("Seat", phone)
    await narrator._answer(seat, {**POSITION, "legal": list(ANSWERS)})
    assert phone.said == [(ANSWERS[0], 7)]
    await narrator._think_again(seat, {"code": code, "detail": "No."})
    return phone.said[1:]


async def test_a_refusal_is_told_and_the_next_best_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await told("must_keep_card") == [(ANSWERS[1], 7)]
    assert capsys.readouterr().out == "    (refused: No.)\n"


@pytest.mark.parametrize("code", ["stale_decision", "wrong_phase", "not_your_turn", "not_asked"])
async def test_who_was_overtaken_waits_without_a_word(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two partners are asked, and the other one's no was faster."""
    assert await told(code) == []
    assert capsys.readouterr().out == ""
