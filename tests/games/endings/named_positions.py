"""Positions of the literature of English draughts, with the verdict that was published and where.

Pask is *Key Endings* (1992), as set up with its moves in the training files of raven-checkers
(training/KeyEndgames). Lasker is *Chess and Checkers, the Way to Mastership* (1918), by the number of its
diagram. ACF is "Standard Positions" (acfcheckers.com/std2.html). Boland is *Famous Positions in the Game of
Checkers*, as published with FENs and solutions by The Checker Maven (bobnewell.net), as are the others.

Third Position and Payne's Draw are not among them: no source that tells their squares was found.
"""

from typing import NamedTuple

from games.endings import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


class Named(NamedTuple):
    """A position and its published value for the side to move."""

    name: str
    fen: str
    value: Value


class Line(NamedTuple):
    """Published play from a position."""

    name: str
    fen: str
    moves: str


FOUR_OR_FEWER = (
    Named("First Position (Pask 10; Lasker 93)", "W:WK19,K23:B12,K28", WIN),
    Named("First Position without the opposition (Pask 11; Lasker)", "B:WK19,K23:B12,K28", DRAW),
    Named("First Position with the man on 4 (Pask 12)", "W:WK19,K23:B4,K28", WIN),
    Named("First Position with a man to crown (ACF)", "W:W20,K15:B12,K28", WIN),
    Named("First Position, the man on 16 (Pask 10, ply 18)", "W:WK15,K32:B16,K28", WIN),
    Named("First Position after Banks's 15-18 (ACF, note G)", "B:WK18,K32:B16,K28", DRAW),
    Named("First Position after 15-11 (Pask 10; ACF, note G)", "B:WK11,K32:B16,K28", LOSS),
    Named("Payne's single-corner win, White to move (Pask)", "W:WK26,K27:B21,K25", WIN),
    Named("Payne's single-corner win, Black to move (Pask)", "B:WK26,K27:B21,K25", LOSS),
    Named("one king against one, White has the move (Lasker 88)", "W:WK32:BK26", WIN),
    Named("one king against one, Black has the move (Lasker 88)", "B:WK32:BK26", DRAW),
    Named("two kings against one in the double corner (Lasker 89)", "W:WK19,K23:BK32", WIN),
    Named("Better than First, R. Holding (Checker Maven)", "B:W31,19:BK4,2", WIN),
)

PROVED_BY_SEARCH = (
    Named("three kings against two, White to move (Checker Maven)", "W:WK22,K23,K24:BK31,K32", WIN),
    Named("three kings against two, Black to move (Checker Maven)", "B:WK22,K23,K24:BK31,K32", LOSS),
    Named("three kings against both double corners (Lasker 90)", "B:WK27,K9:BK19,K15,K10", WIN),
    Named("two kings for one (Lasker 91)", "B:WK32,K27:BK28,K20,K16", WIN),
)

BEYOND = (
    Named("Second Position (Lasker 95)", "W:W27,30,K22:B20,21,K9", WIN),
    Named("Fourth Position (Boland 1)", "B:W30,K31,K32:BK20,21,K22,K23", WIN),
    Named("Fourth Position, the drawing side to move (Boland 2)", "W:W30,K31,K32:BK20,21,K22,K23", DRAW),
    Named("King Fourth (Boland 3)", "B:WK30,K31,K32:BK20,21,K22,K23", WIN),
    Named("Fourth Position (Lasker 101)", "W:W12,K11,K10,K14:B3,K2,K1", WIN),
    Named("Fourth Position, Black to move (Lasker 101)", "B:W12,K11,K10,K14:B3,K2,K1", DRAW),
    Named("Fifth Position (Boland)", "B:W23,22,21,20,19:B14,13,12,11,6", DRAW),
    Named("Fifth Position (Lasker 106)", "W:W19,20,21,22,27:B10,11,12,13,14", DRAW),
    Named("three against both corners, White to move (Lasker 90)", "W:WK27,K9:BK19,K15,K10", LOSS),
    Named("the move, Black to play (Lasker 96)", "B:W31,24,19:B12,8,2", DRAW),
    Named("the move, White to play (Lasker 96)", "W:W31,24,19:B12,8,2", WIN),
    Named("W. Grey (Boland)", "B:W20,16,K2:BK25,K10", DRAW),
    Named("J. T. Hennigan (Boland)", "B:W30,29,K24:B27,23,22", DRAW),
    Named("J. Cornock (Boland)", "B:WK26,K24,K23:BK32,K25,21", DRAW),
    Named("Drinkwater's Draw (Boland)", "W:W14,16,28:B4,K18,21", DRAW),
    Named("E. McMillan (Boland)", "W:W29,14,K2:B8,5,1", WIN),
    Named("J. F. Bremmer (Boland)", "W:W13,5,K2:BK14,10,1", DRAW),
    Named("A. Jackson (Boland)", "W:W22,21,12,K7:BK23,13,9,5", WIN),
    Named("J. B. Macindoe, second setting (Checker Maven)", "B:WK28,20,15:BK6,K5,K2", WIN),
    Named("J. B. Macindoe, third setting (Checker Maven)", "B:W20,K19,K3:BK11,K10,K6", WIN),
)

