"""What every view of this version shares: problems for errors, pages of fifty."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.core.api.access import Undeclared
from club.core.api.problems import MEDIA_TYPE, Problem, problem_response
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import only_club, organisation_by_slug
from club.models import Organisation


class ApiView(APIView):
    """Each view declares in `permission_classes` who may use it; errors are problem documents."""

    permission_classes = [Undeclared]

    def get_exception_handler(self) -> Any:
        """Answer errors in our own way, whatever the site's settings say."""
        return problem_response


class Pages(PageNumberPagination):
    """Fifty to a page unless asked otherwise."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


PAGE = [OpenApiParameter("page", int), OpenApiParameter("page_size", int)]
"""What a question for a page says of it."""


def page_of(view: APIView, request: Request, rows: Any, shape: type[Any]) -> Response:
    """The page that is asked for, each of its rows in a shape."""
    pages = Pages()
    some: Any = pages.paginate_queryset(rows, request, view=view)
    return pages.get_paginated_response(shape(some, many=True).data)


NO_STORE_HEADERS = {"Cache-Control": "no-store"}
"""The headers of an answer that holds a secret."""

PROBLEM_DESCRIPTIONS = {
    400: "Something in the input does not fit; `errors` names the fields.",
    401: "A token that is not known, has ended or was taken back; or nothing that says who asks.",
    403: "Not open to this account, token or pass; `next` says what to do.",
    404: "There is nothing at this address.",
    409: "It cannot be done as things stand.",
    410: "It was there and is over.",
    413: "Too large; `facts.limit` says how many bytes are taken.",
    415: "This media type is not understood.",
    422: "The input was read, but cannot be meant.",
    429: "Too many questions in a short time; `Retry-After` says how many seconds to wait.",
    503: "Too many listeners; `Retry-After` says when to try again. Polling is still open.",
}


def problems(*statuses: int) -> dict[Any, OpenApiResponse]:
    """The refusals of a view, for its schema; a token may be refused anywhere."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(Problem, PROBLEM_DESCRIPTIONS[status])
        for status in sorted({401, *statuses})
    }


def requested_club(request: Request, capability: Capability) -> Organisation:
    """The club named by `club`; without one the only club where the asker may do this."""
    slug = request.query_params.get("club", "")
    if slug:
        return organisation_by_slug(slug=slug)
    return only_club(actor=actor_of(request), capability=capability)
