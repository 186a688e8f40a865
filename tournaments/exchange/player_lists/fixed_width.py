"""Lists in columns of fixed width: the rating lists of FIDE as text, and lists in their layout.

The columns come from the heading, so that combined and single lists, with or without the columns added over
the years, are read alike: "ID Number  Name  Fed Sex Tit  WTit OTit  FOA SRtng SGm SK RRtng ..." (2026), a
single list with its month ("SEP26"), and "ID_NUMBER NAME TITLFED MAR11 GAMESBORN FLAG" (before 2012).
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tournaments.exchange.errors import ListLineBroken, ListWithoutHeadings
from tournaments.exchange.player_lists.players import (
    MAX_SHOWN_TEXT,
    ListedPlayer,
    RatingKind,
    Search,
    player_of,
)

HEADING: Final = re.compile(r"\s*ID[ _]?(?:NUMBER|NO|CODE)\b.*\bNAME\b", re.IGNORECASE)
WORDS: Final = re.compile(r"ID[ _](?:NUMBER|NO|CODE)|TITL(?=FED)|GAMES(?=BORN)|\S+", re.IGNORECASE)
MONTH: Final = re.compile(r"[A-Z]{3}\d\d")
MEANINGS: Final = {
    **dict.fromkeys(("ID NUMBER", "ID_NUMBER", "IDNUMBER", "ID NO", "ID_NO", "ID CODE", "ID_CODE"), "number"),
    "NAME": "name",
    **dict.fromkeys(("TIT", "TITL", "TITLE"), "title"),
    "WTIT": "women_title",
    **dict.fromkeys(("FED", "COUNTRY"), "federation"),
    **dict.fromkeys(("SRTNG", "RTNG", "RATING"), "rating"),
    "RRTNG": "rapid_rating",
    "BRTNG": "blitz_rating",
    **dict.fromkeys(("B-DAY", "BORN", "BIRTHDAY"), "birth"),
    "CLUB": "club_name",
}
Columns = dict[str, slice]


def is_heading(line: str) -> bool:
    """Check that a line names the columns of such a list."""
    return HEADING.match(line) is not None


def columns_of(heading: str) -> Columns:
    """Return the columns by meaning: each begins at its word and ends where the next begins."""
    words = [*WORDS.finditer(heading)]
    starts = [(word[0].upper(), word.start()) for word in words] + [("", None)]
    found: Columns = {}
    for (word, start), (_next, end) in pairwise(starts):
        meaning = MEANINGS.get(word) or ("rating" if MONTH.fullmatch(word) else "")
        if meaning:
            found.setdefault(meaning, slice(start, end))
    return found


def fixed_width_players(
    lines: Iterator[tuple[int, str]], search: Search, kind: RatingKind
) -> Iterator[ListedPlayer | None]:
    """Read the players line by line.

    Raises ListWithoutHeadings without a column of names, ListLineBroken for a line that ends before the name.
    """
    first, heading = next(lines)
    columns = columns_of(heading.rstrip("\r\n"))
    if "name" not in columns:
        raise ListWithoutHeadings(line=first, text=heading.strip()[:MAX_SHOWN_TEXT])
    named = columns["name"].start
    for number, line in lines:
        if not search.may_fit(line):
            yield None
            continue
        if len(line.rstrip()) <= named:
            raise ListLineBroken(line=number, text=line.strip()[:MAX_SHOWN_TEXT])
        cells = {meaning: line[place].strip() for meaning, place in columns.items()}
        yield player_of(cells, line=number, kind=kind, body="FIDE")
