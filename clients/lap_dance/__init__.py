"""How the narrator plays Lap Dance, and tells it."""
