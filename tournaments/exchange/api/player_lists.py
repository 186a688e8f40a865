"""API of lists of players from other programs: search a file, and enter the chosen players."""

from typing import Any

from django.conf import settings
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_section
from tournaments.entries.models.entry import MAX_RATING
from tournaments.exchange.pages.player_lists import KINDS, MAX_WORDS
from tournaments.exchange.player_lists.players import LENGTHS, MAX_FOUND, ListedPlayer, RatingKind, Search
from tournaments.exchange.player_lists.reading import read_list
from tournaments.exchange.selectors.list_matches import Match, MatchedPlayer, matched_players
from tournaments.exchange.services.listed_players import ChosenPlayer, add_listed_players

FIRST_YEAR, LAST_YEAR = 1800, 2099


class Listed(Shape):
    """A player as a list has it."""

    name = serializers.CharField(max_length=LENGTHS["name"])
    number = serializers.CharField(default="", allow_blank=True, max_length=LENGTHS["number"])
    body = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=40,
        help_text="Federation or site that gave the number.",
    )
    rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
    title = serializers.CharField(default="", allow_blank=True, max_length=LENGTHS["title"])
    federation = serializers.RegexField("^([A-Z]{3})?$", default="", allow_blank=True)
    club_name = serializers.CharField(default="", allow_blank=True, max_length=LENGTHS["club_name"])
    birth_year = serializers.IntegerField(
        default=None, allow_null=True, min_value=FIRST_YEAR, max_value=LAST_YEAR
    )


class Candidate(Shape):
    """A person of the club."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class ListedOut(Listed):
    """A player of a list, and who it is."""

    match = serializers.ChoiceField(
        [str(one) for one in Match],
        help_text="`entered`: in the section already. `sure`: `person`. `doubtful`: one of `candidates`.",
    )
    person = Candidate(allow_null=True)
    candidates = Candidate(many=True)


class PlayerListView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        file = serializers.FileField(allow_empty_file=True, use_url=False)
        search = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=MAX_WORDS,
            help_text="Names or federation numbers, one per line; empty for all players of a short list.",
        )
        rating = serializers.ChoiceField([str(one) for one in RatingKind], default=str(RatingKind.STANDARD))

    class Output(Shape):
        kind = serializers.ChoiceField(list(KINDS))
        read = serializers.IntegerField(help_text="Players in the file.")
        players = ListedOut(many=True)

    @operation("entries_search_player_list", Output, request={"multipart/form-data": Input}, refusals=(422,))
    def post(self, request: Request, section_id: int) -> Response:
        """Search a list of FIDE, FMJD, KNDB, Swiss-Manager or Lidraughts, or a TRF report, without saving.

        The file may be in a ZIP. Its kind is recognised by its content. Answers 422
        `player_list_too_large` if it is too large for a request: the command `player_list` reads it.
        """
        section = visible_section(request, section_id)
        asked = self.Input.validated_from(request.data)
        found = read_list(
            asked["file"].file,
            search=Search(asked["search"]),
            rating=RatingKind(asked["rating"]),
            name=asked["file"].name,
            variant=section.variant,
            limit=settings.PLAYER_LIST_LIMIT,
        )
        matches = matched_players(section, found.players)
        players = [_out(one) for one in matches]
        return Response({"kind": found.kind, "read": found.read, "players": players})


class ListedEntriesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(Shape):
        class Chosen(Listed):
            person = serializers.IntegerField(
                default=None,
                allow_null=True,
                min_value=1,
                max_value=LARGEST_NUMBER,
                help_text="Id of the person of the club; null for somebody new.",
            )

        players = serializers.ListField(child=Chosen(), min_length=1, max_length=MAX_FOUND)

    class Output(Shape):
        entries = serializers.ListField(child=serializers.IntegerField())

    @operation("entries_add_listed", {201: Output}, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Enter players of a list, all or none, with rating, title, club, number and year of birth."""
        visible_section(request, section_id)
        chosen = [_chosen(one) for one in self.Input.validated_from(request.data)["players"]]
        made = add_listed_players(section_id=section_id, chosen=chosen, actor=actor_of(request))
        return Response({"entries": [entry.pk for entry in made]}, status=status.HTTP_201_CREATED)


def _chosen(told: dict[str, Any]) -> ChosenPlayer:
    person = told["person"]
    return ChosenPlayer(ListedPlayer(**{name: told[name] for name in Listed().get_fields()}), person)


def _out(match: MatchedPlayer) -> dict[str, Any]:
    player = match.player
    persons = [{"id": one.pk, "name": one.name} for one in match.candidates]
    person = {"id": match.person.pk, "name": match.person.name} if match.person else None
    facts = {name: getattr(player, name) for name in Listed().get_fields()}
    return {**facts, "match": str(match.match), "person": person, "candidates": persons}
