"""Draw table of 64-square draughts (Russian and Brazilian rules): 745 entries, 742 different positions.

The position is made from the entry. An entry of moves is played from the starting position by White and Black
in turn. An entry that puts men elsewhere moves both sides' men at once, and White begins (II-1 names White's
man only, and Black begins). Two entries differ in the source about the side to move (XX-18 and XXVII-9); here
they follow the rule of all others (unconfirmed).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.setting_up import BLACK_MEN, WHITE_MEN, Men, between
from games.ballots.table_64_entries import ENTRIES, NOT_BRAZILIAN, ONE_SOURCE

RUSSIAN_KEY: Final = "russian_64_table"
BRAZILIAN_KEY: Final = "brazilian_64_table"
SOURCE: Final = "draw table of 64-square draughts, as in pydraughts 0.6.7 (MIT)"
ONE_SOURCE_ONLY: Final = "one-source"
TWO_SOURCES: Final = "two-sources"
PART: Final = 23
FILES: Final = "abcdefgh"
NOTHING: Final = "---"
BOTH: Final = 2
ROMAN: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def square_of(name: str) -> int:
    """Return the number of a square, b8 being 1 and g1 being 32."""
    return (8 - int(name[1])) * 4 + FILES.index(name[0]) // 2 + 1


def roman(number: int) -> str:
    """Return a part of the table as the card writes it."""
    text = ""
    for value, letters in ROMAN:
        text += letters * (number // value)
        number %= value
    return text


def played(entry: str) -> tuple[Men, tuple[str, ...]]:
    """Return the men after an entry of moves, and its moves in square numbers."""
    men = Men(white_to_move=True)
    moves = []
    for text in entry.split():
        moves.append(move_of(men, text))
        men = men.after(moves[-1])
    return men, tuple(moves)


def move_of(men: Men, text: str) -> str:
    """`ab4` in square numbers: a step forward, or a capture by a man two files away."""
    destination = square_of(text[1:])
    forward = 1 if men.white_to_move else -1
    rank = int(text[2])
    if abs(FILES.index(text[0]) - FILES.index(text[1])) == 1:
        return f"{square_of(f'{text[0]}{rank - forward}')}-{destination}"
    own, enemy = (men.white, men.black) if men.white_to_move else (men.black, men.white)
    origins = [square_of(f"{text[0]}{each}") for each in (rank - 2 * forward, rank + 2 * forward)]
    origin = next(each for each in origins if each in own and between(each, destination) in enemy)
    return f"{origin}x{destination}"


def put(entry: str) -> tuple[Men, tuple[str, ...]]:
    """Return the men after an entry that puts them elsewhere; it has no moves."""
    sides = {True: WHITE_MEN, False: BLACK_MEN}
    texts = entry.split()
    for is_white, text in zip((True, False), texts, strict=False):
        if text != NOTHING:
            origin, destination = map(square_of, text.split("-"))
            sides[is_white] = sides[is_white] - {origin} | {destination}
    return Men(sides[True], sides[False], white_to_move=len(texts) == BOTH), ()


def _ballot(key: str, number: int, entry: str) -> Ballot:
    men, moves = put(entry) if "-" in entry else played(entry)
    part, within = divmod(number - 1, PART)
    return Ballot(
        deck=key,
        number=number,
        label=f"{roman(part + 1)}-{within + 1} {entry}",
        moves=moves,
        fen=men.fen(),
        status=Status.IN_PLAY,
        groups=frozenset({ONE_SOURCE_ONLY if number in ONE_SOURCE else TWO_SOURCES}),
    )


def _ballots(key: str, left_out: frozenset[int] = frozenset()) -> Iterator[Ballot]:
    entries = (entry.strip() for entry in ENTRIES.replace("\n", " ").split(";"))
    return (
        _ballot(key, number, entry) for number, entry in enumerate(entries, start=1) if number not in left_out
    )


RUSSIAN_TABLE: Final = Deck(
    key=RUSSIAN_KEY, variants=("russian",), source=SOURCE, lay_out=partial(_ballots, RUSSIAN_KEY)
)
BRAZILIAN_TABLE: Final = Deck(
    key=BRAZILIAN_KEY,
    variants=("brazilian",),
    source=SOURCE,
    lay_out=partial(_ballots, BRAZILIAN_KEY, NOT_BRAZILIAN),
)
"""Numbered as the Russian table, so that some numbers are missing."""
