"""A section as a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from tournaments.events.selectors.sections import section_named
from tournaments.exchange.note_messages import note_text
from tournaments.exchange.selectors.section_exports import FORMATS, exported_section
from tournaments.exchange.trf import TrfError
from tournaments.site.messages import refused_report


class Command(BaseCommand):
    help = "Writes a section as TRF26, TRF16, PDN, CSV or as the lossless JSON that import_section reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("section", metavar="SECTION", help="its number, or EVENT/SECTION as in addresses")
        parser.add_argument("format", metavar="FORMAT", choices=list(FORMATS))
        parser.add_argument("file", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        section, path = section_named(options["section"]), Path(options["file"])
        if section is None:
            said = _("There is no section “%(name)s”.") % {"name": options["section"]}
            raise CommandError(said, returncode=BAD_USAGE)
        try:
            made = exported_section(section, options["format"])
            path.write_bytes(made.data)
        except ClubError as refusal:
            told = refusal_text(refusal)
            raise CommandError(f"{told.what} {told.next_step}", returncode=BAD_USAGE) from refusal
        except (TrfError, OSError) as refusal:
            raise CommandError(refused_report(path, refusal), returncode=BAD_USAGE) from refusal
        for note in made.notes:
            self.stderr.write(note_text(path, note))
        self.stdout.write(f"{path}: {section}")
