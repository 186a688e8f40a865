"""Restore of media files next to the existing ones, without losing a file before the end."""

import os
import tarfile
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from club.backups.errors import ArchiveDamaged
from club.backups.state_archive import MEDIA, Manifest, pieces, sha256_of
from club.backups.state_rows import Progress


class Media:
    """Media files of a restore: adds missing ones, stages those that differ, and sets the rest aside."""

    def __init__(self, manifest: Manifest) -> None:
        self.root = Path(settings.MEDIA_ROOT)
        self.parts = manifest.media
        stamp = f"{timezone.now():%Y%m%dT%H%M%SZ}"
        self.aside = self.root.with_name(f"{self.root.name}.before-{stamp}")
        self.held_back = self.root.with_name(f"{self.root.name}.restoring")
        self.made: list[Path] = []

    def add(self, archive: tarfile.TarFile, progress: Progress) -> None:
        """Write the missing files; files of the old state are unchanged."""
        for number, (name, part) in enumerate(sorted(self.parts.items()), 1):
            place = self.root / name
            if place.exists():
                if sha256_of(place) == part.sha256:
                    continue
                place = self.held_back / name
            stream = archive.extractfile(MEDIA + name)
            if stream is None:
                raise ArchiveDamaged(part=MEDIA + name)
            self._make_folder(place.parent)
            unfinished = place.with_name(f".{place.name}.part")
            self.made += [unfinished, place]
            descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                for piece in pieces(stream):
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(place)
            progress("media", number)

    def withdraw(self) -> None:
        """Remove what was added, folders included: the restore has failed, and the site is as it was."""
        for path in reversed(self.made):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink(missing_ok=True)

    def _make_folder(self, folder: Path) -> None:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir()
            self.made.append(one)

    def clear_up(self) -> None:
        """Finish after the switch: set aside files unknown to the new state, move staged files into place."""
        for path in sorted(self.root.rglob("*")) if self.root.exists() else []:
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and (name not in self.parts or (self.held_back / name).exists()):
                backup_path = self.aside / name
                backup_path.parent.mkdir(parents=True, exist_ok=True)
                path.replace(backup_path)
        for path in sorted(self.held_back.rglob("*")) if self.held_back.exists() else []:
            if path.is_file():
                place = self.root / path.relative_to(self.held_back)
                place.parent.mkdir(parents=True, exist_ok=True)
                path.replace(place)
        for folder in sorted(self.held_back.rglob("*"), reverse=True) if self.held_back.exists() else []:
            folder.rmdir()
        if self.held_back.exists():
            self.held_back.rmdir()
