"""What no row can be: told as a page before it reaches a database, or when a service finds it out."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

LARGEST_NUMBER: Final = 2**63 - 1
"""The largest number of a row that a database can be asked for."""
UNPROCESSABLE: Final = 422


class Misfits:
    """A number that no row has leads nowhere; what fits no column is told by field, not by a fault."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        return self.get_response(request)

    def process_view(
        self, _request: HttpRequest, _view: object, _args: object, named: dict[str, object]
    ) -> None:
        """Look at the numbers of the address."""
        for value in named.values():
            if isinstance(value, int) and value > LARGEST_NUMBER:
                raise Http404(value)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Tell what was sent and does not fit, where a page has not told it in its form."""
        if not isinstance(exception, ValidationError):
            return None
        return render(request, "422.html", {"faults": exception.messages}, status=UNPROCESSABLE)
