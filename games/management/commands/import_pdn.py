"""Bring PDN files into a club's archive, without a worker: the command reads the slices itself."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.organisations.services.organisations import ensure_organisation
from games.archive.selectors.imports import import_problems, import_report, problem_sentence
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import receiving_club, settle_results, start_import
from games.management.progress import ProgressBar
from games.management.score_files import score_files
from games.models import ArchiveImport, FirstResult, ImportProblem, ProblemKind, SameMoves

MAX_LISTED = 20


class Command(BaseCommand):
    help = (
        "Imports PDN files into an archive; begun again after a stop it goes on, and nothing comes in twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a PDN file, a folder, or a pattern")
        parser.add_argument("--club", required=True, metavar="SLUG", help="whose archive it is")
        parser.add_argument("--new-club", default="", metavar="NAME", help="make the club if there is none")
        parser.add_argument("--law-book", default="", metavar="KEY")
        parser.add_argument(
            "--variant", default="auto", metavar="KEY", help="auto: found out from the records"
        )
        parser.add_argument(
            "--first-result",
            default="",
            choices=[side for side in FirstResult.values if side],
            help="whom an American 1-0 names; found out from the records unless given",
        )
        parser.add_argument(
            "--same-moves",
            default=SameMoves.STORE.value,
            choices=SameMoves.values,
            help="a game with the moves of another but other players, event, date, round or result: "
            "stored and listed, or left out and listed",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        files = list(score_files(options["paths"]))
        if not files:
            raise CommandError(_("No PDN file found. Specify a file or a folder."), returncode=BAD_USAGE)
        if options["new_club"]:
            self._make_club(options["club"], options["new_club"])
        refused = sum(not self._import(path, options) for path in files)
        if refused:
            sys.exit(BAD_USAGE)

    def _make_club(self, slug: str, name: str) -> None:
        try:
            ensure_organisation(slug=slug, name=name, actor=SYSTEM)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages), returncode=BAD_USAGE) from None

    def _import(self, path: Path, options: dict[str, Any]) -> bool:
        """Import one file; report a refused one and continue with the next."""
        try:
            with path.open("rb") as stream:
                archive = start_import(
                    organisation=receiving_club(slug=options["club"], actor=SYSTEM),
                    stream=stream,
                    name=path.name,
                    law_book=options["law_book"],
                    variant=options["variant"],
                    first_result=options["first_result"],
                    same_moves=options["same_moves"],
                    actor=SYSTEM,
                    in_background=False,
                )
        except ClubError as refusal:
            words = refusal_text(refusal)
            self.stderr.write(f"{path}: {words.what} {words.next_step}")
            return False
        except OSError as error:
            self.stderr.write(f"{path}: {error.strerror}")
            return False
        self._read(archive)
        self._report(archive)
        return True

    def _read(self, archive: ArchiveImport) -> None:
        bar = ProgressBar(archive.size, sys.stderr)
        while read_slice(import_id=archive.pk, number=archive.slices, in_background=False):
            archive.refresh_from_db()
            bar.show(archive.next_byte, archive.games_seen)
        bar.close()
        archive.refresh_from_db()
        while settle_results(import_id=archive.pk, answer=archive.answers, in_background=False):
            pass

    def _report(self, archive: ArchiveImport) -> None:
        report = import_report(archive=archive)
        self.stdout.write(
            _(
                "%(name)s: %(games)d games, %(kept)d saved, %(illegal)d with an illegal move, "
                "%(unreadable)d unreadable, %(doubtful)d with points to check, %(beginnings)d "
                "shorter records of another game, %(twins)d with the same moves as another game."
            )
            % report
        )
        for line in report["not_stored"]:
            self.stdout.write(_("  not saved: %(count)d, %(reason)s") % line)
        if report["first_result"]["must_ask"]:
            self.stdout.write(
                _(
                    "The meaning of 1-0 in this file is uncertain; it was read as a win for Black, who "
                    "moves first."
                )
            )
        # A game that is stored already needs no look; one that was left out by choice does.
        problems = import_problems(archive=archive).exclude(code__in=["same_record", "twice_in_file"])
        twins = problems.filter(kind__in=[ProblemKind.TWIN, ProblemKind.DUPLICATE])
        self._list(archive, problems.exclude(kind__in=[ProblemKind.TWIN, ProblemKind.DUPLICATE]))
        self._list(archive, twins)

    def _list(self, archive: ArchiveImport, problems: QuerySet[ImportProblem]) -> None:
        for problem in problems[:MAX_LISTED]:
            self.stdout.write(f"  {archive.name}:{problem.line}:{problem.column} {problem_sentence(problem)}")
        more = problems.count() - MAX_LISTED
        if more > 0:
            self.stdout.write(_("  and %(more)d more; see the import page for all of them.") % {"more": more})
