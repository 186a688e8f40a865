"""Read a file of a bank for a club."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.banking.formats.files import MAX_FILE_SIZE
from club.banking.selectors import open_movements
from club.banking.services.bank_bookings import book_exact
from club.banking.services.bank_files import read_bank_file
from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.selectors import organisation_by_slug


class Command(BaseCommand):
    help = "Reads a bank file (CAMT.053, CSV with known headings, or a zip of them)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--account", default="", help="the account, where a table names none")
        parser.add_argument("--book-exact", action="store_true", help="book what is certain, too")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with Path(options["file"]).open("rb") as stream:
                data = stream.read(MAX_FILE_SIZE + 1)
            club = organisation_by_slug(slug=options["club"])
            read = read_bank_file(
                organisation_id=club.pk,
                data=data,
                name=Path(options["file"]).name,
                account=options["account"],
                actor=SYSTEM,
            )
            booked = book_exact(organisation_id=club.pk, actor=SYSTEM).booked if options["book_exact"] else []
        except ClubError as refusal:
            raise CommandError(" ".join(refusal_text(refusal)), returncode=BAD_USAGE) from refusal
        except OSError as error:
            raise CommandError(str(error), returncode=BAD_USAGE) from error
        waits = open_movements(organisation_id=club.pk).count()
        self.stdout.write(f"new={read.new} known={read.known} booked={len(booked)} waiting={waits}")
