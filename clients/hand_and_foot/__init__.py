"""How the narrator plays Hand & Foot, and tells it."""
