"""Which tests another database, queue, process or kernel can make fail, found out from what each asks for.

``--on-services`` runs these alone, as ``make test-services`` does; ``--every-function`` runs the others too.
Neither runs what is marked ``oracle``: other programs make the same of a file wherever it was written.

``make test`` runs every case of a parametrised test on SQLite. Both options mark all but the first as
``thorough``: the first runs the same code on the other database, Python and Django (docs/decisions/0062-*).
"""

import inspect
import multiprocessing
import subprocess
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

import redis
from worlds import commits, touches_database

TESTS = Path(__file__).resolve().parent.parent
OUTSIDE = (multiprocessing, redis, subprocess)
# Every test has the fixtures of this file: what they reach is the run's, and not of a test's asking.
OF_EVERY_TEST = str(TESTS / "conftest.py")
# The tests of what is compiled elsewhere: they run once more on the interpreted kernel and the newest Python.
KERNEL = frozenset(("games", feature) for feature in ("rules", "laws", "endings", "pdn", "compiled"))
# Every case also on the services: each page once a reader, and each variant on the interpreted kernel.
WHOLE = ("site", "games/rules")
# The same for what `make test` leaves out or skips, and where values are what a database may refuse.
EVERY_CASE = frozenset({"processes", "skipif", "every_case"})


def pytest_addoption(parser):
    group = parser.getgroup("services")
    group.addoption(
        "--on-services",
        action="store_true",
        help="run what another database, queue, process or kernel can make fail",
    )
    group.addoption(
        "--every-function", action="store_true", help="run the others too, each for its first parameters"
    )


def pytest_collection_modifyitems(config, items):
    every = config.getoption("every_function")
    if not (every or config.getoption("on_services")):
        return
    chosen, left_out = [], []
    for item in items:
        is_wanted = not item.get_closest_marker("oracle") and (every or needs_services(item))
        (chosen if is_wanted else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen
    for item in list(repeated_cases(items)):
        item.add_marker("thorough")


def repeated_cases(items):
    """Yield the cases of parametrised tests after the first, where one case is enough on the services."""
    begun = set()
    for item in items:
        if item.get_closest_marker("thorough"):
            continue
        test = item.nodeid.partition("[")[0]
        if test in begun and not runs_every_case(item):
            yield item
        begun.add(test)


def runs_every_case(item):
    """Check that every case of a test has to run on the services too."""
    place = item.path.relative_to(TESTS)
    if any(place.is_relative_to(folder) for folder in WHOLE) or commits(item):
        return True
    return any(mark.name in EVERY_CASE for mark in item.iter_markers())


def needs_services(item):
    """Whether another database, queue, process or kernel can change what a test finds."""
    return item.path.relative_to(TESTS).parts[:2] in KERNEL or touches(item)


def touches(item):
    """Whether a test asks for the database or for a site's processes, or whether its own code reaches one."""
    if touches_database(item) or "templates" in item.fixturenames:
        return True
    definitions = item._fixtureinfo.name2fixturedefs
    fixtures = (found[-1].func for name, found in definitions.items() if name in item.fixturenames)
    own = (function for function in fixtures if file_of(function) != OF_EVERY_TEST)
    return any(starts_processes(function) for function in (item.function, *own))


@cache
def file_of(function):
    return inspect.getsourcefile(function)


@cache
def starts_processes(function):
    return reaches_outside(function, set())


def reaches_outside(thing, seen):
    """Whether what the tests' own functions and classes name leads to a module for processes or queues."""
    if any(thing is module for module in OUTSIDE):
        return True
    thing = getattr(
        thing, "__wrapped__", getattr(thing, "fget", thing)
    )  # as decorators and properties have it
    if id(thing) in seen or not is_of_tests(thing):
        return False
    seen.add(id(thing))
    if inspect.isclass(thing):
        return any(reaches_outside(part, seen) for base in thing.__mro__ for part in vars(base).values())
    named = (thing.__globals__.get(name) for name in names_in(thing.__code__))
    closed = (cell.cell_contents for cell in thing.__closure__ or ())
    return any(reaches_outside(part, seen) for part in (*named, *closed))


def is_of_tests(thing):
    if not isinstance(thing, FunctionType | type):
        return False
    try:
        return Path(inspect.getfile(thing)).is_relative_to(TESTS)
    except (OSError, TypeError):
        return False


def names_in(code):
    """Every name that a function looks up, those inside it included."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)
