"""Types that stand in many answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from games.rules.kernel import Meta

Time = Annotated[datetime, Meta(tz=True, description="UTC, ISO 8601.")]


def component(name: str) -> Meta:
    """Return what makes a field's schema the component `name`, which the games fill."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})
