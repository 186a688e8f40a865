"""A file of a section as a new event of a club."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.selectors import organisation_by_slug
from tournaments.exchange.note_messages import note_text
from tournaments.exchange.services.section_files import ImportedSection, import_section
from tournaments.exchange.trf import TrfError
from tournaments.site.messages import refused_report


class Command(BaseCommand):
    help = "Makes a draft event from a TRF16, a TRF26 or our own JSON, and says what was mended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG", help="whose event it will be")
        parser.add_argument(
            "--time-zone", default="", metavar="NAME", help="of the hall, for a file that names none"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        path = Path(options["file"])
        made = self._import_file(path, options["club"], options["time_zone"])
        for note in made.notes:
            self.stderr.write(note_text(path, note))
        event = made.section.event
        self.stdout.write(f"{made.section.pk}\t{event.slug}/{made.section.slug}\t{event.name}")

    def _import_file(self, path: Path, slug: str, zone: str) -> ImportedSection:
        try:
            home, data = organisation_by_slug(slug=slug), path.read_bytes()
            return import_section(
                organisation_id=home.pk, data=data, name=path.name, actor=SYSTEM, time_zone=zone
            )
        except (TrfError, OSError) as refusal:
            raise CommandError(refused_report(path, refusal), returncode=BAD_USAGE) from refusal
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{path}: {words.what} {words.next_step}", returncode=BAD_USAGE) from refusal
