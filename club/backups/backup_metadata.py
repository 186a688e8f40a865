"""Metadata of each archive in the data folder: a JSON note next to it, or the archive's own manifest.

Notes are files next to the archives, not a table: a restore would reset a table to an older state.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from club.backups.errors import ARCHIVE_REFUSALS, ArchiveDamaged
from club.backups.state_archive import Manifest, manifest_in

ENDING = ".tar"
WHOLE, DAMAGED, UNPROVED = STATES = ("whole", "damaged", "unproved")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """An archive in the data folder.

    `fault` is the code of the fault that a check found, `part` the faulty part. Both are empty for an intact
    archive.
    """

    name: str
    path: Path
    made_at: datetime
    size: int
    reason: str = ""
    organisation_id: int | None = None
    engine: str = ""
    program: str = ""
    rows: int = 0
    files: int = 0
    sha256: str = ""
    checked_at: datetime | None = None
    fault: str = ""
    part: str = ""
    is_kept: bool = False

    @property
    def state(self) -> str:
        """State of the archive: verified, damaged or unchecked."""
        if self.fault:
            return DAMAGED
        return WHOLE if self.checked_at is not None else UNPROVED


def folder() -> Path:
    """Folder of the archives."""
    return Path(settings.BACKUP_DIR)


def facts_of(manifest: Manifest) -> dict[str, Any]:
    """Facts that a note takes from the archive itself."""
    return {
        "reason": manifest.reason,
        "made_at": manifest.made_at,
        "engine": manifest.engine,
        "program": manifest.versions.get("program", ""),
        "rows": sum(part.rows for part in manifest.parts),
        "files": len(manifest.media),
    }


def read_backup(path: Path) -> Backup | None:
    """Return the archive with its metadata; None if it is gone."""
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    note = read_note(path)
    if "engine" not in note:
        note = _manifest_facts(path, state.st_size, state.st_mtime_ns) | note
    if note.get("size", state.st_size) != state.st_size:
        note |= {"fault": ArchiveDamaged.code, "part": path.name}
    return Backup(
        name=path.name.removesuffix(ENDING),
        path=path,
        made_at=_moment(note.get("made_at")) or datetime.fromtimestamp(state.st_mtime, tz=UTC),
        size=state.st_size,
        reason=note.get("reason", ""),
        organisation_id=note.get("organisation"),
        engine=note.get("engine", ""),
        program=note.get("program", ""),
        rows=note.get("rows", 0),
        files=note.get("files", 0),
        sha256=note.get("sha256", ""),
        checked_at=_moment(note.get("checked_at")),
        fault=note.get("fault", ""),
        part=note.get("part", ""),
        is_kept=note.get("is_kept", False),
    )


def read_note(path: Path) -> dict[str, Any]:
    """Return the note of an archive; empty if there is no readable note."""
    try:
        note = json.loads(note_of(path).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(path: Path, facts: Mapping[str, Any]) -> None:
    """Merge the facts into the note and replace the file atomically."""
    place = note_of(path)
    unfinished = place.with_name(f".{place.name}.part")
    text = json.dumps(read_note(path) | dict(facts), indent=1, ensure_ascii=False)
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(place)


def note_of(path: Path) -> Path:
    """Path of an archive's note."""
    return path.with_suffix(".json")


@lru_cache(maxsize=64)
def _manifest_facts(path: Path, _size: int, _changed: int) -> dict[str, Any]:
    """Read the metadata of an archive without a note from its manifest; cached per state of the file."""
    try:
        return facts_of(manifest_in(path))
    except ARCHIVE_REFUSALS as refusal:
        return {"fault": refusal.code, "part": str(next(iter(refusal.facts.values())))}
    except FileNotFoundError:
        return {}


def _moment(written: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(written) if isinstance(written, str) else None
    except ValueError:
        return None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
