"""manage.py paper: the sheets of a section or an event as PDF files."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.requests import ProgramRequest
from tournaments.events.selectors.sections import section_named
from tournaments.models import Event, Section
from tournaments.printing.pages.pdf_sheets import SheetFile, sheet_file
from tournaments.printing.pages.sheets import KINDS, kind_facts

ALL: Final = "all"
STDOUT: Final = "-"
NOWHERE: Final = "http://localhost"  # no code is drawn for it
CHOICES: Final = {
    "round": "number of the round; the latest published one by default",
    "size": "A4 or letter; that of the club by default",
    "orientation": "auto, portrait or landscape",
    "pages": "pages of a wall list; by default as many as its type needs",
    "language": "language of the sheet; that of the event or the club by default",
    "design": "design of certificates; that of the club by default",
    "whom": "certificates for: winners, all, places, or the number of an entry",
    "places": "number of places that get a certificate",
    "category": "class whose players get certificates",
    "heading": "heading of certificates",
    "line": "line of certificates under the name",
    "place": "place on certificates; the venue by default, none if empty",
    "day": "date on certificates, as 2026-05-31; the last day of the event by default, none if empty",
    "director": "name that signs certificates as tournament director",
    "arbiter": "name that signs certificates as arbiter",
    "president": "name that signs certificates as president",
}
"""Choices of a sheet, by the names that the API has for them."""


class Sheet(NamedTuple):
    """A sheet to write."""

    section: Section
    kind: str


class Command(BaseCommand):
    help = (
        "Writes sheets of a section, or of all sections of an event, as PDF files; without arguments lists "
        "the kinds of sheets. KIND “all” writes every kind but certificates; it leaves out sheets of a round "
        "where there is none. Nothing is overwritten without --force."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "place",
            metavar="PLACE",
            nargs="?",
            help="number of a section, EVENT/SECTION as in addresses, or EVENT for all its sections",
        )
        parser.add_argument("kind", metavar="KIND", nargs="?", choices=[*KINDS, ALL])
        parser.add_argument(
            "output",
            metavar="OUTPUT",
            nargs="?",
            help="a file, a folder for named files (it ends with / if it is new), or - for stdout",
        )
        for name, told in CHOICES.items():
            parser.add_argument(f"--{name}", dest=_chosen(name), metavar=name.upper(), help=told)
        parser.add_argument(
            "--site", default="", metavar="ADDRESS", help="where phones reach the site; QR codes need it"
        )
        parser.add_argument("--force", action="store_true", help="replace files that exist")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["place"] is None:
            self._list_kinds(is_json=options["json"])
            return
        if options["output"] is None:
            raise CommandError(_("Specify the place, the kind and the output."), returncode=BAD_USAGE)
        try:
            self._write(options)
        except ClubError as refusal:
            told = refusal_text(refusal)
            raise CommandError(f"{told.what} {told.next_step}", returncode=BAD_USAGE) from refusal
        except OSError as refusal:
            place = refusal.filename or options["output"]
            raise CommandError(f"{place}: {refusal.strerror or refusal}", returncode=BAD_USAGE) from refusal

    def _list_kinds(self, *, is_json: bool) -> None:
        kinds = kind_facts()
        if is_json:
            self.stdout.write(json.dumps({"kinds": kinds}, ensure_ascii=False))
            return
        for kind in kinds:
            about = "round" if kind["of_round"] else "section"
            self.stdout.write(f"{kind['key']}\t{about}\t{kind['name']}")

    def _write(self, options: dict[str, Any]) -> None:
        sheets, left_out = _sheets(_sections(options["place"]), options["kind"])
        output = options["output"]
        is_one = options["kind"] != ALL and len(sheets) == 1
        if output == STDOUT and not is_one:
            raise CommandError(
                _("Only one sheet fits on stdout. Specify a section and a kind, or a folder."),
                returncode=BAD_USAGE,
            )
        if not options["site"] and any(KINDS[sheet.kind].has_codes for sheet in sheets):
            self.stderr.write(_("Without --site the sheets have no QR codes."))
        made = _drawn(sheets, options)
        if output == STDOUT:
            sys.stdout.buffer.write(made[0].data)
            return
        is_folder = not is_one or output.endswith(("/", "\\")) or Path(output).is_dir()
        paths = [Path(output, f"{file.name}.pdf") if is_folder else Path(output) for file in made]
        _save(dict(zip(paths, made, strict=True)), is_forced=options["force"])
        self._tell(dict(zip(paths, sheets, strict=True)), left_out, is_json=options["json"])

    def _tell(self, written: dict[Path, Sheet], left_out: list[Sheet], *, is_json: bool) -> None:
        if is_json:
            files = [{"file": str(path), **_facts(sheet)} for path, sheet in written.items()]
            rest = [_facts(sheet) for sheet in left_out]
            self.stdout.write(json.dumps({"files": files, "left_out": rest}, ensure_ascii=False))
            return
        for path in written:
            self.stdout.write(str(path))
        for sheet in left_out:
            self.stderr.write(_("%(kind)s: there is no round in %(section)s.") % sheet._asdict())


def _chosen(name: str) -> str:
    """Return where a choice is among the options: apart from the place, which is an argument as well."""
    return f"chosen_{name}"


def _facts(sheet: Sheet) -> dict[str, Any]:
    return {"section": sheet.section.pk, "kind": sheet.kind}


def _sections(place: str) -> list[Section]:
    one = section_named(place)
    event = None if one else Event.objects.filter(slug=place).first()
    found = [one] if one else list(event.sections.select_related("event__organisation")) if event else []
    if not found:
        told = _("There is no section or event “%(name)s”.") % {"name": place}
        raise CommandError(told, returncode=BAD_USAGE)
    return found


def _sheets(sections: list[Section], kind: str) -> tuple[list[Sheet], list[Sheet]]:
    """Return the sheets to write, and those of a round that “all” leaves out where there is none."""
    if kind != ALL:
        return [Sheet(section, kind) for section in sections], []
    sheets: list[Sheet] = []
    left_out: list[Sheet] = []
    for section in sections:
        has_rounds = section.round_rows.exists()
        for key, one in KINDS.items():
            if one.is_listed:
                (sheets if has_rounds or not one.of_round else left_out).append(Sheet(section, key))
    return sheets, left_out


def _drawn(sheets: list[Sheet], options: dict[str, Any]) -> list[SheetFile]:
    """Draw all sheets before the first is written: after a refusal there is no file."""
    request = ProgramRequest(options["site"] or NOWHERE)
    asked = {name: options[_chosen(name)] for name in CHOICES}
    given = {name: text for name, text in asked.items() if text is not None}
    return [sheet_file(request, sheet.section, sheet.kind, given) for sheet in sheets]


def _save(files: dict[Path, SheetFile], *, is_forced: bool) -> None:
    """Write the files. Raise CommandError if one exists and may not be replaced; then none is written."""
    known = next((path for path in files if path.exists()), None)
    if known is not None and not is_forced:
        told = _("%(file)s exists already. Use --force to replace it.") % {"file": known}
        raise CommandError(told, returncode=BAD_USAGE)
    for path, file in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
