"""Players of a list, and the search that picks them: only those who are found are kept."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from club.core.name_normalization import normalize_name
from club.core.names import fold_name
from tournaments.entries.models.entry import MAX_RATING
from tournaments.exchange.errors import ListCellUnreadable, TooManyListed

MAX_FOUND: Final = 300
MAX_SHOWN_TEXT: Final = 60
LENGTHS: Final = {"name": 200, "number": 20, "title": 10, "club_name": 120}
YEAR: Final = re.compile(r"(?<!\d)(?:18|19|20)\d\d(?!\d)")
NUMBER: Final = re.compile(r"-?\d{1,6}(?:[.,]\d{1,4})?")
BLANK: Final = frozenset({"", "-", "0", "none", "null"})


class RatingKind(StrEnum):
    """Rating of a list that has several."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A player as the list has it. `line` is the place in the file."""

    name: str
    number: str = ""
    body: str = ""
    """Federation or site that gave the number; empty if the list does not say."""
    rating: int = 0
    title: str = ""
    federation: str = ""
    club_name: str = ""
    birth_year: int | None = None
    line: int = field(default=0, compare=False)


class Search:
    """Names and numbers that are asked for, one a line; nothing asks for all players of a short list.

    A name fits if each of its words begins a word of the player's name, in any order.
    """

    def __init__(self, text: str = "") -> None:
        lines = (fold_name(re.sub(r"[,.;\-]", " ", line)) for line in text.splitlines())
        self.terms = [tuple(line.split()) for line in dict.fromkeys(lines) if line]
        self._anchors = tuple({max(words, key=len) for words in self.terms})

    @property
    def is_for_all(self) -> bool:
        """True without any name or number."""
        return not self.terms

    def may_fit(self, text: str) -> bool:
        """Check quickly that a raw line may have a player who is asked for."""
        if not self._anchors:
            return True
        folded = text.lower() if text.isascii() else fold_name(text)
        return any(anchor in folded for anchor in self._anchors)

    def fits(self, player: ListedPlayer) -> bool:
        """Check that a player is asked for."""
        if not self.terms:
            return True
        words = fold_name(re.sub(r"[,.\-]", " ", player.name)).split()
        return any(
            term == (player.number.casefold(),)
            or all(any(word.startswith(part) for word in words) for part in term)
            for term in self.terms
        )


@dataclass(frozen=True, slots=True)
class FoundPlayers:
    """Players of a file who were asked for, its kind, and how many players were read."""

    kind: str
    players: tuple[ListedPlayer, ...]
    read: int


def pick(kind: str, listed: Iterable[ListedPlayer | None], search: Search) -> FoundPlayers:
    """Keep the players who are asked for; None is a player whom the search ruled out before.

    Raises TooManyListed beyond the number that a page can show.
    """
    found: list[ListedPlayer] = []
    seen: set[ListedPlayer] = set()
    read = 0
    for player in listed:
        read += 1
        if player is None or not search.fits(player) or player in seen:
            continue
        seen.add(player)
        found.append(player)
        if len(found) > MAX_FOUND:
            raise TooManyListed(limit=MAX_FOUND, is_for_all=search.is_for_all)
    return FoundPlayers(kind, tuple(found), read)


def player_of(
    cells: Mapping[str, str], *, line: int, kind: RatingKind, body: str = ""
) -> ListedPlayer | None:
    """Return the player of a line by the meaning of its cells; None without a name.

    Raises ListCellUnreadable for a rating that is none.
    """
    name = normalize_name(_name_of(cells))
    if not name or not any(sign.isalpha() for sign in name):
        return None
    number = _clean(cells.get("fide_number", "")) or _clean(cells.get("number", ""))
    federation = cells.get("federation", "").strip().upper()
    year = YEAR.search(cells.get("birth", ""))
    return ListedPlayer(
        name=name[: LENGTHS["name"]],
        number=number[: LENGTHS["number"]],
        body="FIDE" if _clean(cells.get("fide_number", "")) else body if number else "",
        rating=_rating_of(cells, kind, line),
        title=(_clean(cells.get("title", "")) or _clean(cells.get("women_title", "")))[: LENGTHS["title"]],
        federation=federation if re.fullmatch(r"[A-Z]{3}", federation) else "",
        club_name=normalize_name(cells.get("club_name", ""))[: LENGTHS["club_name"]],
        birth_year=int(year[0]) if year else None,
        line=line,
    )


def is_plausible(player: ListedPlayer) -> bool:
    """Check a player that a form sent back: types, lengths and limits are those of a list."""
    texts = {name: getattr(player, name) for name in (*LENGTHS, "body", "federation")}
    if not all(isinstance(text, str) and "\0" not in text for text in texts.values()):
        return False
    year = player.birth_year
    return (
        bool(player.name.strip())
        and all(len(texts[name]) <= length for name, length in LENGTHS.items())
        and re.fullmatch(r"([A-Z]{3})?", player.federation) is not None
        and type(player.rating) is int
        and 0 <= player.rating <= MAX_RATING
        and (year is None or (type(year) is int and YEAR.fullmatch(str(year)) is not None))
    )


def _name_of(cells: Mapping[str, str]) -> str:
    if cells.get("last_name", "").strip():
        parts = (cells.get("first_name", ""), cells.get("particle", ""), cells["last_name"])
        return " ".join(part.strip() for part in parts)
    return " ".join((cells.get("first_name", ""), cells.get("name", "")))


def _clean(cell: str) -> str:
    text = " ".join(cell.split())
    return "" if text.casefold() in BLANK else text


def _rating_of(cells: Mapping[str, str], kind: RatingKind, line: int) -> int:
    names = {
        RatingKind.STANDARD: ("rating", "national_rating"),
        RatingKind.NATIONAL: ("national_rating", "rating"),
        RatingKind.RAPID: ("rapid_rating",),
        RatingKind.BLITZ: ("blitz_rating",),
    }[kind]
    for name in names:
        text = _clean(cells.get(name, ""))
        if text:
            value = float(text.replace(",", ".")) if NUMBER.fullmatch(text) else -1.0
            if not 0 <= value <= MAX_RATING:
                raise ListCellUnreadable(line=line, cell=text[:MAX_SHOWN_TEXT], limit=MAX_RATING)
            if int(value):
                return int(value)
    return 0


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Return the lines with their numbers, without blank ones."""
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
