"""Teams: members, line-ups of matches, and team rules."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import PairingOut, ReasonInput, SectionOut, VersionInput
from tournaments.core.api.visibility import visible_entry, visible_pairing, visible_section
from tournaments.core.league_rules import MAX_CYCLES
from tournaments.core.scopes import of_entry, of_member, of_pairing, of_section
from tournaments.entries.models.entry import MAX_RATING
from tournaments.events.models.section import MAX_TEAM_BOARDS
from tournaments.events.services.events import change_section
from tournaments.models import TeamMember
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.teams.member_lines import MAX_MEMBERS, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH, MemberLine
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members

ONE_LINE = r"^[^;\t\r\n]*$"  # a list of members is kept on the trail in lines with semicolons
PREFERENCES = tuple((kind.value, kind.value) for kind in PreferenceType)


class MemberOut(serializers.ModelSerializer[TeamMember]):
    """A member of a team; `board_order` is the place in its list."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = TeamMember
        fields = ["id", "entry", "board_order", "name", "rating", "federation_number"]
        read_only_fields = fields


class MemberInput(Shape):
    """Input of one member in a list."""

    name = serializers.RegexField(ONE_LINE, max_length=MAX_NAME_LENGTH)
    rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
    federation_number = serializers.RegexField(
        ONE_LINE, default="", allow_blank=True, max_length=MAX_NUMBER_LENGTH
    )


class SectionMembersView(ApiView):
    permission_classes = [Public]

    @operation("sections_members", MemberOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the members of all teams of a section. Empty in a section of individual players."""
        rows = TeamMember.objects.filter(entry__section=visible_section(request, section_id))
        return Response(MemberOut(rows.order_by("entry_id", "board_order"), many=True).data)


class MembersView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry, methods={"PUT"})]

    class Input(ReasonInput):
        """Input with the whole list of members in the order of boards; the list may be empty."""

        members = MemberInput(  # type: ignore[call-arg]  # of the list that `many` makes
            many=True, max_length=MAX_MEMBERS, allow_empty=True
        )

    @operation("members_list", MemberOut(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """List the members of a team in the order of boards. Empty for an individual player."""
        return Response(MemberOut(visible_entry(request, entry_id).members.all(), many=True).data)

    @operation("members_keep", MemberOut(many=True), request=Input, refusals=(409,))
    def put(self, request: Request, entry_id: int) -> Response:
        """Replace the list of a team's members.

        Names identify members. Answers 409 with one who is in a team already, or has played
        and would be removed.
        """
        payload = self.Input.validated_from(request.data)
        lines = [MemberLine(**line) for line in payload["members"]]
        reason = payload["reason"]
        kept = replace_members(entry_id=entry_id, lines=lines, actor=actor_of(request), reason=reason)
        return Response(MemberOut(kept, many=True).data)


class MemberView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_member)]

    class Input(ReasonInput):
        name = serializers.RegexField(ONE_LINE, required=False, max_length=MAX_NAME_LENGTH)
        rating = serializers.IntegerField(required=False, min_value=0, max_value=MAX_RATING)
        federation_number = serializers.RegexField(
            ONE_LINE, required=False, allow_blank=True, max_length=MAX_NUMBER_LENGTH
        )

    @operation("members_change", MemberOut, request=Input, refusals=(409,))
    def patch(self, request: Request, member_id: int) -> Response:
        """Change the data of a team member. A name can be corrected even after games were played."""
        payload = self.Input.validated_from(request.data)
        row = change_member(member_id=member_id, actor=actor_of(request), **payload)
        return Response(MemberOut(row).data)


def _keys() -> serializers.ListField:
    number = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    return serializers.ListField(child=number, max_length=MAX_TEAM_BOARDS)


class LineUpView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_pairing)]

    class Input(ReasonInput):
        """Input with the members by their `id`, from board 1 on. Boards left over are forfeited."""

        members = _keys()
        was = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
            max_length=MAX_TEAM_BOARDS,
            default=None,
            allow_null=True,
            help_text=(
                "Line-up that the client has read, as member ids; 409 if the current one differs. If "
                "null, no check."
            ),
        )

    @operation("line_ups_set", PairingOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, pairing_id: int, entry_id: int) -> Response:
        """Set the line-up of a team for a match.

        Possible until it has a result, in the order of the list unless the rules allow any order.
        """
        payload = self.Input.validated_from(request.data)
        set_line_up(pairing_id=pairing_id, entry_id=entry_id, actor=actor_of(request), **payload)
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)


class TeamRulesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(VersionInput):
        team_preference = serializers.ChoiceField(PREFERENCES, required=False)
        first_by_second_score = serializers.BooleanField(required=False)
        free_board_order = serializers.BooleanField(required=False)
        cycles = serializers.IntegerField(required=False, min_value=1, max_value=MAX_CYCLES)

    @operation("sections_team_rules", SectionOut, request=Input, refusals=(409,))
    def patch(self, request: Request, section_id: int) -> Response:
        """Change the team rules, which are part of the options of a section."""
        told = self.Input.validated_from(request.data)
        version, reason = told.pop("version"), told.pop("reason")
        visible_section(request, section_id)
        row = change_section(
            section_id=section_id, version=version, reason=reason, actor=actor_of(request), options=told
        )
        return Response(SectionOut(row).data)
