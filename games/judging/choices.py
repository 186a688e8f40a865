"""Law book and variant as people name them: by key, or left out."""

from games.core.errors import UnknownLawBook
from games.house_rules.selectors.variants import variant_named
from games.laws.books import DEFAULT_BOOK, LAW_BOOKS
from games.laws.law_book import LawBook
from games.rules import Variant


def chosen_law_book(key: str) -> LawBook:
    """The law book of this key, the default when none is named."""
    if not key:
        return DEFAULT_BOOK
    if key not in LAW_BOOKS:
        raise UnknownLawBook(key=key[:40], known=list(LAW_BOOKS))
    return LAW_BOOKS[key]


def chosen_variant(key: str) -> Variant | None:
    """Return the variant of this key; None if it is to be detected by tag or by replaying."""
    return None if key in {"", "auto"} else variant_named(key)
