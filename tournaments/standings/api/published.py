"""API of a section's published standings after each round, with corrections."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
from tournaments.core.api.visibility import visible_section
from tournaments.models import RoundState, SnapshotCause, StandingsSnapshot
from tournaments.standings.api.standings import ColumnOut, StandingOut, standing_object
from tournaments.standings.selectors.movement import with_figures
from tournaments.standings.selectors.snapshots import changes_between, snapshots_of, table_of


class SnapshotLine(Shape):
    """Published standings, without their rows."""

    id = serializers.IntegerField()
    after = serializers.IntegerField(help_text="Number of the last counted round.")
    published_at = serializers.DateTimeField()
    cause = serializers.ChoiceField(SnapshotCause.choices)
    reason = serializers.CharField(allow_blank=True)
    is_in_force = serializers.BooleanField(
        help_text="True for the latest published standings of a closed round."
    )


class RowChangeOut(Shape):
    """A player whose rank or points differ from the previous published standings; null: not in that table."""

    name = serializers.CharField()
    old_rank = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    old_points = serializers.CharField(allow_blank=True)
    points = serializers.CharField(allow_blank=True)


class SnapshotOut(SnapshotLine):
    """Published standings with all rows and sums, and the changes from the previous ones."""

    columns = ColumnOut(many=True)
    rows = StandingOut(many=True)
    changes = RowChangeOut(many=True)


class SnapshotsView(ApiView):
    permission_classes = [Public]

    @operation("standings_published_list", SnapshotLine(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the published standings, oldest first. They are never changed, only followed by newer ones."""
        section = visible_section(request, section_id)
        snapshots = snapshots_of(section)
        latest = {one.round_number: one.pk for one in snapshots}
        closed = section.round_rows.filter(state=RoundState.CLOSED).values_list("number", flat=True)
        in_force = {latest[number] for number in closed if number in latest}
        return Response([snapshot_object(one, in_force) for one in snapshots])


class SnapshotView(ApiView):
    permission_classes = [Public]

    @operation("standings_published_read", SnapshotOut)
    def get(self, request: Request, section_id: int, snapshot_id: int) -> Response:
        """Get published standings with their sums and corrections."""
        section = visible_section(request, section_id)
        found = section.snapshots.filter(pk=snapshot_id).first()
        if found is None:
            raise NotFound
        of_round = snapshots_of(section, after=found.round_number)
        at = next(place for place, one in enumerate(of_round) if one.pk == found.pk)
        is_closed = section.round_rows.filter(number=found.round_number, state=RoundState.CLOSED).exists()
        in_force = {of_round[-1].pk} if is_closed else set()
        table = with_figures(section, table_of(found, section))
        changes = changes_between(of_round[at - 1], found) if at else []
        return Response(
            snapshot_object(found, in_force)
            | {
                "columns": [{"code": code, "name": name} for code, name in table.columns],
                "rows": [standing_object(row) for row in table.rows],
                "changes": [change._asdict() for change in changes],
            }
        )


def snapshot_object(one: StandingsSnapshot, in_force: set[int]) -> dict[str, Any]:
    """Serialize published standings as a line of the list."""
    return {
        "id": one.pk,
        "after": one.round_number,
        "published_at": one.published_at,
        "cause": one.cause,
        "reason": one.reason,
        "is_in_force": one.pk in in_force,
    }
