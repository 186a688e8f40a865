"""API of a player's evening, for an app of the player's own."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import PairingOut
from tournaments.entries.entry_links import entry_of
from tournaments.entries.errors import UnknownEntryLink
from tournaments.evening.selectors import Evening, EveningState, evening_of


class NextRoundOut(Shape):
    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField(allow_null=True, help_text="Null if it is not scheduled.")


class PlaceOut(Shape):
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    after_round = serializers.IntegerField()


class EveningOut(Shape):
    """The evening of a player: the current board, the place, and the next round."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    section = serializers.IntegerField()
    state = serializers.ChoiceField(
        [one.value for one in EveningState],
        help_text="`hidden`: the event is not public. `out`: the entry does not play. `waiting`: for the "
        "next pairing. `unpaired`: without a game in this round.",
    )
    round = serializers.IntegerField(allow_null=True, help_text="Number of the latest published round.")
    pairing = PairingOut(allow_null=True, help_text="The player's board in this round; null without one.")
    is_white = serializers.BooleanField(allow_null=True, help_text="Side in the first game.")
    time_control = serializers.CharField(allow_blank=True)
    place = PlaceOut(allow_null=True, help_text="Place in the published standings; null before them.")
    next_round = NextRoundOut(allow_null=True, help_text="Null after the last round.")


class EveningView(ApiView):
    permission_classes = [Public]

    @operation("evenings_read", EveningOut)
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """Get the evening of a player by the secret of the entry link.

        `secret` is the last part of /entry/<secret>/. Results are reported and the arbiter is called with the
        card of the board.
        """
        entry = entry_of(secret)
        if entry is None:
            raise UnknownEntryLink
        return Response(EveningOut(_evening_object(evening_of(entry))).data)


def _evening_object(found: Evening) -> dict[str, object]:
    is_shown = found.section.event.is_public
    pairing, row = (found.pairing, found.record.row) if is_shown else (None, None)
    is_last = found.next_number > found.section.rounds
    return {
        "entry": found.entry.pk,
        "name": found.entry.name,
        "section": found.section.pk,
        "state": found.state.value,
        "round": found.round.number if is_shown and found.round is not None else None,
        "pairing": pairing,
        "is_white": pairing.white_id == found.entry.pk if pairing is not None and pairing.black_id else None,
        "time_control": found.section.clock,
        "place": None
        if row is None
        else {"rank": row.rank, "points": row.points, "after_round": found.record.table.after},
        "next_round": None if is_last else {"number": found.next_number, "starts_at": found.next_starts_at},
    }
