"""Shared helpers of the pages about a club's books."""

import secrets

from django.http import HttpRequest, HttpResponse

from club.core.capabilities import Capability
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.pages.responses import PDF, as_file
from club.money.selectors.books import money_settings_of


def current_books(request: HttpRequest) -> tuple[ChosenClub, str]:
    """Return the club whose books the page is about, and its currency."""
    chosen = chosen_club(request, Capability.KEEP_MONEY)
    return chosen, money_settings_of(organisation_id=chosen.club.pk).currency


def fresh_key() -> str:
    """Create an idempotency key for a form."""
    return f"desk:{secrets.token_urlsafe(16)}"


def as_pdf(content: bytes, name: str) -> HttpResponse:
    """Answer with a PDF for viewing."""
    return as_file(HttpResponse(content, content_type=PDF), f"{name}.pdf", disposition="inline")
