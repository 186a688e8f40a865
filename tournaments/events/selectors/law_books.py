"""Law book of a section, and regulations of an event."""

from games.house_rules.selectors.variants import variant_named
from games.laws import DEFAULT_BOOK, LawBook, book_for, law_book_named
from tournaments.conduct import Regulations, regulations_from
from tournaments.models import Event, Section


def law_book_of(section: Section | None) -> LawBook:
    """Return the law book of a section; the default one without a section."""
    if section is None:
        return DEFAULT_BOOK
    return book_for(law_book_named(section.law_book), variant_named(section.variant))


def regulations_of(event: Event) -> Regulations:
    """Return the regulations of an event: its preset with its own changes."""
    return regulations_from(event.regulations)
