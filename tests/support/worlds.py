"""Worlds: rows that many tests begin with, made once for all of them and restored after each.

A fixture marked ``@world`` makes rows and returns them, or objects that hold them. It runs inside a
transaction that stays open while the tests that ask for it run one after the other. Each test works in a
savepoint of its own and gets a deep copy of what the fixture returned. A world may ask for other worlds: it
then lies in a savepoint on top of theirs, which stays when only the upper one changes. It may ask for nothing
else (no ``settings``, ``tmp_path`` or ``client``: those belong to one test), and its rows carry the time at
which it was made. For a test that commits, a world is an ordinary fixture.
"""

import inspect
from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

import pytest
from django.db import connection, transaction
from django.test import Client

COMMITTING = frozenset({"transactional_db", "live_server", "django_db_reset_sequences"})


def world(make=None, *, autouse=False):
    """Turn a function that makes rows into a fixture whose rows are shared by all tests that ask for it."""
    if make is None:
        return lambda make: world(make, autouse=autouse)

    def copied(request, db, **lower):
        return make(**lower) if commits(request.node) else WORLDS.copy_of(make, request)

    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("request", "db")]
    lower = [one.replace(kind=one.KEYWORD_ONLY) for one in inspect.signature(make).parameters.values()]
    copied.__signature__ = inspect.Signature([*named, *lower])
    copied.__doc__ = make.__doc__
    copied.makes_world = make
    return pytest.fixture(copied, name=make.__name__, autouse=autouse)


def _twin(client, memo):
    """A browser with the same cookies: each test's browser reads the settings of that test."""
    twin = copy(client)
    twin.handler = copy(client.handler)
    twin.handler._middleware_chain = None
    twin.cookies = deepcopy(client.cookies, memo)
    return twin


Client.__deepcopy__ = _twin


@dataclass
class Level:
    """One world that is open: what made it, what it returned, and its transaction or savepoint."""

    make: object
    value: object
    atomic: transaction.Atomic


@dataclass
class Worlds:
    """The worlds that are open in this process, lowest first."""

    levels: list[Level] = field(default_factory=list)
    item: object = None
    copies: dict = field(default_factory=dict)
    made: int = 0

    def enter(self, request):
        """Open the worlds of a test before its first fixture, and close those that it does not ask for."""
        if request.node is self.item:
            return
        self.item, self.copies = request.node, {}
        wanted = () if commits(request.node) else worlds_of(request.node)
        if not wanted and not touches_database(request.node):
            return
        request.getfixturevalue("open_worlds")
        with request.getfixturevalue("django_db_blocker").unblock():
            kept = self._count_reusable(wanted)
            self.close(down_to=kept)
            for make in wanted[kept:]:
                self._open(make)

    def copy_of(self, make, request):
        """The value of a world as a test gets it; worlds of one test share their copied rows."""
        if make not in {level.make for level in self.levels}:
            raise LookupError(
                f"{request.fixturename}: a world is named as an argument, never asked for later."
            )
        if not self.copies:
            self.copies = deepcopy({level.make: level.value for level in self.levels})
        return self.copies[make]

    def close(self, *, down_to=0):
        """Take back the uppermost worlds until so many are left."""
        while len(self.levels) > down_to:
            atomic = self.levels.pop().atomic
            if connection.in_atomic_block:
                transaction.set_rollback(True)
            atomic.__exit__(None, None, None)

    def _count_reusable(self, wanted):
        """How many of the open worlds serve the next test as they are."""
        if self.levels and len(connection.savepoint_ids) != len(self.levels) - 1:
            return 0  # the test before left its savepoint, or lost the connection
        same = 0
        for level, make in zip(self.levels, wanted, strict=False):
            if level.make is not make:
                break
            same += 1
        return same

    def _open(self, make):
        lower = {level.make.__name__: level.value for level in self.levels}
        atomic = transaction.atomic()
        atomic.__enter__()
        try:
            value = make(**{name: lower[name] for name in inspect.signature(make).parameters})
        except BaseException:
            transaction.set_rollback(True)
            atomic.__exit__(None, None, None)
            raise
        self.levels.append(Level(make, value, atomic))
        self.made += 1


WORLDS = Worlds()


@cache
def parameters(make):
    """The names of the worlds that a world lies on."""
    return tuple(inspect.signature(make).parameters)


def worlds_of(item):
    """What makes the worlds of a test, each after those that it lies on."""
    definitions = getattr(item, "_fixtureinfo", None)
    if definitions is None:
        return ()
    by_name = {
        name: made
        for name, found in definitions.name2fixturedefs.items()
        if (made := getattr(found[-1].func, "makes_world", None)) is not None
    }
    ordered = {}

    def add(name):
        for lower in parameters(by_name[name]):
            if lower not in by_name:
                raise LookupError(f"{item.nodeid}: {name} asks for {lower}, which is no world.")
            add(lower)
        ordered[by_name[name]] = None

    for name in item.fixturenames:
        if name in by_name:
            add(name)
    return tuple(ordered)


def touches_database(item):
    """Whether a test asks for the database."""
    return commits(item) or item.get_closest_marker("django_db") is not None or "db" in item.fixturenames


def commits(item):
    """Whether a test commits, so that the database is emptied after it and nothing may be open below it."""
    marker = item.get_closest_marker("django_db")
    by_marker = marker is not None and marker.kwargs.get("transaction", False)
    return by_marker or not COMMITTING.isdisjoint(item.fixturenames)


def side_by_side(items):
    """Group neighbouring tests of a module by their worlds, so that each world is made once for them."""
    ordered = []
    for _module, neighbours in groupby(items, key=lambda item: item.path):
        by_worlds = {}
        for item in neighbours:
            by_worlds.setdefault(worlds_of(item), []).append(item)
        ordered += [item for some in by_worlds.values() for item in some]
    items[:] = ordered
