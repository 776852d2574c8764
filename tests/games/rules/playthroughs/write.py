"""Write the transcripts anew: ``python -m tests.games.rules.playthroughs.write``."""

from __future__ import annotations

import sys

from tests.games.rules.playthroughs.story import HERE, chapters, transcript


def main() -> None:
    """Write every file, take away what no game tells any longer, and say what has changed."""
    stories = {path: transcript(table) for path, table in chapters().items()}
    for path in sorted(set(HERE.glob("*.txt")) - set(stories)):
        path.unlink()
        sys.stdout.write(f"{path.name}: removed\n")
    for path, story in stories.items():
        same = path.exists() and path.read_text("utf-8") == story
        path.write_text(story, "utf-8")
        sys.stdout.write(f"{path.name}: {'as it was' if same else 'written'}\n")


if __name__ == "__main__":
    main()
