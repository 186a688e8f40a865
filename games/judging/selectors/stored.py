"""Verdicts on stored games."""

from games.archive.models.game import VariantSource
from games.house_rules.selectors.variants import variant_if_known
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.laws.verdict import Verdict
from games.models import Game
from games.pdn import read_game


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
