"""pygal, as we import it: charts are drawn by nothing else."""

from __future__ import annotations

import sys

import pygal
from pygal.style import Style

__all__ = ["Style", "pygal"]

# On import pygal hooks into all later imports of the process, for plug-ins we do not have, by a
# protocol Python no longer speaks: each import would warn.
sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, pygal.PluginImportFixer)]
