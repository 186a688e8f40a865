"""The demo club, loaded from the files next to this module; loading it again changes nothing."""

from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.actor import Actor
from club.core.selectors import DEMO_CLUB
from club.models import Organisation
from club.organisations.services.organisations import ensure_organisation
from games.archive.services.archive import store_verdict
from games.core.errors import DuplicateGame
from games.laws.judge import judge
from games.pdn import read_games

FOLDER = Path(__file__).resolve().parent
# The last are the newest and stand first in lists: games of people before those of programs.
FILES = ("one_of_each.pdn", "disputes.pdn", "nineteenth_century.pdn")


class LoadedDemo(NamedTuple):
    """The club and the number of its new games."""

    club: Organisation
    new: int
    known: int


@transaction.atomic
def load_demo(*, actor: Actor) -> LoadedDemo:
    """Make the demo club and save its games, each once."""
    club = ensure_organisation(slug=DEMO_CLUB, name=_("Demo club"), actor=actor)
    new = known = 0
    for name in FILES:
        with (FOLDER / name).open("rb") as file:
            for record in read_games(file):
                try:
                    game = store_verdict(organisation=club, verdict=judge(record), source_file=name)
                except DuplicateGame:
                    known += 1
                    continue
                game.source_line = record.line
                game.save(update_fields=["source_line"])
                new += 1
    if new:
        facts = {"files": list(FILES), "games": new}
        audit.record("games.demo.loaded", club, actor=actor, organisation_id=club.pk, after=facts)
    return LoadedDemo(club, new, known)
