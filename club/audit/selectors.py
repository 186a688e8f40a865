"""Queries of the audit log, and the proof of its numbers, hashes and chains."""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Model, QuerySet, Sum
from django.utils import timezone

from club.audit.audit_seals import entry_hash
from club.audit.audit_sight import nameless_entries
from club.audit.log import chain_key, kind_of
from club.audit.undo_handlers import NOT_UNDOABLE, UNDO_HANDLERS, undone_by
from club.core.access import Scope as Place
from club.core.access import clubs_where, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import AuditChain, AuditEntry, Organisation

ENTRIES_PER_QUERY = 500
PROVED_PER_QUERY = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailFilters:
    """Filters of the audit log; empty means everything."""

    club: str = ""
    since: date | None = None
    until: date | None = None
    who: str = ""
    user_id: int | None = None
    pass_id: int | None = None
    action: str = ""
    kind: str = ""
    target_id: str = ""


@dataclass(frozen=True, slots=True)
class TrailPage:
    """Page of entries, latest first, and the number before which the next page begins."""

    entries: list[AuditEntry]
    next_before: int | None


def keys_changed_since(model: type[Model], keys: Sequence[int], since: datetime) -> set[int]:
    """Keys of the rows of a table that have an audit entry since a moment."""
    entries = AuditEntry.objects.filter(target_kind=model._meta.label_lower, at__gte=since)  # noqa: SLF001 - documented
    target_ids = entries.filter(target_id__in=[str(key) for key in keys]).values_list("target_id", flat=True)
    return {int(key) for key in target_ids}


def entries_about(row: Model, *, most: int) -> list[AuditEntry]:
    """Entries about a row, latest first: for the page of the row and its readers."""
    about = AuditEntry.objects.filter(target_kind=kind_of(row), target_id=str(row.pk))
    return list(about.order_by("-pk")[:most])


def entries_with(model: type[Model], keys: Sequence[int], *, action: str) -> list[AuditEntry]:
    """Entries about these rows of a table with one action, oldest first."""
    entries = AuditEntry.objects.filter(target_kind=model._meta.label_lower, action=action)  # noqa: SLF001 - documented
    return list(entries.filter(target_id__in=[str(key) for key in keys]).order_by("pk"))


def entries_about_rows(model: type[Model], keys: Sequence[int]) -> Iterator[AuditEntry]:
    """Entries about these rows of a table with any action, in no order."""
    kind = model._meta.label_lower  # noqa: SLF001 - documented
    for at in range(0, len(keys), ENTRIES_PER_QUERY):
        part = [str(key) for key in keys[at : at + ENTRIES_PER_QUERY]]
        yield from AuditEntry.objects.filter(target_kind=kind, target_id__in=part)


def visible_entries(*, actor: Actor) -> QuerySet[AuditEntry]:
    """Entries of all clubs whose audit log the actor may read; those of the site only with access to all."""
    clubs = clubs_where(actor, Capability.SEE_AUDIT)
    entries = AuditEntry.objects.select_related("organisation", "chain", "undoes")
    entries = entries.prefetch_related("undone_by").order_by("-pk")
    return entries if clubs is None else entries.filter(organisation_id__in=clubs)


def audit_trail(*, actor: Actor, filters: TrailFilters) -> QuerySet[AuditEntry]:
    """Entries that match the filters, latest first."""
    equal = {
        "organisation__slug": filters.club,
        "user_id": filters.user_id,
        "helper_pass_id": filters.pass_id,
        "action": filters.action,
        "target_kind": filters.kind,
        "target_id": filters.target_id,
    }
    found = visible_entries(actor=actor).filter(**{name: value for name, value in equal.items() if value})
    if filters.who:
        found = found.filter(actor_label__icontains=filters.who).exclude(nameless_entries(actor))
    if filters.since:
        found = found.filter(at__gte=_begin_of(filters.since))
    if filters.until:
        found = found.filter(at__lt=_begin_of(filters.until + timedelta(days=1)))
    return found


def _begin_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def trail_page(*, entries: QuerySet[AuditEntry], before: int | None, size: int) -> TrailPage:
    """The `size` entries before a number: as fast on the last page as on the first."""
    if before is not None:
        entries = entries.filter(pk__lt=before)
    found = list(entries[: size + 1])
    return TrailPage(found[:size], found[size - 1].pk if len(found) > size else None)


def every_entry(*, entries: QuerySet[AuditEntry], most: int | None = None) -> Iterator[AuditEntry]:
    """All matching entries, oldest last, read in pages so that exports need little memory."""
    before, left = None, most
    while left is None or left > 0:
        size = ENTRIES_PER_QUERY if left is None else min(left, ENTRIES_PER_QUERY)
        page = trail_page(entries=entries, before=before, size=size)
        yield from page.entries
        left = None if left is None else left - len(page.entries)
        if page.next_before is None:
            return
        before = page.next_before


def visible_actions(*, actor: Actor) -> list[str]:
    """Actions in the audit log that the actor may read."""
    return _values_in("action", actor)


def visible_kinds(*, actor: Actor) -> list[str]:
    """Kinds of objects in the audit log."""
    return [kind for kind in _values_in("target_kind", actor) if kind]


# The distinct values of a column in some chains, each found in an index behind the one before.
# SELECT DISTINCT reads every entry.
STEPS: Final = """
WITH RECURSIVE steps (chain, value) AS (
    SELECT id, (SELECT MIN(COLUMN) FROM club_auditentry WHERE chain_id = club_auditchain.id)
    FROM club_auditchain WHERE CHAINS
    UNION ALL
    SELECT chain, (
        SELECT MIN(COLUMN) FROM club_auditentry WHERE chain_id = steps.chain AND COLUMN > steps.value
    )
    FROM steps WHERE value IS NOT NULL
)
SELECT DISTINCT value FROM steps WHERE value IS NOT NULL ORDER BY value
"""


