"""Decoding of a source into text piece by piece, from any encoding.

PDN 3.0 is UTF-8, draft 2.0 was Latin-1, Russian files may be windows-1251. The encoding is decided by
evidence at the first byte that is not ASCII, on a bounded sample. A later byte that does not fit is read in
the likeliest 8-bit encoding and counted, so that no byte stops the reading.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable
from typing import BinaryIO, Final, TextIO, TypeAlias

Source: TypeAlias = str | bytes | bytearray | memoryview | BinaryIO | TextIO

_MAGIC: Final = {
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF8": "gif",
    b"%PDF-": "pdf",
    b"PK\x03\x04": "zip",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
    b"\x7fELF": "program",
    b"MZ\x90": "program",
    b"SQLite format 3": "sqlite",
    b"\xd0\xcf\x11\xe0": "office",
}
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL: Final = bytes(code for code in range(32) if code not in b"\x00\t\n\x0b\x0c\r\x1a\x1b")
_NOT_ASCII: Final = re.compile(rb"[\x80-\xff]")
_CYRILLIC_RUN: Final = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
_NOT_HIGH: Final = bytes(range(128))
_ESCAPED: Final = re.compile("[\udc80-\udcff]")
_SAMPLE: Final = 65_536


def _eight_bit_table(encoding: str) -> dict[int, str]:
    """Map bytes that `surrogateescape` preserved to the letters of an 8-bit encoding."""
    table = {}
    for code in range(0x80, 0x100):
        letter = bytes([code]).decode(encoding, "replace")
        table[0xDC00 + code] = chr(code) if letter == "\ufffd" else letter
    return table


_TABLES: Final = {"latin-1": _eight_bit_table("cp1252"), "windows-1251": _eight_bit_table("cp1251")}


class TextPieces:
    """The text of a source in pieces; `read` returns "" at the end.

    `encoding` is "ascii" until a byte shows otherwise, then "utf-8", "latin-1", "windows-1251" or
    "utf-16", and "text" for a source that was text already. `line_ends` is "lf", "crlf", "cr",
    "mixed" or "none". `misfits` counts bytes that did not fit the encoding.
    """

    def __init__(self, source: Source, chunk: int, encoding: str = "") -> None:
        """Take the source; nothing is read yet. A part of a file is given the encoding of the whole."""
        self.encoding = "ascii"
        self.misfits = 0
        self._take = _taker(source, chunk)
        self._decoder: codecs.IncrementalDecoder | None = None
        self._is_open = True
        self._is_first = True
        self._line_ends = [0, 0, 0]
        self._ends_with_return = False
        if encoding:
            self._is_first = False
            self._use(encoding)

    def read(self) -> str:
        """Return the next piece of text, or "" when there is no more."""
        while self._is_open:
            raw = self._take()
            self._is_open = bool(raw)
            text = raw if isinstance(raw, str) else self._decode(bytes(raw))
            if isinstance(raw, str) and raw:
                self.encoding = "text"
                if self._is_first:
                    text = raw.removeprefix("\ufeff")
                self._is_first = False
            if text:
                self._count(text)
                return text
        return ""

    @property
    def line_ends(self) -> str:
        """Name the kind of line ends seen so far."""
        crlf, lf, cr = self._line_ends
        kinds = [name for name, count in (("crlf", crlf), ("lf", lf), ("cr", cr)) if count]
        return "none" if not kinds else kinds[0] if len(kinds) == 1 else "mixed"

    def _count(self, text: str) -> None:
        """Count line ends, also one that is cut between two pieces."""
        both = text.count("\r\n")
        cut = self._ends_with_return and text[0] == "\n"
        returns = text.count("\r") - both - cut
        self._line_ends[0] += both + cut
        self._line_ends[1] += text.count("\n") - both - cut
        self._line_ends[2] += returns
        self._ends_with_return = text[-1] == "\r"

    def _decode(self, raw: bytes) -> str:
        if self._is_first:
            self._is_first = False
            raw = self._begin(raw)
        if self._decoder is None:
            if raw.isascii():
                return raw.decode("ascii")
            self._decide(raw := self._read_sample(raw))
        assert self._decoder is not None  # noqa: S101 - decided just above
        text = self._decoder.decode(raw, not self._is_open)
        return self._decode_eight_bit(text) if self.encoding == "utf-8" else text

    def _begin(self, raw: bytes) -> bytes:
        """Refuse what is no text, take the byte order mark off, and know UTF-16 by it."""
        for mark, encoding in _BOMS:
            if raw.startswith(mark):
                self._use(encoding)
                return raw[len(mark) :]
        sample = raw[:_SAMPLE]
        for magic, kind in _MAGIC.items():
            if sample.startswith(magic):
                raise NotPdn("binary", kind=kind)
        zeros, size = sample.count(0), len(sample)
        if zeros * 10 > size:
            for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
                if sample[first::2].count(0) * 5 > size * 2 and sample[1 - first :: 2].count(0) == 0:
                    self._use(encoding)
                    return raw
            raise NotPdn("binary", kind="nul")
        if (size - len(sample.translate(None, _CONTROL))) * 20 > size:
            raise NotPdn("binary", kind="control")
        return raw

    def _read_sample(self, raw: bytes) -> bytes:
        """Read on until enough text follows the first byte that is not ASCII to decide by."""
        found = _NOT_ASCII.search(raw)
        first = found.start() if found is not None else 0
        while len(raw) - first < _SAMPLE:
            more = self._take()
            if not more or isinstance(more, str):
                self._is_open = False
                break
            raw += more
        return raw

    def _decide(self, raw: bytes) -> None:
        """UTF-8 when most of what is not ASCII fits it, else the 8-bit encoding that fits."""
        sample = raw if self._is_open is False else raw[: len(raw) - 3]
        text = sample.decode("utf-8", "surrogateescape")
        strays = len(_ESCAPED.findall(text))
        fitting = sum(not letter.isascii() for letter in text) - strays
        self._use("utf-8" if fitting > strays else _eight_bit_encoding(raw))

    def _use(self, encoding: str) -> None:
        codec = {"latin-1": "cp1252", "windows-1251": "cp1251"}.get(encoding, encoding)
        is_wide = encoding.startswith("utf-16")
        self.encoding = "utf-16" if is_wide else encoding
        if encoding in _TABLES:
            self._decoder = _EightBitDecoder(encoding)
        else:
            errors = "replace" if is_wide else "surrogateescape"
            self._decoder = codecs.getincrementaldecoder(codec)(errors)

    def _decode_eight_bit(self, text: str) -> str:
        """Read the bytes that were no UTF-8 in the 8-bit encoding they look like."""
        if text.isascii() or _ESCAPED.search(text) is None:
            return text
        raw = text.encode("utf-8", "surrogateescape")
        strays = "".join(_ESCAPED.findall(text)).encode("utf-8", "surrogateescape")
        self.misfits += len(strays)
        return text.translate(_TABLES[_eight_bit_encoding(raw)])


class _EightBitDecoder(codecs.IncrementalDecoder):
    """An 8-bit encoding in which every byte means a letter, the undefined ones themselves."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._table = _TABLES[encoding]

    def decode(self, raw: object, final: bool = False) -> str:  # noqa: ARG002, FBT001, FBT002
        assert isinstance(raw, bytes)  # noqa: S101 - TextPieces hands it nothing else
        return raw.decode("ascii", "surrogateescape").translate(self._table)


