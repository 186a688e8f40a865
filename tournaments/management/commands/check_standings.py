"""Work out again whatever standings were published, and list what differs."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.selectors import one_view
from tournaments.events.selectors.sections import section_named
from tournaments.models import Event, Section
from tournaments.standings.selectors.log_replay import NotReplayable
from tournaments.standings.selectors.replayed_standings import LogFault, log_faults
from tournaments.standings.selectors.snapshots import SnapshotFault, snapshot_faults

DIFFERENCES = 1
MAX_VALUE = 200
"""Characters of a value in a line."""


class Command(BaseCommand):
    help = (
        "Works out again whatever standings were published, from the facts kept with them and, where they "
        "are in force, from the results as they are; without a section all of the site. With --log, rebuilds "
        "every publication from the audit log alone, and compares it byte by byte."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "sections", nargs="*", metavar="SECTION", help="its number, EVENT/SECTION, or an EVENT"
        )
        parser.add_argument("--log", action="store_true", help="from the audit log alone")

    def handle(self, *_args: Any, **options: Any) -> None:
        check = self._check_log if options["log"] else self._check
        with one_view():  # a result that is corrected meanwhile must not look like a difference
            faults = check(self._sections(options["sections"]))
        if faults:
            sys.exit(DIFFERENCES)

    def _check(self, sections: list[Section]) -> int:
        snapshots = 0
        faults: list[SnapshotFault] = []
        for section in sections:
            found = snapshot_faults(section)
            faults += found
            kept = section.snapshots.count()
            snapshots += kept
            self.stdout.write(f"{_name(section)} snapshots={kept} differences={len(found)}")
            for fault in found:
                self.stdout.write(_line(fault))
        self.stdout.write(f"sections={len(sections)} snapshots={snapshots} differences={len(faults)}")
        return len(faults)

    def _check_log(self, sections: list[Section]) -> int:
        snapshots = differences = left_out = 0
        for section in sections:
            kept = section.snapshots.count()
            try:
                faults = log_faults(section) if kept or section.round_rows.exists() else []
            except NotReplayable as gap:
                left_out += 1
                self.stdout.write(f"{_name(section)} snapshots={kept} not replayable: {gap.missing}")
                continue
            snapshots += kept
            differences += len(faults)
            self.stdout.write(f"{_name(section)} snapshots={kept} differences={len(faults)}")
            for fault in faults:
                self.stdout.write(_log_line(section, fault))
        self.stdout.write(
            f"sections={len(sections)} snapshots={snapshots} differences={differences} "
            f"not_replayable={left_out}"
        )
        return differences

    def _sections(self, names: list[str]) -> list[Section]:
        if not names:
            return list(Section.objects.select_related("event").order_by("pk"))
        return [section for text in names for section in self._sections_named(text)]

    def _sections_named(self, text: str) -> list[Section]:
        found = section_named(text)
        if found is not None:
            return [found]
        event = Event.objects.filter(slug=text).first()
        if event is None:
            raise CommandError(f"There is no section {text}.")
        return list(event.sections.select_related("event").order_by("pk"))


def _name(section: Section) -> str:
    return f"{section.event.slug}/{section.slug}"


def _line(fault: SnapshotFault) -> str:
    if fault.against == "missing":
        return f"  round={fault.round_number} closed, but its standings were never published"
    rows = ",".join(map(str, fault.rows)) or "-"
    return f"  round={fault.round_number} snapshot={fault.snapshot} against={fault.against} players={rows}"


def _log_line(section: Section, fault: LogFault) -> str:
    place = f"event={section.event.slug} round={fault.round_number} player={fault.player or '-'}"
    values = f"stored={_value(fault.stored)} log={_value(fault.logged)}"
    if fault.entry:
        values = f"entry=#{fault.entry} before={_value(fault.stored)} log={_value(fault.logged)}"
    return f"  {place} field={fault.field!r} {values}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:MAX_VALUE]
