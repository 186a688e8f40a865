"""Preview of the effects of correcting an old result."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import SeatOut
from tournaments.core.scopes import of_pairing
from tournaments.models import Outcome
from tournaments.prizes.selectors.prize_moves import PrizeMove
from tournaments.results.selectors.correction_effects import CorrectionEffects, Moved
from tournaments.results.services.corrections import rehearse_correction


class MovedOut(Shape):
    """A player whose points or rank after a round change."""

    entry = SeatOut()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()
    points_before = serializers.IntegerField()
    points_after = serializers.IntegerField()


class RoundMovesOut(Shape):
    """Players whose points or rank in the standings after a round change."""

    after = serializers.IntegerField()
    is_closed = serializers.BooleanField()
    moved = MovedOut(many=True)


class LaterBoardOut(Shape):
    """A board paired on the old result; it is not paired again."""

    pairing = serializers.IntegerField()
    round = serializers.IntegerField()
    board = serializers.IntegerField(allow_null=True)
    points_before = serializers.ListField(
        child=serializers.IntegerField(), help_text="Points of White and of Black."
    )
    points_after = serializers.ListField(child=serializers.IntegerField())
    is_draft = serializers.BooleanField()


class PrizeMoveOut(Shape):
    """A player whose prize changes."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    amount_before = serializers.IntegerField(help_text="Amount in the smallest unit of the currency.")
    amount_after = serializers.IntegerField()
    difference = serializers.IntegerField(
        allow_null=True, help_text="Change of the amount; null if the two currencies differ."
    )
    currency_before = serializers.CharField(allow_blank=True)
    currency_after = serializers.CharField(allow_blank=True)
    things_before = serializers.ListField(child=serializers.CharField())
    things_after = serializers.ListField(child=serializers.CharField())


class EffectsOut(Shape):
    """Effects of a correction."""

    before = serializers.ChoiceField(Outcome.choices)
    after = serializers.ChoiceField(Outcome.choices)
    standings = RoundMovesOut(many=True)
    later_boards = LaterBoardOut(many=True)
    becomes_unplayed = serializers.BooleanField()
    becomes_played = serializers.BooleanField()
    published_standings = serializers.ListField(child=serializers.IntegerField())
    prizes_are_out = serializers.BooleanField(
        help_text="True if prizes were awarded from standings that count this result."
    )
    prizes = PrizeMoveOut(
        many=True,
        help_text=(
            "Prizes that change. If prizes were awarded, the changes from those; otherwise, after "
            "the last round, the changes from the current standings."
        ),
    )


def effects_object(effects: CorrectionEffects) -> dict[str, Any]:
    """Serialize the effects."""
    return {
        "before": effects.before,
        "after": effects.after,
        "standings": [
            {"after": one.number, "is_closed": one.is_closed, "moved": list(map(moved_object, one.moved))}
            for one in effects.standings
        ],
        "later_boards": [
            {
                "pairing": one.pairing.pk,
                "round": one.pairing.round.number,
                "board": one.pairing.board_number,
                "points_before": list(one.before),
                "points_after": list(one.after),
                "is_draft": one.is_draft,
            }
            for one in effects.later
        ],
        "becomes_unplayed": effects.becomes_unplayed,
        "becomes_played": effects.becomes_played,
        "published_standings": list(effects.snapshots),
        "prizes_are_out": effects.prizes_are_out,
        "prizes": list(map(prize_move_object, effects.prizes)),
    }


def prize_move_object(move: PrizeMove) -> dict[str, Any]:
    """Serialize a player whose prize changes."""
    return {
        "number": move.number,
        "name": move.name,
        "amount_before": move.amount_before,
        "amount_after": move.amount,
        "difference": move.difference,
        "currency_before": move.currency_before,
        "currency_after": move.currency,
        "things_before": [line.thing for line in move.before if line.thing],
        "things_after": [line.thing for line in move.after if line.thing],
    }


def moved_object(moved: Moved) -> dict[str, Any]:
    """Serialize a player whose points or rank change."""
    return {
        "entry": SeatOut(moved.entry).data,
        "rank_before": moved.before.rank,
        "rank_after": moved.after.rank,
        "points_before": moved.before.points,
        "points_after": moved.after.points,
    }


class CorrectionView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_pairing)]

    class Input(Shape):
        outcome = serializers.ChoiceField(Outcome.choices)
        is_adjudicated = serializers.BooleanField(default=False)

    @operation("results_rehearse", EffectsOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, pairing_id: int, game: int) -> Response:
        """Preview the effects of a correction. To make it, record the result."""
        payload = self.Input.validated_from(request.data)
        effects = rehearse_correction(pairing_id=pairing_id, game=game, actor=actor_of(request), **payload)
        return Response(effects_object(effects))
