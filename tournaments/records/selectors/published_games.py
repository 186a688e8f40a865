"""Recorded games of a section as everybody sees them, and as the desk sees what still lacks one."""

from django.db.models import F, QuerySet

from tournaments.models import GameResult, Pairing, Round, RoundState, Section


def published_games(section: Section) -> QuerySet[GameResult]:
    """The results of published rounds that have a recorded game beside them, the latest round first."""
    rows = GameResult.every.filter(pairing__round__section=section, game__isnull=False)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    return rows.select_related("pairing__round", "pairing__white", "pairing__black", "game").order_by(
        "-pairing__round__number", "pairing__board_number", "number"
    )


def games_of_round(row: Round) -> QuerySet[GameResult]:
    """Every game of a round by board, with its record where there is one."""
    rows = GameResult.every.filter(pairing__round=row, pairing__black__isnull=False)
    return rows.select_related("pairing__white", "pairing__black", "game").order_by(
        F("pairing__board_number").asc(nulls_last=True), "number"
    )


def records_of(pairing: Pairing) -> QuerySet[GameResult]:
    """Every game of a board, with its record where there is one."""
    return GameResult.every.filter(pairing=pairing).select_related("game").order_by("number")
