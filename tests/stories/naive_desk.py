"""Damage of a negative control: results are read, compared and saved without a lock."""


def prepare():
    """Replace the service behind the API by code as it is written at first."""
    from tournaments.results.api import results

    results.record_result = record_naively


def record_naively(*, pairing_id, game, outcome, actor, was=None, **_more):
    from tournaments.models import GameResult
    from tournaments.results.errors import PublishedResult

    rows = GameResult.objects.select_related("pairing__round__section__event")
    result = rows.get(pairing=pairing_id, number=game)
    if result.outcome != outcome and was not in {None, result.outcome}:
        raise PublishedResult(board=result.pairing.board_number, game=game, there=result.outcome)
    result.outcome, result.entered_by = outcome, actor.label
    result.save()
    return result
