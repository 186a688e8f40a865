"""Work out again whatever standings were published, and list what differs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.selectors import one_view
from tournaments.events.selectors.sections import section_named
from tournaments.models import Section
from tournaments.standings.selectors.snapshots import SnapshotFault, snapshot_faults

DIFFERENCES = 1


class Command(BaseCommand):
    help = (
        "Works out again whatever standings were published, from the facts kept with them and, where they "
        "are in force, from the results as they are; without a section all of the site."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sections", nargs="*", metavar="SECTION", help="its number, or EVENT/SECTION")

    def handle(self, *_args: Any, **options: Any) -> None:
        with one_view():  # a result that is corrected meanwhile must not look like a difference
            faults = self._check(options["sections"])
        if faults:
            sys.exit(DIFFERENCES)

    def _check(self, names: list[str]) -> list[SnapshotFault]:
        sections = [self._section(text) for text in names] or list(
            Section.objects.select_related("event").order_by("pk")
        )
        snapshots = 0
        faults: list[SnapshotFault] = []
        for section in sections:
            found = snapshot_faults(section)
            faults += found
            kept = section.snapshots.count()
            snapshots += kept
            self.stdout.write(
                f"{section.event.slug}/{section.slug} snapshots={kept} differences={len(found)}"
            )
            for fault in found:
                self.stdout.write(_line(fault))
        self.stdout.write(f"sections={len(sections)} snapshots={snapshots} differences={len(faults)}")
        return faults

    def _section(self, text: str) -> Section:
        found = section_named(text)
        if found is None:
            raise CommandError(f"There is no section {text}.")
        return found


def _line(fault: SnapshotFault) -> str:
    if fault.against == "missing":
        return f"  round={fault.round_number} closed, but its standings were never published"
    rows = ",".join(map(str, fault.rows)) or "-"
    return f"  round={fault.round_number} snapshot={fault.snapshot} against={fault.against} players={rows}"
