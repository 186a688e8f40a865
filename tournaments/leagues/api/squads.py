"""Squads of a league for its director: where a team is at home, who plays in which days, who is lent."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
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
CHANGED = problems(400, 401, 403, 404, 409, 415, 422)


class SquadPlayerOut(serializers.ModelSerializer[TeamMember]):
    """A player of a squad, from when until when, and of which lower team they are lent."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = TeamMember
        fields = [
            *("id", "entry", "board_order", "name", "rating", "federation_number", "person", "email"),
            *("wants_mail", "plays_from", "plays_until", "lent_from"),
        ]
        read_only_fields = fields


class SquadLineOut(Shape):
    """A player, in how many matches they sat at a board, and whether their last day is over."""

    player = SquadPlayerOut(source="member")
    times = serializers.IntegerField()
    has_left = serializers.BooleanField()


class TeamHomeOut(Shape):
    """Of which club a team is, which of its teams, and where it plays at home."""

    club = serializers.CharField(allow_null=True)
    place_in_club = serializers.IntegerField()
    venue = serializers.CharField()
    address = serializers.CharField()


class SquadOut(Shape):
    """A team of a league; `can_be_lent` are players of lower teams of its club."""

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
    """The squad of a team."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """Somebody who joins; once the transfers are over it takes a reason."""

        name = serializers.RegexField(ONE_LINE, max_length=MAX_NAME_LENGTH)
        rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
        federation_number = serializers.RegexField(
            ONE_LINE, default="", allow_blank=True, max_length=MAX_NUMBER_LENGTH
        )
        email = serializers.EmailField(default="", allow_blank=True, max_length=254)
        plays_from = serializers.DateField(default=None, allow_null=True)

    @extend_schema(
        operation_id="squads_read",
        summary="A team's home, its squad with days and boards played, and who can be lent",
        responses={200: SquadOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, entry_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """With mail addresses: for the league's director alone."""
        team = get_object_or_404(Entry.objects.select_related("section", "league_team__club"), pk=entry_id)
        told: Any = {
            "entry": team.pk,
            "name": team.name,
            "home": _home(home_of(team)),
            "players": squad_lines(team),
            "can_be_lent": reserves_for(team),
        }
        return Response(SquadOut(told).data)

    @extend_schema(
        operation_id="squads_join",
        summary="Add a player to a squad, at the end of its list",
        request=Input,
        responses={201: SquadPlayerOut, **CHANGED},
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """409 where somebody plays for another team of the event, or the transfers are over."""
        told = self.Input.validated_from(request.data)
        row = register_player(entry_id=entry_id, actor=actor_of(request), **told)
        return Response(SquadPlayerOut(row).data, status=status.HTTP_201_CREATED)


class SquadReserveView(ApiView):
    """Reserves of a team."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """A player of a lower team of the club."""

        member = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @extend_schema(
        operation_id="squads_lend",
        summary="Let a player of a lower team of the club stand by for this one",
        request=Input,
        responses={201: SquadPlayerOut, **CHANGED},
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Lent again they are the reserve they were."""
        told = self.Input.validated_from(request.data)
        row = lend_reserve(
            entry_id=entry_id, member_id=told["member"], reason=told["reason"], actor=actor_of(request)
        )
        return Response(SquadPlayerOut(row).data, status=status.HTTP_201_CREATED)


class TeamHomeView(ApiView):
    """The home of a team."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """Of which club a team is, and where it plays."""

        club = serializers.SlugField(default="", allow_blank=True, max_length=80)
        place_in_club = serializers.IntegerField(default=1, min_value=1, max_value=MAX_TEAMS_PER_CLUB)
        venue = serializers.CharField(default="", allow_blank=True, max_length=200)
        address = serializers.CharField(default="", allow_blank=True, max_length=300)

    @extend_schema(
        operation_id="squads_set_home",
        summary="Say of which club a team is, which of its teams, and where it plays at home",
        description="Reserves come from teams of the same club with a higher number.",
        request=Input,
        responses={200: TeamHomeOut, **CHANGED},
    )
    def put(self, request: Request, entry_id: int) -> Response:
        """As it is then."""
        told = self.Input.validated_from(request.data)
        row = set_home(entry_id=entry_id, club_slug=told.pop("club"), actor=actor_of(request), **told)
        return Response(TeamHomeOut(_home(row)).data)


class SquadDaysView(ApiView):
    """Until when somebody plays for a team."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_member)]

    class Input(ReasonInput):
        """The last day."""

        plays_until = serializers.DateField(allow_null=True, help_text="null: they go on.")

    @extend_schema(
        operation_id="squads_set_last_day",
        summary="Say until when somebody plays for a team",
        request=Input,
        responses={200: SquadPlayerOut, **CHANGED},
    )
    def put(self, request: Request, member_id: int) -> Response:
        """The player as they are then."""
        row = end_player(
            member_id=member_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(SquadPlayerOut(row).data)

    @extend_schema(
        operation_id="squads_remove",
        summary="Take somebody out of a squad who was never lined up",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, member_id: int) -> Response:
        """409 once they were: then they get a last day."""
        remove_player(member_id=member_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
