"""Actions of pages about one row of a club."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from club.core.pages.refusals import Refusals


def act_on(
    request: HttpRequest,
    rows: QuerySet[Any],
    number: int,
    does: Callable[[HttpRequest, Any], str] | None,
    *,
    page: str,
    overview: str,
) -> HttpResponse:
    """Apply one action to a row, report the result or refusal, and redirect to the row, else the overview.

    An unknown row, or an unknown action (`does` is None), answers 404.
    """
    row = get_object_or_404(rows.select_related("organisation"), pk=number)
    if does is None:
        raise Http404
    with Refusals(request):
        messages.success(request, does(request, row))
    if not rows.filter(pk=number).exists():
        return redirect(f"{reverse(overview)}?club={row.organisation.slug}")
    return redirect(page, number)
