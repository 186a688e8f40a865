"""Pair every round of tournament reports again and compare, without a database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from club.core.errors import BAD_USAGE
from tournaments.exchange.note_messages import note_text
from tournaments.exchange.selectors.trf_rounds import notes_on, round_differences, rounds_to_check
from tournaments.exchange.trf import TrfError
from tournaments.management.reports import difference_line, read_report_file
from tournaments.pairing.registry import SYSTEMS
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.site.messages import refused_report

DIFFERENCES = 1


class Command(BaseCommand):
    help = "Pairs every round of TRF files again and compares pairs and colours with the files' own."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="FILE.trf")
        parser.add_argument(
            "--system", choices=[*SYSTEMS], default="", metavar="KEY", help=", ".join(SYSTEMS)
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        rounds = differences = refused = 0
        for path in options["paths"]:
            try:
                found = self._check(path, options["system"])
            except (OSError, TrfError, PairingRefusal) as refusal:
                refused += 1
                self.stderr.write(refused_report(path, refusal))
                continue
            rounds += found[0]
            differences += found[1]
        files = len(options["paths"]) - refused
        self.stdout.write(f"files={files} rounds={rounds} differences={differences}")
        if refused:
            sys.exit(BAD_USAGE)
        if differences:
            sys.exit(DIFFERENCES)

    def _check(self, path: str, system: str) -> tuple[int, int]:
        """Compare one file; how many rounds it has and how many of its pairs differ."""
        reading = read_report_file(Path(path))
        report = reading.report
        for note in (*reading.mended, *notes_on(report, system)):
            self.stderr.write(note_text(path, note))
        numbers = rounds_to_check(report)
        lines = [
            difference_line(number, difference)
            for number in numbers
            for difference in round_differences(report, round_number=number, system=system)
        ]
        self.stdout.write(f"{path} rounds={len(numbers)} differences={len(lines)}")
        for line in lines:
            self.stdout.write(line)
        return len(numbers), len(lines)
