"""Build the index of positions, for the explorer and the search, in batches that are committed one by one."""

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.explorer.selectors.reached import last_stored_game
from games.explorer.services.indexing import clear_index, index_next_games
from games.management.progress import ProgressBar


class Command(BaseCommand):
    help = "Indexes the positions of stored games; begun again after a stop it goes on where it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild", action="store_true", help="empty the index first; the explorer lacks games meanwhile"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["rebuild"]:
            clear_index()
        begun, games = time.monotonic(), 0
        bar = ProgressBar(last_stored_game(), sys.stderr)
        while batch := index_next_games():
            games += batch.games
            bar.show(batch.last, games)
        bar.close()
        facts = {"games": games, "seconds": time.monotonic() - begun}
        self.stdout.write(_("%(games)d games checked and indexed (%(seconds).1f s).") % facts)
