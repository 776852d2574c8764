"""Secrets: what one seat may know is in nobody else's answers."""

from __future__ import annotations

import json

from clients.conformance.checks import Group, Json, expect, same
from clients.conformance.server.venue import Table, Venue

group: Group[Venue] = Group("Secrets")


def _words(value: object) -> set[str]:
    """Return every string anywhere in a JSON value."""
    if isinstance(value, dict):
        return {word for each in value.values() for word in _words(each)}
    if isinstance(value, list):
        return {word for each in value for word in _words(each)}
    return {value} if isinstance(value, str) else set()


async def _my_hand(table: Table) -> set[str]:
    hand = {*(await table.position())["view"]["hand"]}
    expect(hand, "no cards in my own hand")
    return hand


@group.check
async def hand_hidden(venue: Venue) -> None:
    """Nobody else's position holds a card of my hand, over REST or the socket."""
    table, eve = await venue.table(), venue.guests[3]
    hand = await _my_hand(table)
    for guest in (table.bob, eve):
        async with guest.talk(table.match) as line:
            told = await line.hears("position")
        for position in (await table.position(guest), told):
            same(hand & _words(position), set(), "cards of my hand in another's position")


@group.check
async def hand_hidden_from_strangers(venue: Venue) -> None:
    """Without a token one sees what onlookers see: no hand, no hints, nothing to do."""
    table = await venue.table()
    hand = await _my_hand(table)
    path = f"/matches/{table.match}/position"
    position: Json = (await venue.guests[3].get(path, headers={"Authorization": ""})).json()
    same(hand & _words(position), set(), "cards of my hand in a stranger's position")
    same((position["hints"], position["legal"]), (None, []), "hints and legal")


@group.check
async def plies_hide(venue: Venue) -> None:
    """A ply brings each reader the events that reader may see: no card still in my hand is told."""
    table, eve = await venue.table(), venue.guests[3]
    await table.play(2)
    before = await _my_hand(table)
    plies = {guest: await table.plies(guest) for guest in (table.bob, eve)}
    kept = before & await _my_hand(table)
    for told in plies.values():
        numbers = [ply["ply"] for ply in told]
        same(numbers, [1, 2], "the plies, the same numbers for everybody")
        same(kept & _words(told), set(), "cards of my hand in what others were told")


@group.check
async def header_hides(venue: Venue) -> None:
    """A match's header is public: it holds a commitment, and neither seed nor cards."""
    table = await venue.table()
    hand = await _my_hand(table)
    header: Json = (await table.bob.get(f"/matches/{table.match}")).json()
    expect(len(header["commitment"]) == 64, "no commitment to the shuffle")
    expect("seed" not in json.dumps(header), "a seed in the header of a running match")
    same(hand & _words(header), set(), "cards of my hand in the header")
