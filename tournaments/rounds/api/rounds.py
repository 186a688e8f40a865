"""Rounds: listed, proposed, read with boards and reasons, published, closed, and back again."""

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
from tournaments.core.api.shapes import ReasonInput, RoundLine, SeatOut, ShowEventInput, VersionInput
from tournaments.core.api.visibility import may_see_desk, visible_round, visible_section
from tournaments.core.scopes import of_pairing, of_round, of_section
from tournaments.entries.api.entries import reason_of
from tournaments.models import Pairing, Round, RoundState
from tournaments.rounds.api.round_shapes import RoundOut
from tournaments.rounds.selectors.publication import publication_of
from tournaments.rounds.services import pairings as by_hand
from tournaments.rounds.services import rounds as service

CHANGED = {200: RoundOut, **problems(400, 401, 403, 404, 409, 415)}


class RoundsView(ApiView):
    """The rounds of a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"})]

    @extend_schema(
        operation_id="rounds_list",
        summary="The rounds of a section",
        responses={200: RoundLine(many=True), **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """Drafts are told to the desk alone."""
        section = visible_section(request, section_id)
        rows = section.round_rows.order_by("number")
        if not may_see_desk(request, section):
            rows = rows.exclude(state=RoundState.DRAFT)
        return Response(RoundLine(rows, many=True).data)

    @extend_schema(
        operation_id="rounds_propose",
        summary="Pair the next round as a draft",
        description="A draft that stands is paired anew; its locked boards are kept.",
        request=None,
        responses={201: RoundOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Nobody but the desk sees it until it is published."""
        row = service.propose_round(section_id=section_id, actor=actor_of(request))
        return Response(RoundOut(row).data, status=status.HTTP_201_CREATED)


