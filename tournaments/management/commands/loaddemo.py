"""The demo club: real games of the nineteenth century, made-up disputes, and one of its events."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text
from games.demo.services import load_demo
from tournaments.site.services.demo import load_demo_event
from tournaments.site.services.demo_club import load_demo_club
from tournaments.site.services.demo_removal import is_demo_removed, remove_demo


class Command(BaseCommand):
    help = "Loads the demo club: games, an event, members, a season; what is there already is left as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove the demo club instead")
        parser.add_argument(
            "--with-additions", action="store_true", help="remove what people added to it, too"
        )

        parser.add_argument(
            "--unless-removed", action="store_true", help="load nothing if the demo club was removed"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["remove"]:
            self._remove(with_additions=options["with_additions"])
        elif options["unless_removed"] and is_demo_removed():
            self.stdout.write(_("The demo club was removed. “manage.py loaddemo” loads it again."))
        else:
            self._load()

    def _remove(self, *, with_additions: bool) -> None:
        try:
            told = remove_demo(actor=SYSTEM, with_additions=with_additions)
        except ClubError as error:
            words = refusal_text(error)
            raise CommandError(f"{words.what} {words.next_step}") from None
        self.stdout.write(
            _("The demo club was removed: %(events)d events, %(games)d games, %(members)d members.")
            % {"events": told.events, "games": told.games, "members": told.members}
        )

    def _load(self) -> None:
        loaded = load_demo(actor=SYSTEM)
        self.stdout.write(
            _("%(club)s: %(new)d games added, %(known)d already there.")
            % {"club": loaded.club.name, "new": loaded.new, "known": loaded.known}
        )
        event = load_demo_event(actor=SYSTEM)
        if event is not None:
            self.stdout.write(_("%(event)s: an event with three played rounds.") % {"event": event.name})
        life = load_demo_club(actor=SYSTEM)
        if life is not None:
            self.stdout.write(
                _("%(season)s: %(members)d members, a calendar and a season of club nights.")
                % {"season": life.season.name, "members": life.members}
            )
