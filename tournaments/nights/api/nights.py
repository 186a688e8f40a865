"""Club nights: listed, begun, paired, a late one seated, ended."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import ShowEventInput
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_entry, of_section
from tournaments.models import ClubNight
from tournaments.nights.selectors.nights import nights_of
from tournaments.nights.services import nights as service
from tournaments.rounds.api.round_shapes import RoundOut

CHANGED = problems(400, 401, 403, 404, 409, 415)


class NightOut(serializers.ModelSerializer[ClubNight]):
    """A night, how many came, how many rounds were played."""

    came = serializers.IntegerField()
    played = serializers.IntegerField()

    class Meta:
        model = ClubNight
        fields = ["id", "held_on", "opened_at", "closed_at", "came", "played"]
        read_only_fields = fields


class NightsView(ApiView):
    """The nights of a season."""

    permission_classes = [
        needs(Capability.RECORD_RESULTS, scope=of_section, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"}),
    ]

    class Input(Shape):
        """The day, and whether everybody of last time is here."""

        held_on = serializers.DateField(required=False)
        as_last_time = serializers.BooleanField(default=False)

    @extend_schema(
        operation_id="nights_list",
        summary="The club nights of a season",
        responses={200: NightOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """The latest first."""
        return Response(NightOut(nights_of(visible_section(request, section_id)), many=True).data)

    @extend_schema(
        operation_id="nights_begin",
        summary="Begin a club night",
        description="Where one is on it is that one; who is here is told to the check-in.",
        request=Input,
        responses={201: NightOut, **CHANGED},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """A second time begins nothing."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        night = service.begin_night(section_id=section_id, actor=actor_of(request), **given.validated_data)
        told = nights_of(night.section).get(pk=night.pk)
        return Response(NightOut(told).data, status=status.HTTP_201_CREATED)


class NightPairView(ApiView):
    """The next round of the night."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @extend_schema(
        operation_id="nights_pair",
        summary="Pair and publish the next round among those who are here",
        description=(
            "A round that is on is closed first, which takes all its results. A round of a hidden event "
            "takes `show_event`, else 409 `event_hidden`."
        ),
        request=ShowEventInput,
        responses={201: RoundOut, **CHANGED},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Whoever is not here misses it."""
        given = ShowEventInput(data=request.data)
        given.is_valid(raise_exception=True)
        row = service.pair_night(section_id=section_id, actor=actor_of(request), **given.validated_data)
        return Response(RoundOut(row).data, status=status.HTTP_201_CREATED)


class NightEndView(ApiView):
    """The end of the night."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @extend_schema(
        operation_id="nights_end",
        summary="End the club night",
        description="A round that is on is closed with it, which takes all its results.",
        request=None,
        responses={200: NightOut, **CHANGED},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Everybody has left."""
        night = service.end_night(section_id=section_id, actor=actor_of(request))
        return Response(NightOut(nights_of(night.section).get(pk=night.pk)).data)


class SeatLateView(ApiView):
    """Somebody who came late."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    @extend_schema(
        operation_id="nights_seat_late",
        summary="Let a late one play against whoever has no opponent",
        request=None,
        responses={200: RoundOut, **CHANGED},
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """In the round that is on."""
        pairing = service.seat_late(entry_id=entry_id, actor=actor_of(request))
        return Response(RoundOut(pairing.round).data)
