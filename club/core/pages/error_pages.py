"""Responses to invalid requests."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.problems import problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 with the limit to too large a request, 400 otherwise."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return render(request, "413.html", {"limit": limit}, status=413)
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 404: a page, or a problem document for a program."""
    if request.path.startswith("/api/"):
        return problem(
            request,
            status=404,
            code="not_found",
            title=_("There is nothing at this address."),
            next_step=_("Check the number; the matching list shows what exists."),
        )
    return render(request, "404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403 with the reason and the next step if the refusal has texts of its own."""
    words = refusal_text(exception) if isinstance(exception, ClubError) else None
    return render(request, "403.html", {"words": words}, status=403)
