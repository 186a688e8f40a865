"""Undo guard: refuse if a later entry touched the rows of the entry to be undone."""

from collections.abc import Collection, Mapping

from club.core.errors import CannotUndo
from club.models import AuditEntry, NoticeOptOut, NoticeReceiver, Person


def insist_untouched(
    entry: AuditEntry, made: Mapping[str, Collection[int]], *, persons: Collection[int], why: str
) -> None:
    """Raise CannotUndo if a later entry names one of these rows, or rows depend on a new person.

    An account, a notice sent to them, a muted kind of notices: these are deleted with a row.
    """
    later = AuditEntry.objects.filter(pk__gt=entry.pk, chain_id=entry.chain_id, target_kind__in=made)
    told = later.exclude(action="club.person.looked_at").values_list("target_kind", "target_id")
    wanted = {(kind, str(number)) for kind, numbers in made.items() for number in numbers}
    linked = Person.objects.filter(pk__in=persons, user__isnull=False)
    heard = NoticeReceiver.objects.filter(person__in=persons), NoticeOptOut.objects.filter(person__in=persons)
    if wanted & set(told) or linked.exists() or any(rows.exists() for rows in heard):
        raise CannotUndo(why=why)
