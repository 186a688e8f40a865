"""Schema of an operation of the API: name, summary and errors, from the method and a few facts."""

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers

from club.core.api.problems import Problem
from club.core.limits import MEDIA_TYPE
from club.core.requests import CONFLICT

Method = TypeVar("Method", bound=Callable[..., Any])
INVALID_INPUT, WRONG_MEDIA_TYPE = 400, 415
PROBLEM_DESCRIPTIONS = {
    400: "Invalid input; `errors` names the fields.",
    401: "No credentials, or a token that is unknown, expired or revoked.",
    403: "This account, token or pass does not have permission; `next` says what to do.",
    404: "Not found.",
    409: "The action conflicts with the current state.",
    410: "No longer available.",
    413: "Too large; `facts.limit` is the limit in bytes.",
    415: "Unsupported media type.",
    422: "The input is well-formed but not valid here.",
    429: "Too many requests; `Retry-After` is the number of seconds to wait.",
    503: "Too many listeners; `Retry-After` is the number of seconds to wait. Polling still works.",
}

COMMON_REFUSALS = (401, 403, 404, 413, 429)
"""Errors that every operation may return; one that changes something may also return 409."""
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def with_common_refusals(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Add to each operation of the schema the errors that every operation may return."""
    problem = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for method in METHODS & operations.keys():
            for status in COMMON_REFUSALS if method == "get" else (*COMMON_REFUSALS, CONFLICT):
                answer = {"content": problem, "description": PROBLEM_DESCRIPTIONS[status]}
                operations[method]["responses"].setdefault(str(status), answer)
    return result


def operation(
    name: str,
    responses: Any = None,
    *,
    refusals: Iterable[int] = (),
    request: Any = None,
    query: type[serializers.Serializer[Any]] | None = None,
    parameters: Sequence[Any] = (),
    **more: Any,
) -> Callable[[Method], Method]:
    """Describe a method of an API view in the schema by its operation id and its docstring.

    The first sentence of the docstring is the summary, the rest the description. `responses` is the
    serializer of a 200 response, a dictionary by status, or None for 204. `refusals` are the error
    statuses beyond those that every operation may return (`COMMON_REFUSALS`) and those that follow
    from a body (400, 415) or a query (400). `parameters` and `more` go to
    `extend_schema` as they are.
    """
    successes = responses if isinstance(responses, dict) else {204 if responses is None else 200: responses}
    statuses = set(refusals)
    if request is not None:
        statuses |= {INVALID_INPUT, WRONG_MEDIA_TYPE}
    if query is not None:
        statuses.add(INVALID_INPUT)
    problems = {
        (status, MEDIA_TYPE): OpenApiResponse(Problem, PROBLEM_DESCRIPTIONS[status])
        for status in sorted(statuses)
    }

    def describe(method: Method) -> Method:
        summary, description = re.split(r"\.(?:\s+|$)", inspect.cleandoc(method.__doc__ or ""), maxsplit=1)
        texts: dict[str, Any] = {"summary": summary, "description": description}
        described: Method = extend_schema(
            operation_id=name,
            request=request,
            responses=successes | problems,
            parameters=[*([] if query is None else [query]), *parameters],
            **(texts | more),
        )(method)
        return described

    return describe
