"""API of sections: read and change the settings of a section."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.ballots.draw import DECKS
from games.laws.books import LAW_BOOKS
from games.rules import VARIANTS
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import SectionOut, VersionInput, known_tie_break
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_section
from tournaments.events.models.section import INITIAL_COLOURS, MAX_ROUNDS, MAX_TEAM_BOARDS
from tournaments.events.services.events import change_section
from tournaments.events.systems import SYSTEMS
from tournaments.models import PlayerReports, Scoring

MAX_POINTS = 1000
MAX_TIE_BREAKS = 20


def _points(of: str = "") -> serializers.IntegerField:
    told = f"Match points of {of}; for team sections only." if of else None
    return serializers.IntegerField(required=False, min_value=0, max_value=MAX_POINTS, help_text=told)


class SectionView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PATCH"})]

    class Input(VersionInput):
        name = serializers.CharField(required=False, max_length=200)
        variant = serializers.CharField(
            required=False,
            max_length=20,
            help_text="Variant, or the key of house rules of the club: " + ", ".join(VARIANTS),
        )
        law_book = serializers.ChoiceField(list(LAW_BOOKS), required=False)
        system = serializers.ChoiceField(list(SYSTEMS), required=False)
        rounds = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)
        games_per_pairing = serializers.IntegerField(
            required=False,
            min_value=1,
            max_value=MAX_TEAM_BOARDS,
            help_text="Number of games: 1, 2 or 4. In a team section, the number of boards per match.",
        )
        scoring = serializers.ChoiceField(Scoring.choices, required=False)
        win_points = _points()
        draw_points = _points()
        loss_points = _points()
        bye_points = _points()
        match_win_points = _points(of="a match of teams won")
        match_draw_points = _points(of="a match of teams drawn")
        match_loss_points = _points(of="a match of teams lost")
        match_bye_points = _points(of="the allocated bye")
        tie_breaks = serializers.ListField(
            child=serializers.CharField(max_length=40, validators=[known_tie_break]),
            required=False,
            max_length=MAX_TIE_BREAKS,
        )
        options = serializers.DictField(
            child=serializers.JSONField(allow_null=True),
            required=False,
            help_text=(
                "Options of pairing systems by name; null resets an option to its default. Options that "
                "the section's system does not use have no effect."
            ),
        )
        deck = serializers.ChoiceField(["", *DECKS], required=False)
        one_ballot_a_round = serializers.BooleanField(required=False)
        initial_colour = serializers.ChoiceField(INITIAL_COLOURS, required=False)
        clock = serializers.CharField(required=False, allow_blank=True, max_length=60)
        player_reports = serializers.ChoiceField(PlayerReports.choices, required=False)
        second_pass = serializers.BooleanField(required=False)
        upset_difference = serializers.IntegerField(required=False, min_value=0, max_value=5000)

    @operation("sections_read", SectionOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get a section."""
        return Response(SectionOut(visible_section(request, section_id)).data)

    @operation("sections_change", SectionOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, section_id: int) -> Response:
        """Change the given settings of a section. Answers 409 if it was changed after `version` was read."""
        payload = self.Input.validated_from(request.data)
        row = change_section(section_id=section_id, actor=actor_of(request), **payload)
        return Response(SectionOut(row).data)
