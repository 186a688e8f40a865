"""Administration of endgame tables: the list, and a larger table built in the background."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.core.access import SITE, Scope
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from games.judging.selectors.endings import table_rows
from games.judging.services.ending_builds import cancel_build, request_build


def whole_site(_request: object, **_arguments: object) -> Scope:
    """A table answers on every page of the site."""
    return SITE


needs_builder = partial(needs, Capability.BUILD_ENDINGS, scope=whole_site)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs_builder()
def ending_tables(request: HttpRequest) -> HttpResponse:
    """List the tables; posting has a larger one built."""
    if request.method == "POST":
        with Refusals(request, success=_("The table is being built; progress is shown here.")):
            request_build(
                variant=request.POST.get("variant", ""),
                pieces=key_in(request.POST.get("pieces", "")),
                actor=actor_of(request),
            )
        return redirect("games:ending_tables")
    rows = table_rows()
    context = {
        "section": "desk",
        "rows": rows,
        "is_working": any(row.job is not None and row.job.is_waiting for row in rows),
    }
    part = "_" if "HX-Request" in request.headers else ""
    return render(request, f"games/judging/desk/{part}ending_tables.html", context)


@require_POST
@needs_builder()
def cancel(request: HttpRequest) -> HttpResponse:
    """Stop a build."""
    success = _("Build cancelled. Finished parts remain; a new build resumes from there.")
    with Refusals(request, success=success):
        cancel_build(variant=request.POST.get("variant", ""), actor=actor_of(request))
    return redirect("games:ending_tables")
