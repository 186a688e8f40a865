"""Drafts: the last change by hand that can be undone."""

from club.audit.selectors import entries_about
from club.models import AuditEntry
from tournaments.models import Round, RoundState

SWAPS = ("tournaments.round.players_swapped", "tournaments.round.colours_turned")


def last_swap(row: Round) -> AuditEntry | None:
    """Return the audit entry of the last swap of a draft, if nothing has happened to the round since.

    Swapped back by an undo, the draft is as it was before: the swap before that one can be undone next.
    """
    if row.state != RoundState.DRAFT:
        return None
    undone: set[int] = set()
    for entry in entries_about(row, most=MAX_ENTRIES):
        if entry.action not in SWAPS:
            return None
        if entry.undoes_id is not None:
            undone.add(entry.undoes_id)
        elif entry.pk not in undone:
            return entry
    return None


MAX_ENTRIES = 50
