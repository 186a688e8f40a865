"""Rounds: list, pair, publish, close, reopen, and change drafts."""

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import ReasonInput, RoundLine, SeatOut, ShowEventInput, VersionInput
from tournaments.core.api.visibility import may_see_desk, visible_round, visible_section
from tournaments.core.scopes import of_pairing, of_round, of_section
from tournaments.entries.api.entries import reason_of
from tournaments.models import Pairing, Round, RoundState
from tournaments.rounds.api.round_shapes import RoundOut
from tournaments.rounds.selectors.publication import publication_of
from tournaments.rounds.services import pairings as by_hand
from tournaments.rounds.services import rounds as service


class RoundsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"})]

    @operation("rounds_list", RoundLine(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the rounds of a section. Drafts are visible to the desk only."""
        section = visible_section(request, section_id)
        rows = section.round_rows.order_by("number")
        if not may_see_desk(request, section):
            rows = rows.exclude(state=RoundState.DRAFT)
        return Response(RoundLine(rows, many=True).data)

    @operation("rounds_propose", {201: RoundOut}, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Pair the next round as a draft. Pairs an existing draft again, except its locked boards."""
        row = service.propose_round(section_id=section_id, actor=actor_of(request))
        return Response(RoundOut(row).data, status=status.HTTP_201_CREATED)


class RoundView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round, methods={"DELETE"})]

    @operation("rounds_read", RoundOut)
    def get(self, request: Request, round_id: int) -> Response:
        """Get one round with its boards, byes and reasons. A draft is visible to its desk only."""
        return Response(RoundOut(visible_round(request, round_id)).data)

    @operation("rounds_delete", refusals=(409,))
    def delete(self, request: Request, round_id: int) -> Response:
        """Delete the last round while it is a draft.

        Answers 409 if the round is published: unpublish it first.
        """
        service.delete_round(round_id=round_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoundPublishView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(ShowEventInput, VersionInput):
        """Input with the version, a reason if one is required, and the visibility of a hidden event."""

    @operation("rounds_publish", RoundOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, round_id: int) -> Response:
        """Publish a round.

        Answers 409 if the draft was changed after `version` was read. A round that breaks a rule requires a
        `reason`. A round of a hidden event requires `show_event`; otherwise it answers 409 `event_hidden`.
        """
        payload = self.Input.validated_from(request.data)
        row = service.publish_round(round_id=round_id, actor=actor_of(request), **payload)
        return answer(row)


class PageOut(Shape):
    """A public page with its address."""

    kind = serializers.CharField()
    address = serializers.CharField()


class ByeOut(Shape):
    """A player without an opponent."""

    entry = SeatOut()
    kind = serializers.CharField()


class OpeningOut(Shape):
    """The opening drawn for a board."""

    board = serializers.IntegerField()
    text = serializers.CharField()


class PublicationOut(Shape):
    """Data made visible by publishing, and its audience."""

    is_public = serializers.BooleanField(
        help_text="True if the event is public. If false, only the desk sees the round."
    )
    pages = PageOut(many=True)
    boards = serializers.IntegerField()
    players = serializers.IntegerField()
    byes = ByeOut(many=True)
    openings = OpeningOut(many=True)
    standings_after = serializers.IntegerField(help_text="Number of the last round that the standings count.")
    players_report = serializers.BooleanField()
    new_cards = serializers.IntegerField(
        help_text="Number of boards that get a card when the round is published."
    )
    without_members = SeatOut(
        many=True, help_text="Teams of the round without members, which would play without names."
    )
    not_in_table = SeatOut(
        many=True,
        help_text="Players who entered after a table was drafted. It is not published without them.",
    )
    here_but_absent = SeatOut(
        many=True, help_text="Players who were checked in for this round and are absent in its draft."
    )


class RoundPublicationView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @operation("rounds_publication", PublicationOut)
    def get(self, request: Request, round_id: int) -> Response:
        """Preview what becomes visible when a round is published. Nothing is changed."""
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
                "not_in_table": SeatOut(told.not_in_table, many=True).data,
                "here_but_absent": SeatOut(told.here_but_absent, many=True).data,
            }
        )


class RoundUnpublishView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @operation("rounds_unpublish", RoundOut, request=ReasonInput, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Unpublish a round and make it a draft again.

        Answers 409 if it has a result or a later round exists.
        """
        reason = reason_of(request)
        return answer(service.unpublish_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundCloseView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @operation("rounds_close", RoundOut, request=ReasonInput, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Close a round with all its results. With double entry, unchecked results require a `reason`."""
        reason = reason_of(request)
        return answer(service.close_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundReopenView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    @operation("rounds_reopen", RoundOut, request=ReasonInput, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Reopen a closed round for results. Meanwhile the standings of the round before apply."""
        reason = reason_of(request)
        return answer(service.reopen_round(round_id=round_id, actor=actor_of(request), reason=reason))


class RoundSwapView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(VersionInput):
        """Input with two entries by their `id`."""

        first = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        second = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("rounds_swap", RoundOut, request=Input, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Swap two players of a draft. The bye is a place like any other."""
        told = self.Input.validated_from(request.data)
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
    """Swap of the colours at a board of a draft."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @operation("pairings_turn", RoundOut, request=VersionInput, refusals=(409,))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Swap the colours at a board of a draft, from the first game on. `version` is that of the round.

        The board gets another `id`, so that results stored for it before are not entered with these colours.
        """
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
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    class Input(VersionInput):
        is_locked = serializers.BooleanField()

    @operation("pairings_lock", RoundOut, request=Input, refusals=(409,))
    def put(self, request: Request, pairing_id: int) -> Response:
        """Lock a board of a draft against pairing again, or unlock it. `version` is that of the round."""
        told = self.Input.validated_from(request.data)
        row = by_hand.lock_board(
            round_id=get_object_or_404(Pairing, pk=pairing_id).round_id,
            pairing_id=pairing_id,
            is_locked=told["is_locked"],
            version=told["version"],
            actor=actor_of(request),
        )
        return answer(row)


def version_of(request: Request) -> int:
    """Return the version sent in the request."""
    payload = VersionInput.validated_from(request.data)
    version: int = payload["version"]
    return version


def answer(row: Round) -> Response:
    """Return the response with the current round."""
    return Response(RoundOut(Round.objects.get(pk=row.pk)).data)
