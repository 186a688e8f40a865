"""What many tests begin with is made once a process and put back as it was."""

import sqlite3

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection

from club.core.actor import SYSTEM
from club.models import User
from games.demo.services import load_demo
from tournaments.models import Event
from tournaments.site.services.demo import load_demo_event
from tournaments.site.services.demo_club import load_demo_club

CACHED = {}


def demo():
    """Have the demo club in the database, and nothing else."""
    _restore_or_create(_load_demo)


def demo_event():
    """Have the demo club and its event in the database, and nothing else; the event."""
    assert not User.objects.exists(), "ask for the event first: what was made before it would be gone"
    _restore_or_create(_load_demo_event)
    return Event.objects.get(slug="demo-club-open")


def demo_club():
    """Have the demo club with its events, members, books and season in the database, and nothing else."""
    assert not User.objects.exists(), "ask for the club first: what was made before it would be gone"
    _restore_or_create(_load_demo_club)


def _load_demo_club():
    demo_event()
    load_demo_club(actor=SYSTEM)


def _load_demo():
    load_demo(actor=SYSTEM)


def _load_demo_event():
    demo()
    load_demo_event(actor=SYSTEM)


def _restore_or_create(make):
    connection.ensure_connection()
    if make in CACHED:
        CACHED[make].backup(connection.connection)
        # What the process remembers of rows is of other rows that had the same numbers.
        ContentType.objects.clear_cache()
        cache.clear()
        return
    make()
    CACHED[make] = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(CACHED[make])
