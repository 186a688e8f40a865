"""Refusals told as messages on the page one comes back to."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest

from club.core.errors import ClubError, NotFilledIn
from club.core.messages import refusal_text

OWN_PAGES = frozenset({403, 404})


def tell_refusal(request: HttpRequest, refusal: ClubError) -> None:
    """Say on the next page what was refused, and what to do."""
    words = refusal_text(refusal)
    messages.error(request, f"{words.what} {words.next_step}")


class Refusals:
    """Tells a refusal of what is done inside as a message."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        """Tell what was refused; what is not open, or not there, goes on to its own page."""
        if isinstance(refusal, ValidationError):
            messages.error(self.request, " ".join(refusal.messages))
            return True
        if not isinstance(refusal, ClubError) or refusal.status in OWN_PAGES:
            return False
        tell_refusal(self.request, refusal)
        return True


def insist_filled_in(form: BaseForm) -> None:
    """Refuse what a form could not read: the fields that are wrong and why, in its own words."""
    if form.is_valid():
        return
    told = [
        f"{form.fields[name].label}: {error}" if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]
    raise NotFilledIn(told=" ".join(told))
