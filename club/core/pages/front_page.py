"""The first page of a site that has clubs: a higher app shows them instead of the page of a new site."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse


class FrontPage(NamedTuple):
    """A first page: its version for caches, and its view; the view returns None if it has nothing to show."""

    version: Callable[[], object]
    view: Callable[[HttpRequest], HttpResponse | None]


FRONT_PAGES: list[FrontPage] = []
"""First pages in order; the first that has something to show answers."""


def add_front_pages(*pages: FrontPage) -> None:
    """Add first pages."""
    FRONT_PAGES.extend(page for page in pages if page not in FRONT_PAGES)


def front_page(request: HttpRequest) -> HttpResponse | None:
    """Return the first page of a site with clubs; None for the page of a new site."""
    answers = (page.view(request) for page in FRONT_PAGES)
    return next((answer for answer in answers if answer is not None), None)


def front_version() -> tuple[object, ...]:
    """Return the version of all first pages."""
    return tuple(page.version() for page in FRONT_PAGES)
