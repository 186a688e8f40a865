"""manage.py members: list, duplicates, personal data, erasure and retention of members."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError, UnknownPerson
from club.core.messages import refusal_text
from club.core.selectors import organisation_by_slug, organisation_list
from club.duplicates.selectors import persons_of, probable_pairs
from club.members.member_files import as_csv, as_jsonl
from club.members.selectors.member_lines import PERSONAL, PLAIN, member_lines
from club.members.selectors.members import MemberFilters
from club.members.services.access_log import log_member_export
from club.models import Organisation, Person
from club.privacy.selectors import due_now, erasure_preview, zip_of
from club.privacy.services.erasure import erase_person, log_data_export
from club.privacy.services.retention import delete_expired

TASKS = ("list", "erase", "retention", "duplicates", "data")


class Command(BaseCommand):
    help = (
        "Writes the members of a club whose membership has not ended, as CSV or lines of JSON; "
        "`members erase` previews or does the erasure of one, `members retention` what is kept too long, "
        "`members duplicates` tells who may be one person, `members data` writes all that is held of one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", nargs="?", choices=TASKS, default="list")
        parser.add_argument("--club", metavar="SLUG", help="the club; needed for the list")
        parser.add_argument("--format", choices=["csv", "jsonl"], default="csv")
        parser.add_argument("--all", action="store_true", help="ended memberships, too")
        parser.add_argument("--personal", action="store_true", help="contacts and birth dates, too")
        parser.add_argument("--person", type=int, metavar="NUMBER", help="whom to erase, or whose data")
        parser.add_argument(
            "--preview", action="store_true", help="tell what goes and what stays, change nothing"
        )
        parser.add_argument("--name", default="", help="the name of the person, to confirm the erasure")
        parser.add_argument("--output", type=Path, metavar="FILE", help="where the data go, as a zip")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would be deleted, change nothing"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['task']}")(options)
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}", returncode=BAD_USAGE) from refusal

    def _erase(self, options: dict[str, Any]) -> None:
        person = _person(options)
        if not options["preview"]:
            gone = erase_person(person_id=person.pk, typed_name=options["name"], actor=SYSTEM)
            self.stdout.write(gone.name)
            return
        preview = erasure_preview(person=person)
        for word, lines in ((_("deleted"), preview.goes), (_("retained"), preview.stays)):
            for line in lines:
                self.stdout.write(
                    f"{word}\t{line.count}\t{line.data_set.label}\t{line.data_set.why}".rstrip()
                )
        before = _("blocked by")
        for text in preview.blocks:
            self.stdout.write(f"{before}\t{text}")

    def _retention(self, options: dict[str, Any]) -> None:
        clubs = organisation_list()
        if options["club"]:
            clubs = clubs.filter(pk=organisation_by_slug(slug=options["club"]).pk)
        for club in clubs:
            for line in due_now(organisation=club):
                count = (
                    line.count
                    if options["dry_run"]
                    else delete_expired(organisation_id=club.pk, kind=line.rule.kind)
                )
                months = line.months or _("indefinitely")
                self.stdout.write(f"{club.slug}\t{line.rule.kind}\t{months}\t{count}")

    def _duplicates(self, options: dict[str, Any]) -> None:
        for pair in persons_of(probable_pairs(organisation_id=_club(options).pk)):
            two = (f"#{one.pk} {one.name}" for one in (pair.first, pair.second))
            self.stdout.write("\t".join((*two, ",".join(pair.by))))

    def _data(self, options: dict[str, Any]) -> None:
        person = _person(options)
        if options["output"] is None:
            raise CommandError(_("Specify the file with --output."), returncode=BAD_USAGE)
        try:
            with options["output"].open("xb") as file:
                log_data_export(person=person, actor=SYSTEM)
                file.writelines(zip_of(person))
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}", returncode=BAD_USAGE) from error

    def _list(self, options: dict[str, Any]) -> None:
        club = _club(options)
        is_personal = options["personal"]
        log_member_export(
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


def _club(options: dict[str, Any]) -> Organisation:
    if not options["club"]:
        raise CommandError(_("Specify the club with --club."), returncode=BAD_USAGE)
    return organisation_by_slug(slug=options["club"])


def _person(options: dict[str, Any]) -> Person:
    rows = Person.objects.select_related("user", "organisation")
    person = rows.filter(pk=options["person"] or 0).first()
    if person is None:
        raise UnknownPerson(number=options["person"])
    return person
