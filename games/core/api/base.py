"""Base classes of the games API views: problem documents for errors, and rate limits."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from club.core.api.base import ApiView as ClubApiView
from club.core.api.base import Pages
from club.core.api.problems import answer_problem
from club.core.api.problems import problem_response as club_problem_response
from games.core.errors import Refusal
from games.core.refusal_messages import refusal_text

__all__ = [
    "AdjudicationThrottle",
    "ApiView",
    "JudgeThrottle",
    "MovesThrottle",
    "Pages",
    "UploadThrottle",
]


class ApiView(ClubApiView):
    """API view with the problem documents of the games app."""

    def get_exception_handler(self) -> Any:
        """Return the app's exception handler, independent of the site's settings."""
        return problem_response


class JudgeThrottle(AnonRateThrottle):
    """Rate limit for visitors: judging is the most expensive public request."""

    scope = "judge"
    rate = "60/min"


class AdjudicationThrottle(UserRateThrottle):
    """Rate limit for accounts and visitors: one search may use two seconds of processor time."""

    scope = "adjudication"
    rate = "20/min"


class MovesThrottle(AnonRateThrottle):
    """Rate limit for visitors, above any pace of a viewer that requests the legal moves at every step."""

    scope = "moves"
    rate = "1200/min"


class UploadThrottle(AnonRateThrottle):
    """Rate limit for visitors: uploaded archives are large."""

    scope = "upload"
    rate = "30/min"


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF exception handler. Return None for an unexpected error, so that DRF raises it again."""
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
