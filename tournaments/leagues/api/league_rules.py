"""What the regulations of a league settle, read and set; what waits in a league."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import VersionInput
from tournaments.core.api.visibility import visible_section
from tournaments.core.league_rules import (
    BOARD_ORDERS,
    MAX_DAYS,
    MAX_LOANS,
    MAX_TOLERANCE,
    is_league,
    rules_as_form_data,
    rules_as_options,
)
from tournaments.core.scopes import of_section
from tournaments.events.services.events import change_section
from tournaments.leagues.selectors.fixtures import fixture_lines, league_state
from tournaments.models import Section


class LeagueRulesOut(Shape):
    """The rules of a league; `version` is said when they are changed."""

    version = serializers.IntegerField()
    is_league = serializers.BooleanField(help_text="Whether matches have days, venues and captains.")
    board_order = serializers.ChoiceField(BOARD_ORDERS)
    rating_tolerance = serializers.IntegerField(allow_null=True)
    reserve_limit = serializers.IntegerField(allow_null=True)
    transfers_until = serializers.DateField(allow_null=True)
    confirm_within = serializers.IntegerField(help_text="Days; 0: results never stand by themselves.")


def _rules_response(section: Section) -> Response:
    told = rules_as_form_data(section) | {"is_league": is_league(section), "version": section.version}
    return Response(LeagueRulesOut(told).data)


class LeagueRulesView(ApiView):
    """The rules of a league."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """All of them: what is left out is as usual. Setting them makes the section a league."""

        board_order = serializers.ChoiceField(
            BOARD_ORDERS, help_text="As in the team's list; by rating with a tolerance; any."
        )
        rating_tolerance = serializers.IntegerField(
            default=None, allow_null=True, min_value=0, max_value=MAX_TOLERANCE
        )
        reserve_limit = serializers.IntegerField(
            default=None, allow_null=True, min_value=0, max_value=MAX_LOANS
        )
        transfers_until = serializers.DateField(default=None, allow_null=True)
        confirm_within = serializers.IntegerField(min_value=0, max_value=MAX_DAYS)

    @extend_schema(
        operation_id="league_rules_read",
        summary="The rules of a league: board order, reserves, transfers, confirming",
        responses={200: LeagueRulesOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """Open like the section."""
        return _rules_response(visible_section(request, section_id))

    @extend_schema(
        operation_id="league_rules_set",
        summary="Set the rules of a league",
        request=Input,
        responses={200: LeagueRulesOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, section_id: int) -> Response:
        """The rules as they are then; 409 where the section was changed since `version`."""
        told = self.Input.validated_from(request.data)
        get_object_or_404(Section, pk=section_id)
        row = change_section(
            section_id=section_id,
            version=told.pop("version"),
            reason=told.pop("reason"),
            actor=actor_of(request),
            options=rules_as_options(**told),
        )
        return _rules_response(row)


class LeagueWaitingView(ApiView):
    """What waits in a league."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        """Matches by what is waited for, each by the number of its pairing."""

        undated = serializers.ListField(child=serializers.IntegerField(), help_text="No day yet.")
        late = serializers.ListField(child=serializers.IntegerField(), help_text="Begun, nothing told.")
        waiting = serializers.ListField(
            child=serializers.IntegerField(), help_text="One captain told, the other has to answer."
        )
        disputed = serializers.ListField(child=serializers.IntegerField())
        by_lapse = serializers.ListField(
            child=serializers.IntegerField(), help_text="Settled as nobody contradicted in time."
        )

    @extend_schema(
        operation_id="league_waiting",
        summary="Which matches of a league wait for what",
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """For the league's director."""
        section = visible_section(request, section_id)
        state = league_state(section, fixture_lines(section))
        told = {name: [one.fixture.pairing_id for one in lines] for name, lines in state._asdict().items()}
        return Response(self.Output(told).data)
