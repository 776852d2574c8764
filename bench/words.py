"""What several benches are asked on the command line."""

from __future__ import annotations

import argparse

from games.ai import tables


def numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them.  Raises `ValueError`."""
    return tuple(int(word) for word in text.split(","))


def levels(text: str) -> tuple[str, ...]:
    """Read levels of bots with commas between them.  Raises `argparse.ArgumentTypeError`."""
    named = tuple(text.split(","))
    if unknown := [level for level in named if level not in tables.PLAYERS]:
        raise argparse.ArgumentTypeError(f"no such level: {', '.join(unknown)}")
    return named
