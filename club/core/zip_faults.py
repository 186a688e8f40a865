"""Exceptions of `zipfile` and its codecs for a file that is corrupt, encrypted or of an unknown format."""

import struct
import zlib
from lzma import LZMAError
from typing import Final
from zipfile import BadZipFile

UNREADABLE: Final[tuple[type[Exception], ...]] = (
    *(BadZipFile, zlib.error, LZMAError, struct.error, EOFError, OSError),
    RuntimeError,  # encrypted, or an unknown compression
    ValueError,  # names that are not UTF-8, negative offsets
    OverflowError,
)
