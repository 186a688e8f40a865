"""Response shapes of a round with its boards."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.core.api.documents import Shape
from tournaments.core.api.shapes import PairingOut, RoundLine, SeatOut
from tournaments.events.selectors.sections import boards_of
from tournaments.models import Round
from tournaments.standings.selectors.old_scores import paired_on_old_scores


class OldScoreOut(Shape):
    """A player paired on points that have changed since."""

    pairing = serializers.IntegerField()
    entry = SeatOut()
    points_before = serializers.IntegerField()
    points_now = serializers.IntegerField()


class RoundOut(RoundLine):
    """A round with its boards, byes last, and the reasons of the pairing system."""

    boards = serializers.SerializerMethodField()
    old_scores = serializers.SerializerMethodField(
        help_text="Players paired on scores that a ruling or a correction has changed since."
    )
    reasons = serializers.DictField(child=serializers.JSONField())

    class Meta(RoundLine.Meta):
        fields = [*RoundLine.Meta.fields, "boards", "reasons", "old_scores"]
        read_only_fields = fields

    @extend_schema_field(PairingOut(many=True))
    def get_boards(self, row: Round) -> object:
        """Return the pairings of the round."""
        return PairingOut(boards_of(row), many=True).data

    @extend_schema_field(OldScoreOut(many=True))
    def get_old_scores(self, row: Round) -> object:
        """Return the players paired on outdated scores; empty if all scores are current."""
        found = paired_on_old_scores(row)
        return [
            {
                "pairing": board.pairing.pk,
                "entry": SeatOut(score.entry).data,
                "points_before": score.before,
                "points_now": score.now,
            }
            for board in (found.boards if found else ())
            for score in board.players
        ]
