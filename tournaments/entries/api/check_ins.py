"""API of check-in by the desk, helpers' phones and players, and of absent players."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_entry, of_section
from tournaments.entries.selectors.check_ins import arrivals
from tournaments.entries.services import check_ins as service
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.models import Entry

MAX_ENTRIES = 5000


class ArrivalOut(serializers.ModelSerializer[Entry]):
    """Player with the check-in state."""

    has_arrived = serializers.SerializerMethodField()
    by_player = serializers.BooleanField(source="checked_in_by_player")

    class Meta:
        model = Entry
        fields = ["id", "name", "club_name", "has_arrived", "by_player"]
        read_only_fields = fields

    def get_has_arrived(self, entry: Entry) -> bool:
        """Return True if the player is checked in, by the desk or by themselves."""
        return entry.checked_in_at is not None


class ArrivalsOut(Shape):
    """Check-in list of a section, with counts."""

    here = serializers.IntegerField()
    all = serializers.IntegerField()
    missing = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the entries that are expected in the next round and not checked in.",
    )
    entries = ArrivalOut(many=True)


def arrivals_response(request: Request, section_id: int) -> Response:
    """Return the check-in list of a section."""
    found = arrivals(visible_section(request, section_id))
    missing = [entry.pk for entry in found.missing]
    told = {"here": found.here, "all": found.all, "missing": missing, "entries": found.entries}
    return Response(ArrivalsOut(told).data)


class CheckInView(ApiView):
    permission_classes = [
        needs(Capability.RECORD_RESULTS, scope=of_section, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"}),
    ]

    class Input(ReasonInput):
        entries = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
            allow_empty=False,
            max_length=MAX_ENTRIES,
        )
        round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
        act = serializers.ChoiceField([one.value for one in service.AbsenceAction])

    @operation("check_in_list", ArrivalsOut)
    def get(self, request: Request, section_id: int) -> Response:
        """List checked-in and missing players."""
        return arrivals_response(request, section_id)

    @operation("check_in_settle_absent", ArrivalsOut, request=Input, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Withdraw absent players, or record their byes.

        Players who have checked in are unchanged. Answers 409 if none is left, or if the round is published.
        """
        payload = self.Input.validated_from(request.data)
        service.settle_absent(
            section_id=section_id,
            entry_ids=payload["entries"],
            round_number=payload["round"],
            act=service.AbsenceAction(payload["act"]),
            actor=actor_of(request),
            reason=payload["reason"],
        )
        return arrivals_response(request, section_id)


class CheckInAllView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_section)]

    @operation("check_in_all", ArrivalsOut, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Check in everybody who is expected in the next round.

        Players with a bye or absence in it are not. Answers 409 if everybody is already checked in. The audit
        log can undo it.
        """
        service.check_in_all(section_id=section_id, actor=actor_of(request))
        return arrivals_response(request, section_id)


class ArrivalView(ApiView):
    """Check-in of one player by the desk or a helper."""

    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_entry)]

    class Input(Shape):
        has_arrived = serializers.BooleanField()

    @operation("check_in_note", ArrivalOut, request=Input)
    def put(self, request: Request, entry_id: int) -> Response:
        """Check a player in, or undo the check-in. For the desk and helpers' phones."""
        payload = self.Input.validated_from(request.data)
        entry = service.check_in(entry_id=entry_id, actor=actor_of(request), **payload)
        return Response(ArrivalOut(entry).data)


class OwnArrivalView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        secret = serializers.CharField(max_length=60, help_text="Secret at the end of the poster's URL.")
        entry = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("check_in_oneself", ArrivalOut, request=Input, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Check in with the code on the poster. Answers 409 unless the director has the check-in open."""
        visible_section(request, section_id)
        payload = self.Input.validated_from(request.data)
        entry = service.arrive_by_poster(
            section_id=section_id,
            entry_id=payload["entry"],
            secret=payload["secret"],
            actor=actor_of(request),
        )
        return Response(ArrivalOut(entry).data)
