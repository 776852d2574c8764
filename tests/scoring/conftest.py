"""The tiny game on the shelf here too."""

from __future__ import annotations

from tests.games.conftest import tiny

__all__ = ["tiny"]
