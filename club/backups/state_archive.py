"""Archive of a whole site: one tar of tables, files and a manifest with their hashes.

tables/<app>.<model>.jsonl.gz   one row a line, independent of the database
media/<path>                    the media files, unchanged
manifest.json                   versions, counts, size and SHA-256 of every part
manifest.sha256                 hash of the manifest itself; missing in a truncated archive

Every bit of the file is proved: contents by their hashes in the manifest, the manifest by its own, and the
bytes between the contents by `tar_members`.
"""

import hashlib
import json
import os
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

from club.backups.errors import ArchiveBeyondLimits, ArchiveDamaged, ArchiveTooNew
from club.backups.tar_members import Member, TarDamagedError, member_of, read_members

FORMAT = 1
CHUNK = 1 << 18
MAX_MANIFEST = 1 << 26
"""Bytes of the manifest: enough for 300,000 files."""
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
    reader = HashingReader(stream)
    archive.addfile(member_of(name, size), reader)
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
    """Read the whole archive once and verify every byte; return the manifest."""
    hashes: dict[str, tuple[int, str]] = {}
    texts: dict[str, bytes] = {}
    with path.open("rb") as file:
        try:
            for member in read_members(file, length=os.fstat(file.fileno()).st_size):
                if member.name in hashes or not is_safe_name(member.name):
                    raise ArchiveDamaged(part=member.name)
                if member.name in {MANIFEST, PROOF}:
                    texts[member.name] = _content(file, member)
                hashes[member.name] = (member.size, _hash(file, member))
        except TarDamagedError as error:
            last = next(reversed(hashes), "")
            raise ArchiveDamaged(part=f"after {last}" if last else path.name) from error
    manifest = proved_manifest(texts)
    for part in manifest.parts:
        if hashes.get(part.name) != (part.size, part.sha256):
            raise ArchiveDamaged(part=part.name)
    expected = [*(part.name for part in manifest.parts), MANIFEST, PROOF]
    if list(hashes) != expected:
        unknown = next((name for name in hashes if name not in expected), MANIFEST)
        raise ArchiveDamaged(part=unknown)
    return manifest


def manifest_in(path: Path) -> Manifest:
    """Read the manifest of an archive without verifying the other parts."""
    texts: dict[str, bytes] = {}
    with path.open("rb") as file:
        try:
            for member in read_members(file, length=os.fstat(file.fileno()).st_size):
                if member.name in {MANIFEST, PROOF}:
                    texts[member.name] = _content(file, member)
        except TarDamagedError as error:
            raise ArchiveDamaged(part=MANIFEST) from error
    return proved_manifest(texts)


def proved_manifest(texts: dict[str, bytes]) -> Manifest:
    """Return the manifest if its hash is the stored one."""
    text, proof = texts.get(MANIFEST), texts.get(PROOF)
    if text is None or hashlib.sha256(text).hexdigest().encode() != proof:
        raise ArchiveDamaged(part=MANIFEST)
    return read_manifest(text)


def _content(file: IO[bytes], member: Member) -> bytes:
    if member.size > MAX_MANIFEST:
        raise ArchiveBeyondLimits(part=member.name)
    file.seek(member.start)
    return file.read(member.size)


def _hash(file: IO[bytes], member: Member) -> str:
    digest, left = hashlib.sha256(), member.size
    file.seek(member.start)
    while piece := file.read(min(left, CHUNK)):
        digest.update(piece)
        left -= len(piece)
    return digest.hexdigest()


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
        manifest = Manifest(**{**said, "parts": [Part(**part) for part in said["parts"]]})
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ArchiveDamaged(part=MANIFEST) from error
    if not _is_well_formed(manifest):
        raise ArchiveDamaged(part=MANIFEST)
    return manifest


def _is_well_formed(manifest: Manifest) -> bool:
    """Check the types of all values: the manifest of another program may have any."""
    if not all(isinstance(table, dict) for table in (manifest.versions, manifest.migrations)):
        return False
    texts = [manifest.made_at, manifest.reason, manifest.engine, *manifest.versions.values()]
    if not _are_texts(texts) or not all(map(_is_text_list, manifest.migrations.values())):
        return False
    return all(
        _are_texts([part.name, part.sha256])
        and all(type(number) is int and number >= 0 for number in (part.size, part.rows))
        and _is_text_list(part.fields)
        for part in manifest.parts
    )


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and _are_texts(value)
