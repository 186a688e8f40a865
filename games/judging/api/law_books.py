"""API of law books and their articles."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from games.judging.messages import article_heading, article_text
from games.laws.books import LAW_BOOKS
from games.laws.law_book import LawBook


class LawBookLine(Shape):
    """A law book without its articles."""

    key = serializers.CharField()
    name = serializers.CharField()
    edition = serializers.CharField()
    derived_from = serializers.CharField(allow_null=True)
    variants = serializers.ListField(child=serializers.CharField())


class ArticleOut(Shape):
    """Article in the wording of this program."""

    id = serializers.CharField()
    heading = serializers.CharField()
    text = serializers.CharField()
    certainty = serializers.ChoiceField(("confirmed", "unconfirmed"))
    facts = serializers.DictField(child=serializers.JSONField())
    book = serializers.CharField(help_text="Key of the law book that the article was written for.")
    section = serializers.CharField(allow_blank=True)
    replaces = serializers.ListField(child=serializers.CharField())


class LawBookOut(LawBookLine):
    """Law book with every article in force, including inherited ones."""

    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    articles = ArticleOut(many=True)


class LawBooksView(ApiView):
    permission_classes = [Public]

    @operation("law_books_list", LawBookLine(many=True))
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework's signature
        """List the law books that games can be judged by."""
        return Response([_line(book) for book in LAW_BOOKS.values()])


class LawBookView(ApiView):
    permission_classes = [Public]

    @operation("law_books_read", LawBookOut)
    def get(self, request: Request, key: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one law book with its articles."""
        book = LAW_BOOKS.get(key)
        if book is None:
            raise Http404
        articles = [
            {
                "id": article.id,
                "heading": article_heading(article),
                "text": article_text(article),
                "certainty": article.certainty.value,
                "facts": dict(article.facts),
                "book": article.book,
                "section": article.section,
                "replaces": list(article.replaces),
            }
            for article in book.articles.values()
        ]
        return Response({**_line(book), "source": book.source, "articles": articles})


def _line(book: LawBook) -> dict[str, Any]:
    return {
        "key": book.key,
        "name": book.name,
        "edition": book.edition,
        "derived_from": book.derived_from,
        "variants": list(book.variants),
    }
