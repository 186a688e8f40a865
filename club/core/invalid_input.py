"""Middleware: answer 404 for ids that no row can have and 422 for validation errors that no form caught."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

LARGEST_NUMBER: Final = 2**63 - 1
"""Largest row number that fits a 64-bit database column."""
UNPROCESSABLE: Final = 422


class InvalidInputMiddleware:
    """Middleware for invalid input: 404 for impossible ids, errors by field for values that fit no column."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, _request: HttpRequest, _view: object, _args: object, named: dict[str, object]
    ) -> None:
        """Check the numbers of the address."""
        for value in named.values():
            if isinstance(value, int) and value > LARGEST_NUMBER:
                raise Http404(value)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a validation error that the page did not report in its form."""
        if not isinstance(exception, ValidationError):
            return None
        return render(request, "422.html", {"faults": exception.messages}, status=UNPROCESSABLE)
