"""Archive of a whole site: one tar of tables, files and a manifest with their hashes.

tables/<app>.<model>.jsonl.gz   one row a line, independent of the database
media/<path>                    the media files, unchanged
manifest.json                   versions, counts, size and SHA-256 of every part
manifest.sha256                 hash of the manifest itself; missing in a truncated archive
"""

import hashlib
import json
import tarfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

from club.backups.errors import ArchiveDamaged, ArchiveTooNew

FORMAT = 1
CHUNK = 1 << 18
MANIFEST, PROOF = "manifest.json", "manifest.sha256"
TABLES, MEDIA = "tables/", "media/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A member of the archive.

    `rows` and `fields` are set for a table.
    """

    name: str
    size: int
    sha256: str
    rows: int = 0
    fields: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Manifest of an archive.

    `migrations` has the last applied migration of each app.
    """

    format: int
    made_at: str
    reason: str
    versions: dict[str, str]
    engine: str
    migrations: dict[str, list[str]]
    parts: list[Part]

    @property
    def tables(self) -> dict[str, Part]:
        """Table parts by model label."""
        return {
            part.name.removeprefix(TABLES).removesuffix(".jsonl.gz"): part
            for part in self.parts
            if part.name.startswith(TABLES)
        }

    @property
    def media(self) -> dict[str, Part]:
        """Files by their path in the media folder."""
        return {part.name.removeprefix(MEDIA): part for part in self.parts if part.name.startswith(MEDIA)}

    def as_json(self) -> bytes:
        """Serialize to the bytes in the archive."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False).encode()


class HashingReader:
    """Stream wrapper that hashes the bytes it passes on."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        piece = self.stream.read(size)
        self.digest.update(piece)
        return piece


def add_stream(archive: tarfile.TarFile, *, name: str, stream: IO[bytes], size: int) -> str:
    """Add a member in constant memory; return its SHA-256."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    reader = HashingReader(stream)
    archive.addfile(member, reader)
    return reader.digest.hexdigest()


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield a stream in chunks."""
    while piece := stream.read(CHUNK):
        yield piece


def is_safe_name(name: str) -> bool:
    """Check that a member's name stays inside its target folder."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and bool(path.parts)


def verified(path: Path) -> Manifest:
    """Read the whole archive once and verify every part; return the manifest."""
    hashes: dict[str, tuple[int, str]] = {}
    texts: dict[str, bytes] = {}
    try:
        with tarfile.open(path, "r:") as archive:
            for member in archive:
                stream = archive.extractfile(member) if member.isreg() else None
                if stream is None or not is_safe_name(member.name):
                    raise ArchiveDamaged(part=member.name)
                digest, size, chunks_read = hashlib.sha256(), 0, []
                for piece in pieces(stream):
                    digest.update(piece)
                    size += len(piece)
                    if member.name in {MANIFEST, PROOF}:
                        chunks_read.append(piece)
                hashes[member.name] = (size, digest.hexdigest())
                texts[member.name] = b"".join(chunks_read)
    except (tarfile.TarError, EOFError, ValueError) as error:
        last = next(reversed(hashes), "")
        raise ArchiveDamaged(part=f"after {last}" if last else path.name) from error
    if MANIFEST not in texts or PROOF not in texts:
        raise ArchiveDamaged(part=MANIFEST)
    if texts[PROOF].decode("ascii", "replace").strip() != hashes[MANIFEST][1]:
        raise ArchiveDamaged(part=MANIFEST)
    manifest = read_manifest(texts[MANIFEST])
    for part in manifest.parts:
        if hashes.get(part.name) != (part.size, part.sha256):
            raise ArchiveDamaged(part=part.name)
    return manifest


def manifest_in(path: Path) -> Manifest:
    """Read the manifest of an archive without verifying the other parts."""
    try:
        with tarfile.open(path, "r:") as archive:
            stream, proof = archive.extractfile(MANIFEST), archive.extractfile(PROOF)
            text = stream.read() if stream else b""
            stored = proof.read().strip() if proof else b""
    except (tarfile.TarError, EOFError, ValueError, KeyError) as error:
        raise ArchiveDamaged(part=MANIFEST) from error
    if hashlib.sha256(text).hexdigest().encode() != stored:
        raise ArchiveDamaged(part=MANIFEST)
    return read_manifest(text)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for piece in pieces(file):
            digest.update(piece)
    return digest.hexdigest()


def read_manifest(text: bytes) -> Manifest:
    """Parse the manifest; an unknown format comes from a newer version of the program."""
    try:
        said: dict[str, Any] = json.loads(text)
        if said["format"] > FORMAT:
            raise ArchiveTooNew(what=f"format {said['format']}")
        return Manifest(**{**said, "parts": [Part(**part) for part in said["parts"]]})
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveDamaged(part=MANIFEST) from error
