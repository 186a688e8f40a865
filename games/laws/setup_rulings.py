"""Pieces that vanished: a setup after a legal move shows what was wrongly lifted off (SL-I1e, I1f).

PDN's `/FEN "..."/` records the position on the board. Where the position differs from the one the
move leads to only by missing pieces, they were removed by hand.
"""

from __future__ import annotations

from games.laws.ladder import Offence
from games.laws.law_book import LawBook
from games.laws.replay_result import Replay
from games.laws.touch_rulings import Conduct
from games.laws.verdict import Finding, Severity
from games.pdn import GameRecord
from games.rules import Position, Variant, play
from games.rules.notation import square_text


def judge_setups(record: GameRecord, played: Replay, book: LawBook, conduct: Conduct) -> Conduct:
    """Add what the setups of a record show to its conduct."""
    wrong = {slip.ply for slip in played.slips}
    for ply, setup in played.setups:
        if ply == 0 or ply in wrong:
            continue
        before = played.positions[ply - 1]
        expected = play(before, played.moves[ply - 1], played.variant)
        side = before.side
        own = 2 if side else 0
        is_counted = False
        for code, at in (("own_piece_removed", own), ("piece_not_jumped_removed", 2 - own)):
            removed = _missing(expected, setup, at, played.variant)
            if removed:
                token = played.tokens[ply - 1]
                line, column = record.locate(token.offset)
                facts = {
                    "text": token.text,
                    "removed": removed,
                    "stood": True,
                    "articles": list(book.articles_for(code)),
                }
                article = book.article_for(code)
                conduct.findings.append(
                    Finding(code, Severity.ERROR, ply, side, article, facts, line, column)
                )
                conduct.offences.append(Offence(ply, side, code, same_move=is_counted, stood=True))
                is_counted = True
    return conduct


def _missing(expected: Position, setup: Position, at: int, variant: Variant) -> list[str]:
    """Name the squares of one side's pieces that are gone; nothing when pieces were also added."""
    there = setup[at] | setup[at + 1]
    should = expected[at] | expected[at + 1]
    if there & ~should:
        return []
    geometry = variant.geometry
    gone = should & ~there
    squares = [s for s in range(1, geometry.squares + 1) if geometry.bits[s] & gone]
    return [square_text(square, variant) for square in squares]
