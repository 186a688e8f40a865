"""API of league squads for the director: home of a team, players with dates, lent reserves."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.scopes import of_entry, of_member
from tournaments.entries.models.entry import MAX_RATING
from tournaments.leagues.selectors.squads import reserves_for, squad_lines
from tournaments.leagues.services.squads import (
    end_player,
    home_of,
    lend_reserve,
    register_player,
    remove_player,
    set_home,
)
from tournaments.models import Entry, LeagueTeam, TeamMember
from tournaments.teams.api import ONE_LINE
from tournaments.teams.member_lines import MAX_NAME_LENGTH, MAX_NUMBER_LENGTH

MAX_TEAMS_PER_CLUB = 99


class SquadPlayerOut(serializers.ModelSerializer[TeamMember]):
    """Squad player with first and last day; `lent_from` is the player's id in the lower team."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = TeamMember
        fields = [
            *("id", "entry", "board_order", "name", "rating", "federation_number", "person", "email"),
            *("wants_mail", "plays_from", "plays_until", "lent_from"),
        ]
        read_only_fields = fields


class SquadLineOut(Shape):
    """Squad player with the number of matches at a board; `has_left` is true after the last day."""

    player = SquadPlayerOut(source="member")
    times = serializers.IntegerField()
    has_left = serializers.BooleanField()


class TeamHomeOut(Shape):
    """Club of a team, the team's number in the club, and its home venue."""

    club = serializers.CharField(allow_null=True)
    place_in_club = serializers.IntegerField()
    venue = serializers.CharField()
    address = serializers.CharField()


class SquadOut(Shape):
    """A league team with its squad; `can_be_lent` lists players of lower teams of its club."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    home = TeamHomeOut()
    players = SquadLineOut(many=True)
    can_be_lent = SquadPlayerOut(many=True)


def _home(row: LeagueTeam | None) -> dict[str, Any]:
    row = row or LeagueTeam()
    told = {name: getattr(row, name) for name in ("place_in_club", "venue", "address")}
    return told | {"club": row.club.slug if row.club else None}


class SquadView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """Input of a new squad player; a reason is required after the transfer deadline."""

        name = serializers.RegexField(ONE_LINE, max_length=MAX_NAME_LENGTH)
        rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
        federation_number = serializers.RegexField(
            ONE_LINE, default="", allow_blank=True, max_length=MAX_NUMBER_LENGTH
        )
        email = serializers.EmailField(default="", allow_blank=True, max_length=254)
        plays_from = serializers.DateField(default=None, allow_null=True)

    @operation("squads_read", SquadOut)
    def get(self, request: Request, entry_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get a team's squad with email addresses, home and reserves. For the league director only."""
        team = get_object_or_404(Entry.objects.select_related("section", "league_team__club"), pk=entry_id)
        told: Any = {
            "entry": team.pk,
            "name": team.name,
            "home": _home(home_of(team)),
            "players": squad_lines(team),
            "can_be_lent": reserves_for(team),
        }
        return Response(SquadOut(told).data)

    @operation("squads_join", {201: SquadPlayerOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, entry_id: int) -> Response:
        """Add a player to the end of a squad list.

        Answers 409 if in another team, or late without a reason.
        """
        told = self.Input.validated_from(request.data)
        row = register_player(entry_id=entry_id, actor=actor_of(request), **told)
        return Response(SquadPlayerOut(row).data, status=status.HTTP_201_CREATED)


class SquadReserveView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        member = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("squads_lend", {201: SquadPlayerOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, entry_id: int) -> Response:
        """Lend a player of a lower team as a reserve. One who is already lent is returned unchanged."""
        told = self.Input.validated_from(request.data)
        row = lend_reserve(
            entry_id=entry_id, member_id=told["member"], reason=told["reason"], actor=actor_of(request)
        )
        return Response(SquadPlayerOut(row).data, status=status.HTTP_201_CREATED)


class TeamHomeView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        club = serializers.SlugField(default="", allow_blank=True, max_length=80)
        place_in_club = serializers.IntegerField(default=1, min_value=1, max_value=MAX_TEAMS_PER_CLUB)
        venue = serializers.CharField(default="", allow_blank=True, max_length=200)
        address = serializers.CharField(default="", allow_blank=True, max_length=300)

    @operation("squads_set_home", TeamHomeOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, entry_id: int) -> Response:
        """Set a team's club, number and home. Reserves come from the club's teams with a higher number."""
        told = self.Input.validated_from(request.data)
        row = set_home(entry_id=entry_id, club_slug=told.pop("club"), actor=actor_of(request), **told)
        return Response(TeamHomeOut(_home(row)).data)


class SquadDaysView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_member)]

    class Input(ReasonInput):
        plays_until = serializers.DateField(
            allow_null=True, help_text="Last day of the player in the team, inclusive; null for no limit."
        )

    @operation("squads_set_last_day", SquadPlayerOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, member_id: int) -> Response:
        """Set the last day of a player in a team."""
        row = end_player(
            member_id=member_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(SquadPlayerOut(row).data)

    @operation("squads_remove", refusals=(409,))
    def delete(self, request: Request, member_id: int) -> Response:
        """Remove a squad player. Answers 409 once they were in a line-up or lent: set a last day instead."""
        remove_player(member_id=member_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
