"""A static copy of an event's public pages in a folder."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from tournaments.core.pages.event_times import zone_of
from tournaments.models import Event
from tournaments.site.static_copy.copies import CopyRequest, languages_named, publish_copy


class Command(BaseCommand):
    help = (
        "Writes the public pages of an event as files that any web host serves. Run it again to replace the "
        "copy; a folder that holds anything else is refused. Files of the host (.git, .htaccess, CNAME) stay."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="short name, as in the address of its page")
        parser.add_argument("folder", metavar="FOLDER", help="new or empty folder, or an earlier copy")
        parser.add_argument(
            "--language",
            default="",
            help="a language of the site, or “all” for a folder each; the event's own by default",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            said = _("There is no event “%(name)s”.") % {"name": options["event"]}
            raise CommandError(said, returncode=BAD_USAGE)
        folder = Path(options["folder"])
        try:
            languages = languages_named(options["language"], event)
            made_at = timezone.now().astimezone(zone_of(event))
            count = publish_copy(CopyRequest(event=event, languages=languages, made_at=made_at), folder)
        except ClubError as refusal:
            told = refusal_text(refusal)
            raise CommandError(f"{told.what} {told.next_step}", returncode=BAD_USAGE) from refusal
        except OSError as refusal:
            raise CommandError(f"{folder}: {refusal.strerror or refusal}", returncode=BAD_USAGE) from refusal
        self.stdout.write(_("%(folder)s: %(count)s files.") % {"folder": folder, "count": count})
