"""Pages of the law books: the articles that the judge cites, each under its own anchor."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import as_installed, published
from games.house_rules.pages.public_house_rules import parts_of
from games.house_rules.variant_names import variant_name
from games.judging.variant_facts import FactLine, draw_lines, fact_lines
from games.laws.books import LAW_BOOKS
from games.laws.law_book import Certainty, LawBook
from games.rules import VARIANTS


class BookLine(NamedTuple):
    """One law book in the list of books."""

    book: LawBook
    base: LawBook | None
    variant_names: list[str]


class GameFacts(NamedTuple):
    """A game that a book is for, with its facts."""

    key: str
    name: str
    facts: list[FactLine]


def variant_names(book: LawBook) -> list[str]:
    """The games a book is for, by name."""
    return [variant_name(key) for key in book.variants]


def base_of(book: LawBook) -> LawBook | None:
    """The book this one derives from."""
    return LAW_BOOKS.get(book.derived_from) if book.derived_from else None


@require_safe
@public
@published(version=as_installed)
def law_books(request: HttpRequest) -> HttpResponse:
    """All law books, with edition and source."""
    lines = [BookLine(book, base_of(book), variant_names(book)) for book in LAW_BOOKS.values()]
    return render(request, "games/judging/laws.html", {"section": "laws", "lines": lines})


@require_safe
@public
@published(version=as_installed)
def law_book(request: HttpRequest, key: str) -> HttpResponse:
    """One law book with its own articles first and the inherited ones after them."""
    book = LAW_BOOKS.get(key)
    if book is None:
        raise Http404(key)
    inherited = [article for article in book.articles.values() if article.book != book.key]
    context = {
        "section": "laws",
        "book": book,
        "base": base_of(book),
        "variant_names": variant_names(book),
        "games": [GameFacts(key, variant_name(key), fact_lines(VARIANTS[key])) for key in book.variants],
        "draws": draw_lines(book),
        "parts": parts_of(book, book.own_articles),
        "inherited_parts": parts_of(book, inherited),
        "unconfirmed": sum(a.certainty is Certainty.UNCONFIRMED for a in book.articles.values()),
    }
    return render(request, "games/judging/law_book.html", context)
