"""Follow a PDN file or address for the live boards of a round, from an operator's laptop."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from club.core.actor import SYSTEM
from club.core.downloads import DownloadFailed, Validators, download
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from tournaments.live_boards.services.feed_reading import MAX_BYTES, read_pdn
from tournaments.models import Round

LEAST_SECONDS: Final = 0.5


class Command(BaseCommand):
    help = "Enters the moves of a PDN file, or of a public address, on the live boards of a round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", type=int, metavar="ROUND", help="number of the round in the database")
        parser.add_argument("source", metavar="URL|FILE")
        parser.add_argument("--every", type=float, default=2.0, metavar="SECONDS")
        parser.add_argument("--once", action="store_true", help="read it once and end")

    def handle(self, *_args: Any, **options: Any) -> None:
        round_id, source = options["round"], options["source"]
        if not Round.objects.filter(pk=round_id).exists():
            raise CommandError(f"There is no round {round_id}.", returncode=BAD_USAGE)
        known, last = Validators(), b""
        while True:
            try:
                content, known = _read(source, known)
                if content is not None and content != last:
                    self._enter(round_id, source, content)
                    last = content
            except (DownloadFailed, OSError) as failure:
                self.stderr.write(f"{source}: {failure}")
            if options["once"]:
                return
            time.sleep(max(options["every"], LEAST_SECONDS))

    def _enter(self, round_id: int, source: str, content: bytes) -> None:
        try:
            report = read_pdn(round_id=round_id, content=content, actor=SYSTEM, name=source)
        except ClubError as refusal:
            words = refusal_text(refusal)
            self.stderr.write(f"{words.what} {words.next_step}")
            return
        self.stdout.write(f"{report.changed}\t{report.boards}")
        for words in map(refusal_text, report.faults):
            self.stderr.write(f"{words.what} {words.next_step}")


def _read(source: str, known: Validators) -> tuple[bytes | None, Validators]:
    if source.startswith(("http://", "https://")):
        got = download(source, most_bytes=MAX_BYTES, known=known)
        return got.content, got.validators
    return Path(source).read_bytes(), known
