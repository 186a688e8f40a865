"""Readers of files from outside, each with the refusals that it may raise; what else it raises is a fault."""

import contextlib
import io
import re
import time
import zipfile
from itertools import islice
from pathlib import Path

from django.conf import settings

from club.banking.formats.files import read_file as read_bank_file
from club.banking.formats.values import BankFileFault
from club.core.errors import ClubError
from club.lists.tables import table_of
from club.members.portraits import encode_portrait
from club.organisations.logos import encode_logo
from games.laws import judge, verdict_as_dict
from games.pdn import NotPdn, read_games, write_games
from games.rules import VARIANTS, FenError, Position, king_rows_of_fen
from tournaments.cases.photos import encode_photo
from tournaments.exchange.player_lists.reading import Search, read_list
from tournaments.exchange.trf.errors import TrfError
from tournaments.exchange.trf.reading import read_trf

STATUS = Path("/proc/self/status")
JUDGED_GAMES = 3
PARTS = ("[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml")
PARTS += ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml")
PART_END = b"\n---\n"


def read_positions(data):
    """Read a FEN under every rule set. Raises the refusal of the last one."""
    refusal = None
    for variant in VARIANTS.values():
        try:
            Position.from_fen(data.decode("latin-1"), variant)
            king_rows_of_fen(data.decode("latin-1"), variant)
        except FenError as error:
            refusal = error
    if refusal:
        raise refusal


def read_and_judge(data):
    """Read the first games of a PDN, judge them by the laws and write them again."""
    games = list(islice(read_games(data), JUDGED_GAMES))
    for game in games:
        verdict_as_dict(judge(game))
    for _text in write_games(games):
        pass


def book_of(data):
    """Return a spreadsheet made of pieces of the data, so that no change of a byte breaks its zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        for name, part in zip(PARTS, data.split(PART_END), strict=False):
            if part:
                book.writestr(name, part)
    return buffer.getvalue()


def encode_pictures(data):
    """Make the portrait, the photo of a case and the logo. Raises the last refusal."""
    refusal = None
    for encode in (encode_portrait, encode_photo, encode_logo):
        try:
            encode(io.BytesIO(data), size=len(data))
        except ClubError as error:
            refusal = error
    if refusal:
        raise refusal


def read_players(data):
    """Search a list of players as the site does."""
    read_list(io.BytesIO(data), search=Search("Anna"), limit=settings.PLAYER_LIST_LIMIT)


READERS = {
    "PDN": (lambda data: sum(1 for _ in read_games(data)), NotPdn),
    "judged": (read_and_judge, NotPdn),
    "FEN": (read_positions, FenError),
    "TRF": (read_trf, TrfError),
    "table": (table_of, ClubError),
    "spreadsheet": (lambda data: table_of(book_of(data)), ClubError),
    "bank": (read_bank_file, BankFileFault),
    "players": (read_players, (ClubError, TrfError)),
    "pictures": (encode_pictures, ClubError),
}


class Cost:
    """Processor time and memory of a block; memory where the system tells it."""

    @contextlib.contextmanager
    def measured(self):
        before = self._reset()
        began = time.process_time()
        yield
        self.seconds = time.process_time() - began
        self.megabytes = self._kilobytes("VmHWM") / 1000 - before

    def _reset(self):
        if STATUS.exists():
            Path("/proc/self/clear_refs").write_text("5")
        return self._kilobytes("VmRSS") / 1000

    def _kilobytes(self, name):
        found = re.search(rf"{name}:\s+(\d+)", STATUS.read_text()) if STATUS.exists() else None
        return int(found[1]) if found else 0
