"""A list of members from a file: compared with what the club knows, and brought in."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from club.actor import SYSTEM
from club.errors import ClubError
from club.member_errors import UnknownPlan
from club.member_tables import list_of, table_of
from club.messages import refusal_text
from club.selectors.member_differences import NEAR, Defaults, Difference, digest_of, member_differences
from club.selectors.members import plans_of
from club.selectors.organisations import organisation_by_slug
from club.services.member_imports import AS_NEW, import_members

BAD_USAGE, REFUSED = 2, 1


class Command(BaseCommand):
    help = (
        "Compares a CSV file or a spreadsheet of members with what a club knows, a line each, and with "
        "--apply brings it in: who is new is added, what was empty of who is known is filled in."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--plan", required=True, metavar="NAME", help="for rows that name none")
        parser.add_argument(
            "--from",
            dest="starts_on",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="first day for rows that name none; today if left out",
        )
        parser.add_argument("--apply", action="store_true", help="bring it in; without it nothing is changed")
        parser.add_argument(
            "--near-as-new", action="store_true", help="add who looks like somebody known as somebody new"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._bring(options)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=BAD_USAGE) from error
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}", returncode=REFUSED) from refusal

    def _bring(self, options: dict[str, Any]) -> None:
        club = organisation_by_slug(slug=options["club"])
        plans = plans_of(organisation_id=club.pk).filter(is_offered=True)
        plan = plans.filter(name__iexact=options["plan"].strip()).first()
        if plan is None:
            raise UnknownPlan
        defaults = Defaults(plan=plan, starts_on=options["starts_on"] or timezone.localdate())
        lines = list_of(table_of(options["file"].read_bytes())).lines
        found = member_differences(organisation_id=club.pk, lines=lines, defaults=defaults)
        for one in found:
            self._tell(one)
        if not options["apply"]:
            return
        near = [one.line.number for one in found if one.state == NEAR and options["near_as_new"]]
        added, joined = import_members(
            organisation_id=club.pk,
            lines=lines,
            defaults=defaults,
            choices=dict.fromkeys(near, AS_NEW),
            digest=digest_of(found),
            actor=SYSTEM,
        )
        self.stdout.write(f"added={added} joined={joined}")

    def _tell(self, one: Difference) -> None:
        """The number of the line, its state, the name, and what is to be said of it."""
        near = " ".join(f"#{person.pk}" for person in one.near)
        known = f"#{one.person.pk}" if one.person is not None else ""
        said = one.line.fault or near or known
        self.stdout.write(f"{one.line.number}\t{one.state}\t{one.line.name}\t{said}".rstrip())
