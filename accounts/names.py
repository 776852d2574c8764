"""What players are called: what a name may hold, and names for guests who bring none."""

from __future__ import annotations

import re
import secrets
from typing import Final

from accounts.errors import BadName, NameTaken

SHORTEST: Final = 3
LONGEST: Final = 32
PATTERN: Final = r"^[A-Za-z0-9](?:[A-Za-z0-9 _.'-]*[A-Za-z0-9_.'-])?$"
"""ASCII only: no look-alikes, and both databases agree on what differs only by case."""

RESERVED: Final = frozenset({"guest"})
"""Words that stand in the place of a name in the API's addresses; in lower case."""

_NAME = re.compile(PATTERN)


def checked(name: str, pointer: str = "/name") -> str:
    """Return `name` if a player may be called that.  Raises `BadName`, `NameTaken`."""
    fits = SHORTEST <= len(name) <= LONGEST and _NAME.fullmatch(name) and "  " not in name
    if not fits or name.endswith("\n"):
        raise BadName(pointer, least=SHORTEST, most=LONGEST)
    if name.lower() in RESERVED:
        raise NameTaken(pointer)
    return name


def invented(attempt: int = 0) -> str:
    """Return a name for a guest; later attempts are numbered, so that one is free soon."""
    name = f"{secrets.choice(_MANNERS)} {secrets.choice(_CHARACTERS)}"
    return name if attempt == 0 else f"{name} {secrets.randbelow(10 ** (attempt + 1))}"


_MANNERS: Final = (
    "Blushing",
    "Bluffing",
    "Brazen",
    "Cheeky",
    "Dapper",
    "Dashing",
    "Dazzling",
    "Debonair",
    "Discreet",
    "Fabulous",
    "Fashionable",
    "Flirty",
    "Frisky",
    "Glittering",
    "Incognito",
    "Lucky",
    "Midnight",
    "Mysterious",
    "Overdressed",
    "Perfumed",
    "Powdered",
    "Sassy",
    "Scandalous",
    "Sequined",
    "Smooth",
    "Sparkling",
    "Suave",
    "Tipsy",
    "Velvet",
    "Winking",
)

_CHARACTERS: Final = (
    "Ace",
    "Bellhop",
    "Bombshell",
    "Bouncer",
    "Cabaret",
    "Chaperone",
    "Charmer",
    "Croupier",
    "Dealer",
    "Diva",
    "Duchess",
    "Entourage",
    "Feather Boa",
    "Flamingo",
    "Garter",
    "Headliner",
    "High Roller",
    "Jackpot",
    "Joker",
    "Magnolia",
    "Maverick",
    "Monocle",
    "Nightcap",
    "Peacock",
    "Rhinestone",
    "Showgirl",
    "Stiletto",
    "Tuxedo",
    "Understudy",
    "Wildcard",
)
