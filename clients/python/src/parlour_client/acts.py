"""What the player wants done and has no answer to yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from parlour_client.models import Ack


class Pending:
    """One act: its frame, written once and said again in the same words until it is answered."""

    def __init__(self, request_id: str, text: str) -> None:
        self.request_id = request_id
        self.text = text
        self.said = False
        self.answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()


class Acts:
    """The acts without an answer, in the order in which they were wanted."""

    def __init__(self) -> None:
        self._pending: dict[str, Pending] = {}

    def __iter__(self) -> Iterator[Pending]:
        return iter([*self._pending.values()])

    def __contains__(self, request_id: object) -> bool:
        return request_id in self._pending

    def add(self, request_id: str, text: str) -> Pending:
        """Keep one more.  Raises `ValueError` while another of this id waits."""
        if request_id in self._pending:
            raise ValueError(f"An act with the request id {request_id} is under way.")
        self._pending[request_id] = pending = Pending(request_id, text)
        return pending

    def withdraw(self, pending: Pending) -> None:
        """Forget an act nobody waits for any more, unless the server may have heard of it."""
        if not pending.said:
            self._pending.pop(pending.request_id, None)

    def settle(self, request_id: str | None, answer: Ack | Exception) -> bool:
        """Give an act its answer, the first one; return whether one waited for it."""
        pending = self._pending.pop(request_id, None) if request_id is not None else None
        if pending is None:
            return False
        if not pending.answer.done():
            if isinstance(answer, Exception):
                pending.answer.set_exception(answer)
            else:
                pending.answer.set_result(answer)
        return True

    def fail(self, why: Exception) -> None:
        """Give all of them the same answer: there will be none."""
        for request_id in [*self._pending]:
            self.settle(request_id, why)
