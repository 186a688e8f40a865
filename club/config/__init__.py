"""Project configuration: settings, URLs and Celery. No app imports it."""

from club.config.celery import app as celery_app

__all__ = ["celery_app"]
