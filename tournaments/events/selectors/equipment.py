"""Checklist of an event's equipment: articles on boards and pieces from the law books of its sections."""

from typing import NamedTuple

from games.laws import Article, LawBook
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import EquipmentCheck, Event


class EquipmentLine(NamedTuple):
    """An article, and the account that checked it, if any."""

    article: Article
    check: EquipmentCheck | None


class EquipmentList(NamedTuple):
    """Articles of one law book, with the names of its sections."""

    book: LawBook
    sections: tuple[str, ...]
    lines: tuple[EquipmentLine, ...]


class Checklist(NamedTuple):
    """All lists of an event; an article that two books share is checked once and shown in both."""

    lists: tuple[EquipmentList, ...]
    articles: int
    checked: int


def equipment_of(event: Event) -> Checklist:
    """Return the checklist before the first game of an event, in the order of the books."""
    sections: dict[str, list[str]] = {}
    books: dict[str, LawBook] = {}
    for section in event.sections.order_by("position", "pk"):
        book = law_book_of(section)
        books[book.key] = book
        sections.setdefault(book.key, []).append(section.name)
    checks = {one.article: one for one in event.equipment_checks.all()}
    lists = tuple(
        EquipmentList(
            book,
            tuple(sections[key]),
            tuple(EquipmentLine(article, checks.get(article.id)) for article in book.equipment),
        )
        for key, book in books.items()
    )
    asked = {line.article.id for one in lists for line in one.lines}
    return Checklist(lists, len(asked), len(asked & checks.keys()))
