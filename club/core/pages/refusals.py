"""Refusals as messages on the next page."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest

from club.core.errors import ClubError, NotFilledIn
from club.core.messages import refusal_text

OWN_PAGES = frozenset({403, 404})


def tell_refusal(request: HttpRequest, refusal: ClubError) -> None:
    """Add a message with the refused action and the next step."""
    words = refusal_text(refusal)
    messages.error(request, f"{words.what} {words.next_step}")


class Refusals:
    """Context manager that turns refusals in its block into messages."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        """Enter the block."""

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        """Report the refusal; 403 and 404 propagate to their own pages."""
        if isinstance(refusal, ValidationError):
            messages.error(self.request, " ".join(refusal.messages))
            return True
        if not isinstance(refusal, ClubError) or refusal.status in OWN_PAGES:
            return False
        tell_refusal(self.request, refusal)
        return True


def insist_filled_in(form: BaseForm) -> None:
    """Refuse an invalid form, with its wrong fields and their errors."""
    if form.is_valid():
        return
    told = [
        f"{form.fields[name].label}: {error}" if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]
    raise NotFilledIn(told=" ".join(told))
