"""File format of marks: some slices of one variant, packed in blocks, each with its checksum.

    magic, version, length and SHA-256 of the head; the head, which is JSON; the blocks one after another

The head names the variant, a digest of the rules the marks were made by (``rules_digest``), and of each
slice its placements, the wins, draws and losses among them, the longest distance, and its blocks.
A file is read when a position is looked up; what is damaged is refused then at the latest.
"""

import hashlib
import json
import lzma
import struct
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from games.endings.coverage import rules_digest
from games.endings.errors import EndingFileRefused
from games.endings.pieces import Pieces
from games.rules import Variant

MAGIC = b"DRAUGHTS ENDINGS"
VERSION = 1
START = struct.Struct(">16sHI32s")
BLOCK = 1 << 18  # placements
MAX_HEAD_SIZE = 1 << 24  # bytes: no honest file comes near
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": BLOCK}]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceEntry:
    """Slice in the head; a block is its place in the file, its length and its CRC-32."""

    pieces: Pieces
    placements: int
    wins: int
    draws: int
    losses: int
    longest: int  # plies
    blocks: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedSlice:
    """A slice as it comes out of the builder, packed."""

    pieces: Pieces
    placements: int
    wins: int
    draws: int
    losses: int
    longest: int
    packed: tuple[bytes, ...]


def counts_of(codes: bytearray) -> dict[str, int]:
    """Count the placements, those won, drawn and lost, and the longest way to the end."""
    counts = [codes.count(bytes((code,))) for code in range(256)]
    return {
        "placements": len(codes),
        "wins": sum(counts[2::2]),
        "draws": counts[0],
        "losses": sum(counts[1::2]),
        "longest": max((code - 1 for code in range(1, 256) if counts[code]), default=0),
    }


def finished_slice(pieces: Pieces, codes: bytearray, marks: bytes) -> FinishedSlice:
    """Return a slice counted and packed."""
    return FinishedSlice(
        pieces=pieces,
        **counts_of(codes),
        packed=tuple(
            lzma.compress(marks[start : start + BLOCK], format=lzma.FORMAT_RAW, filters=PACKING)
            for start in range(0, len(marks), BLOCK)
        ),
    )


def write_file(path: Path, variant: Variant, slices: Iterable[FinishedSlice]) -> None:
    """Write slices into a file, which is there whole or not at all."""
    entries: list[dict[str, Any]] = []
    body = bytearray()
    for finished in slices:
        blocks = []
        for packed in finished.packed:
            blocks.append((len(body), len(packed), zlib.crc32(packed)))
            body += packed
        entry = {**asdict(finished), "blocks": blocks}
        del entry["packed"]
        entries.append(entry)
    head = json.dumps(
        {"variant": variant.key, "rules": rules_digest(variant), "slices": entries}, separators=(",", ":")
    ).encode()
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(
        START.pack(MAGIC, VERSION, len(head), hashlib.sha256(head).digest()) + head + bytes(body)
    )
    part.replace(path)


class EndingFile:
    """One file of marks; its head is read and checked when it is opened."""

    def __init__(self, path: Path, variant: Variant) -> None:
        self.path = path
        with path.open("rb") as file:
            start = file.read(START.size)
            if len(start) < START.size or not start.startswith(MAGIC):
                raise EndingFileRefused("not_an_ending_file", file=str(path))
            _, version, length, digest = START.unpack(start)
            if version != VERSION:
                raise EndingFileRefused("other_version", file=str(path), version=version, known=VERSION)
            head = file.read(min(length, MAX_HEAD_SIZE))
        if hashlib.sha256(head).digest() != digest:
            raise EndingFileRefused("damaged", file=str(path), part="head")
        values = json.loads(head)
        if values["rules"] != rules_digest(variant):
            raise EndingFileRefused("other_rules", file=str(path), variant=values["variant"])
        self._body = START.size + length
        self.entries = {
            entry.pieces: entry
            for entry in (
                SliceEntry(**{**each, "pieces": Pieces(*each["pieces"])}) for each in values["slices"]
            )
        }

    def packed(self, pieces: Pieces, nth: int) -> bytes:
        """Return one block of a slice as stored, its checksum compared."""
        place, length, checksum = self.entries[pieces].blocks[nth]
        with self.path.open("rb") as file:
            file.seek(self._body + place)
            packed = file.read(length)
        if len(packed) != length or zlib.crc32(packed) != checksum:
            raise EndingFileRefused("damaged", file=str(self.path), part=pieces.name, block=nth)
        return packed

    def block(self, pieces: Pieces, nth: int) -> bytes:
        """Return the marks of one block of a slice, a byte each."""
        return lzma.decompress(self.packed(pieces, nth), format=lzma.FORMAT_RAW, filters=PACKING)

    def marks(self, pieces: Pieces) -> bytes:
        """Return the marks of a whole slice."""
        return b"".join(self.block(pieces, nth) for nth in range(len(self.entries[pieces].blocks)))

    def finished(self, pieces: Pieces) -> FinishedSlice:
        """Return a slice to be written into another file."""
        values = asdict(self.entries[pieces])
        blocks = len(values.pop("blocks"))
        packed = tuple(self.packed(pieces, nth) for nth in range(blocks))
        return FinishedSlice(**{**values, "pieces": pieces}, packed=packed)

    def validate_counts(self, pieces: Pieces, codes: bytearray) -> None:
        """Refuse a slice whose head counts other wins, draws or losses than its codes."""
        values = asdict(self.entries[pieces])
        if any(values[name] != count for name, count in counts_of(codes).items()):
            raise EndingFileRefused("damaged", file=str(self.path), part=pieces.name)
