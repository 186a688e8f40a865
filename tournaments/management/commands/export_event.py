"""manage.py export_event: all files of an event as a ZIP, as its closing checklist gives them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE
from tournaments.events.services.closing import mark_closing_task
from tournaments.models import ClosingTask, Event
from tournaments.site.closing import event_archive


class Command(BaseCommand):
    help = (
        "Writes all files of an event as a ZIP, a folder for each section, and marks the task of the "
        "closing checklist as done. A file that exists is replaced with --force only."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="short name, as in the address of its page")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a file that exists")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Event.objects.select_related("organisation").filter(slug=options["event"]).first()
        path: Path = options["file"]
        if event is None:
            told = _("There is no event “%(name)s”.") % {"name": options["event"]}
            raise CommandError(told, returncode=BAD_USAGE)
        if path.exists() and not options["force"]:
            told = _("%(file)s exists already. Use --force to replace it.") % {"file": path}
            raise CommandError(told, returncode=BAD_USAGE)
        try:
            path.write_bytes(event_archive(event, actor=SYSTEM))
        except OSError as refusal:
            raise CommandError(f"{path}: {refusal.strerror or refusal}", returncode=BAD_USAGE) from refusal
        mark_closing_task(event_id=event.pk, task=ClosingTask.ARCHIVE, actor=SYSTEM)
        self.stdout.write(str(path))
