"""Recorded games of results: list, link and unlink."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing
from tournaments.models import GameResult, Outcome
from tournaments.records.selectors.section_games import records_of
from tournaments.records.services.game_records import link_record, unlink_record

MAX_RECORD_LENGTH = 100_000


class RecordOut(serializers.Serializer[Any]):
    """Summary of a recorded game of the archive."""

    id = serializers.IntegerField()
    variant = serializers.CharField()
    white = serializers.CharField()
    black = serializers.CharField()
    result = serializers.CharField()
    winner = serializers.CharField()


class GameRecordOut(serializers.ModelSerializer[GameResult]):
    """A game of a board with its record, if there is one."""

    outcome = serializers.ChoiceField(Outcome.choices)
    record = RecordOut(source="game", allow_null=True)

    class Meta:
        model = GameResult
        fields = ["number", "outcome", "record"]
        read_only_fields = fields


class RecordsView(ApiView):
    permission_classes = [Public]

    @operation("records_list", GameRecordOut(many=True))
    def get(self, request: Request, pairing_id: int) -> Response:
        """List every game of a board, with its record if there is one."""
        pairing = visible_pairing(request, pairing_id)
        return Response(GameRecordOut(records_of(pairing), many=True).data)


class RecordView(ApiView):
    permission_classes = [needs(Capability.KEEP_GAMES, scope=of_pairing)]

    class Input(Shape):
        record = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=LARGEST_NUMBER
        )
        pdn = serializers.CharField(default="", allow_blank=True, max_length=MAX_RECORD_LENGTH)

    @operation("records_link", GameRecordOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, pairing_id: int, game: int) -> Response:
        """Link a recorded game to a result.

        Answers 409 if the record is linked to another result. `pdn` takes precedence over `record`.
        """
        payload = self.Input.validated_from(request.data)
        result = link_record(
            pairing_id=pairing_id,
            game=game,
            record_id=payload["record"],
            text=payload["pdn"],
            actor=actor_of(request),
        )
        return Response(GameRecordOut(result).data)

    @operation("records_unlink", refusals=(409,))
    def delete(self, request: Request, pairing_id: int, game: int) -> Response:
        """Unlink a recorded game from a result. The record remains in the archive."""
        unlink_record(pairing_id=pairing_id, game=game, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
