"""The eleven-man deck of English draughts: four cards are drawn, two for each side.

Red (Black) takes off a man from 5 to 12 and White one from 21 to 28, by card; then each makes a first move
by card, one of the seven. If the man that is to move is gone, the next man behind it moves up in the same
direction: 11 gone and 11-15 drawn is 8-11. The 56 draws a side give 50 different setups, so 3,136 draws
give the 2,500 positions that the deck is known for. Red moves first in the position. (Eleven Man Ballot
Deck & System, North Carolina Checkers Association; usacheckers.com, player representative's columns of 2008
and 2012.)

Openings that lose a piece at once are not played; players or the arbiter refuse them and draw again. The
sources have no list of them, so that every ballot here is Status.NOT_STATED. Numbers are this program's
own: cards in rising order.
"""

from collections.abc import Iterator
from typing import Final

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.setting_up import Men, cell
from games.ballots.two_move import BLACK_MOVES, WHITE_MOVES

KEY: Final = "english_eleven_man"
BLACK_REMOVALS: Final = range(5, 13)
WHITE_REMOVALS: Final = range(21, 29)


def move_up(removed: int, drawn: str) -> str:
    """Return the move to play: the one drawn, or that of the man behind where its man is gone.

    At the edge of the board no man is behind in the same direction; then the only man behind moves up.
    """
    origin, destination = map(int, drawn.split("-"))
    if removed != origin:
        return drawn
    row, column = cell(origin)
    to_row, to_column = cell(destination)
    behind = {cell(square): square for square in range(1, 33)}
    in_line = 2 * row - to_row, 2 * column - to_column
    aside = in_line[0], to_column
    return f"{behind.get(in_line, behind.get(aside))}-{origin}"


def _ballot(number: int, removed: tuple[int, int], drawn: tuple[str, str]) -> Ballot:
    moves = (move_up(removed[0], drawn[0]), move_up(removed[1], drawn[1]))
    men = Men().without(*removed).after(moves[0]).after(moves[1])
    return Ballot(
        deck=KEY,
        number=number,
        label=f"{removed[0]}, {removed[1]} off; {drawn[0]} {drawn[1]}",
        moves=moves,
        fen=men.fen(),
        status=Status.NOT_STATED,
        removed=removed,
    )


def _ballots() -> Iterator[Ballot]:
    draws = (
        ((black, white), (first, second))
        for black in BLACK_REMOVALS
        for first in BLACK_MOVES
        for white in WHITE_REMOVALS
        for second in WHITE_MOVES
    )
    return (_ballot(number, *drawn) for number, drawn in enumerate(draws, start=1))


ELEVEN_MAN: Final = Deck(
    key=KEY,
    variants=("english",),
    source="Eleven Man Ballot Deck & System (Newell Banks, 1907), North Carolina Checkers Association",
    lay_out=_ballots,
)
