"""Base classes of the tournaments API views: problem documents for file and tie-break errors."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from club.core.api.base import NO_STORE_HEADERS, Pages
from club.core.api.base import ApiView as ClubApiView
from club.core.api.problems import answer_problem
from club.core.api.problems import problem_response as club_problem_response
from club.core.requests import UNPROCESSABLE
from tournaments.core.refusal_messages import refusal_text
from tournaments.exchange.trf import TrfError
from tournaments.standings.ranking.errors import StandingsRefusal

__all__ = ["LARGEST_NUMBER", "MOST_BOARDS", "NO_STORE_HEADERS", "ApiView", "Pages"]

LARGEST_NUMBER = 2**62
MOST_BOARDS = 2**31 - 1


class ApiView(ClubApiView):
    """API view with the problem documents of the tournaments app."""

    def get_exception_handler(self) -> Any:
        """Return the app's exception handler, independent of the site's settings."""
        return problem_response


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF exception handler that answers file and tie-break errors with this app's messages."""
    if not isinstance(exc, TrfError | StandingsRefusal):
        return club_problem_response(exc, context)
    set_rollback()
    request: Request = context["request"]
    words, line = refusal_text(exc), exc.facts.get("line")
    return answer_problem(
        request,
        status=UNPROCESSABLE,
        code=exc.code,
        title=words.what,
        detail=f"line {line}" if line else "",
        next_step=words.next_step,
        facts=exc.facts,
    )
