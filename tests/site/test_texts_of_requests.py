"""Texts that no database takes, in every field of every body of the API: refused, never a server error."""

import json
from http import HTTPStatus

import pytest
from access_registry import sample as sample_value
from access_world import SUPERUSER
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from effort import amount
from test_api_schema import api_addresses, headers_of

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

BAD = {"NUL": "a\0b", "half of a surrogate pair": "a\ud800b"}
PLAIN = {"integer": 1, "number": 1, "boolean": True}
FORMATS = {
    "date": "2026-01-01",
    "date-time": "2026-01-01T10:00:00Z",
    "time": "10:00",
    "email": "a@north.example",
}
JSON = "application/json"
DEPTH = 4
PART = amount(3, 1)


def bodies(schema):
    """Return path, method and shape of each body in JSON."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            shape = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
            if shape is not None:
                yield path, method, shape


def filled(shape, text, parts, depth=0):
    """Return a value of a shape in which every free text is the given one."""
    if "$ref" in shape:
        return filled(parts[shape["$ref"].rpartition("/")[2]], text, parts, depth)
    for word in ("allOf", "oneOf", "anyOf"):
        if word in shape:
            return filled(shape[word][0], text, parts, depth)
    if shape.get("enum"):
        return shape["enum"][0]
    kind = shape.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [filled(shape.get("items", {}), text, parts, depth + 1)] if depth < DEPTH else []
    if kind == "object" or "properties" in shape:
        given = {} if depth >= DEPTH else shape.get("properties", {})
        found = {
            name: filled(one, text, parts, depth + 1)
            for name, one in given.items()
            if not one.get("readOnly")
        }
        return found or {text: text}
    return PLAIN.get(kind) or FORMATS.get(shape.get("format")) or text


@pytest.fixture
def browser(clubs):
    client = Client(raise_request_exception=False)
    headers = headers_of(clubs, SUPERUSER)

    def send(path, method, body):
        address = api_addresses()[path]
        rows = {name: sample_value(address, name, clubs.own) for name in address.arguments}
        with transaction.atomic():
            answer = client.generic(
                method.upper(), path.format(**rows), json.dumps(body), content_type=JSON, headers=headers
            )
            transaction.set_rollback(True)
        return answer

    return send


@pytest.mark.parametrize("name", BAD)
def test_a_text_that_no_database_takes_is_no_server_error(name, browser, record_property):
    schema = SchemaGenerator().get_schema(public=True)
    parts, faults, refused = schema["components"]["schemas"], [], 0
    asked = list(bodies(schema))[::PART]
    for path, method, shape in asked:
        body = filled(shape, BAD[name], parts)
        answer = browser(path, method, body)
        refused += HTTPStatus.BAD_REQUEST <= answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            faults.append(f"{method} {path}: {answer.status_code} to {body}")
    record_property(f"{name}: bodies, refused", (len(asked), refused))
    assert faults == []
    assert len(asked) > amount(30, 100)
    assert refused > len(asked) / 2


def test_every_text_of_a_body_is_the_bad_one():
    shape = {"properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "string"}}}}
    assert filled(shape, "x", {}) == {"a": "x", "b": ["x"]}
    assert filled({"$ref": "#/components/schemas/A"}, "x", {"A": {"type": ["string", "null"]}}) == "x"
