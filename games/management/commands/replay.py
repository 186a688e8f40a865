"""Read and judge score files without a database."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE
from games.judging.messages import file_refusal
from games.laws.books import LAW_BOOKS
from games.laws.report import Summary
from games.management.game_text import game_lines, summary_lines
from games.management.house_rules import add_house_rules, text_given
from games.management.progress import ProgressBar
from games.management.score_batches import Judged, Orders
from games.management.score_files import judge_files, score_files, size_of
from games.pdn import NotPdn
from games.rules import VARIANTS

MAX_WORKERS = 256


class Command(BaseCommand):
    help = "Replays and judges PDN files: illegal moves, draw claims, results, and probable slips of the pen."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a PDN file, a folder, or a pattern")
        parser.add_argument("--law-book", choices=[*LAW_BOOKS], metavar="KEY", help=", ".join(LAW_BOOKS))
        parser.add_argument(
            "--variant",
            choices=["auto", *VARIANTS],
            default="auto",
            metavar="KEY",
            help="auto, " + ", ".join(VARIANTS),
        )
        add_house_rules(parser, "judge")
        parser.add_argument(
            "--play-on",
            action="store_true",
            help="illegal moves stood: judge what follows by the position that they left on the board",
        )
        parser.add_argument("--format", choices=["text", "jsonl"], default="text")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes to share the work")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._replay(options)
        except BrokenPipeError:  # the reader of our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _replay(self, options: dict[str, Any]) -> None:
        if not 1 <= options["workers"] <= MAX_WORKERS:
            raise CommandError(
                _("--workers must be from 1 to %(most)d.") % {"most": MAX_WORKERS},
                returncode=BAD_USAGE,
            )
        files = list(score_files(options["paths"]))
        if not files:
            raise CommandError(_("No PDN file found. Specify a file or a folder."), returncode=BAD_USAGE)
        variant = text_given(options["variant"], options["house_rules"])
        as_lines = options["format"] == "jsonl"
        orders = Orders(options["law_book"] or "", variant, as_lines, options["play_on"])
        started = time.perf_counter()
        summary, refused = self._judge_all(files, orders, options["workers"])
        seconds = time.perf_counter() - started
        if as_lines:
            self.stdout.write(json.dumps({"summary": summary.as_dict(seconds)}))
        else:
            if summary.illegal and not orders.play_on:
                self.stdout.write(
                    _("Use --play-on to check the moves after an illegal move from the position it left.")
                )
            self.stdout.write("\n".join(summary_lines(summary, seconds, files=len(files) - refused)))
        if refused:
            sys.exit(BAD_USAGE)

    def _judge_all(self, files: list[Path], orders: Orders, workers: int) -> tuple[Summary, int]:
        """Judge all files; report an unreadable one and continue with the next."""
        summary, refused = Summary(), 0
        bar = ProgressBar(sum(map(size_of, files)), sys.stderr)
        behind = 0
        for path, batches in judge_files(files, orders, workers):
            try:
                for batch in batches:
                    self._print_batch(batch, as_lines=orders.as_lines)
                    summary.merge(batch.summary)
                    bar.show(behind + batch.bytes_read, summary.games)
            except (OSError, NotPdn) as refusal:
                if isinstance(refusal, BrokenPipeError):
                    raise
                refused += 1
                bar.close()
                self.stderr.write(file_refusal(path, refusal))
            behind += size_of(path)
        bar.close()
        return summary, refused

    def _print_batch(self, batch: Judged, *, as_lines: bool) -> None:
        for game in batch.games:
            for line in [game] if as_lines else game_lines(game):
                self.stdout.write(line)
