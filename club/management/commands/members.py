"""Write the members of a club as a list."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.actor import SYSTEM
from club.errors import UnknownOrganisation
from club.member_files import as_csv, as_jsonl
from club.messages import refusal_text
from club.selectors.member_lines import PERSONAL, PLAIN, member_lines
from club.selectors.members import MemberFilters
from club.selectors.organisations import organisation_by_slug
from club.services.member_exports import note_export

BAD_USAGE = 2


class Command(BaseCommand):
    help = "Writes the members of a club whose membership has not ended, as CSV or lines of JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--format", choices=["csv", "jsonl"], default="csv")
        parser.add_argument("--all", action="store_true", help="ended memberships, too")
        parser.add_argument("--personal", action="store_true", help="contacts and birth dates, too")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            club = organisation_by_slug(slug=options["club"])
        except UnknownOrganisation as refusal:
            raise CommandError(refusal_text(refusal).what, returncode=BAD_USAGE) from refusal
        is_personal = options["personal"]
        note_export(
            organisation_id=club.pk, file_format=options["format"], is_personal=is_personal, actor=SYSTEM
        )
        filters = MemberFilters(state="any") if options["all"] else MemberFilters()
        lines = member_lines(organisation_id=club.pk, actor=SYSTEM, filters=filters, is_personal=is_personal)
        columns = (*PLAIN, *PERSONAL) if is_personal else PLAIN
        texts = as_csv(lines, columns) if options["format"] == "csv" else as_jsonl(lines)
        try:
            for text in texts:
                self.stdout.write(text, ending="")
        except BrokenPipeError:  # the reader of our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