FIRST_FROM_32 = (
    "28-24 23-18 24-28 18-15 28-24 32-28 24-27 15-18 12-16 28-32 27-24 18-15 24-28 15-11 16-19 32-27 28-32 "
    "27-31 19-23 11-15"
)
WON_BY_WHITE = (
    Line(
        "First Position (Pask 10)",
        "W:WK19,K23:B12,K28",
        f"23-27 28-32 19-23 32-28 27-32 {FIRST_FROM_32} 32-28 15-19",
    ),
    Line(
        "First Position with a man to crown (ACF)",
        "W:W20,K15:B12,K28",
        "15-19 28-32 20-16 32-28 16-11 28-32 11-7 32-28 7-3 28-32 3-7 32-28 7-10 28-32 10-15 32-28 15-18 "
        f"28-32 18-23 32-28 23-27 28-32 19-23 32-28 27-32 {FIRST_FROM_32}",
    ),
    Line(
        "First Position with the man on 4 (Pask 12)",
        "W:WK19,K23:B4,K28",
        "23-27 28-32 19-23 32-28 27-32 28-24 32-28 24-20 23-19 20-24 19-15 24-27 15-18 4-8 18-15 27-23 28-32 "
        "8-12 32-28 23-27",
    ),
    Line(
        "Payne's single-corner win (Pask), Black to move",
        "B:WK26,K27:B21,K25",
        "25-29 27-23 29-25 23-18 25-29 18-22 21-25 26-30",
    ),
    Line(
        "Payne's single-corner win (Pask), White to move",
        "W:WK26,K27:B21,K25",
        "27-23 25-29 23-18 29-25 26-30 25-29 18-22",
    ),
)
DRAWN_AFTER_BANKS = Line(
    "First Position, Banks's 15-18 (Pask; ACF, note G)",
    "W:WK15,K32:B16,K28",
    "15-18 16-19 32-27 19-23 27-32 23-26",
)
LOST_BY_12_16 = Line(
    "First Position without the opposition: 12-16 loses (Pask 11)",
    "B:WK19,K23:B12,K28",
    "28-32 23-18 32-27 18-22 27-32 19-24 12-16 22-26 16-20 24-28 32-27 28-32 27-24 26-23 24-27 23-19 27-31 "
    "19-24 20x27 32x23",
)
SECOND = Line(
    "Second Position (Lasker 95)",
    "W:W27,30,K22:B20,21,K9",
    "30-26 9-14 26-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5 9-6 5-9 6-2 9-5 2-6 5-1 6-9 1-5 9-14 5-1 14-18 1-6 "
    "18-15 6-9 15-19 9-14 27-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5 9-6 5-9 6-2 9-5 2-6 5-1 6-9 1-5 9-14 5-1 "
    "14-18 1-6 18-23 6-10 23-27 10-14 19-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5 22-17 5x14 17x10 21-25 10-15 "
    "25-30 15-19 30-26 27-32",
)
FIFTH = Line(
    "Fifth Position (Boland)",
    "B:W23,22,21,20,19:B14,13,12,11,6",
    "13-17 22x13 6-10 13-9 11-15 9-6 15x24 23-19 24-27 6-2 27-31 2-6 31-27 6x15 27-24 20-16 14-18 15x22 "
    "24x15 16-11 15x8 22-18 8-11",
)
MCMILLAN = Line(
    "E. McMillan (Boland)",
    "W:W29,14,K2:B8,5,1",
    "29-25 8-12 14-10 12-16 2-7 16-19 7-11 19-23 11-15 23-26 15-18 26-30 25-21 30-25 10-7 1-6 18-15 25-22 "
    "7-3 22-25 3-7 25-22 7-11 22-25 21-17 25-21 17-13 21-17 15-18 17-21 18-14 21-25 14-10 6x15 11x18 25-21 "
    "18-14 21-25 13-9 25-30 9-6",
)
