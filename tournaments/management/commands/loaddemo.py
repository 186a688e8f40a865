"""The demo club: real games of the nineteenth century, made-up disputes, and an event that it holds."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from club.actor import SYSTEM
from games.services.demo import load_demo
from tournaments.services.demo import load_demo_event
from tournaments.services.demo_club import load_demo_club


class Command(BaseCommand):
    help = "Loads the demo club: games, an event, members, a season; what is there already is left as it is."

    def handle(self, *_args: Any, **_options: Any) -> None:
        loaded = load_demo(actor=SYSTEM)
        self.stdout.write(
            _("%(club)s: %(new)d games added, %(known)d were there already.")
            % {"club": loaded.club.name, "new": loaded.new, "known": loaded.known}
        )
        event = load_demo_event(actor=SYSTEM)
        if event is not None:
            self.stdout.write(_("%(event)s: an event with three rounds played.") % {"event": event.name})
        life = load_demo_club(actor=SYSTEM)
        if life is not None:
            self.stdout.write(
                _("%(season)s: %(members)d members, a calendar and a season of club nights.")
                % {"season": life.season.name, "members": life.members}
            )
