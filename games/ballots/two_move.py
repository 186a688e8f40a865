"""The two-move deck of English draughts: Black's seven first moves, White's seven answers.

Six of the 49 are barred (pydraughts 0.6.7 and quadibloc.com name the same six). Federations have barred
fewer: 43 to 47 have been in play.
"""

from collections.abc import Iterator
from typing import Final

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.setting_up import Men

KEY: Final = "english_two_move"
BLACK_MOVES: Final = ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")
WHITE_MOVES: Final = ("21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20")
BARRED: Final = frozenset(
    {
        ("9-14", "21-17"),
        ("9-14", "23-18"),
        ("10-14", "21-17"),
        ("10-14", "23-18"),
        ("11-16", "23-19"),
        ("12-16", "23-19"),
    }
)


def _ballot(number: int, moves: tuple[str, str]) -> Ballot:
    men = Men()
    for move in moves:
        men = men.after(move)
    return Ballot(
        deck=KEY,
        number=number,
        label=" ".join(moves),
        moves=moves,
        fen=men.fen(),
        status=Status.BARRED if moves in BARRED else Status.IN_PLAY,
    )


def _ballots() -> Iterator[Ballot]:
    draws = ((black, white) for black in BLACK_MOVES for white in WHITE_MOVES)
    return (_ballot(number, moves) for number, moves in enumerate(draws, start=1))


TWO_MOVE: Final = Deck(
    key=KEY,
    variants=("english",),
    source="two-move restriction; numbers and barred pairs as in pydraughts 0.6.7",
    lay_out=_ballots,
)
