"""The documents of the API: Swagger's page, served by ourselves and free of inline code."""

from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.response import Response

from club.api.v1.access import Public
from club.middleware import policy_with


class ApiDocs(SpectacularSwaggerSplitView):
    """The browsable description of every address of the API."""

    permission_classes = [Public]
    schema = None  # a page, no part of the API
    template_name = "club/api_docs.html"

    @extend_schema(exclude=True)
    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> Response:
        """Answer with the page; Swagger's stylesheet carries its icons in data addresses."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.headers["Content-Security-Policy"] = policy_with({"img-src": "'self' data:"})
        return response
