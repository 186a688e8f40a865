"""A list of members from a file: compared with what the club knows, and brought in."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.names import fold_name
from club.core.selectors import organisation_by_slug
from club.lists.tables import list_of, table_of
from club.members.errors import UnknownPlan
from club.members.list_messages import leftover_rows, leftovers
from club.members.member_columns import MEMBER_COLUMNS
from club.members.member_lists import read_lines, with_birth_dates
from club.members.selectors.member_differences import (
    NEAR,
    Defaults,
    Difference,
    digest_of,
    member_differences,
)
from club.members.selectors.members import plans_of
from club.members.services.member_imports import AS_NEW, import_members
from club.models import MembershipPlan
from club.paper.sheets import csv_lines

REFUSED = 1


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

        parser.add_argument(
            "--map",
            action="append",
            default=[],
            metavar="VALUE=PLAN",
            help="what a kind of membership of the list means; VALUE= is no membership. Once a value",
        )
        parser.add_argument(
            "--born-earlier",
            action="store_true",
            help="read a birth date in the future a hundred years earlier; without it the cell is left out",
        )
        parser.add_argument(
            "--twice-as-new", action="store_true", help="add a name that stands in the list twice both times"
        )
        parser.add_argument(
            "--left-out", type=Path, metavar="FILE", help="write rows that do not come in whole as CSV"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._import_list(options)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=BAD_USAGE) from error
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}", returncode=REFUSED) from refusal

    def _import_list(self, options: dict[str, Any]) -> None:
        club = organisation_by_slug(slug=options["club"])
        plans = plans_of(organisation_id=club.pk).filter(is_offered=True)
        plan = plans.filter(name__iexact=options["plan"].strip()).first()
        if plan is None:
            raise UnknownPlan
        defaults = Defaults(
            plan=plan,
            starts_on=options["starts_on"] or timezone.localdate(),
            plans=_parse_plan_map(options["map"], list(plans)),
        )
        read = list_of(table_of(options["file"].read_bytes()), MEMBER_COLUMNS)
        lines = read_lines(read, today=timezone.localdate())
        if options["born_earlier"]:
            lines = with_birth_dates(lines, {one.number: one.earlier for one in lines if one.earlier})
        found = member_differences(organisation_id=club.pk, lines=lines, defaults=defaults)
        for one in found:
            self._print_line(one)
        taken = {True: options["twice_as_new"], False: options["near_as_new"]}
        near = [one.line.number for one in found if one.state == NEAR and taken[bool(one.line.fault)]]
        choices = dict.fromkeys(near, AS_NEW)
        if options["left_out"]:
            rows = leftover_rows(read, leftovers(found, choices))
            options["left_out"].write_text("\ufeff" + "".join(csv_lines(rows)), encoding="utf-8", newline="")
        if not options["apply"]:
            return
        added, joined = import_members(
            organisation_id=club.pk,
            lines=lines,
            defaults=defaults,
            choices=choices,
            digest=digest_of(found),
            actor=SYSTEM,
        )
        self.stdout.write(f"added={added} joined={joined}")

    def _print_line(self, one: Difference) -> None:
        """Print the number, state and name of a line, and its remarks."""
        near = " ".join(f"#{person.pk}" for person in one.near)
        known = f"#{one.person.pk}" if one.person is not None else ""
        cells = " ".join(f"{cell.field}:{cell.code}:{cell.told}" for cell in one.line.left)
        said = " ".join(filter(None, (one.line.fault or near or known, cells)))
        self.stdout.write(f"{one.line.number}\t{one.state}\t{one.line.name}\t{said}".rstrip())


def _parse_plan_map(said: list[str], plans: list[MembershipPlan]) -> dict[str, MembershipPlan | None]:
    """The plans that kinds of membership mean, as VALUE=PLAN; nothing behind the sign is no membership."""
    by_name: dict[str, MembershipPlan | None] = {fold_name(plan.name): plan for plan in plans} | {"": None}
    found: dict[str, MembershipPlan | None] = {}
    for one in said:
        value, sign, name = one.rpartition("=")
        if not sign or fold_name(name) not in by_name:
            raise UnknownPlan
        found[fold_name(value)] = by_name[fold_name(name)]
    return found
