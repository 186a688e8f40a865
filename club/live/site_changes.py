"""Live channel of all changes of the site: the audit log as events, for a second machine that follows it.

Nothing is stored for it. The number of an event is the number of audit entries up to it. Chains of clubs
commit independently on PostgreSQL: an entry may come after one that was written later. A follower finds it in
its next copy.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.core.cache import cache
from django.utils import timezone

from club.audit.selectors import log_version
from club.core.selectors import one_view
from club.models import AuditEntry, LiveEvent

CHANGES: Final = "changes:site"
HAND_OVER_SECONDS: Final = 2.0  # with 0.3, a busy machine gave up a follower that did read
BEHIND_KEY: Final = "followers-behind"
BEHIND_SECONDS: Final = 24 * 3600  # a machine that was meant to stop is not named for longer

_HANDS: list[Callable[[str, float], None]] = []


def hand_over_by(hand: Callable[[str, float], None] | None) -> None:
    """Set the function that sends what is committed to the followers of this process, or none."""
    _HANDS[:] = [] if hand is None else [hand]


def hand_over() -> None:
    """Send a committed change to the followers before the request that made it is answered.

    So a result that a phone shows as stored has left this machine. Who does not read delays no request for
    longer than HAND_OVER_SECONDS.
    """
    for hand in _HANDS:
        hand(CHANGES, HAND_OVER_SECONDS)


def note_followers(*, are_behind: bool) -> None:
    """Store since when a second machine lacks confirmed changes, or that it has them."""
    if are_behind:
        cache.add(BEHIND_KEY, timezone.now(), BEHIND_SECONDS)
    else:
        cache.delete(BEHIND_KEY)


def followers_behind_since() -> datetime | None:
    """Return since when a second machine lacks confirmed changes."""
    since: datetime | None = cache.get(BEHIND_KEY)
    return since


def number_of_changes() -> int:
    """Return the number of the latest change."""
    return log_version()[1]


def changes_after(number: int, *, limit: int) -> tuple[int, list[LiveEvent]]:
    """Return the number of the latest change, and the changes after `number`, oldest first."""
    with one_view():
        last = number_of_changes()
        newest_first = AuditEntry.objects.order_by("-pk").select_related("chain")
        begin = max(0, last - number - limit)
        found = list(newest_first[begin : last - number])[::-1] if last > number else []
    return last, [_event(entry, number + place) for place, entry in enumerate(found, 1)]


def _event(entry: AuditEntry, number: int) -> LiveEvent:
    return LiveEvent(number=number, kind=entry.action, at=entry.at, data=entry_facts(entry))


def entry_facts(entry: AuditEntry) -> dict[str, Any]:
    """Return an audit entry for the journal of a follower."""
    names = ("actor_label", "target_kind", "target_id", "target_label", "before", "after", "reason", "hash")
    facts = {name: getattr(entry, name) for name in names}
    return {"chain": entry.chain.key, "entry": entry.number, "undoes": entry.undoes_id, **facts}
