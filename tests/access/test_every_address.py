"""Every address x every role x own and foreign club x visitor x pass, held against the matrix.

What is expected is read from the tables alone (MATRIX, PASS_MATRIX), never from the code that answers.
"""

import re
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest
from access_registry import ANYTHING, NOBODY, SITE, STAFF, is_owned, lacks_a_scope, rule_of, sample
from access_world import ACCOUNTS, ACTORS, CLERK, PASSES, ROLES, SUPERUSER, VISITOR, World
from access_world import STAFF as STAFF_ACTORS
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern, get_resolver, set_urlconf

from club.capabilities import MATRIX, PASS_MATRIX
from club.declared_access import ANY_ACCOUNT, PUBLIC
from club.models import Role

pytestmark = pytest.mark.django_db

ALWAYS, TURNS = (VISITOR, CLERK), 2
METHODS = ("GET", "POST", "DELETE")
SIGN_IN = ("/accounts/login/", "/admin/login/")
UNAUTHORISED, FORBIDDEN, NOT_FOUND, NO_SUCH_METHOD, BROKEN = 401, 403, 404, 405, 500


@dataclass(frozen=True)
class Address:
    """One address pattern of the site."""

    route: str
    name: str
    view: Any
    arguments: tuple[str, ...]

    @property
    def table(self):
        """The table an address of the admin is about."""
        found = re.match(r"admin/([a-z]+)/([a-z]+)/", self.route)
        return f"{found[1]}.{found[2]}" if found else None

    def path(self, belongings):
        """The address with sample values in place of its arguments."""
        path = "/" + self.route.replace("^", "").replace("$", "")
        for argument in self.arguments:
            value = str(sample(self, argument, belongings))
            path = re.sub(rf"<(?:\w+:)?{argument}>|\(\?P<{argument}>[^)]*\)", value, path)
        return path


def addresses(urlconf=None):
    """Every address of the site."""

    def walk(patterns, prefix="", spaces=()):
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                arguments = tuple(pattern.pattern.converters) or tuple(pattern.pattern.regex.groupindex)
                yield Address(route, ":".join((*spaces, pattern.name or "")), pattern.callback, arguments)
            else:
                inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
                yield from walk(pattern.url_patterns, route, inner)

    return list(walk(get_resolver(urlconf).url_patterns))


def expected(rule, actor, *, is_own):  # noqa: PLR0911 - a table in words
    """Whether the tables let this actor in; None: they make no claim."""
    if rule == ANYTHING or (rule == SITE and actor == SUPERUSER):
        return None
    if rule in {NOBODY, SITE}:
        return False
    if rule == STAFF:
        return actor in STAFF_ACTORS
    if rule == PUBLIC:
        return True
    if rule == ANY_ACCOUNT:
        return actor in ACCOUNTS
    if actor == SUPERUSER:
        return True
    if actor in PASSES:
        return is_own and rule.capability in PASS_MATRIX[PASSES[actor]]
    role = Role.OWNER if actor == CLERK else ROLES.get(actor)
    return is_own and role in MATRIX[rule.capability]


def is_refusal(answer, address, *, is_own, rule):
    """Whether the answer keeps the actor out. What belongs to another club may as well not be there."""
    if answer.status_code in {UNAUTHORISED, FORBIDDEN}:
        return True
    if answer.status_code == NOT_FOUND:
        return not is_own and rule not in {PUBLIC, ANY_ACCOUNT}
    leads_to = answer.headers.get("Location", "")
    hidden = address.table is not None and leads_to == "/admin/"  # "there is no such row"
    return leads_to.startswith(SIGN_IN) or hidden


def first_to_come(address):
    """Who walks an address in every run: a visitor, an owner, and others in turn, so that everybody comes."""
    turn = crc32(address.route.encode())
    others = [actor for actor in ACTORS if actor not in ALWAYS]
    return [*ALWAYS, *(others[(turn + step * TURNS) % len(others)] for step in range(TURNS))]


