"""Places of tables: the one shipped with the program, and those built on this machine."""

from functools import lru_cache
from pathlib import Path

from games.endings.coverage import obstacle, rules_digest
from games.endings.files import BLOCK, EndingFile
from games.endings.pieces import Pieces
from games.endings.table import EndingTable
from games.rules import Variant

SHIPPED = Path(__file__).parent / "data"
SUFFIX = ".endings"
CACHE_BYTES = 7 << 20  # of unpacked blocks, by table: all of English up to four pieces


def name_of(variant: Variant) -> str:
    """Return the name of files and folders for a variant by its present rules."""
    return f"{variant.key}-{rules_digest(variant)[:12]}"


def folder_of(variant: Variant, folder: Path) -> Path:
    """Return the folder in which the slices of a variant are built."""
    return folder / name_of(variant)


def files_of(variant: Variant, folder: Path | None) -> list[Path]:
    """Return the files there are for a variant or another of the same rules, the shipped one first."""
    same_rules = f"*-{rules_digest(variant)[:12]}"
    found = sorted(SHIPPED.glob(same_rules + SUFFIX))
    if folder is not None:
        found += sorted(folder.glob(f"{same_rules}/*{SUFFIX}"))
    return found


class MarksInFiles:
    """Marks read from files when they are asked for; a few blocks stay unpacked."""

    def __init__(self, files: list[EndingFile]) -> None:
        self.file_of: dict[Pieces, EndingFile] = {}
        for file in files:
            for pieces in file.entries:
                self.file_of.setdefault(pieces, file)
        self._kept: dict[tuple[Pieces, int], bytes] = {}

    @property
    def slices(self) -> frozenset[Pieces]:
        """The slices that are there."""
        return frozenset(self.file_of)

    def mark(self, pieces: Pieces, number: int) -> int:
        """Return the mark of a placement of one of them."""
        nth, place = divmod(number, BLOCK)
        key = (pieces, nth)
        block = self._kept.pop(key, None)
        if block is None:
            block = self.file_of[pieces].block(pieces, nth)
            self._make_room(len(block))
        self._kept[key] = block  # now the youngest
        return block[place]

    def _make_room(self, size: int) -> None:
        excess = size + sum(map(len, list(self._kept.values()))) - CACHE_BYTES
        for key in list(self._kept):
            if excess <= 0:
                return
            excess -= len(self._kept.pop(key, b""))


def open_table(variant: Variant, folder: Path | None = None) -> EndingTable | None:
    """Return the largest table there is for a variant, shipped or built into ``folder``; None without one.

    Files are read when a position is looked up, not before, and a table that has been opened is given
    again until a file comes or goes. Raises EndingFileRefused for a file that is damaged or made for
    other rules; so may a look-up.
    """
    if obstacle(variant):
        return None
    files = files_of(variant, folder)
    return _open(variant, tuple((path, path.stat().st_mtime_ns) for path in files)) if files else None


@lru_cache(maxsize=32)
def _open(variant: Variant, files: tuple[tuple[Path, int], ...]) -> EndingTable | None:
    table = EndingTable(variant, MarksInFiles([EndingFile(path, variant) for path, _ in files]))
    return table if table.most_pieces else None
