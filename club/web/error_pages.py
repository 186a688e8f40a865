"""Answers to requests that cannot be taken as they are."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say 413 and the limit where too much was sent, 400 otherwise."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return render(request, "413.html", {"limit": limit}, status=413)
    return render(request, "400.html", status=400)
