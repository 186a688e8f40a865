"""Every law book by its key, and the book that serves a variant when none is pinned."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.laws.books.acf_faq import ACF_FAQ
from games.laws.books.brazilian_seed import BRAZILIAN_SEED
from games.laws.books.derived import (
    ANTIDRAUGHTS,
    BREAKTHROUGH,
    CANADIAN,
    JAMAICAN_POOL,
    KILLER,
    SPANTSIRETTI,
    UNIFIED_POOL,
)
from games.laws.books.earlier_english import ACF_BEFORE_2008, EDA_BEFORE_2008
from games.laws.books.fmjd_64 import FMJD_64
from games.laws.books.fmjd_annex_1 import FMJD_ANNEX_1
from games.laws.books.frisian import FRISIAN, FRYSK
from games.laws.books.further import AMERICAN_POOL, CZECH, ITALIAN
from games.laws.books.iberian import PORTUGUESE, SPANISH
from games.laws.books.standard_laws import STANDARD_LAWS
from games.laws.books.turkish_and_thai import THAI, TURKISH
from games.laws.books.wcdf import WCDF
from games.laws.law_book import LawBook

__all__ = [
    "DEFAULT_BOOK",
    "DEFAULT_BOOK_OF",
    "LAW_BOOKS",
    "UnknownLawBookError",
    "fitting_book",
    "law_book_named",
]


class UnknownLawBookError(LookupError):
    """No law book has this key."""

    code = "unknown_law_book"

    def __init__(self, key: str) -> None:
        """Store the facts for the message built by the view or API."""
        super().__init__(key)
        self.facts = {"book": key, "books": ", ".join(LAW_BOOKS)}


LAW_BOOKS: Final[Mapping[str, LawBook]] = MappingProxyType(
    {
        book.key: book
        for book in (
            STANDARD_LAWS,
            ACF_FAQ,
            WCDF,
            ACF_BEFORE_2008,
            EDA_BEFORE_2008,
            BRAZILIAN_SEED,
            FMJD_ANNEX_1,
            FMJD_64,
            ITALIAN,
            CZECH,
            AMERICAN_POOL,
            JAMAICAN_POOL,
            UNIFIED_POOL,
            SPANISH,
            PORTUGUESE,
            TURKISH,
            THAI,
            FRISIAN,
            FRYSK,
            CANADIAN,
            KILLER,
            SPANTSIRETTI,
            BREAKTHROUGH,
            ANTIDRAUGHTS,
        )
    }
)

DEFAULT_BOOK: Final = STANDARD_LAWS

DEFAULT_BOOK_OF: Final[Mapping[str, LawBook]] = MappingProxyType(
    {
        "english": STANDARD_LAWS,
        "international": FMJD_ANNEX_1,
        "russian": FMJD_64,
        "brazilian": BRAZILIAN_SEED,
        "italian": ITALIAN,
        "czech": CZECH,
        "pool": AMERICAN_POOL,
        "jamaican_pool": JAMAICAN_POOL,
        "unified_pool": UNIFIED_POOL,
        "spanish": SPANISH,
        "portuguese": PORTUGUESE,
        "turkish": TURKISH,
        "thai": THAI,
        "frisian": FRISIAN,
        "frysk": FRYSK,
        "canadian": CANADIAN,
        "killer": KILLER,
        "spantsiretti": SPANTSIRETTI,
        "breakthrough": BREAKTHROUGH,
        "antidraughts": ANTIDRAUGHTS,
    }
)


def law_book_named(key: str) -> LawBook:
    """Return the law book of this key or refuse it by name."""
    try:
        return LAW_BOOKS[key]
    except KeyError:
        raise UnknownLawBookError(key) from None


def fitting_book(wanted: LawBook | None, variant_key: str) -> LawBook:
    """Return the wanted book if it is written for the variant, else the variant's own default."""
    if wanted is not None and variant_key in wanted.variants:
        return wanted
    return DEFAULT_BOOK_OF.get(variant_key, wanted or DEFAULT_BOOK)
