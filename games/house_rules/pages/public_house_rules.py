"""Public page of house rules: their facts, their articles, and the articles of law that give way."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from games.house_rules.fact_labels import fact_question, value_text
from games.house_rules.selectors import ComparedFact, compared_facts, variant_if_known
from games.house_rules.variant_names import variant_name
from games.laws.books import LAW_BOOKS
from games.laws.house_rules.book import book_for, house_articles, yielding_articles
from games.laws.law_book import Article, LawBook
from games.rules import HouseVariant


class Part(NamedTuple):
    """Articles under one title of a book, with the book they are taken over from."""

    title: str
    base: LawBook | None
    articles: list[Article]


class Yielding(NamedTuple):
    """Articles of a law book that house rules override, grouped by title."""

    book: LawBook
    parts: list[Part]


def house_context(variant: HouseVariant) -> dict[str, Any]:
    """Return the context of house rules for a page."""
    book, *others = _yielding(variant)
    return {
        "variant": variant,
        "base_name": variant_name(variant.base),
        "title": variant_name(variant),
        "facts": [_in_words(line) for line in compared_facts(variant)],
        "articles": house_articles(variant),
        "book": book.book,
        "yielding": book,
        "yielding_elsewhere": others,
    }


def _yielding(variant: HouseVariant) -> list[Yielding]:
    """List the rules that give way in the usual book of the game, and other books with their own wording."""
    usual = book_for(None, variant)
    found = [Yielding(usual, parts_of(usual, yielding_articles(usual)))]
    for book in LAW_BOOKS.values():
        if variant.base.key in book.variants and book.key != usual.key:
            own = [one for one in yielding_articles(book_for(book, variant)) if one.book == book.key]
            found += [Yielding(book, parts_of(book, own))] if own else []
    return found


def _in_words(line: ComparedFact) -> tuple[str, str, str, ComparedFact]:
    fact = line.fact
    return fact_question(fact), value_text(fact, line.before), value_text(fact, line.now), line


def parts_of(book: LawBook, articles: Iterable[Article]) -> list[Part]:
    """Consecutive articles with the same title and origin."""
    grouped = groupby(articles, key=lambda article: (article.section, article.book))
    return [
        Part(title, None if origin == book.key else LAW_BOOKS[origin], list(part))
        for (title, origin), part in grouped
    ]


@require_safe
@public
def rules_of_a_house(request: HttpRequest, key: str) -> HttpResponse:
    """House rules by their key: every fact next to that of the base, and the tag that pins them on a game."""
    variant = variant_if_known(key)
    if not isinstance(variant, HouseVariant):
        raise Http404(key)
    return render(
        request, "games/house_rules/house_rules_public.html", {"section": "laws", **house_context(variant)}
    )
