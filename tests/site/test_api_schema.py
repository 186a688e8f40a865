"""The interface against its own schema: made-up questions get no crash and no unwritten answer."""

import json
import re
from collections import defaultdict
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from pathlib import Path

import pytest
from access_registry import sample as sample_value
from access_world import CLERK, PASSES, ROLES, SUPERUSER
from addresses import addresses
from boundaries import APPS
from django.core.cache import cache as site_cache
from django.db import transaction
from django.http import HttpResponse
from effort import THOROUGH, amount, sample
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import integers
from rest_framework.views import APIView

from club.core.capabilities import Capability
from club.models import ApiToken, Organisation, User

EXAMPLES = amount(2, 10)
EXAMPLES_OF_A_ROLE = amount(1, 16)
"""In a thorough run more than 100,000 questions, with those of the stranger and the token."""
REPOSITORY = Path(__file__).resolve().parent.parent.parent
WITHOUT_OPERATIONS = frozenset(
    {
        *("__init__", "access", "authentication", "base", "case_shapes", "documents", "fields"),
        *(
            "limits",
            "operations",
            "parsers",
            "problems",
            "rating_shapes",
            "round_shapes",
            "schema",
            "visibility",
            "shapes",
            "throttles",
        ),
        "urls",
    }
)
# The schema takes seconds to make, so that tests are named by the modules whose operations they ask.
MODULES = sorted(
    ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
    for app in APPS
    for path in (*REPOSITORY.glob(f"{app}/*/api/*.py"), *REPOSITORY.glob(f"{app}/*/api.py"))
    if path.stem not in WITHOUT_OPERATIONS
)

pytestmark = [
    pytest.mark.sampled,
    pytest.mark.usefixtures("connection_stays_open"),
    pytest.mark.django_db,
    # The client of schemathesis leaves the file of an answer to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]


@cache
def operations():
    """Every operation of the schema, by the module of its view."""
    import schemathesis
    from django.core.wsgi import get_wsgi_application
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer

    generator = SchemaGenerator()
    written = OpenApiJsonRenderer().render(generator.get_schema(public=True))
    module_of = {
        (path, method.lower()): view.cls.__module__ for path, _regex, method, view in generator.endpoints
    }
    schema = schemathesis.openapi.from_dict(json.loads(written))
    schema.app = get_wsgi_application()
    found = defaultdict(list)
    for result in schema.get_all_operations():
        operation = result.ok()
        found[module_of[operation.path, operation.method.lower()]].append(operation)
    return dict(found)


@cache
def checks():
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return (
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    )


@pytest.fixture(autouse=True)
def own_folder_of_backups(settings, tmp_path):
    """Answers do not depend on the archives that other tests of this process have left."""
    settings.BACKUP_DIR = tmp_path / "backups"


@pytest.fixture
def token(db):
    """A token that may do everything its owner may, who may do everything."""
    Organisation.objects.create(slug="north", name="North")
    user = User.objects.create_superuser("anna@club.example", "x")
    everything = [one.value for one in Capability]
    _, token = ApiToken.objects.issue(user=user, name="t", abilities=everything, lasts=timedelta(days=1))
    return token


@cache
def api_addresses():
    """The addresses of the API by their paths as the schema writes them."""
    return {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{one.route}"): one for one in addresses()}


def known_rows(operation, belongings):
    """Return the arguments of a path that name rows of a club."""
    address = api_addresses()[operation.path]
    return {name: sample_value(address, name, belongings) for name in address.arguments}


def ask(operation, headers, rows=None, examples=EXAMPLES):
    """Ask made-up questions: of `rows` if they are given, in one of four cases of any other number."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(), other=integers(0, 3))
    def answers_as_written(case, other):
        site_cache.clear()
        if rows and other != 3:
            case.path_parameters = {**(case.path_parameters or {}), **rows}
        response = case.call(base_url="http://testserver", headers=headers)
        case.validate_response(response, checks=checks())

    answers_as_written()


def ask_all(module, headers, belongings=None, examples=EXAMPLES):
    """Ask each operation of a module with the same rows; report every operation that fails, by name."""
    asked, failures = operations().get(module), []
    assert asked, "no operation has its view here: name the module in WITHOUT_OPERATIONS"
    for operation in asked:
        with transaction.atomic():
            try:
                ask(operation, headers, belongings and known_rows(operation, belongings), examples)
            except (Exception, BaseExceptionGroup) as failure:  # noqa: BLE001 - the others are asked too
                failure.add_note(operation.label)
                failures.append(failure)
            transaction.set_rollback(True)
    if failures:
        raise BaseExceptionGroup(", ".join(failure.__notes__[-1] for failure in failures), failures)


@pytest.mark.parametrize("module", sample(MODULES, one_in=8))
def test_a_stranger_is_answered_as_written(module):
    ask_all(module, {})


@pytest.mark.parametrize("module", sample(MODULES, one_in=4))
def test_a_token_is_answered_as_written(module, token):
    ask_all(module, {"Authorization": f"Bearer {token}"})


def actors_of(module):
    """Return who asks the operations of a module: one in turn, everybody in a thorough run."""
    everybody = [SUPERUSER, CLERK, *ROLES, *PASSES]
    return everybody if THOROUGH else [everybody[MODULES.index(module) // 8 % len(everybody)]]


def headers_of(clubs, actor):
    """A token of an account; the session of a phone with a pass."""
    if actor in PASSES:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in clubs.cookies[actor].items())}
    everything = [one.value for one in Capability]
    lasts = timedelta(days=1)
    _, token = ApiToken.objects.issue(user=clubs.users[actor], name="t", abilities=everything, lasts=lasts)
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("module", sample(MODULES, one_in=8))
def test_each_role_is_answered_as_written_about_its_own_rows(module, clubs):
    for actor in actors_of(module):
        ask_all(module, headers_of(clubs, actor), clubs.own, EXAMPLES_OF_A_ROLE)


def test_every_role_asks_in_each_run():
    asked = {actor for module in MODULES[::8] for actor in actors_of(module)}
    assert asked >= {SUPERUSER, CLERK, *ROLES} if len(MODULES) >= 8 * len(ROLES) else asked


@pytest.mark.parametrize("status", [HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.IM_A_TEAPOT])
def test_an_answer_that_is_not_written_is_found(status, monkeypatch):
    """The negative control."""
    module = "games.laws.api" if "games.laws.api" in MODULES else MODULES[0]
    monkeypatch.setattr(APIView, "dispatch", lambda *_args, **_given: HttpResponse(status=status))
    with pytest.raises(BaseExceptionGroup) as raised:
        ask_all(module, {})
    assert len(raised.value.exceptions) == len(operations()[module])


def test_every_operation_is_asked():
    assert set(operations()) == set(MODULES)
