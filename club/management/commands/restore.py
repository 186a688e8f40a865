"""`manage.py restore FILE`: the whole state put back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.backups.services.restore import Proof, check_archive, restore
from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.outages import outage_of
from club.management.counting import Counting


class Command(BaseCommand):
    help = "Put back an archive made by `backup`, into SQLite or PostgreSQL. Stop the site before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="although there is something to replace")
        parser.add_argument("--check", action="store_true", help="only prove the archive and its contents")
        parser.add_argument(
            "--accept-faults",
            action="store_true",
            help="although the audit log, books or standings in it do not hold; names what is skipped",
        )

    def handle(self, **options: Any) -> None:
        path: Path = options["file"].expanduser().absolute()
        try:
            proof = self._prove_or_restore(path, options)
        except ClubError as refusal:
            raise CommandError(" ".join(refusal_text(refusal))) from None
        except OSError as error:
            if outage_of(error) is not None:
                raise
            why = {"file": path, "reason": error.strerror or error}
            raise CommandError(_("%(file)s cannot be restored (%(reason)s).") % why) from None
        self._print_report(proof, is_check=options["check"])

    def _prove_or_restore(self, path: Path, options: dict[str, Any]) -> Proof:
        if not path.exists():
            raise CommandError(_("%(file)s does not exist.") % {"file": path})
        if not path.is_file():
            raise CommandError(_("%(file)s is not a file.") % {"file": path})
        with Counting(self.stderr) as progress:
            if options["check"]:
                return check_archive(path=path, progress=progress)
            return restore(
                path=path,
                replace=options["replace"],
                accept_faults=options["accept_faults"],
                actor=SYSTEM,
                progress=progress,
            )

    def _print_report(self, proof: Proof, *, is_check: bool) -> None:
        manifest = proof.manifest
        rows = sum(part.rows for part in manifest.parts)
        facts = {"made": manifest.made_at, "rows": rows, "files": len(manifest.media)}
        for note in proof.contents.notes:
            self.stderr.write(note)
        if is_check:
            self.stdout.write(_("Intact: created %(made)s, %(rows)d rows, %(files)d files.") % facts)
            return
        for fault in proof.contents.faults:
            self.stderr.write(_("Restored all the same: %(fault)s") % {"fault": fault})
        self.stdout.write(_("Restored the state of %(made)s: %(rows)d rows, %(files)d files.") % facts)
        self.stdout.write(
            _(
                "Helper passes are revoked, all users must sign in again, and "
                "API tokens must be created again."
            )
        )
