"""Build of a table into a folder, pair by pair; existing slices are read and not built again."""

from collections.abc import Callable
from pathlib import Path

from games.compiled import in_use
from games.endings import core
from games.endings.files import EndingFile, SliceEntry, finished_slice, write_file
from games.endings.marks import CODE_OF_MARK
from games.endings.pieces import Pieces, needed_by
from games.endings.retrograde_analysis import build_pair, new_codebook
from games.endings.table_store import SHIPPED, SUFFIX, files_of, folder_of
from games.rules import Variant

PROGRESS_INTERVAL = 50_000  # placements between two words about the progress
MAX_MEMORY = 1 << 29  # bytes of codes in memory before those that are not needed go

PairReader = in_use(core.PairReader)
SliceIndex = in_use(core.SliceIndex)

Pair = tuple[Pieces, ...]
Progress = Callable[[int], None]  # called with the number of further placements done


class TableBuilder:
    """The table of one variant at work in one folder."""

    def __init__(self, variant: Variant, folder: Path, *, is_afresh: bool = False) -> None:
        """Go on in a folder, upon the shipped table unless everything is to be built afresh."""
        self.variant = variant
        self.folder = folder_of(variant, folder)
        self.book = new_codebook(variant)
        self.file_of: dict[Pieces, EndingFile] = {}
        self._loaded: dict[Pieces, int] = {}  # the slices in the book, and their placements
        for path in files_of(variant, folder):
            if not (is_afresh and path.parent == SHIPPED):
                self._register_file(path)

    def is_done(self, pair: Pair) -> bool:
        """Return True if the slices of a pair are in files."""
        return all(pieces in self.file_of for pieces in pair)

    def placements(self, pairs: list[Pair]) -> int:
        """Count the placements of some pairs."""
        return sum(pieces.placements(self.variant) for pair in pairs for pieces in pair)

    def entry(self, pieces: Pieces) -> SliceEntry:
        """Return the summary of a finished slice: how many placements are won, drawn and lost."""
        return self.file_of[pieces].entries[pieces]

    def build(self, pair: Pair, progress: Progress) -> Path:
        """Build one pair and write its file."""
        self._load_successors(pair)
        marks = build_pair(self.variant, self.book, pair, progress)
        self._loaded.update({pieces: len(each) for pieces, each in marks.items()})
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{pair[0].name}{SUFFIX}"
        finished = [finished_slice(pieces, self.book.codes_of(pieces), marks[pieces]) for pieces in pair]
        write_file(path, self.variant, finished)
        self._register_file(path)
        return path

    def check(self, pair: Pair, progress: Progress) -> list[tuple[Pieces, int]]:
        """Work out every code of a pair from its successors; of each slice the first that differs."""
        self._load_successors(pair)
        self._read_pair(pair)
        reader = PairReader(self.book, [self.book.index_of(pieces) for pieces in pair])
        differing: list[tuple[Pieces, int]] = []
        for which, pieces in enumerate(pair):
            codes = self.book.codes_of(pieces)
            self.file_of[pieces].validate_counts(pieces, codes)
            for start in range(0, len(codes), PROGRESS_INTERVAL):
                end = min(start + PROGRESS_INTERVAL, len(codes))
                number = reader.differing(which, codes, start, end)
                if number >= 0:
                    differing.append((pieces, number))
                    break
                progress(end - start)
        return differing

    def join(self, pairs: list[Pair], path: Path) -> None:
        """Write finished pairs into one file."""
        names = [pieces for pair in pairs for pieces in pair]
        write_file(path, self.variant, [self.file_of[pieces].finished(pieces) for pieces in names])

    def _register_file(self, path: Path) -> None:
        file = EndingFile(path, self.variant)
        for pieces in file.entries:
            self.file_of.setdefault(pieces, file)

    def _load_successors(self, pair: Pair) -> None:
        """Bring into the book what a pair leads to, and let go of the rest when there is too much."""
        if sum(self._loaded.values()) > MAX_MEMORY:
            for pieces in set(self._loaded) - needed_by(pair):
                self.book.drop(pieces)
                del self._loaded[pieces]
        self._load(pair)

    def _load(self, pair: Pair) -> None:
        for after in sorted(
            needed_by(pair), key=lambda pieces: (pieces.total, pieces.men + pieces.enemy_men)
        ):
            if after not in self._loaded:
                self._load(after.pair)
                self._read_pair(after.pair)

    def _read_pair(self, pair: Pair) -> None:
        """Bring a finished pair into the book: its marks from the files, and what follows from them."""
        if all(pieces in self._loaded for pieces in pair):
            return
        indexes = [SliceIndex(self.variant, pieces) for pieces in pair]
        codes = [bytearray(self.file_of[p].marks(p).translate(CODE_OF_MARK)) for p in pair]
        reader = PairReader(self.book, indexes)
        for which, pieces in enumerate(pair):
            reader.fill(which, codes[which], won=False)
            self.book.put(pieces, indexes[which], codes[which])
            self._loaded[pieces] = len(codes[which])
        for which in range(len(pair)):
            reader.fill(which, codes[which], won=True)
