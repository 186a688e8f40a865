"""A zip written piece by piece: nobody holds the whole of it."""

import io
import zipfile
from collections.abc import Iterable, Iterator

Files = Iterable[tuple[str, Iterable[bytes]]]


class _Pieces(io.RawIOBase):
    """Takes what is written and gives it on once; there is no way back in it."""

    def __init__(self) -> None:
        self.held: list[bytes] = []

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]
        """Keep a piece until it is taken."""
        self.held.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        """What was written since."""
        told = b"".join(self.held)
        self.held.clear()
        return told


def zipped(files: Files) -> Iterator[bytes]:
    """The bytes of a zip of these files; of several with one name the first one."""
    pieces, names = _Pieces(), set()
    with zipfile.ZipFile(pieces, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            if name in names:
                continue
            names.add(name)
            with archive.open(name, "w") as part:
                for piece in content:
                    part.write(piece)
                    yield pieces.taken()
            yield pieces.taken()
    yield pieces.taken()
