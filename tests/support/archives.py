"""Small archives that hold together, and ways to break them."""

import json
import tarfile
from io import BytesIO

from django.utils import timezone

from club.backups.backup_metadata import write_note
from club.backups.services.backup import versions
from club.backups.services.restore_points import proof_of
from club.backups.state_archive import FORMAT, MANIFEST, PROOF, TABLES, Manifest, Part, add_stream

LINES = b'[1,"north","North club"]\n' * 3


def write_archive(path, *, reason="", engine="sqlite", archive_format=FORMAT, **_):
    """An archive of one table with three rows; tells its manifest, as `back_up` does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = f"{TABLES}club.organisation.jsonl.gz"
    with tarfile.open(path, mode="w", format=tarfile.PAX_FORMAT) as archive:
        sha256 = add_stream(archive, name=name, stream=BytesIO(LINES), size=len(LINES))
        manifest = Manifest(
            format=archive_format,
            made_at=timezone.now().isoformat(),
            reason=reason,
            versions=versions(),
            engine=engine,
            migrations={},
            parts=[Part(name=name, size=len(LINES), sha256=sha256, rows=3)],
        )
        text = manifest.as_json()
        proof = add_stream(archive, name=MANIFEST, stream=BytesIO(text), size=len(text)).encode()
        add_stream(archive, name=PROOF, stream=BytesIO(proof), size=len(proof))
    return manifest


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
