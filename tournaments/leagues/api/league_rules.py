"""API of league rules and of the open tasks of a league."""

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
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
    """Rules of a league. Send `version` back to change them."""

    version = serializers.IntegerField()
    is_league = serializers.BooleanField(help_text="Whether matches have days, venues and captains.")
    board_order = serializers.ChoiceField(BOARD_ORDERS)
    rating_tolerance = serializers.IntegerField(allow_null=True)
    reserve_limit = serializers.IntegerField(allow_null=True)
    transfers_until = serializers.DateField(allow_null=True)
    confirm_within = serializers.IntegerField(
        help_text="Days after which results reported by one captain become final; 0: never."
    )


def _rules_response(section: Section) -> Response:
    told = rules_as_form_data(section) | {"is_league": is_league(section), "version": section.version}
    return Response(LeagueRulesOut(told).data)


class LeagueRulesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """Input of all rules; omitted ones get their default. Setting them makes the section a league."""

        board_order = serializers.ChoiceField(
            BOARD_ORDERS,
            help_text=(
                "`list`: in the order of the team list; `rating`: by rating with a tolerance; `free`: "
                "any order."
            ),
        )
        rating_tolerance = serializers.IntegerField(
            default=None, allow_null=True, min_value=0, max_value=MAX_TOLERANCE
        )
        reserve_limit = serializers.IntegerField(
            default=None, allow_null=True, min_value=0, max_value=MAX_LOANS
        )
        transfers_until = serializers.DateField(default=None, allow_null=True)
        confirm_within = serializers.IntegerField(min_value=0, max_value=MAX_DAYS)

    @operation("league_rules_read", LeagueRulesOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get the rules of a league. Visible to everyone who can see the section."""
        return _rules_response(visible_section(request, section_id))

    @operation("league_rules_set", LeagueRulesOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Set the rules of a league. Answers 409 if the section was changed after `version` was read."""
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
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        undated = serializers.ListField(child=serializers.IntegerField(), help_text="Matches without a date.")
        late = serializers.ListField(
            child=serializers.IntegerField(),
            help_text="Matches whose start time has passed, without any report.",
        )
        waiting = serializers.ListField(
            child=serializers.IntegerField(),
            help_text="Matches that one captain has reported and the other has not answered.",
        )
        disputed = serializers.ListField(child=serializers.IntegerField())
        by_lapse = serializers.ListField(
            child=serializers.IntegerField(),
            help_text="Matches settled because the other captain did not answer in time.",
        )

    @operation("league_waiting", Output)
    def get(self, request: Request, section_id: int) -> Response:
        """List the open tasks of a league."""
        section = visible_section(request, section_id)
        state = league_state(section, fixture_lines(section))
        told = {name: [one.fixture.pairing_id for one in lines] for name, lines in state._asdict().items()}
        return Response(self.Output(told).data)
