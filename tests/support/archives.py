"""Small archives that hold together, and ways to break them."""

import gzip
import json
import tarfile
from dataclasses import replace
from hashlib import sha256
from io import BytesIO

from django.utils import timezone

from club.backups.backup_metadata import write_note
from club.backups.services.backup import versions
from club.backups.services.restore_points import proof_of
from club.backups.state_archive import (
    FORMAT,
    MANIFEST,
    MEDIA,
    PROOF,
    TABLES,
    Manifest,
    Part,
    add_stream,
    manifest_in,
)
from club.backups.tar_members import open_for_writing

LINES = b'[1,"north","North club"]\n' * 3


def write_archive(path, *, reason="", engine="sqlite", archive_format=FORMAT, media=None, **_):
    """An archive of one table with three rows; tells its manifest, as `back_up` does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = {f"{TABLES}club.organisation.jsonl.gz": LINES} | {
        f"{MEDIA}{name}": content for name, content in (media or {}).items()
    }
    with path.open("wb") as file, open_for_writing(file) as archive:
        parts = [
            Part(
                name=name,
                size=len(content),
                sha256=add_stream(archive, name=name, stream=BytesIO(content), size=len(content)),
                rows=3 if name.startswith(TABLES) else 0,
            )
            for name, content in contents.items()
        ]
        manifest = Manifest(
            format=archive_format,
            made_at=timezone.now().isoformat(),
            reason=reason,
            versions=versions(),
            engine=engine,
            migrations={},
            parts=parts,
        )
        add_manifest(archive, manifest)
    return manifest


def add_manifest(archive, manifest):
    """End an archive with its manifest and the hash of it."""
    text = manifest.as_json()
    proof = add_stream(archive, name=MANIFEST, stream=BytesIO(text), size=len(text)).encode()
    add_stream(archive, name=PROOF, stream=BytesIO(proof), size=len(proof))


def archive_with_note(folder, *, name="20261121T120000Z-7", **facts):
    """An archive with the note that a worker would have put beside it."""
    path = folder / f"{name}.tar"
    write_archive(path, **facts)
    write_note(path, proof_of(path) | {"size": path.stat().st_size})
    return path


def corrupt_row(path):
    """Change one byte of a row."""
    text = bytearray(path.read_bytes())
    text[text.index(b"North")] ^= 1
    path.write_bytes(text)


def note_of(path):
    """What is noted beside an archive."""
    return json.loads(path.with_suffix(".json").read_text())


def rewrite_archive(path, place, *, rows=None, contents=None, **changes):
    """Write a consistent copy of an archive, as somebody does who knows the format.

    `rows` edits the rows of a table, `contents` replaces the bytes of a part, `changes` are of the manifest.
    """
    manifest = manifest_in(path)
    parts = []
    with tarfile.open(path) as old, place.open("wb") as file, open_for_writing(file) as new:
        for part in manifest.parts:
            content = old.extractfile(part.name).read()
            label = part.name.removeprefix(TABLES).removesuffix(".jsonl.gz")
            if label in (rows or {}):
                content = edit_rows(content, part.fields, rows[label])
            content = (contents or {}).get(part.name, content)
            add_stream(new, name=part.name, stream=BytesIO(content), size=len(content))
            parts.append(replace(part, size=len(content), sha256=sha256(content).hexdigest()))
        add_manifest(new, replace(manifest, parts=parts, **changes))
    return place


def edit_rows(packed, fields, edit):
    """Change the rows of a table."""
    lines = []
    for line in gzip.decompress(packed).splitlines():
        row = dict(zip(fields, json.loads(line), strict=True))
        edit(row)
        lines.append(json.dumps(list(row.values())).encode())
    return gzip.compress(b"\n".join(lines) + b"\n")
