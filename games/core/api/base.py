"""What every view of this version shares: problems for errors, and how often a stranger may ask."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from club.core.api.base import ApiView as ClubApiView
from club.core.api.base import Pages, problems
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
    "problems",
]


class ApiView(ClubApiView):
    """Errors of the games app are told in its words."""

    def get_exception_handler(self) -> Any:
        """Answer errors in our own way, whatever the site's settings say."""
        return problem_response


class JudgeThrottle(AnonRateThrottle):
    """Judging costs more than anything else a stranger may ask for."""

    scope = "judge"
    rate = "60/min"


class AdjudicationThrottle(UserRateThrottle):
    """A search may take two seconds of a processor, whoever asks."""

    scope = "adjudication"
    rate = "20/min"


class MovesThrottle(AnonRateThrottle):
    """A viewer asks for legal moves at every step; nobody steps faster than this."""

    scope = "moves"
    rate = "1200/min"


class UploadThrottle(AnonRateThrottle):
    """Archives are large."""

    scope = "upload"
    rate = "30/min"


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
