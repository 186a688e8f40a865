"""Recorded games of a section: the public ones, and those that the desk still lacks."""

from django.db.models import F, QuerySet

from tournaments.models import GameResult, Pairing, Round, RoundState, Section


def published_games(section: Section) -> QuerySet[GameResult]:
    """Return results of published rounds with a linked record, the latest round first."""
    rows = GameResult.every.filter(pairing__round__section=section, game__isnull=False)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    return rows.select_related("pairing__round", "pairing__white", "pairing__black", "game").order_by(
        "-pairing__round__number", "pairing__board_number", "number"
    )


def games_of_round(row: Round) -> QuerySet[GameResult]:
    """Return every game of a round by board, with its record if any."""
    rows = GameResult.every.filter(pairing__round=row, pairing__black__isnull=False)
    return rows.select_related("pairing__white", "pairing__black", "game").order_by(
        F("pairing__board_number").asc(nulls_last=True), "number"
    )


def records_of(pairing: Pairing) -> QuerySet[GameResult]:
    """Return every game of a board, with its record if any."""
    return GameResult.every.filter(pairing=pairing).select_related("game").order_by("number")
