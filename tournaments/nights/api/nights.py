"""API of club nights: list, begin, pair, seat a latecomer, end."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import ShowEventInput
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_entry, of_section
from tournaments.models import ClubNight
from tournaments.nights.selectors.nights import nights_of
from tournaments.nights.services import nights as service
from tournaments.rounds.api.round_shapes import RoundOut


class NightOut(serializers.ModelSerializer[ClubNight]):
    """Club night with the number of attendees (`came`) and of rounds (`played`)."""

    came = serializers.IntegerField()
    played = serializers.IntegerField()

    class Meta:
        model = ClubNight
        fields = ["id", "held_on", "opened_at", "closed_at", "came", "played"]
        read_only_fields = fields


class NightsView(ApiView):
    permission_classes = [
        needs(Capability.RECORD_RESULTS, scope=of_section, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"}),
    ]

    class Input(Shape):
        held_on = serializers.DateField(required=False)
        as_last_time = serializers.BooleanField(default=False)

    @operation("nights_list", NightOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the club nights of a season, newest first."""
        return Response(NightOut(nights_of(visible_section(request, section_id)), many=True).data)

    @operation("nights_begin", {201: NightOut}, request=Input, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Begin a club night, or get the one in progress. Attendance is recorded by check-in."""
        payload = self.Input.validated_from(request.data)
        night = service.begin_night(section_id=section_id, actor=actor_of(request), **payload)
        told = nights_of(night.section).get(pk=night.pk)
        return Response(NightOut(told).data, status=status.HTTP_201_CREATED)


class NightPairView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("nights_pair", {201: RoundOut}, request=ShowEventInput, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Pair the checked-in players of a club night and publish the round.

        The round in progress is closed first, which requires all its results. A hidden event requires
        `show_event`; otherwise it answers 409 `event_hidden`.
        """
        payload = ShowEventInput.validated_from(request.data)
        row = service.pair_night(section_id=section_id, actor=actor_of(request), **payload)
        return Response(RoundOut(row).data, status=status.HTTP_201_CREATED)


class NightEndView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("nights_end", NightOut, refusals=(400, 409, 415))
    def post(self, request: Request, section_id: int) -> Response:
        """End a club night. Also closes the round in progress, which requires all its results."""
        night = service.end_night(section_id=section_id, actor=actor_of(request))
        return Response(NightOut(nights_of(night.section).get(pk=night.pk)).data)


class SeatLateView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    @operation("nights_seat_late", RoundOut, refusals=(400, 409, 415))
    def post(self, request: Request, entry_id: int) -> Response:
        """Pair a latecomer with the player who has the bye in the current round."""
        pairing = service.seat_late(entry_id=entry_id, actor=actor_of(request))
        return Response(RoundOut(pairing.round).data)
