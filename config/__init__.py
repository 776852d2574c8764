"""The composition root: settings, the Celery app, the server.  Nothing imports from here."""

import gc

# Python looks for garbage after every 700 new objects.  While a process loads there is none, and
# afterwards a request makes thousands: looking less often saves a tenth of the work of both.
gc.set_threshold(20_000, 20, 20)

from config.celery import app as celery_app  # noqa: E402 - loading it is what is meant

__all__ = ["celery_app"]
