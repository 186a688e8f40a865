"""Archives as files: accepted within a limit, stored under their own hash, refused if they are no text."""

import codecs
import hashlib
import tempfile
from collections.abc import Iterator
from typing import IO, BinaryIO, NamedTuple, Protocol, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

from games.archive.services.file_positions import CHUNK
from games.core.errors import UploadTooLarge, translate_refusal
from games.pdn import NotPdn, read_games

WIDE_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Readable(Protocol):
    """Protocol of a source of bytes: an upload, an open file, a pipe."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, empty at the end."""


class StoredArchive(NamedTuple):
    """An archive on the disk of the site."""

    name: str
    size: int
    sha256: str


def upload_limit() -> int:
    """Return the size limit of a file in bytes: the limit of the site for one request."""
    return int(settings.UPLOAD_LIMIT)


def store_archive(stream: Readable) -> StoredArchive:
    """Store the bytes under a name made of their hash; on any refusal nothing is left behind."""
    with tempfile.TemporaryFile() as spool:
        size, sha256 = _spool(stream, spool)
        require_archive(spool)
        name = f"imports/{sha256[:2]}/{sha256}.pdn"
        if default_storage.exists(name):
            if default_storage.size(name) == size:
                return StoredArchive(name, size, sha256)
            default_storage.delete(name)  # truncated when the machine stopped
        spool.seek(0)
        return StoredArchive(default_storage.save(name, File(spool)), size, sha256)


def _spool(stream: Readable, spool: IO[bytes]) -> tuple[int, str]:
    limit = upload_limit()
    digest = hashlib.sha256()
    size = 0
    for piece in _in_utf8(_pieces(stream)):
        size += len(piece)
        if size > limit:
            raise UploadTooLarge(limit=limit)
        digest.update(piece)
        spool.write(piece)
    return size, digest.hexdigest()


def _pieces(stream: Readable) -> Iterator[bytes]:
    while piece := stream.read(CHUNK):
        yield piece


def _in_utf8(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same bytes, with UTF-16 converted to UTF-8.

    Only in UTF-8 can its lines be found again by their bytes.
    """
    first = next(pieces, b"")
    encoding = next((name for mark, name in WIDE_MARKS if first.startswith(mark)), None)
    if encoding is None:
        yield first
        yield from pieces
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[2:]).encode("utf-8", "replace")
    for piece in pieces:
        yield decoder.decode(piece).encode("utf-8", "replace")


def require_archive(file: IO[bytes]) -> None:
    """Find the first game; refuse a picture, a packed archive, or text without any game."""
    file.seek(0)
    try:
        next(read_games(cast("BinaryIO", file)))
    except NotPdn as refusal:
        raise translate_refusal(refusal) from refusal
