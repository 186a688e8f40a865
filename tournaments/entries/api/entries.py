"""API of entries: list, add one or many, change, remove, readmit, and record byes."""

from django.db import transaction
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.name_normalization import require_visible
from club.core.requests import actor_of
from tournaments.core.api.base import MOST_BOARDS, ApiView
from tournaments.core.api.shapes import FIRST_YEAR, LAST_YEAR, EntryOut, ReasonInput, text_field
from tournaments.core.api.visibility import may_see_desk, visible_entry, visible_section
from tournaments.core.scopes import of_entry, of_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.models.entry import MAX_RATING
from tournaments.entries.services import entries as service
from tournaments.entries.services.check_ins import check_in
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.selectors.sections import entries_of, public_entries
from tournaments.models import AbsenceKind, Camp

MAX_ENTRIES = 2000


class EntryInput(Shape):
    """Input of one player to add."""

    name = serializers.CharField(max_length=200, validators=[require_visible])
    rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
    club_name = text_field(120)
    federation = text_field(3)
    title = text_field(10)
    category = text_field(60)


class EntriesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"})]

    class Input(Shape):
        entries = EntryInput(  # type: ignore[call-arg]  # of the list that `many` makes
            many=True, max_length=MAX_ENTRIES, allow_empty=False
        )
        different = serializers.ListField(
            child=serializers.CharField(max_length=200),
            default=list,
            max_length=MAX_ENTRIES,
            help_text="Names that belong to different players; the second one is entered as “Name (2)”.",
        )

    @operation("entries_list", EntryOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the entries of a section by pairing number, then by rating."""
        section = visible_section(request, section_id)
        for_all = not may_see_desk(request, section)
        entries = public_entries(section) if for_all else entries_of(section)
        return Response(EntryOut(entries, many=True, context={"for_all": for_all}).data)

    @operation("entries_add", {201: EntryOut(many=True)}, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Add players to a section, all or none.

        Answers 409 with `facts.doubles`: names that occur twice or are in the section, with their positions.
        """
        payload = self.Input.validated_from(request.data)
        lines = [EntryLine(**line) for line in payload["entries"]]
        different = payload["different"]
        made = service.add_entries(
            section_id=section_id, lines=lines, different=different, actor=actor_of(request)
        )
        return Response(EntryOut(made, many=True).data, status=status.HTTP_201_CREATED)


class EntryView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry, methods={"PATCH", "DELETE"})]

    class Input(ReasonInput):
        name = serializers.CharField(required=False, max_length=200, validators=[require_visible])
        rating = serializers.IntegerField(required=False, min_value=0, max_value=MAX_RATING)
        title = serializers.CharField(required=False, allow_blank=True, max_length=10)
        federation = serializers.CharField(required=False, allow_blank=True, max_length=3)
        club_name = serializers.CharField(required=False, allow_blank=True, max_length=120)
        family = serializers.CharField(required=False, allow_blank=True, max_length=60)
        category = serializers.CharField(required=False, allow_blank=True, max_length=60)
        birth_year = serializers.IntegerField(
            required=False, allow_null=True, min_value=FIRST_YEAR, max_value=LAST_YEAR
        )
        federation_id = serializers.CharField(required=False, allow_blank=True, max_length=20)
        first_round = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)
        fixed_board = serializers.IntegerField(
            required=False, allow_null=True, min_value=1, max_value=MOST_BOARDS
        )
        camp = serializers.ChoiceField(
            [("", ""), *Camp.choices],
            required=False,
            help_text="Team of the player in a Scheveningen match; empty if there is none.",
        )
        has_arrived = serializers.BooleanField(required=False, default=None, allow_null=True)
        was = serializers.DictField(
            required=False,
            help_text=(
                "Values that the client has read, by field. A field that it has not changed is not written. "
                "If another value is there by now, the call answers 409 (`entry_changed`)."
            ),
        )

    @operation("entries_read", EntryOut)
    def get(self, request: Request, entry_id: int) -> Response:
        """Get one entry."""
        return answer(request, entry_id)

    @operation("entries_change", EntryOut, request=Input, refusals=(409,))
    def patch(self, request: Request, entry_id: int) -> Response:
        """Change an entry, or check the player in."""
        facts = self.Input.validated_from(request.data)
        has_arrived = facts.pop("has_arrived")
        actor = actor_of(request)
        with transaction.atomic():
            service.change_entry(entry_id=entry_id, actor=actor, **facts)
            if has_arrived is not None:
                check_in(entry_id=entry_id, has_arrived=has_arrived, actor=actor)
        return answer(request, entry_id)

    @operation("entries_remove", refusals=(409,))
    def delete(self, request: Request, entry_id: int) -> Response:
        """Delete an unpaired entry.

        Answers 409 if it has a board, a bye in a closed round or a case: withdraw it.
        """
        service.remove_entry(entry_id=entry_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryReadmitView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    @operation("entries_readmit", EntryOut, request=ReasonInput, refusals=(409,))
    def post(self, request: Request, entry_id: int) -> Response:
        """Readmit a withdrawn player. Answers 409 if a ruling excludes the player."""
        service.readmit_entry(entry_id=entry_id, actor=actor_of(request), reason=reason_of(request))
        return answer(request, entry_id)


class EntryByeView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        kind = serializers.ChoiceField(AbsenceKind.choices)

    @operation("entries_ask_bye", EntryOut, request=Input, refusals=(409,))
    def put(self, request: Request, entry_id: int, round_number: int) -> Response:
        """Record a bye for a player. Answers 409 if the round is already published."""
        payload = self.Input.validated_from(request.data)
        service.ask_bye(entry_id=entry_id, round_number=round_number, actor=actor_of(request), **payload)
        return answer(request, entry_id)

    @operation("entries_take_back_bye", EntryOut, refusals=(409,))
    def delete(self, request: Request, entry_id: int, round_number: int) -> Response:
        """Remove the bye of a player. Answers 409 if the round is already published."""
        service.remove_bye(entry_id=entry_id, round_number=round_number, actor=actor_of(request))
        return answer(request, entry_id)


def reason_of(request: Request) -> str:
    """Return the reason from the request body."""
    payload = ReasonInput.validated_from(request.data)
    reason: str = payload["reason"]
    return reason


def answer(request: Request, entry_id: int) -> Response:
    """Return the response with the current entry."""
    entry = visible_entry(request, entry_id)
    return Response(EntryOut(entry, context={"for_all": not may_see_desk(request, entry.section)}).data)
