"""Refusals told as messages on the page one comes back to."""

from django.contrib import messages
from django.http import HttpRequest

from club.errors import ClubError
from club.messages import refusal_text

OWN_PAGES = frozenset({403, 404})


class Refusals:
    """Tells a refusal of what is done inside as a message."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        """Tell what was refused; what is not open, or not there, goes on to its own page."""
        if not isinstance(refusal, ClubError) or refusal.status in OWN_PAGES:
            return False
        words = refusal_text(refusal)
        messages.error(self.request, f"{words.what} {words.next_step}")
        return True
