"""Players of a list: searched in a file, and entered into a section."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from tournaments.events.selectors.sections import section_named
from tournaments.exchange.pages.player_lists import KINDS
from tournaments.exchange.player_lists.players import FoundPlayers, ListedPlayer, RatingKind, Search
from tournaments.exchange.player_lists.reading import read_list
from tournaments.exchange.selectors.list_matches import Match, matched_players
from tournaments.exchange.services.listed_players import ChosenPlayer, add_listed_players
from tournaments.exchange.trf import TrfError
from tournaments.models import Section
from tournaments.site.messages import refused_report


class Command(BaseCommand):
    help = (
        "Searches a rating list of FIDE, FMJD or KNDB, a list of Swiss-Manager or Lidraughts or a TRF "
        "report, and enters the players into a section. Without --add nothing is saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="the list, also in a ZIP; its content names its kind"
        )
        parser.add_argument(
            "--find",
            metavar="NAME",
            action="append",
            default=[],
            help="a name, its beginning or a federation number; several times",
        )
        parser.add_argument("--find-in", metavar="FILE", help="a file with a name or number in each line")
        parser.add_argument("--rating", choices=[str(one) for one in RatingKind], default="standard")
        parser.add_argument(
            "--section", metavar="SECTION", help="its number, or EVENT/SECTION as in addresses"
        )
        parser.add_argument("--add", action="store_true", help="enter the players who are not entered yet")

    def handle(self, *_args: Any, **options: Any) -> None:
        section = section_named(options["section"]) if options["section"] else None
        if section is None and (options["section"] or options["add"]):
            said = _("There is no section “%(name)s”.") % {"name": options["section"] or ""}
            raise CommandError(said, returncode=BAD_USAGE)
        path = Path(options["file"])
        try:
            found = self._read(path, options, section)
            if section is None:
                self._show(found)
            else:
                self._match(found, section, is_adding=options["add"])
        except ClubError as refusal:
            told = refusal_text(refusal)
            raise CommandError(f"{told.what} {told.next_step}", returncode=BAD_USAGE) from refusal
        except (TrfError, OSError) as refusal:
            raise CommandError(refused_report(path, refusal), returncode=BAD_USAGE) from refusal

    def _read(self, path: Path, options: dict[str, Any], section: Section | None) -> FoundPlayers:
        words = list(options["find"])
        if options["find_in"]:
            words += Path(options["find_in"]).read_text("utf-8").splitlines()
        with path.open("rb") as file:
            return read_list(
                file,
                search=Search("\n".join(words)),
                rating=RatingKind(options["rating"]),
                name=path.name,
                variant=section.variant if section else "",
            )

    def _show(self, found: FoundPlayers) -> None:
        for player in found.players:
            self.stdout.write(_line(player))
        self.stderr.write(f"{KINDS[found.kind]}: {len(found.players)} / {found.read}")

    def _match(self, found: FoundPlayers, section: Section, *, is_adding: bool) -> None:
        """Show who is known, and enter those who are not entered; a doubtful person is not linked."""
        matches = matched_players(section, found.players)
        for one in matches:
            self.stdout.write(f"{one.match}\t{_line(one.player)}")
        chosen = [
            ChosenPlayer(one.player, one.person.pk if one.person else None)
            for one in matches
            if one.match is not Match.ENTERED
        ]
        if is_adding and chosen:
            made = add_listed_players(section_id=section.pk, chosen=chosen, actor=SYSTEM)
            self.stdout.write(_("%(section)s: %(count)s added.") % {"section": section, "count": len(made)})


def _line(player: ListedPlayer) -> str:
    facts = (player.number, player.title, player.name, player.rating or "", player.federation)
    return "\t".join(map(str, (*facts, player.birth_year or "", player.club_name)))
