"""Articles by name in templates: `{{ ruling.articles|article_names }}`."""

from collections.abc import Iterable

from django import template

from tournaments.events import regulation_texts
from tournaments.models import Ruling

register = template.Library()


@register.filter
def article_name(article: str) -> str:
    """Name of an article for readers."""
    return regulation_texts.article_name(article)


@register.filter
def ruling_source(ruling: Ruling) -> str:
    """Law book with its edition, or regulations of the event, by which a ruling was made."""
    return regulation_texts.ruling_source(ruling)


@register.filter
def article_names(articles: Iterable[str]) -> str:
    """Names of articles, in their order."""
    return ", ".join(map(regulation_texts.article_name, articles))
