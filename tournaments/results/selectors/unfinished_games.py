"""Unfinished games of a section: adjourned ones with their positions, and unplayed ones."""

from django.db.models import F, QuerySet

from tournaments.models import GameResult, Outcome, RoundState, Section

UNFINISHED = (Outcome.ADJOURNED, Outcome.UNPLAYED)


def unfinished_games(section: Section) -> QuerySet[GameResult]:
    """The adjourned games first, then those not played, by round and board."""
    rows = GameResult.objects.filter(pairing__round__section=section, outcome__in=UNFINISHED)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    board = F("pairing__board_number").asc(nulls_last=True)
    return rows.select_related("pairing__round", "pairing__white", "pairing__black").order_by(
        "outcome", "pairing__round__number", board, "number"
    )
