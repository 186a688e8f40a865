"""All URLs of the site, by app."""

from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.usersessions.views import list_usersessions
from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, URLResolver, include, path

from club.site.pages.api_docs import ApiDocs, ApiSchema
from club.site.pages.health import healthz, metrics, readyz

# The admin uses the site's own sign-in, with its limits and its second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Whoever finds an open browser must not lock its owner out elsewhere.
end_other_sessions = login_required(reauthentication_required(list_usersessions, allow_get=True))

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/schema/", ApiSchema.as_view(), name="api-schema"),
    path("api/v1/docs/", ApiDocs.as_view(url_name="api-schema"), name="api-docs"),
    path("api/v1/", include("club.site.api_urls")),
    path("api/v1/", include("games.site.api_urls")),
    path("api/v1/", include("tournaments.site.api_urls")),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", end_other_sessions, name="usersessions_list"),
    path("", include("club.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "club.core.pages.refusals.bad_request"
handler403 = "club.core.pages.refusals.forbidden"
handler404 = "club.core.pages.refusals.not_found"
handler500 = "club.core.pages.refusals.server_error"
