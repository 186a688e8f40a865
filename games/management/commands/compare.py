"""Compare two score sheets of one game."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE
from club.core.messages import refusal_text
from games.core.errors import SheetUnreadable
from games.judging.messages import file_refusal
from games.judging.selectors.comparison import sheet_comparison
from games.management.comparison_text import comparison_lines
from games.management.house_rules import add_house_rules, text_given
from games.pdn import GameRecord, NotPdn, read_games
from games.rules import VARIANTS


class Command(BaseCommand):
    help = "Shows where two score sheets of one game first differ, and what would reconcile them."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first", metavar="A.pdn")
        parser.add_argument("second", metavar="B.pdn")
        parser.add_argument("--variant", choices=["auto", *VARIANTS], default="auto", metavar="KEY")
        add_house_rules(parser, "compare")

    def handle(self, *_args: Any, **options: Any) -> None:
        first, second = (self._first_game(Path(options[name])) for name in ("first", "second"))
        variant = text_given(options["variant"], options["house_rules"])
        try:
            comparison = sheet_comparison(first=first, second=second, variant=variant)
        except SheetUnreadable as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}", returncode=BAD_USAGE) from refusal
        self.stdout.write("\n".join(comparison_lines(comparison, (options["first"], options["second"]))))

    def _first_game(self, path: Path) -> GameRecord:
        try:
            with path.open("rb") as stream:
                record = next(read_games(stream), None)
        except (OSError, NotPdn) as refusal:
            raise CommandError(file_refusal(path, refusal), returncode=BAD_USAGE) from refusal
        if record is None:
            raise CommandError(_("%(path)s contains no game.") % {"path": path}, returncode=BAD_USAGE)
        return record
