"""Three-move deck of English draughts as the American Checker Federation numbers it: 174 ballots.

144 were played across the board from the beginning, 12 that had been reserved for postal play were added in
2003 (usacheckers.com, "How Opening Rankings Were Computed"), 18 are barred. Numbers, moves and groups as in
the opening table of CheckerBoard (utility.c). A second source, pydraughts 0.6.7, has the same 174 and differs
in one status: it lists number 13 twice among the barred and leaves number 26 out, which reads as a slip
(number 26 is barred here). Whether a federation has changed the deck since 2003 is unconfirmed.
"""

from typing import Final

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.setting_up import Men

KEY: Final = "english_three_move"
ORIGINAL: Final = "original-144"
ADDED: Final = "added-12"

# The first two moves and, in the order of the numbers from 1 to 174, every third move that is a ballot.
ROWS: Final = """\
9-13 21-17: 5-9 6-9 10-14
9-13 22-17: 13x22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 10-15 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16 12-16
9-14 22-17: 5-9 6-9 11-15 11-16
9-14 22-18: 5-9 10-15 11-15 11-16 12-16 14-17
9-14 23-18: 14x23
9-14 23-19: 5-9 10-15 11-16 14-18
9-14 24-19: 5-9 10-15 11-15 11-16
9-14 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 6-10 7-10 11-15 11-16 12-16
10-14 23-18: 14x23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 9-14 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 9-14 11-16 15-19
10-15 22-18: 15x22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15x24
10-15 24-20: 6-10 7-10 11-16 15-19
11-15 21-17: 8-11 9-13 9-14 10-14 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15x22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11 9-13 9-14
11-15 24-19: 15x24
11-15 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 10-14 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 10-15 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16x23
11-16 24-19: 7-11 8-11 10-15 16-20
11-16 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: 9-14 16-19 16-20
12-16 23-19: 16x23
12-16 24-19: 16-20
12-16 24-20: 8-12 10-15
"""
ADDED_NUMBERS: Final = frozenset({6, 9, 16, 21, 34, 60, 61, 62, 105, 141, 153, 174})
BARRED_NUMBERS: Final = frozenset(
    {3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171}
)


def _moves() -> list[tuple[str, ...]]:
    """Return the moves of all ballots, in order."""
    openings = []
    for row in ROWS.splitlines():
        two, thirds = row.split(": ")
        openings += [(*two.split(), third) for third in thirds.split()]
    return openings


def _ballot(number: int, moves: tuple[str, ...]) -> Ballot:
    men = Men()
    for move in moves:
        men = men.after(move)
    is_barred = number in BARRED_NUMBERS
    group = ADDED if number in ADDED_NUMBERS else ORIGINAL
    return Ballot(
        deck=KEY,
        number=number,
        label=" ".join(moves),
        moves=moves,
        fen=men.fen(),
        status=Status.BARRED if is_barred else Status.IN_PLAY,
        groups=frozenset() if is_barred else frozenset({group}),
    )


THREE_MOVE: Final = Deck(
    key=KEY,
    variants=("english",),
    source="American Checker Federation's numbering, as in CheckerBoard utility.c",
    lay_out=lambda: (_ballot(number, moves) for number, moves in enumerate(_moves(), start=1)),
)
