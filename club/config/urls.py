"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from club.web.api_docs import ApiDocs
from club.web.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/docs/", ApiDocs.as_view(url_name="api-schema"), name="api-docs"),
    path("api/v1/", include("games.api.v1.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.web.urls")),
]

handler400 = "club.web.error_pages.bad_request"
