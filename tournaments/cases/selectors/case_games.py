"""The game of a case: its record, from the case itself or from the record of the result."""

from games.core.errors import Refusal
from games.house_rules.selectors import variant_named
from games.judging.services.judging import first_record
from games.pdn import GameRecord
from games.rules import Variant
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import Case, GameResult
from tournaments.records.errors import RecordUnreadable


def variant_of(case: Case) -> Variant:
    """Return the variant of the section, else of the law book in force."""
    key = case.section.variant if case.section is not None else law_book_of(None).variants[0]
    return variant_named(key)


def result_of(case: Case) -> GameResult | None:
    """The result of the game a case is about."""
    if case.pairing_id is None:
        return None
    rows = GameResult.every.select_related("game")
    return rows.filter(pairing=case.pairing_id, number=case.game).first()


def tie_break_of(result: GameResult | None) -> int:
    """Return the number of a tie-break game in its match; 0 for a game of the match itself."""
    if result is None or not result.is_tie_break:
        return 0
    games = GameResult.every.filter(pairing=result.pairing_id, is_tie_break=True)
    return games.filter(number__lte=result.number).count()


def record_text(case: Case, result: GameResult | None) -> str:
    """Return the score of the game: the one given with the case, else the recorded game of the result."""
    if case.claim_record.strip():
        return case.claim_record
    return result.game.pdn if result is not None and result.game is not None else ""


def read_record(text: str) -> GameRecord | None:
    """Parse a pasted score; None for an empty one. Raises RecordUnreadable for an invalid one."""
    if not text.strip():
        return None
    try:
        return first_record(text)
    except Refusal as refusal:
        raise RecordUnreadable(why=refusal.code) from refusal
