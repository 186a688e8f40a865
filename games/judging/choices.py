"""Law book and variant: as named by people, by key, and as stored with a game."""

from games.archive.models import VariantSource
from games.core.errors import UnknownLawBook
from games.house_rules.selectors import variant_if_known, variant_named
from games.laws.books import DEFAULT_BOOK, LAW_BOOKS
from games.laws.judge import judge
from games.laws.law_book import LawBook
from games.laws.verdict import Verdict
from games.models import Game
from games.pdn import read_game
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


def stored_verdict(*, game: Game, law_book: str = "") -> Verdict:
    """Compute the verdict on a stored game from its text, by its own law book or another."""
    archive = game.archive_import if game.is_winner_assumed else None
    is_named = game.variant_source == VariantSource.TAG
    return judge(
        read_game(game.pdn),
        LAW_BOOKS.get(law_book or game.law_book),
        variant=None if is_named else variant_if_known(game.variant),
        first_result_is=archive.first_side if archive else None,
    )