class RoundView(ApiView):
    """One round."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round, methods={"DELETE"})]

    @extend_schema(
        operation_id="rounds_read",
        summary="One round with its boards, byes and reasons",
        responses={200: RoundOut, **problems(404)},
    )
    def get(self, request: Request, round_id: int) -> Response:
        """A draft is there for its desk alone."""
        return Response(RoundOut(visible_round(request, round_id)).data)

    @extend_schema(
        operation_id="rounds_delete",
        summary="Take back the last round while it is a draft",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, round_id: int) -> Response:
        """A published round answers 409: make it a draft first."""
        service.delete_round(round_id=round_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoundPublishView(ApiView):
    """Showing a draft to everybody."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(ShowEventInput, VersionInput):
        """The version, a reason where one is needed, and what becomes of a hidden event."""

    @extend_schema(
        operation_id="rounds_publish",
        summary="Publish a round",
        description=(
            "409 when the draft was changed since; what breaks a rule takes a `reason`. A round of a hidden "
            "event takes `show_event`, else 409 `event_hidden`."
        ),
        request=Input,
        responses={**CHANGED, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, round_id: int) -> Response:
        """From now on it takes results."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        row = service.publish_round(round_id=round_id, actor=actor_of(request), **given.validated_data)
        return answer(row)


class PageOut(Shape):
    """A page of the public by its address."""

    kind = serializers.CharField()
    address = serializers.CharField()


class ByeOut(Shape):
    """Somebody without an opponent."""

    entry = SeatOut()
    kind = serializers.CharField()


class OpeningOut(Shape):
    """The opening drawn for a board."""

    board = serializers.IntegerField()
    text = serializers.CharField()


class PublicationOut(Shape):
    """What publishing shows, and to whom."""

    is_public = serializers.BooleanField(help_text="Otherwise the desk alone sees it.")
    pages = PageOut(many=True)
    boards = serializers.IntegerField()
    players = serializers.IntegerField()
    byes = ByeOut(many=True)
    openings = OpeningOut(many=True)
    standings_after = serializers.IntegerField(help_text="The round that the standings show.")
    players_report = serializers.BooleanField()
    new_cards = serializers.IntegerField(help_text="Boards that get a card by it.")
    without_members = SeatOut(many=True, help_text="Teams of the round that would play without names.")


class RoundPublicationView(ApiView):
    """What publishing a round shows."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @extend_schema(
        operation_id="rounds_publication",
        summary="What becomes visible when the round is published",
        responses={200: PublicationOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, round_id: int) -> Response:
        """Nothing is changed."""
        told = publication_of(visible_round(request, round_id))
        return Response(
            {
                "is_public": told.is_public,
                "pages": [{"kind": kind, "address": address} for kind, address in told.pages],
                "boards": told.boards,
                "players": told.players,
                "byes": [{"entry": SeatOut(one.entry).data, "kind": one.kind} for one in told.byes],
                "openings": [{"board": board, "text": text} for board, text in told.openings],
                "standings_after": told.round_before,
                "players_report": told.players_report,
                "new_cards": told.new_cards,
                "without_members": SeatOut(told.without_members, many=True).data,
            }
        )


class RoundUnpublishView(ApiView):
    """Making a published round a draft again."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @extend_schema(
        operation_id="rounds_unpublish",
        summary="Make a published round a draft again",
        description="Only while it has no result and no round behind it.",
        request=ReasonInput,
        responses=CHANGED,
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Take it from the public."""
        reason = reason_of(request)
        return answer(service.unpublish_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundCloseView(ApiView):
    """Closing a round."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @extend_schema(
        operation_id="rounds_close",
        summary="Close a round whose results are all in",
        description="Results that lack the second pass of a section that has one take a `reason`.",
        request=ReasonInput,
        responses=CHANGED,
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Boards that lack a result answer 409 and are named."""
        reason = reason_of(request)
        return answer(service.close_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundReopenView(ApiView):
    """Opening a closed round again."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @extend_schema(
        operation_id="rounds_reopen",
        summary="Let a closed round take results again",
        request=ReasonInput,
        responses=CHANGED,
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Standings follow."""
        reason = reason_of(request)
        return answer(service.reopen_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundSwapView(ApiView):
    """Changing a draft by hand."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(VersionInput):
        """Two entries by their `id`."""

        first = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        second = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @extend_schema(
        operation_id="rounds_swap",
        summary="Let two players of a draft take each other's places",
        request=Input,
        responses=CHANGED,
    )
    def post(self, request: Request, round_id: int) -> Response:
        """The bye is a place like any other."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.validated_data
        row = by_hand.swap_players(
            round_id=round_id,
            first_id=told["first"],
            second_id=told["second"],
            version=told["version"],
            actor=actor_of(request),
            reason=told["reason"],
        )
        return answer(row)


class PairingTurnView(ApiView):
    """Turning the colours of a board of a draft."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @extend_schema(
        operation_id="pairings_turn",
        summary="Let the other player have White in the first game",
        description="`version` is that of the round.",
        request=VersionInput,
        responses=CHANGED,
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Of a draft alone."""
        version, reason = version_of(request), reason_of(request)
        round_id = get_object_or_404(Pairing, pk=pairing_id).round_id
        row = by_hand.turn_colours(
            round_id=round_id,
            pairing_id=pairing_id,
            version=version,
            actor=actor_of(request),
            reason=reason,
        )
        return answer(row)


class PairingLockView(ApiView):
    """Keeping a board of a draft as it is."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    class Input(VersionInput):
        """Kept or given back."""

        is_locked = serializers.BooleanField()

    @extend_schema(
        operation_id="pairings_lock",
        summary="Keep a board when the draft is paired anew, or give it back",
        description="`version` is that of the round.",
        request=Input,
        responses=CHANGED,
    )
    def put(self, request: Request, pairing_id: int) -> Response:
        """Of a draft alone."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.validated_data
        row = by_hand.lock_board(
            round_id=get_object_or_404(Pairing, pk=pairing_id).round_id,
            pairing_id=pairing_id,
            is_locked=told["is_locked"],
            version=told["version"],
            actor=actor_of(request),
        )
        return answer(row)


def version_of(request: Request) -> int:
    """The version sent along."""
    given = VersionInput(data=request.data)
    given.is_valid(raise_exception=True)
    version: int = given.validated_data["version"]
    return version


def answer(row: Round) -> Response:
    """The round as it stands now."""
    return Response(RoundOut(Round.objects.get(pk=row.pk)).data)
