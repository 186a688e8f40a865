"""What every view of this version shares: problems for errors, and how often a stranger may ask."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import AllowAny
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from games.api.v1.problems import MEDIA_TYPE, Problem, problem_response


class ApiView(APIView):
    """Open to everybody unless a view says otherwise; errors are problem documents."""

    permission_classes = [AllowAny]

    def get_exception_handler(self) -> Any:
        """Answer errors in our own way, whatever the site's settings say."""
        return problem_response


class JudgeThrottle(AnonRateThrottle):
    """Judging costs more than anything else a stranger may ask for."""

    scope = "judge"
    rate = "60/min"


class MovesThrottle(AnonRateThrottle):
    """A viewer asks for legal moves at every step; nobody steps faster than this."""

    scope = "moves"
    rate = "1200/min"


class UploadThrottle(AnonRateThrottle):
    """Archives are large."""

    scope = "upload"
    rate = "30/min"


class Pages(PageNumberPagination):
    """Fifty to a page unless asked otherwise."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


SAID = {
    400: "Something in the input does not fit; `errors` names the fields.",
    403: "Not open to this visitor.",
    404: "There is nothing at this address.",
    409: "It cannot be done as things stand.",
    413: "Too large; `facts.limit` says how many bytes are taken.",
    415: "This media type is not understood.",
    422: "The input was read, but cannot be meant.",
    429: "Too many questions in a short time; `Retry-After` says how many seconds to wait.",
}


def problems(*statuses: int) -> dict[Any, OpenApiResponse]:
    """The refusals of a view, for its schema."""
    return {(status, MEDIA_TYPE): OpenApiResponse(Problem, SAID[status]) for status in statuses}