def _eight_bit_encoding(raw: bytes) -> str:
    """Guess the 8-bit encoding: Cyrillic words are runs of high letters, Latin-1 has single ones."""
    high = len(raw.translate(None, _NOT_HIGH))
    in_runs = sum(map(len, _CYRILLIC_RUN.findall(raw)))
    return "windows-1251" if in_runs * 2 > high else "latin-1"


def _taker(source: Source, chunk: int) -> Callable[[], bytes | str]:
    """Make one way of taking the next piece from any kind of source."""
    if isinstance(source, str):
        return _text_taker(source, chunk)
    if isinstance(source, bytes | bytearray | memoryview):
        return _chunk_reader(io.BytesIO(source), chunk)
    return _chunk_reader(source, chunk)


def _text_taker(source: str, chunk: int) -> Callable[[], str]:
    pieces = (source[at : at + chunk] for at in range(0, len(source), chunk))
    return lambda: next(pieces, "")


def _chunk_reader(file: BinaryIO | TextIO, chunk: int) -> Callable[[], bytes | str]:
    return lambda: file.read(chunk)


class NotPdn(ValueError):
    """Raised for a source without a single game.

    Codes: `empty` (nothing but blanks), `binary` (facts: `kind`), `no_game` (facts: `characters`
    looked at). A faulty game never raises: it is returned with its warnings.
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Store the stable code and its plain facts."""
        super().__init__(code)
        self.code = code
        self.facts = facts
