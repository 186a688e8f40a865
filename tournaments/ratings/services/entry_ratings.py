"""Ratings of entries from the list of the section: preview, then save with a reason."""

import hashlib
from collections.abc import Sequence

from django.db import transaction

from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.event_log import log_entries
from tournaments.core.services.locks import locked_section
from tournaments.models import Entry, Section, SnapshotCause
from tournaments.ratings.errors import NoListHere, RatingsNeedReason
from tournaments.ratings.selectors.entry_ratings import RatingMove, proposed_ratings, rating_moves
from tournaments.ratings.selectors.live_ratings import list_of
from tournaments.standings.services import publish_standings


def propose_rating(entry: Entry) -> None:
    """Set a new entry's rating from the list, unless one was typed. Nothing is saved."""
    if entry.person_id is not None and not entry.rating:
        entry.rating = proposed_ratings(entry.section, [entry.person_id]).get(entry.person_id, 0)


def print_of(moves: Sequence[RatingMove]) -> str:
    """Return the hash of a preview."""
    told = repr([(one.entry.pk, one.before, one.now) for one in moves])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@transaction.atomic
def refresh_ratings(*, section_id: int, actor: Actor, reason: str, seen: str | None = None) -> int:
    """Set every entry's rating from the list; `seen` is the preview, and must still match.

    Raises NoListHere, RatingsNeedReason, ChangedMeanwhile.
    """
    section = locked_section(section_id, actor)
    if list_of(section) is None:
        raise NoListHere(section=section.name)
    if not reason.strip():
        raise RatingsNeedReason
    moves = rating_moves(section)
    if seen is not None and seen != print_of(moves):
        raise ChangedMeanwhile(what=section.name)
    _save_ratings(section, {one.entry: one.now for one in moves}, actor, reason.strip()[:500])
    return len(moves)


@transaction.atomic
def restore_ratings(*, entry: AuditEntry, actor: Actor, reason: str = "") -> bool:
    """Restore the ratings before a refresh; return False if one of them was changed since."""
    section = locked_section(int(entry.target_id), actor)
    before, after = (entry.before or {})["ratings"], (entry.after or {})["ratings"]
    there = {one.name: one for one in section.entries.filter(name__in=list(after))}
    if any(name not in there or there[name].rating != rating for name, rating in after.items()):
        return False
    _save_ratings(section, {there[name]: rating for name, rating in before.items()}, actor, reason)
    return True


def _save_ratings(section: Section, ratings: dict[Entry, int], actor: Actor, reason: str) -> None:
    if not ratings:
        return
    before = {one.name: one.rating for one in ratings}
    for one, rating in ratings.items():
        one.rating = rating
    Entry.objects.bulk_update(ratings, ["rating"])
    after = {one.name: one.rating for one in ratings}
    publish_standings(section, cause=SnapshotCause.ENTRY, reason=reason)
    told = {"ratings": after, "count": len(after)}
    log_entries(
        "tournaments.entries.rated", section, actor, before={"ratings": before}, after=told, reason=reason
    )
