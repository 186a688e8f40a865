"""`manage.py promote`: a copy becomes the site."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.backups.copy_state import require_state, sole_follower, state_folder
from club.backups.errors import CopyInUse
from club.backups.services.following import promotion_asked_at
from club.backups.services.promotion import Promotion, promote
from club.core.errors import ClubError
from club.core.messages import refusal_text

WAIT_SECONDS = 30.0
LOOK_SECONDS = 0.2
REPORT = "report.txt"


class Command(BaseCommand):
    help = (
        "Make the copy that `follow` keeps in this data folder the site, and report what it lacks. "
        "Ends `follow` first. Start the site with `serve` afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--serve", action="store_true", help="serve the site afterwards, until Ctrl-C")
        parser.add_argument("--port", type=int, default=8000, help="of the site, with --serve")
        parser.add_argument("--host", default="127.0.0.1", help="of the site, with --serve")

    def handle(self, **options: Any) -> None:
        try:
            require_state()
            promotion = promoted_when_free()
        except ClubError as refusal:
            raise CommandError(" ".join(refusal_text(refusal))) from None
        report = "\n".join(promotion.lines())
        place = state_folder() / REPORT
        place.write_text(report + "\n", encoding="utf-8")
        self.stdout.write(report)
        self.stdout.write(_("The report is also in %(file)s.") % {"file": place})
        facts = {"generation": promotion.generation}
        self.stdout.write(_("This installation is the site now. Promotions so far: %(generation)d.") % facts)
        if options["serve"]:
            self.stdout.flush()
            call_command("serve", port=options["port"], host=options["host"])
        else:
            self.stdout.write(_("Start it with: manage.py serve"))


def promoted_when_free() -> Promotion:
    """Ask the process that follows to end, and promote the copy when it has."""
    promotion_asked_at().touch()
    until = time.monotonic() + WAIT_SECONDS
    try:
        while True:
            try:
                with sole_follower():
                    return promote()
            except CopyInUse:
                if time.monotonic() > until:
                    raise
            time.sleep(LOOK_SECONDS)
    finally:
        promotion_asked_at().unlink(missing_ok=True)
