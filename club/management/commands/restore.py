"""`manage.py restore FILE`: the whole state put back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.backups.services.restore import restore
from club.backups.state_archive import verified
from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.management.counting import Counting


class Command(BaseCommand):
    help = "Put back an archive made by `backup`, into SQLite or PostgreSQL. Stop the site before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="although there is something to replace")
        parser.add_argument("--check", action="store_true", help="only prove the archive")

    def handle(self, **options: Any) -> None:
        path: Path = options["file"].expanduser().absolute()
        with Counting(self.stderr) as progress:
            try:
                if options["check"]:
                    manifest = verified(path)
                else:
                    manifest = restore(path=path, replace=options["replace"], actor=SYSTEM, progress=progress)
            except ClubError as refusal:
                raise CommandError(" ".join(refusal_text(refusal))) from None
            except FileNotFoundError:
                raise CommandError(_("%(file)s does not exist.") % {"file": path}) from None
        rows = sum(part.rows for part in manifest.parts)
        facts = {"made": manifest.made_at, "rows": rows, "files": len(manifest.media)}
        if options["check"]:
            self.stdout.write(_("Intact: created %(made)s, %(rows)d rows, %(files)d files.") % facts)
            return
        self.stdout.write(_("Restored the state of %(made)s: %(rows)d rows, %(files)d files.") % facts)
        self.stdout.write(
            _(
                "Helper passes are revoked, all users must sign in again, and "
                "API tokens must be created again."
            )
        )