def _values_in(column: str, actor: Actor) -> list[str]:
    clubs = clubs_where(actor, Capability.SEE_AUDIT)
    keys = [] if clubs is None else [chain_key(club) for club in sorted(clubs)]
    if clubs is not None and not keys:
        return []
    chains = "1 = 1" if clubs is None else f"key IN ({', '.join(['%s'] * len(keys))})"
    with connection.cursor() as cursor:
        cursor.execute(STEPS.replace("COLUMN", column).replace("CHAINS", chains), keys)
        return [value for (value,) in cursor.fetchall()]


def ids_in_audit_log(rows: Sequence[Model]) -> frozenset[str]:
    """Numbers of the rows of one table that have entries."""
    if not rows:
        return frozenset()
    about = AuditEntry.objects.filter(
        target_kind=kind_of(rows[0]), target_id__in=[str(row.pk) for row in rows]
    )
    return frozenset(about.order_by().values_list("target_id", flat=True))


def changes_by_accounts(*, organisation_id: int) -> int:
    """Return how many entries of a club's trail are those of accounts, not of the program."""
    return AuditEntry.objects.filter(organisation_id=organisation_id, user__isnull=False).count()


def clubs_with_audit_log(*, actor: Actor) -> QuerySet[Organisation]:
    """Clubs whose audit log the actor may read."""
    clubs = clubs_where(actor, Capability.SEE_AUDIT)
    known = Organisation.objects.in_order()
    return known if clubs is None else known.filter(pk__in=clubs)


def may_be_undone(entry: AuditEntry, *, actor: Actor) -> bool:
    """True if undo is offered; only the rehearsal shows that it is possible."""
    return (
        entry.action in UNDO_HANDLERS
        and undone_by(entry) is None
        and may(actor, Capability.UNDO, Place(entry.organisation_id))
    )


def reason_not_undoable(entry: AuditEntry) -> str:
    """Code of the reason why an action can never be undone; empty if it can."""
    return NOT_UNDOABLE.get(entry.action, "")


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """First broken link of a chain, and the difference there.

    `what` is "gap" (a number is missing), "previous" (the hash of the previous entry differs), "said" (the
    content differs from its hash), or "end" (the chain's own row ends elsewhere).
    """

    chain: str
    number: int
    entry: int | None
    what: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class VerifiedChain:
    """Chain read to its end, or to its first broken link; `blanked` entries have lost a part."""

    key: str
    entries: int
    last_hash: str
    blanked: int = 0
    broken: BrokenLink | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the same as plain values."""
        return asdict(self)


def verify_chains() -> Iterator[VerifiedChain]:
    """Check every chain from its first entry on."""
    for chain in AuditChain.objects.order_by("key"):
        yield verify_chain(chain=chain)


def verify_chain(*, chain: AuditChain) -> VerifiedChain:
    """Check one chain to its end. Entries added meanwhile are left to the next proof."""
    number, last, blanked = 0, "", 0
    entries = AuditEntry.objects.filter(chain=chain, number__lte=chain.length).order_by("number")
    for entry in entries.iterator(chunk_size=PROVED_PER_QUERY):
        entry.chain = chain
        if broken := _check_entry(entry, number + 1, last):
            return VerifiedChain(chain.key, number, last, blanked, broken)
        number, last = entry.number, entry.hash
        blanked += bool(entry.digests)
    return VerifiedChain(chain.key, number, last, blanked, _check_end(chain, number, last))


def _check_entry(entry: AuditEntry, number: int, previous: str) -> BrokenLink | None:
    key = entry.chain.key
    if entry.number != number:
        return BrokenLink(key, number, entry.pk, "gap", str(number), str(entry.number))
    if not hmac.compare_digest(entry.previous_hash, previous):
        return BrokenLink(key, number, entry.pk, "previous", previous, entry.previous_hash)
    computed = entry_hash(entry)
    if not hmac.compare_digest(entry.hash, computed):
        return BrokenLink(key, number, entry.pk, "said", entry.hash, computed)
    return None


def _check_end(chain: AuditChain, number: int, last: str) -> BrokenLink | None:
    beyond = AuditEntry.objects.filter(chain=chain, number__gt=chain.length).order_by("number").first()
    if chain.length != number:
        return BrokenLink(chain.key, number + 1, None, "end", str(chain.length), str(number))
    if chain.last_hash != last:
        return BrokenLink(chain.key, number, None, "end", chain.last_hash, last)
    if beyond is not None and not AuditChain.objects.filter(pk=chain.pk, length__gte=beyond.number).exists():
        return BrokenLink(chain.key, beyond.number, beyond.pk, "end", str(chain.length), str(beyond.number))
    return None


def log_version() -> tuple[int, int]:
    """Return a version of all that was ever changed: the number of chains, and that of entries."""
    sums = AuditChain.objects.aggregate(chains=Count("pk"), entries=Sum("length"))
    return sums["chains"], sums["entries"] or 0


def latest_entry_of(organisation_id: int) -> int:
    """Return the number of a club's latest audit entry, 0 before the first: a key for caches of a club.

    By the number and not by the time: a clock that is set back would leave caches as they are.
    """
    chains = AuditChain.objects.filter(key=chain_key(organisation_id))
    return chains.values_list("length", flat=True).first() or 0


def entries_of_kind(target_kind: str, target_ids: Iterable[object]) -> QuerySet[AuditEntry]:
    """Return the entries about some objects of a kind, latest first."""
    about = AuditEntry.objects.filter(target_kind=target_kind, target_id__in=[str(key) for key in target_ids])
    return about.order_by("-pk")
