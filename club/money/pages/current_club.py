"""Shared helpers of the pages about a club's books."""

import secrets
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from club.core.capabilities import Capability
from club.core.pages.current_club import ChosenClub, chosen_club
from club.models import Organisation
from club.money.selectors.books import money_settings_of

ROWS_PER_PAGE = 50


def current_books(request: HttpRequest) -> tuple[ChosenClub, str]:
    """Return the club whose books the page is about, and its currency."""
    chosen = chosen_club(request, Capability.KEEP_MONEY)
    return chosen, money_settings_of(organisation_id=chosen.club.pk).currency


def of_club(name: str, club: Organisation, *arguments: Any, **asked: Any) -> str:
    """Address of a page about the books of a club."""
    return f"{reverse(name, args=arguments)}?{urlencode({'club': club.slug, **asked})}"


def fresh_key() -> str:
    """Create an idempotency key for a form."""
    return f"desk:{secrets.token_urlsafe(16)}"


def site_of(request: HttpRequest) -> str:
    """Base address for links in mails."""
    return request.build_absolute_uri("/").rstrip("/")


def as_pdf(content: bytes, name: str) -> HttpResponse:
    """Answer with a PDF for viewing."""
    answer = HttpResponse(content, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
