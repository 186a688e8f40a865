"""Streaming zip writer in constant memory."""

import io
import zipfile
from collections.abc import Iterable, Iterator

Files = Iterable[tuple[str, Iterable[bytes]]]


class _Pieces(io.RawIOBase):
    """Write-only buffer that hands out its bytes once and cannot seek."""

    def __init__(self) -> None:
        self.buffered: list[bytes] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]
        """Buffer a chunk until it is taken."""
        self.buffered.append(bytes(piece))
        return len(piece)

    def drain(self) -> bytes:
        """Return the bytes written since the last call."""
        piece_bytes = b"".join(self.buffered)
        self.buffered.clear()
        return piece_bytes


def zip_stream(files: Files) -> Iterator[bytes]:
    """Stream a zip of these files; of duplicate names the first one is used."""
    pieces, names = _Pieces(), set()
    with zipfile.ZipFile(pieces, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            if name in names:
                continue
            names.add(name)
            with archive.open(name, "w") as part:
                for piece in content:
                    part.write(piece)
                    yield pieces.drain()
            yield pieces.drain()
    yield pieces.drain()
