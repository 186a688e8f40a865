"""The interface against its own schema: made-up questions get no crash and no unwritten answer."""

import json
from datetime import timedelta

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from club.capabilities import Capability
from club.models import ApiToken, Organisation, User

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 10

# The interface is the same on every database; make test-services asks.
pytestmark = [pytest.mark.thorough, pytest.mark.django_db]


def operations():
    """Every operation of the schema, by method and path."""
    written = OpenApiJsonRenderer().render(SchemaGenerator().get_schema(public=True))
    schema = schemathesis.openapi.from_dict(json.loads(written))
    schema.app = get_wsgi_application()
    return [result.ok() for result in schema.get_all_operations()]


OPERATIONS = operations()


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
        cache.clear()
        response = case.call(base_url="http://testserver", headers=headers)
        case.validate_response(response, checks=CHECKS)

    answers_as_written()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.label)
def test_a_stranger_is_answered_as_written(operation):
    ask(operation, {})


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.label)
def test_a_token_is_answered_as_written(operation, token):
    ask(operation, {"Authorization": f"Bearer {token}"})
