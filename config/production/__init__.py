"""The production shape on one machine: every process of a deployment, as children of one.

    with Cluster(urls.environment()) as cluster: ...     # cluster.url answers
    python -m config.production                          # beside DATABASE_URL and REDIS_URL

Whatever dies is started again; whatever happens to the parent, ``kill -9`` too, nothing is left.
"""

from __future__ import annotations

from config.production.cluster import Cluster
from config.production.process import ClusterError, Process

__all__ = ["Cluster", "ClusterError", "Process"]