def faults(address, world, actors=ACTORS):
    """What is wrong with the answers of one address, a line each."""
    if rule_of(address, "GET") is None:
        return [f"{address.route} ({address.name}) declares no capability: decorate it with needs or public"]
    if lacks_a_scope(address):
        return [f"{address.route} ({address.name}) names something of a club: its needs lack a scope"]
    owned, found = is_owned(address), []
    for is_own in (True, False) if owned else (True,):
        try:
            path = address.path(world.own if is_own else world.foreign)
        except KeyError as missing:
            return [f"{address.route}: no sample for the argument {missing}: add it to access_registry.py"]
        for method in METHODS:
            rule = rule_of(address, method)
            for actor in actors:
                wanted = expected(rule, actor, is_own=is_own)
                if address.name.startswith("admin:") and rule not in {STAFF, SITE, NOBODY, ANYTHING}:
                    wanted = wanted and actor in STAFF_ACTORS
                answer = ask(world, actor, method, path)
                if answer.status_code == NO_SUCH_METHOD:
                    break
                said = fault(answer, address, wanted=wanted, is_own=is_own, rule=rule)
                if said:
                    whose = "own" if is_own else "foreign"
                    found.append(
                        f"{method} {path} ({whose}) by {actor}: {said}, answered {answer.status_code}"
                    )
    return found


def fault(answer, address, *, wanted, is_own, rule):
    """What is wrong with one answer, if anything."""
    if answer.status_code == BROKEN:
        return "broken"
    if wanted is None:
        return ""
    refused = is_refusal(answer, address, is_own=is_own, rule=rule)
    if wanted and refused:
        return "kept out against the matrix"
    shows_nothing = answer.status_code == NOT_FOUND and rule == ANY_ACCOUNT
    if not wanted and not refused and not shows_nothing:
        return "let in against the matrix"
    nothing_there = answer.status_code == NOT_FOUND and rule not in {PUBLIC, ANY_ACCOUNT, STAFF}
    return "nothing there" if wanted and nothing_there else ""


def ask(world, actor, method, path):
    """One request, all of whose effects are taken back."""
    cache.clear()
    kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    data = "{}" if path.startswith("/api/") else ""
    with transaction.atomic():
        answer = world.client(actor).generic(method, path, "" if method == "GET" else data, content_type=kind)
        if answer.streaming:  # closing it would close the connection under the transaction
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    return answer


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.mark.parametrize("address", addresses(), ids=lambda one: one.route or "/")
def test_every_address_answers_as_the_matrix_says(address, world):
    assert faults(address, world, first_to_come(address)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("address", addresses(), ids=lambda one: one.route or "/")
def test_every_address_answers_everybody_else_as_well(address, world):
    others = [actor for actor in ACTORS if actor not in first_to_come(address)]
    assert faults(address, world, others) == []


LEAKS = {
    "undeclared": "declares no capability",
    "unguarded": "let in against the matrix",
    "blind_to_the_club": "let in against the matrix",
    "scopeless": "lack a scope",
    "shut": "kept out against the matrix",
    "strange": "declares no capability",
}


@pytest.mark.parametrize(("name", "said"), LEAKS.items())
def test_a_leak_is_found(name, said, world, settings):
    settings.ROOT_URLCONF = "leaky_addresses"
    set_urlconf(None)
    leak = next(one for one in addresses("leaky_addresses") if one.name == name)
    found = faults(leak, world)
    assert found
    assert all(said in line for line in found)
    if name == "blind_to_the_club":
        assert all("(foreign)" in line for line in found)


def test_an_argument_without_a_sample_is_found(world):
    address = Address("laws/<slug:unheard_of>/", "games:law_book", addresses()[0].view, ("unheard_of",))
    assert "no sample" in faults(address, world)[0]


def test_everybody_comes():
    assert {VISITOR, SUPERUSER} < set(ACTORS)
    assert set(ROLES) == set(Role.values)
    assert len(addresses()) > 100
    assert {actor for address in addresses() for actor in first_to_come(address)} == set(ACTORS)
    assert all(len(set(first_to_come(one))) == len(ALWAYS) + TURNS for one in addresses())
