"""Two people who act on the same rows of a club or a league at the same moment, by the services.

`race` runs in a process of the site. It brings both calls to the point at which they have read and have not
changed anything: another connection holds the locks meanwhile. An exception becomes the status of the API.
"""

import contextlib
import sqlite3
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import close_old_connections, connection, connections
from polling import until

from club.core.declared_access import MISSING_ROW
from club.core.errors import ClubError
from club.core.outages import outage_of

TABLES = (
    *("club_organisation", "club_moneysettings", "club_person", "club_membership", "club_membershipplan"),
    *("club_household", "club_auditchain", "tournaments_event", "tournaments_section", "tournaments_entry"),
    *("tournaments_fixture", "tournaments_availabilitypoll", "tournaments_captain"),
)
FIRST_LOCK = f"LOCK TABLE {', '.join(TABLES)} IN EXCLUSIVE MODE"
CHAIN_LOCK = "SELECT 1 FROM club_auditchain FOR UPDATE"
"""The last lock of a service: both calls have locked their rows. The first to come is the first to go on."""
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
SETTLED = 0.03
"""Seconds after which a call on SQLite has read what it reads before it writes."""


def race(first, second, lock=FIRST_LOCK):
    """Run two actions of a scene at once; return status and error of each, in that order."""
    with ThreadPoolExecutor(2) as pool:
        with held(lock) as wait_for:
            sent = []
            for action in (first, second):
                sent.append(pool.submit(answer_of, action))
                wait_for(sent)
        return [one.result() for one in sent]


def answer_of(action):
    """Return the status that the API gives the outcome of an action, and an unexpected error.

    As in the API, a row that is not found is an answer of 404 if the row of the address is gone itself.
    """
    close_old_connections()
    try:
        action.call()
    except ClubError as refusal:
        return int(refusal.status), ""
    except ValidationError:
        return int(HTTPStatus.UNPROCESSABLE_ENTITY), ""
    except Exception as error:  # noqa: BLE001 - it is the finding
        if isinstance(error, MISSING_ROW) and action.is_gone():
            return int(HTTPStatus.NOT_FOUND), ""
        # A deadlock is answered with 503, which no race may end in either.
        status = HTTPStatus.SERVICE_UNAVAILABLE if outage_of(error) else HTTPStatus.INTERNAL_SERVER_ERROR
        places = [f"{one.name}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)]
        return int(status), f"{type(error).__name__}: {str(error)[:600]} {places}"
    else:
        return int(HTTPStatus.OK), ""
    finally:
        connections.close_all()


@contextlib.contextmanager
def held(lock):
    """Hold the locks of a statement; yields a function that waits until every call waits or has ended."""
    if connection.vendor == "sqlite":
        name = settings.DATABASES["default"]["NAME"]
        with contextlib.closing(sqlite3.connect(name, timeout=60, isolation_level=None)) as one:
            one.execute("BEGIN IMMEDIATE")
            yield lambda _sent: time.sleep(SETTLED)
            one.execute("ROLLBACK")
        return
    import psycopg

    url = settings.DATABASE_URL
    with psycopg.connect(url, autocommit=True) as watcher, psycopg.connect(url) as holder:
        holder.execute(lock)
        yield lambda sent: until(
            lambda: watcher.execute(WAITING).fetchone()[0] + sum(one.done() for one in sent) >= len(sent),
            longest_pause=0.005,
        )
        holder.rollback()


def race_all(stage, pairs, *, lock=FIRST_LOCK):
    """Race each pair in a scene of its own; return the pair with both answers."""
    found = []
    for at, (first, second) in enumerate(pairs):
        scene = stage(f"{stage.__name__.lower()}-{at}-{time.monotonic_ns()}")
        actions = scene.actions()
        found.append([first, second, *race(actions[first], actions[second], lock)])
    return found
