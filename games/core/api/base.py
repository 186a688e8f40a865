"""What every view of this version shares: problems for errors, and how often a stranger may ask."""

from typing import Any

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from club.core.api.base import ApiView as ClubApiView
from club.core.api.base import Pages, problems
from games.core.api.problems import problem_response

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
