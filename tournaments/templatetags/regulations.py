"""Articles by name in templates: `{{ ruling.articles|article_names }}`."""

from collections.abc import Iterable

from django import template

from tournaments.events import regulation_messages
from tournaments.models import Ruling

register = template.Library()


@register.filter
def article_name(article: str) -> str:
    """Return the name of an article for readers."""
    return regulation_messages.article_name(article)


@register.filter
def ruling_source(ruling: Ruling) -> str:
    """Return the source of a ruling: law book with its edition, or regulations of the event."""
    return regulation_messages.ruling_source(ruling)


@register.filter
def article_names(articles: Iterable[str]) -> str:
    """Return the names of articles, in their order."""
    return ", ".join(map(regulation_messages.article_name, articles))
