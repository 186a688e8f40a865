"""Pair a round of a tournament report, without a database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.errors import BAD_USAGE
from tournaments.exchange.note_messages import note_text
from tournaments.exchange.selectors.trf_rounds import next_round, notes_on, paired_round
from tournaments.exchange.trf import TrfError
from tournaments.management.reports import explanation_lines, pair_lines, read_report_file, round_object
from tournaments.pairing.registry import SYSTEMS
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.site.messages import refused_report


class Command(BaseCommand):
    help = "Pairs the next or a given round of a tournament from a TRF16 or TRF26 file."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE.trf")
        parser.add_argument("--round", type=int, metavar="N", help="the next round without it")
        parser.add_argument(
            "--system", choices=[*SYSTEMS], default="", metavar="KEY", help=", ".join(SYSTEMS)
        )
        parser.add_argument("--format", choices=["pairs", "json"], default="pairs")
        parser.add_argument("--explain", action="store_true", help="say what decided, bracket by bracket")

    def handle(self, *_args: Any, **options: Any) -> None:
        path, system = options["path"], options["system"]
        try:
            self._pair(path, options["round"], system, options)
        except (OSError, TrfError, PairingRefusal) as refusal:
            raise CommandError(refused_report(path, refusal), returncode=BAD_USAGE) from refusal

    def _pair(self, path: str, round_number: int | None, system: str, options: dict[str, Any]) -> None:
        reading = read_report_file(Path(path))
        notes = [*reading.mended, *notes_on(reading.report, system)]
        if round_number is None:
            round_number = next_round(reading.report)
        paired = paired_round(reading.report, round_number=round_number, system=system)
        notes += paired.notes
        if options["format"] == "json":
            self.stdout.write(json.dumps(round_object(path, paired, notes, explain=options["explain"])))
            return
        for note in notes:
            self.stderr.write(note_text(path, note))
        for line in pair_lines(paired):
            self.stdout.write(line)
        if options["explain"]:
            for line in explanation_lines(paired.brackets):
                self.stdout.write(line)
