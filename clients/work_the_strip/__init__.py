"""How the narrator plays Work The Strip, and tells it."""
