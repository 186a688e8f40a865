"""The open board of a player in a published round."""

from django.db.models import Q

from tournaments.core.league_rules import is_league
from tournaments.events.systems import system_of
from tournaments.models import Entry, Outcome, Pairing, Round, RoundState


def open_board_of(entry: Entry) -> Pairing | None:
    """Return the latest published board of a player with a game without a result.

    None in a league: its matches are cancelled one by one.
    """
    if is_league(entry.section):
        return None
    rows = Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False)
    rows = rows.filter(round__state=RoundState.PUBLISHED, games__outcome=Outcome.PENDING)
    return rows.select_related("round", "white", "black").order_by("-round__number").first()


def can_re_pair(pairing: Pairing) -> bool:
    """Check that the round of a board can be paired again: no result, no later round, no fixed table."""
    row = pairing.round
    if system_of(row.section).is_table:
        return False
    has_results = row.pairings.filter(games__isnull=False).exclude(games__outcome=Outcome.PENDING).exists()
    return (
        not has_results and not Round.objects.filter(section=row.section_id, number__gt=row.number).exists()
    )
