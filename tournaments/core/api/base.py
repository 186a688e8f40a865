"""What every view of this version shares: refusals of files, tie-breaks and fields told as problems."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from club.core.api.base import NO_STORE_HEADERS, Pages, problems
from club.core.api.base import ApiView as ClubApiView
from club.core.api.problems import answer_problem
from club.core.api.problems import problem_response as club_problem_response
from tournaments.core.refusal_texts import refusal_text
from tournaments.exchange.trf import TrfError
from tournaments.standings.ranking.errors import StandingsRefusal

__all__ = ["LARGEST_NUMBER", "MOST_BOARDS", "NO_STORE_HEADERS", "ApiView", "Pages", "problems"]

LARGEST_NUMBER = 2**62
MOST_BOARDS = 2**31 - 1
UNPROCESSABLE = 422


class ApiView(ClubApiView):
    """Errors of the tournaments app are told in its words."""

    def get_exception_handler(self) -> Any:
        """Answer errors in our own way, whatever the site's settings say."""
        return problem_response


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: files and tie-breaks that cannot be read are told in this app's words."""
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
