"""Lists as documents: the XML lists of FIDE, JSON of Lidraughts, and tournament reports (TRF)."""

import re
from collections.abc import Iterator
from typing import IO, Any, Final

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from club.core.outside_data import load_json
from tournaments.exchange.errors import ListLineBroken
from tournaments.exchange.player_lists.players import (
    MAX_SHOWN_TEXT,
    ListedPlayer,
    RatingKind,
    Search,
    player_of,
)
from tournaments.exchange.trf import read_trf

CHUNK: Final = 1 << 20
MAX_PLAYER: Final = 10_000  # bytes of one player in XML
END: Final = b"</player>"
BEGIN: Final = re.compile(rb"<player\b[^>]*>")
XML_MEANINGS: Final = {
    "fideid": "fide_number",
    "name": "name",
    "title": "title",
    "w_title": "women_title",
    "country": "federation",
    "rating": "rating",
    "rapid_rating": "rapid_rating",
    "blitz_rating": "blitz_rating",
    "birthday": "birth",
}
SPEEDS: Final = {
    RatingKind.STANDARD: ("classical", "rapid", "blitz"),
    RatingKind.NATIONAL: ("classical", "rapid", "blitz"),
    RatingKind.RAPID: ("rapid",),
    RatingKind.BLITZ: ("blitz",),
}
"""Ratings of Lidraughts, by the kind asked for."""


def xml_players(file: IO[bytes], search: Search, kind: RatingKind) -> Iterator[ListedPlayer | None]:
    """Read `<player>` after `<player>`; one that the search rules out is not parsed.

    Raises ListLineBroken for a player that is no XML, and for a file that ends in the middle.
    """
    buffer, line = b"", 1
    while chunk := file.read(CHUNK):
        *blocks, buffer = (buffer + chunk).split(END)
        for block in blocks:
            begin = BEGIN.search(block) if len(block) <= MAX_PLAYER else None  # quadratic without an end
            if begin is None:
                raise _broken(line, block)
            at = line + block.count(b"\n", 0, begin.start())
            text = block[begin.start() :].decode("utf-8", "replace")
            yield _xml_player(text, at, kind) if search.may_fit(text) else None
            line += block.count(b"\n")
        if len(buffer) > CHUNK + MAX_PLAYER:
            raise _broken(line, buffer)
    if not re.search(rb"</players?(?:list)?\s*>\s*$", buffer):
        raise _broken(line + buffer.count(b"\n"), buffer)


def _broken(line: int, block: bytes) -> ListLineBroken:
    return ListLineBroken(line=line, text=block.decode("utf-8", "replace").strip()[-MAX_SHOWN_TEXT:])


def _xml_player(text: str, line: int, kind: RatingKind) -> ListedPlayer | None:
    try:
        node = fromstring(text + END.decode())
    except (ParseError, DefusedXmlException):
        raise ListLineBroken(line=line, text=" ".join(text.split())[:MAX_SHOWN_TEXT]) from None
    cells = {XML_MEANINGS[one.tag]: one.text or "" for one in node if one.tag in XML_MEANINGS}
    return player_of(cells, line=line, kind=kind)


def json_players(
    lines: Iterator[tuple[int, str]], kind: RatingKind, variant: str
) -> Iterator[ListedPlayer | None]:
    """Read members of a team or players of a tournament of Lidraughts: an object a line, or one document."""
    for number, item in _json_items(lines):
        user = _object(item.get("user")) or item
        profile = _object(user.get("profile"))
        username = str(user.get("username") or user.get("name") or user.get("id") or "")
        real = " ".join(str(profile.get(name, "")).strip() for name in ("firstName", "lastName")).strip()
        cells = {
            "name": real or username,
            "number": username,
            "title": str(user.get("title") or ""),
            "rating": str(item.get("rating") or _perf_rating(user.get("perfs"), kind, variant) or ""),
        }
        yield player_of(cells, line=number, kind=RatingKind.STANDARD, body="Lidraughts")


def _json_items(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    number, first = next(lines)
    document = _json(first, number, is_whole=False)
    if document is None or isinstance(document, list):
        text = "".join([first, *(line for _number, line in lines)])
        document, lines = _json(text, number), iter(())
    for item in _listed(document):
        if isinstance(item, dict):
            yield number, item
    for number, line in lines:
        item = _json(line, number)
        if not isinstance(item, dict):
            raise ListLineBroken(line=number, text=line.strip()[:MAX_SHOWN_TEXT])
        yield number, item


def _listed(document: Any) -> list[Any]:
    """Return the players of a document: an arena, the teams of a team battle, a list, or one player."""
    if isinstance(document, list):
        return document
    whole = _object(document)
    if isinstance(whole.get("teams"), list):
        return [player for team in whole["teams"] for player in _listed(_object(team).get("players"))]
    players = _object(whole.get("standing")).get("players") or whole.get("players")
    return players if isinstance(players, list) else [whole] if whole else []


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _json(text: str, line: int, *, is_whole: bool = True) -> Any:
    """Return a JSON value; None for a part of one, unless it is the whole."""
    try:
        return load_json(text.rstrip())
    except (ValueError, RecursionError) as error:
        if not is_whole:
            return None
        at = line + getattr(error, "lineno", 1) - 1
        broken = text.splitlines()[at - line].strip() if at - line < len(text.splitlines()) else text
        raise ListLineBroken(line=at, text=broken[:MAX_SHOWN_TEXT]) from None


def _perf_rating(perfs: Any, kind: RatingKind, variant: str) -> Any:
    """Return the rating at the variant of the section, or at the speed asked for; without a game none."""
    if not isinstance(perfs, dict):
        return None
    for name in (variant, *SPEEDS[kind]):
        perf = perfs.get(name)
        if isinstance(perf, dict) and perf.get("games", 1):
            return perf.get("rating")
    return None


def report_players(data: bytes, name: str) -> Iterator[ListedPlayer]:
    """Return the players of a tournament report; a team is no player. Raises TrfError."""
    report = read_trf(data, file=name).report
    for player in report.players:
        cells = {
            "name": player.spaced_name if player.name else "",
            "fide_number": player.fide_number,
            "rating": str(player.rating or ""),
            "title": player.title,
            "federation": player.federation,
            "birth": player.birth,
        }
        found = player_of(cells, line=player.number, kind=RatingKind.STANDARD)
        if found is not None:
            yield found
