"""manage.py catalogues: brings the translations up to date with the sources, or says what they lack."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from club.management.catalogues.extraction import apps_with_strings, extract_strings
from club.management.catalogues.faults import contradictions, faults_of
from club.management.catalogues.files import (
    compile_catalogue,
    po_path,
    read_catalogue,
    update_catalogue,
    write,
)
from club.management.catalogues.pseudo import write_pseudo


class Command(BaseCommand):
    help = (
        "Bring the catalogues of every app up to date and compile them; with --check only say what they lack."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 where anything is lacking"
        )
        parser.add_argument(
            "--pseudo",
            action="store_true",
            help="write the language nobody speaks, shown with DRAUGHTS_DEBUG",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        if options["pseudo"]:
            self.stdout.write(str(write_pseudo(root, settings.PSEUDO_LOCALE)))
            return
        if not options["check"]:
            bring_up_to_date(root)
        lacking = list(shortcomings(root))
        for line in lacking:
            self.stdout.write(line)
        if lacking and options["check"]:
            raise CommandError(f"{len(lacking)} faults in the catalogues: run 'make messages' and translate.")
        self.stdout.write(f"{len(lacking)} faults." if lacking else "The catalogues are complete.")


def languages() -> list[str]:
    """The languages that need a catalogue: all but the one the sources are written in."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def bring_up_to_date(root: Path) -> None:
    """Write every catalogue anew from the sources and from what is translated already."""
    for app in apps_with_strings(root):
        wanted = extract_strings(root, app)
        for language in languages():
            path = po_path(root, app, language)
            if wanted.num_plurals and len(wanted):
                write(update_catalogue(read_catalogue(path, language), wanted, language), path)


def shortcomings(root: Path) -> Iterator[str]:
    """Every fault of every catalogue, each with its file."""
    wanted = {app: found for app in apps_with_strings(root) if len(found := extract_strings(root, app))}
    for language in languages():
        by_path: dict[str, Catalog] = {}
        for app, strings in wanted.items():
            path = po_path(root, app, language)
            by_path[app] = read_catalogue(path, language)
            named = path.relative_to(root)
            yield from (f"{named}: {fault}" for fault in faults_of(by_path[app], strings))
            if path.exists() and not is_compiled(path, by_path[app]):
                yield f"{named.with_suffix('.mo')}: was not compiled from {named.name}"
        yield from (f"{language}: {fault}" for fault in contradictions(by_path))


def is_compiled(path: Path, catalogue: Catalog) -> bool:
    """Whether the compiled file beside a catalogue says what the catalogue says."""
    beside = path.with_suffix(".mo")
    return beside.exists() and beside.read_bytes() == compile_catalogue(catalogue)
