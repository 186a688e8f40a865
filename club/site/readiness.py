"""Readiness checks of the parts of a site, each with a timeout of seconds."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from club.site.selectors.health import heartbeat_age

log = logging.getLogger("club.readiness")

SECONDS = 1.0
WORKER_SILENT_SECONDS = 60.0


def database_answers() -> bool:
    """Run a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError as error:
        log.warning("The database does not answer: %s", type(error).__name__)
        return False
    return True


def broker_answers() -> bool:
    """Ask Redis, or open the file of the embedded queue."""
    return _redis_answers() if settings.REDIS_URL else _queue_answers()


def _redis_answers() -> bool:
    import redis  # noqa: PLC0415 - 70 ms of start-up time, and a site may have no Redis

    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS
        ) as store:
            return bool(store.ping())
    except (redis.RedisError, OSError) as error:
        return _no_broker(error)


def _queue_answers() -> bool:
    try:
        path = Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["path"]))
        if path.exists():
            address = f"{path.as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, timeout=SECONDS)) as queue:
                queue.execute("PRAGMA schema_version").fetchone()
    except (sqlite3.Error, OSError) as error:
        return _no_broker(error)
    return True


def _no_broker(error: Exception) -> bool:
    log.warning("The broker does not answer: %s", type(error).__name__)
    return False


def worker_is_alive() -> bool:
    """Check that a worker has touched its row lately."""
    try:
        age = heartbeat_age(now=timezone.now())
    except DatabaseError:
        return False
    return age is not None and age < WORKER_SILENT_SECONDS


def disk_has_space() -> bool:
    """Check that the data folder's disk has LEAST_DISK bytes left."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >= settings.LEAST_DISK
    except OSError:
        return False


PARTS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "broker": broker_answers,
    "worker": worker_is_alive,
    "disk": disk_has_space,
}
