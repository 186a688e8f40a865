"""Reader of TRF16 and TRF26 files: tolerant of known traps, which it reports, and strict with the rest."""

import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tournaments.exchange.trf.columns import Layout, Line, record_by_columns, record_by_words, stray
from tournaments.exchange.trf.errors import (
    ColumnMissing,
    ColumnUnreadable,
    LineTooLong,
    NotATrf,
    PlayerTwice,
    ReportTooLong,
)
from tournaments.exchange.trf.extensions import EXTENSIONS, Extensions
from tournaments.exchange.trf.layouts import HEADINGS, LAYOUTS, PLAYER, REPEATED_HEADINGS, TRF26_CODES
from tournaments.exchange.trf.player_lines import player_in
from tournaments.exchange.trf.repairs import repair_report
from tournaments.exchange.trf.results import tenths_of
from tournaments.exchange.trf.values import (
    Edition,
    FileRepair,
    Reading,
    Report,
    ReportedPlayer,
    ScoreTable,
    UnknownLine,
)
from tournaments.pairing.values import Colour

COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
MAX_LINES, MAX_LINE_LENGTH = 50_000, 20_000
"""More than 9,999 players with as many national records and forbidden pairs, and 1,900 rounds.

A file is in memory several times while it is read: without bounds one of 5 MB took 480 MB.
"""
FEDERATION = re.compile(r"[A-Z]{3} +\d")
OF_TEAMS = frozenset({"013", "310"})
RULER = re.compile(r" +1[ \d]*|(?:1234567890)+\d*|DDD SSSS .*")
"""Lines above the players that help human readers, as Swiss-Manager and OpenPairings write them."""
SYMBOL = re.compile(r"([A-Za-z])\s*(\S*)")


def read_trf(data: bytes, *, file: str = "") -> Reading:
    """Parse a file's bytes into a report; raise TrfError if that is impossible."""
    lines, mended = lines_of(data, file)
    reader = Reader(file, of_teams=any(line.code in OF_TEAMS for line in lines))
    for line in lines:
        reader.read(line)
    if not reader.lists["players"]:
        raise NotATrf(file=file, found=lines[0].text[:40] if lines else "")
    report, repairs = repair_report(reader.report(), reader.player_lines, file)
    ordered = sorted([*mended, *reader.mended, *repairs], key=lambda each: each.line)
    return Reading(report, tuple(ordered))


