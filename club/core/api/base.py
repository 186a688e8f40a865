"""Base classes of the API views: errors as problem documents, pages of 50 rows."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.core.api.access import Undeclared
from club.core.api.problems import problem_response
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import only_club, organisation_by_slug
from club.models import Organisation


class ApiView(APIView):
    """Base of the API views. Each declares its access in `permission_classes`. Errors: problem documents."""

    permission_classes = [Undeclared]

    def get_exception_handler(self) -> Any:
        """Return our exception handler, independent of the site's settings."""
        return problem_response

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Prepare the response, and let go of the request once it is rendered."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(response, Response):
            response.add_post_render_callback(self._let_go)
        return response

    def _let_go(self, response: Any) -> None:
        """Break the references of DRF in a circle, by which what was sent and answered stays in memory.

        Only a full collection would free it, which is rare where thousands of listeners are connected.
        """
        response.renderer_context = {}
        self.request.parser_context = {}
        del self.response


class Pages(PageNumberPagination):
    """Pagination with 50 rows a page by default and at most 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


PAGE = [OpenApiParameter("page", int), OpenApiParameter("page_size", int)]
"""What a question for a page says of it."""


def page_of(view: APIView, request: Request, rows: Any, shape: type[Any]) -> Response:
    """Return the requested page, each row serialized by `shape`."""
    pages = Pages()
    some: Any = pages.paginate_queryset(rows, request, view=view)
    return pages.get_paginated_response(shape(some, many=True).data)


NO_STORE_HEADERS = {"Cache-Control": "no-store"}
"""The headers of an answer that holds a secret."""


def requested_club(request: Request, capability: Capability, slug: str | None = None) -> Organisation:
    """Return the named club, else the only club in which the caller has the capability.

    Without a `slug` it is named by the parameter `club` of the query.
    """
    if slug := request.query_params.get("club", "") if slug is None else slug:
        return organisation_by_slug(slug=slug)
    return only_club(actor=actor_of(request), capability=capability)
