"""The composition root: settings, the Celery app, the server.  Nothing imports from here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