class Reader:
    """Builder of a report, line by line."""

    def __init__(self, file: str, *, of_teams: bool = False) -> None:
        self.file, self.of_teams = file, of_teams
        self.texts: dict[str, Any] = {}
        self.lists: defaultdict[str, list[Any]] = defaultdict(list)
        self.extensions = Extensions()
        self.mended: list[FileRepair] = []
        self.player_lines: dict[int, int] = {}
        self.edition = Edition.TRF16
        self.after = ""

    def report(self) -> Report:
        """Return the report so far."""
        extended = self.extensions.applied(
            {name: tuple(values) for name, values in self.lists.items()}, self.texts
        )
        return Report(edition=self.edition, **extended)

    def read(self, line: Line) -> None:
        """Read one line and store its record."""
        code = line.code
        if code in TRF26_CODES:
            self.edition = Edition.TRF26
        if code == PLAYER.code:
            self._player(line)
        elif code in LAYOUTS:
            layout = LAYOUTS[code]
            self.lists[layout.attribute].append(self._record(layout, line))
        elif code in EXTENSIONS:
            EXTENSIONS[code](self.extensions, line)
        elif code in REPEATED_HEADINGS:
            self.lists[REPEATED_HEADINGS[code]].append(line.content)
        elif code in HEADINGS:
            self._heading(line)
        elif FEDERATION.match(line.text):
            self.lists["national_players"].append(player_in(line, self.mended, list_of=code))
        else:
            self._store_unknown_line(line)
            return
        if line.content and code not in EXTENSIONS:
            self.after = code

    def _player(self, line: Line) -> None:
        player: ReportedPlayer = player_in(line, self.mended, of_teams=self.of_teams)
        if player.number in self.player_lines:
            first = self.player_lines[player.number]
            raise PlayerTwice(**line.at(5, str(player.number)), player=player.number, first_line=first)
        self.player_lines[player.number] = line.number
        self.lists["players"].append(player)

    def _record(self, layout: Layout, line: Line) -> Any:
        """Parse the record of a line; if its columns are shifted, from its words."""
        at = stray(layout, line)
        if at and not layout.by_words:
            raise line.unreadable(at, line.text[at - 1 :], "end")
        if not layout.by_words:
            return record_by_columns(layout, line)
        if not at:
            with suppress(ColumnMissing, ColumnUnreadable):
                return record_by_columns(layout, line)
        record = record_by_words(layout, line)
        self.mended.append(FileRepair(line.number, "columns_shifted", {"record": layout.code}))
        return record

    def _heading(self, line: Line) -> None:
        code = line.code
        attribute = HEADINGS[code]
        if not line.content:
            return
        if attribute in self.texts:
            self._store_unknown_line(line, "record_repeated")
        else:
            self.texts[attribute] = VALUES[code](line) if code in VALUES else line.content

    def _store_unknown_line(self, line: Line, told: str = "line_kept") -> None:
        text = line.text.rstrip()
        self.lists["kept"].append(UnknownLine(text, self.after))
        if not text.startswith("###") and not RULER.fullmatch(text):
            self.mended.append(FileRepair(line.number, told, {"record": line.code}))


def _rounds_in(line: Line) -> int:
    if not (line.content.isascii() and line.content.isdigit()):
        raise line.unreadable(5, line.content, "number")
    return int(line.content)


def _colour_in(line: Line) -> Colour:
    letter = line.content[:1].upper()
    if letter not in COLOURS:
        raise line.unreadable(5, line.content, "colour")
    return COLOURS[letter]


def _score_table_in(line: Line) -> ScoreTable:
    """Parse record 162: symbols and values, distinguished by their form and not by their place."""
    stated = []
    for found in SYMBOL.finditer(line.text[4:]):
        symbol, value = found[1].upper(), tenths_of(found[2])
        if symbol not in "WDLAPX" or value is None:
            raise line.unreadable(5 + found.start(), found[0], "points")
        stated.append((symbol, value))
    return ScoreTable(tuple(stated))


VALUES: dict[str, Callable[[Line], Any]] = {"142": _rounds_in, "152": _colour_in, "162": _score_table_in}


BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def lines_of(data: bytes, file: str) -> tuple[list[Line], list[FileRepair]]:
    """Return every line that is not blank, and the repairs made to read it.

    Raises ReportTooLong or LineTooLong beyond `MAX_LINES` and `MAX_LINE_LENGTH`.
    """
    mended: list[FileRepair] = []
    if data.startswith(BYTE_ORDER_MARK):
        data = data.removeprefix(BYTE_ORDER_MARK)
        mended.append(FileRepair(0, "byte_order_mark"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as refusal:
        text = data.decode("latin-1")
        line = data[: refusal.start].count(b"\n") + 1
        mended.append(FileRepair(line, "not_utf8", {"read_as": "latin-1"}))
    text = text.replace("\r\n", "\n")
    if "\r" in text:
        text = text.replace("\r", "\n")
        mended.append(FileRepair(0, "line_ends_cr"))
    if text.count("\n") > MAX_LINES:
        raise ReportTooLong(file=file, line=MAX_LINES + 1, limit=MAX_LINES)
    lines = [Line(file, at, one) for at, one in enumerate(text.split("\n"), start=1) if one.strip()]
    for each in lines:
        if len(each.text) > MAX_LINE_LENGTH:
            raise LineTooLong(**each.at(MAX_LINE_LENGTH + 1, each.text[:40]), limit=MAX_LINE_LENGTH)
    return lines, mended
