"""The interface against its own schema: made-up questions get no crash and no unwritten answer."""

import json
from collections import defaultdict
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from boundaries import APPS
from django.core.cache import cache as site_cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from effort import amount, sample
from hypothesis import HealthCheck, given, settings

from club.core.capabilities import Capability
from club.models import ApiToken, Organisation, User

EXAMPLES = amount(2, 10)
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

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]


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
def connection_stays_open():
    """A served request closes its connection; here it is the one of the test's own transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def token(db):
    """A token that may do everything its owner may, who may do everything."""
    Organisation.objects.create(slug="north", name="North")
    user = User.objects.create_superuser("anna@club.example", "x")
    everything = [one.value for one in Capability]
    _, token = ApiToken.objects.issue(user=user, name="t", abilities=everything, lasts=timedelta(days=1))
    return token


def ask(operation, headers):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy())
    def answers_as_written(case):
        site_cache.clear()
        response = case.call(base_url="http://testserver", headers=headers)
        case.validate_response(response, checks=checks())

    answers_as_written()


def ask_all(module, headers):
    """Ask each operation of a module with the same rows; report every operation that fails, by name."""
    asked, failures = operations().get(module), []
    assert asked, "no operation has its view here: name the module in WITHOUT_OPERATIONS"
    for operation in asked:
        with transaction.atomic():
            try:
                ask(operation, headers)
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


def test_every_operation_is_asked():
    assert set(operations()) == set(MODULES)
