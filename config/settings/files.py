"""Secrets from the environment, or from files that the environment names."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret(name: str) -> str:
    """Return what `name` says, or what stands in the file that ``NAME_FILE`` names.

    Raises `ImproperlyConfigured` when there is neither, both, or nothing in it.  Whatever reads
    the environment of a process (a crash report, a panel) sees the name of a file and no secret.
    """
    said, path = os.environ.get(name), os.environ.get(f"{name}_FILE")
    if said is not None and path is not None:
        raise ImproperlyConfigured(f"Set either {name} or {name}_FILE.")
    if path is not None:
        try:
            said = Path(path).read_text("utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: {path}: {error.strerror}") from error
    if not said:
        raise ImproperlyConfigured(f"Set the {name} environment variable, or {name}_FILE.")
    return said
