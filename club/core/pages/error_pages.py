"""Answers to requests that cannot be taken as they are."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.problems import problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say 413 and the limit where too much was sent, 400 otherwise."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return render(request, "413.html", {"limit": limit}, status=413)
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """A page, or a problem document where a program asked."""
    if request.path.startswith("/api/"):
        return problem(
            request,
            status=404,
            code="not_found",
            title=_("There is nothing at this address."),
            next_step=_("Check the number; the list next to it shows what there is."),
        )
    return render(request, "404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say what is missing and what to do, where the refusal has words of its own."""
    words = refusal_text(exception) if isinstance(exception, ClubError) else None
    return render(request, "403.html", {"words": words}, status=403)
