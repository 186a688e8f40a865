"""The standings of a tournament report, without a database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.errors import BAD_USAGE
from tournaments.exchange.note_messages import note_text
from tournaments.exchange.selectors.trf_standings import listed_codes, notes_on_codes, reported_table
from tournaments.exchange.trf import TrfError
from tournaments.management.reports import read_report_file, table_object, tsv_lines
from tournaments.site.messages import refused_report
from tournaments.standings.ranking.errors import StandingsRefusal


class Command(BaseCommand):
    help = "Writes the tie-break values of a TRF16 or TRF26 file after its last finished round."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE.trf")
        parser.add_argument(
            "--tie-breaks",
            default="",
            metavar="PTS,BH,...",
            help="codes as in C.07 and TRF26; the report's own list without it",
        )
        parser.add_argument("--format", choices=["tsv", "json"], default="tsv")

    def handle(self, *_args: Any, **options: Any) -> None:
        path = options["path"]
        texts = [text for text in options["tie_breaks"].split(",") if text.strip()]
        try:
            self._write(path, texts, as_json=options["format"] == "json")
        except (OSError, TrfError, StandingsRefusal) as refusal:
            raise CommandError(refused_report(path, refusal), returncode=BAD_USAGE) from refusal

    def _write(self, path: str, texts: list[str], *, as_json: bool) -> None:
        reading = read_report_file(Path(path))
        codes = listed_codes(reading.report, texts)
        for note in (*reading.mended, *notes_on_codes(reading.report, codes)):
            self.stderr.write(note_text(path, note))
        table = reported_table(reading.report, codes)
        if as_json:
            self.stdout.write(json.dumps(table_object(path, reading.report, table)))
            return
        for line in tsv_lines(table):
            self.stdout.write(line)
