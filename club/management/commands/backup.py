"""`manage.py backup FILE`: the whole state in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.backups.errors import MigrationsPending
from club.backups.services.backup import back_up
from club.core.messages import refusal_text
from club.management.counting import Counting


class Command(BaseCommand):
    help = "Write the whole state of the site (database and files) into one verified archive."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--reason", default="", help="kept in the archive")

    def handle(self, **options: Any) -> None:
        path: Path = options["file"].expanduser().absolute()
        if path.exists():
            raise CommandError(_("%(file)s already exists: choose another name.") % {"file": path})
        with Counting(self.stderr) as progress:
            try:
                manifest = back_up(path=path, reason=options["reason"], progress=progress)
            except MigrationsPending as refusal:
                raise CommandError(" ".join(refusal_text(refusal))) from None
            except OSError as error:
                why = {"file": path, "reason": error.strerror or error}
                raise CommandError(_("%(file)s cannot be written (%(reason)s).") % why) from None
        rows = sum(part.rows for part in manifest.parts)
        facts = {"file": path, "rows": rows, "tables": len(manifest.tables), "files": len(manifest.media)}
        self.stdout.write(_("%(file)s: %(rows)d rows of %(tables)d tables, %(files)d files.") % facts)
