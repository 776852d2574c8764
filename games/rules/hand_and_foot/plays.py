"""What can be done with cards in a turn, as plain data (HF 9.3 to 9.8): the parts of a plan.

A plan may be kept while partners are asked, so nothing in it is more than names and lists.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.rules.kernel import Data, Meta

Cards: TypeAlias = tuple[str, ...]
"""Ids of active cards."""
Label = Annotated[str, Meta(min_length=1, max_length=24)]
"""A name a plan gives to a meld it creates."""
MeldRef: TypeAlias = int | str
"""A meld's id, or in a plan the label of a meld that an earlier entry creates."""


class New(Data, frozen=True, tag="new"):
    """The top card and these two or more active cards become a new meld."""

    cards: Cards


class Onto(Data, frozen=True, tag="onto"):
    """The top card goes onto an own meld of its rank, with these naturals (perhaps none)."""

    meld_id: MeldRef
    cards: Cards = ()


Use: TypeAlias = New | Onto
"""What becomes of the top card of the pile."""


class Take(Data, frozen=True):
    """Taking the pile in a plan: `melds` are further new melds, for a team that has not opened.

    `labels` name the melds created, in order: first that of a `new`, then those of `melds`.
    """

    use: Use
    melds: tuple[Cards, ...] = ()
    labels: tuple[Label, ...] = ()


class LayMelds(Data, frozen=True, tag="meld"):
    """New melds; `labels` name them, in order."""

    melds: tuple[Cards, ...]
    labels: tuple[Label, ...] = ()


class AddCards(Data, frozen=True, tag="lay_off"):
    """Cards onto an own meld."""

    meld_id: MeldRef
    cards: Cards


class PutCap(Data, frozen=True, tag="cap"):
    """A Lady onto an own clean or wild group."""

    meld_id: MeldRef
    card: str


Play: TypeAlias = LayMelds | AddCards | PutCap
"""One entry of a plan."""


class Plan(Data, frozen=True):
    """The whole rest of a turn (HF 9.8)."""

    take: Take | None = None
    plays: tuple[Play, ...] = ()
    discard: str | None = None
