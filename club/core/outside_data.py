"""Data from outside: faults of ZIP files, and JSON without half of a surrogate pair.

Neither databases nor pages can take a string with half of a surrogate pair.
"""

import json
import struct
import zlib
from lzma import LZMAError
from typing import Any, Final
from zipfile import BadZipFile

UNREADABLE: Final[tuple[type[Exception], ...]] = (
    *(BadZipFile, zlib.error, LZMAError, struct.error, EOFError, OSError),
    RuntimeError,  # encrypted, or an unknown compression
    ValueError,  # names that are not UTF-8, negative offsets
    OverflowError,
)
"""Exceptions of `zipfile` and its codecs for a file that is corrupt, encrypted or of an unknown format."""


def load_json(text: str) -> Any:
    """Parse JSON. Raises ValueError, also for a string that is not Unicode text, or RecursionError."""
    document = json.loads(text)
    if not is_plain(document):
        raise ValueError("half of a surrogate pair")
    return document


def is_plain(document: Any) -> bool:
    """Check that all strings of a parsed document, keys too, can be written as UTF-8."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
