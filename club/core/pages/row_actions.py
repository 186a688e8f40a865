"""The buttons of a page about one row of a club."""

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
    """Do one thing to a row, tell what was done or refused, and show its page; the overview once it is gone.

    An unknown row, and an act that is none (`does` is None), are not found.
    """
    row = get_object_or_404(rows.select_related("organisation"), pk=number)
    if does is None:
        raise Http404
    with Refusals(request):
        messages.success(request, does(request, row))
    if not rows.filter(pk=number).exists():
        return redirect(f"{reverse(overview)}?club={row.organisation.slug}")
    return redirect(page, number)
