"""Errors of the games app as problem documents."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.problems import answer_problem
from club.core.api.problems import problem_response as club_problem_response
from games.core.errors import Refusal
from games.core.refusal_texts import refusal_text


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler; None lets a fault of ours crash loudly."""
    if not isinstance(exc, Refusal):
        return club_problem_response(exc, context)
    request: Request = context["request"]
    words = refusal_text(exc)
    return answer_problem(
        request,
        status=exc.status,
        code=exc.code,
        title=words.what,
        next_step=words.next_step,
        facts=exc.facts,
    )
