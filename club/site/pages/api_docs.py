"""API documentation: the OpenAPI schema and Swagger UI, self-hosted and without inline code."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.site.middleware import policy_with


@lru_cache(maxsize=32)
def written(language: str | None, renderer: type[BaseRenderer]) -> str | bytes:
    """Render the schema. It is the same for all readers, so it is cached while the process runs."""
    with override(language):
        schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return renderer().render(schema, renderer_context={})


class ApiSchema(SpectacularAPIView):
    """OpenAPI schema. Rendering takes a second, so it is cached by language and format."""

    permission_classes = [Public]

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        kind: Any = type(renderer)
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        name = self._get_filename(request, None)  # type: ignore[no-untyped-call]
        return HttpResponse(
            written(get_language(), kind),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )


class ApiDocs(SpectacularSwaggerSplitView):
    """Browsable API documentation with Swagger UI."""

    permission_classes = [Public]
    schema = None  # a page, no part of the API
    template_name = "club/core/api_docs.html"

    @extend_schema(exclude=True)
    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> Response:
        """Return the page. Its policy allows data URLs: Swagger's stylesheet embeds its icons in them."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.headers["Content-Security-Policy"] = policy_with({"img-src": "'self' data:"})
        return response
