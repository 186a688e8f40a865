"""Write games of the archive as PDN."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE
from games.archive.selectors.archive import GameFilters, game_list
from games.archive.selectors.exporting import STYLES, exported_games
from games.management.house_rules import game_key
from games.models import Winner


class Command(BaseCommand):
    help = "Writes games of the archive as PDN, strict (PDN 3.0), classic, or exactly as they were found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--style", choices=STYLES, default="strict")
        parser.add_argument("--output", metavar="FILE", help="standard output unless given")
        parser.add_argument("--club", default="", metavar="SLUG")
        parser.add_argument("--player", default="", metavar="NAME")
        parser.add_argument("--event", default="", metavar="WORDS")
        parser.add_argument("--variant", type=game_key, default="", metavar="KEY", help="also house-...")
        parser.add_argument("--winner", choices=Winner.values, default="")
        parser.add_argument("--year-from", type=int, metavar="YEAR")
        parser.add_argument("--year-to", type=int, metavar="YEAR")
        parser.add_argument("--import", type=int, metavar="NUMBER", dest="archive_import")
        parser.add_argument("--only-legal", action="store_true")

    def handle(self, *_args: Any, **options: Any) -> None:
        names = ("club", "player", "event", "variant", "winner", "year_from", "year_to", "archive_import")
        filters = GameFilters(
            **{name: options[name] for name in names},
            is_legal=True if options["only_legal"] else None,
            order="oldest",
        )
        games = game_list(filters).defer(None).select_related("archive_import")
        texts = exported_games(games=games.iterator(chunk_size=200), style=options["style"])
        if options["output"]:
            self._write_file(Path(options["output"]), texts)
            return
        try:
            for text in texts:
                self.stdout.write(text, ending="")
        except BrokenPipeError:  # the reader of our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _write_file(self, path: Path, texts: Iterable[str]) -> None:
        """Write beside the file and put it in place when it is whole."""
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(texts)
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise CommandError(
                _("%(path)s cannot be written: %(reason)s.") % {"path": path, "reason": error.strerror},
                returncode=BAD_USAGE,
            ) from error
