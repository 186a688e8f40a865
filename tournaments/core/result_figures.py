"""Results of games in figures, and the marks of drawn games."""

from collections.abc import Sequence
from math import gcd
from typing import Final

from django.utils.translation import pgettext

from tournaments.core.translate import Scorer
from tournaments.models import GameResult, Outcome, ResultMark, Section
from tournaments.pairing.keizer.options import PARTS
from tournaments.standings.ranking.values import Mark

EN_DASH = "\N{EN DASH}"  # between figures; between the signs of a forfeit it would read as one of them
UNENDED: Final = frozenset({Outcome.PENDING, Outcome.ADJOURNED})
PLUS: Final = (ResultMark.WHITE_PLUS.value, ResultMark.BLACK_PLUS.value)


def mark_of_side(mark: str, *, is_white: bool) -> Mark | None:
    """Return the mark of a drawn game from the view of one side."""
    if mark not in PLUS:
        return None
    return Mark.PLUS if (mark == ResultMark.WHITE_PLUS) == is_white else Mark.MINUS


def total_text(mine: int, theirs: int, results: Sequence[GameResult]) -> str:
    """Return the points of a match so far, marked as open while a game is not over."""
    total = f"{mine}{EN_DASH}{theirs}"
    is_open = any(result.outcome in UNENDED for result in results)
    said = pgettext("a match", "open")
    return f"{total} ({said})" if is_open else total


def _figures(result: GameResult, scorer: Scorer) -> tuple[str, ...]:
    """Return the points of White and of Black; a plus or a minus follows those of a draw."""
    shown = {Mark.PLUS: "+", Mark.MINUS: "\N{MINUS SIGN}", None: ""}
    return tuple(
        f"{scorer.game(result.outcome, is_white=side, mark=result.mark)}"
        f"{shown[mark_of_side(result.mark, is_white=side)]}"
        for side in (True, False)
    )


def text_of(result: GameResult, section: Section) -> str:
    """Return the result of a game in figures, the first player of the pairing first."""
    signs = {
        Outcome.WHITE_FORFEIT: ("+", "\N{MINUS SIGN}"),
        Outcome.BLACK_FORFEIT: ("\N{MINUS SIGN}", "+"),
        Outcome.DOUBLE_FORFEIT: ("\N{MINUS SIGN}", "\N{MINUS SIGN}"),
    }
    outcome = Outcome(result.outcome)
    if outcome == Outcome.PENDING:
        return ""
    if outcome in {Outcome.ADJOURNED, Outcome.UNPLAYED}:
        return str(outcome.label)
    white, black = signs.get(outcome) or _figures(result, Scorer(section))
    first, second = (white, black) if result.number % 2 == 1 else (black, white)
    return f"{first}{':' if outcome in signs else EN_DASH}{second}"


def keizer_text(parts: int) -> str:
    """Format Keizer points exactly: whole points, and a fraction if there is one."""
    whole, rest = divmod(parts, PARTS)
    if not rest:
        return str(whole)
    divisor = gcd(rest, PARTS)
    fraction = f"{rest // divisor}/{PARTS // divisor}"
    return f"{whole} {fraction}" if whole else fraction
