"""Games of a play site that ends them by itself: no draw it knows may be due before the last half-move.

The site implements FMJD 6.1 to 6.4, FMJD-64 as far as its clauses do not contradict each other, and in
Frisian draughts seven and two moves; a draw it declared is one of our claims, due at the last half-move.
"""

from pathlib import Path

import pytest

from games.laws import LAW_BOOKS, judge
from games.pdn import read_games
from games.rules import VARIANTS

GAMES = Path(__file__).resolve().parents[4] / "shared" / "pdn" / "lidraughts"
NOT_THE_SITE_S = {"FR-D2"}  # drawn at once: the site lets two moves more be played (FR-D3)

SITE = [
    ("standard", "international", "fmjd-annex-1", {"FMJD-6.4": 2}),
    ("brazilian", "brazilian", "fmjd-64", {}),
    ("russian", "russian", "fmjd-64", {"F64-7.2.3": 1, "F64-7.2.8": 1}),
    ("frisian", "frisian", "frisian", {}),
    ("frysk", "frysk", "frysk", {"FR-D1": 1, "FR-D3": 4}),
    ("breakthrough", "breakthrough", "breakthrough", {}),
    ("antidraughts", "antidraughts", "antidraughts", {}),
]


@pytest.mark.skipif(not GAMES.is_dir(), reason="../shared/pdn is not beside the project")
@pytest.mark.parametrize(("file", "variant", "book", "expected"), SITE, ids=[row[0] for row in SITE])
def test_draws_of_the_site_are_due_where_it_ended_the_game(file, variant, book, expected):
    due = {}
    for record in read_games((GAMES / f"{file}.pdn").read_bytes()):
        verdict = judge(record, LAW_BOOKS[book], variant=VARIANTS[variant])
        assert verdict.is_legal, verdict.first_error
        assert verdict.result.board in {"open", verdict.result.winner}
        for claim in verdict.claims:
            if claim.article in NOT_THE_SITE_S:
                continue
            assert claim.from_ply == verdict.plies + 1
            assert verdict.result.winner == "draw"
            due[claim.article] = due.get(claim.article, 0) + 1
    assert due == expected
