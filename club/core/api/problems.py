"""Errors as RFC 9457 problem documents: a stable code, what happened, where, and what to do next."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from club.core.api.access import Declared
from club.core.api.documents import Shape
from club.core.declared_access import MISSING_ROW, conflict_of, require_place
from club.core.errors import ClubError
from club.core.limits import MEDIA_TYPE
from club.core.messages import refusal_text


class Problem(Shape):
    """Problem document: the body of every error response."""

    type = serializers.CharField(help_text="URN of the problem type: `urn:draughts-club:problem:CODE`.")
    title = serializers.CharField(help_text="Description of the problem.")
    status = serializers.IntegerField(help_text="HTTP status code of the response.")
    code = serializers.CharField(help_text="Stable code of the problem, for programs.")
    detail = serializers.CharField(
        help_text="Location of the problem: a field, a header or a place in the text. May be empty.",
        allow_blank=True,
    )
    next = serializers.CharField(help_text="What to do next. May be empty.", allow_blank=True)
    instance = serializers.CharField(help_text="Path of the request.")  # type: ignore[assignment]
    facts = serializers.DictField(
        help_text="Values that are used in the title, by name.", child=serializers.JSONField()
    )
    errors = serializers.DictField(  # type: ignore[assignment]
        help_text="Error messages by field. Only if the input is invalid.",
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
    )


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem document of an exception; None for an unexpected one, which DRF then raises."""
    request: Request = context["request"]
    if isinstance(exc, MISSING_ROW):
        exc = _reason(exc, context)
    if isinstance(exc, ClubError):
        words = refusal_text(exc)
        return answer_problem(
            request,
            status=exc.status,
            code=exc.code,
            title=words.what,
            next_step=words.next_step,
            facts=exc.facts,
        )
    if isinstance(exc, ValidationError):  # fields that a row refuses are input that does not fit
        errors = exc.message_dict if hasattr(exc, "error_dict") else {"": exc.messages}
        return problem_response(exceptions.ValidationError(errors), context)
    plain = exception_handler(exc, context)
    if plain is None:
        return None
    answer = _from_rest_framework(exc, plain, request)
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in plain.headers:
            answer.headers[name] = plain.headers[name]
    return answer


def _reason(exc: Exception, context: dict[str, Any]) -> Exception:
    """Return Http404 if the row of the address was deleted after the access check, a refusal, or the same."""
    try:
        for permission in context["view"].get_permissions():
            if isinstance(permission, Declared):
                require_place(context["request"], permission.declared_access, context["kwargs"])
    except Http404 as deleted:
        return deleted
    return conflict_of(exc) or exc


def _from_rest_framework(exc: Exception, plain: Response, request: Request) -> Response:
    status = plain.status_code
    if isinstance(exc, exceptions.ValidationError):
        return _invalid(exc, request)
    if isinstance(exc, Http404 | exceptions.NotFound):
        return answer_problem(
            request,
            status=status,
            code="not_found",
            title=_("There is nothing at this address."),
            next_step=_("Check the number; the matching list shows what exists."),
        )
    if isinstance(exc, exceptions.Throttled):
        seconds = int(getattr(exc, "wait", None) or 1) + 1
        return answer_problem(
            request,
            status=status,
            code="throttled",
            title=_("Too many requests in a short time."),
            next_step=_("Wait %(seconds)s seconds, then try again.") % {"seconds": seconds},
            facts={"seconds": seconds},
        )
    if isinstance(exc, exceptions.NotAuthenticated):
        return answer_problem(
            request,
            status=status,
            code="not_signed_in",
            title=_("You need to sign in to do this."),
            next_step=_("Sign in, or send the token of an account that has this permission."),
        )
    if isinstance(exc, PermissionDenied | exceptions.PermissionDenied):
        return answer_problem(
            request,
            status=status,
            code="not_allowed",
            title=_("You do not have permission to do this."),
            next_step=_("Sign in with an account that has this permission."),
        )
    detail = plain.data.get("detail", "") if isinstance(plain.data, dict) else ""
    code = getattr(detail, "code", "") or HTTPStatus(status).phrase.lower().replace(" ", "_")
    return answer_problem(
        request,
        status=status,
        code=code,
        title=str(detail),
        next_step=_("See the schema for what is accepted."),
    )


def _invalid(exc: exceptions.ValidationError, request: Request) -> Response:
    errors = exc.detail if isinstance(exc.detail, dict) else {"": exc.detail}
    fields = {_encodable(name): [_encodable(one) for one in _flat(found)] for name, found in errors.items()}
    return answer_problem(
        request,
        status=HTTPStatus.BAD_REQUEST,
        code="invalid",
        title=_("The input is invalid."),
        detail=", ".join(name for name in fields if name),
        next_step=_("Correct these fields and send the request again."),
        errors=fields,
    )


def _encodable(text: object) -> str:
    """Replace lone surrogates, so that submitted text can be sent back in an error."""
    return str(text).encode("utf-8", "replace").decode()


def _flat(found: Any) -> list[Any]:
    if isinstance(found, dict):
        return [one for inner in found.values() for one in _flat(inner)]
    if isinstance(found, list | tuple):
        return [one for inner in found for one in _flat(inner)]
    return [found]


def answer_problem(
    request: Request,
    *,
    status: int,
    code: str,
    title: str,
    next_step: str,
    detail: str = "",
    facts: dict[str, Any] | None = None,
    errors: dict[str, list[str]] | None = None,
) -> Response:
    """Return a response with a problem document."""
    document: dict[str, Any] = {
        "type": f"urn:draughts-club:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "next": next_step,
        "instance": request.path,
        "facts": facts or {},
    }
    if errors is not None:
        document["errors"] = errors
    return Response(document, status=status, content_type=MEDIA_TYPE)
