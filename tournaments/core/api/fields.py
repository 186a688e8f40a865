"""What many questions of this version carry: the version that was read, a reason, codes of tie-breaks."""

from rest_framework import serializers

from club.core.api.documents import Shape
from tournaments.core.api.base import MOST_BOARDS
from tournaments.core.refusal_texts import refusal_text
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.ranking import codes_of


class ReasonInput(Shape):
    """Why something is done; it stands on the trail."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class VersionInput(ReasonInput):
    """The version of what is changed as it was read; another one there answers 409."""

    version = serializers.IntegerField(min_value=0, max_value=MOST_BOARDS)


class ShowEventInput(Shape):
    """What becomes of a hidden event when a round of it is published."""

    show_event = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text="True shows a hidden event, false leaves it to the desk; without it 409 `event_hidden`.",
    )


def known_tie_break(code: str) -> None:
    """Refuse a code that the standings do not know, in their words."""
    try:
        codes_of([code])
    except StandingsRefusal as refusal:
        words = refusal_text(refusal)
        raise serializers.ValidationError(f"{words.what} {words.next_step}") from refusal
