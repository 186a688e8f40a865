"""Writing the audit log: every service that changes rows calls `record`; `redact_entry` redacts a name."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone

from club.audit import audit_seals
from club.core.actor import Actor
from club.models import AuditChain, AuditEntry

SITE_CHAIN = "site"
LABEL_WIDTH = 300
SALT_BYTES = 16
MAX_CALLBACKS = 16
WIDTHS = {"actor_label": 200, "address": 60, "target_label": LABEL_WIDTH, "reason": None}

AFTER_COMMIT: list[Callable[[], None]] = []
"""Called after each commit that added an entry, before the request is answered."""

_collected: ContextVar[list[AuditEntry] | None] = ContextVar("collected", default=None)


class Owner(Enum):
    """Owner of the entry where the caller names none."""

    TARGET = "the club of the row it is about, or the site's"


def record(
    action: str,
    target: models.Model | None,
    *,
    actor: Actor,
    organisation_id: int | Owner | None = Owner.TARGET,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Append an entry to the chain of a club, or of the site, in the transaction of its change.

    `action` is "<app>.<thing>.<done>". The club is the target's own `organisation_id`; pass it if the row is
    the club itself or knows its club through another row. The chain's row is locked until the transaction
    ends: entries are numbered in the order of commits, without a gap.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An audit entry belongs inside the transaction of what it tells about.")
    if isinstance(organisation_id, Owner):
        organisation_id = getattr(target, "organisation_id", None)
    chain = locked_chain(organisation_id=organisation_id)
    entry = AuditEntry(
        chain=chain,
        number=chain.length + 1,
        at=timezone.now(),
        action=action,
        organisation_id=organisation_id,
        user=actor.user,
        helper_pass=actor.helper_pass,
        actor_label=actor.label[:200],
        address=actor.address,
        request_id=actor.request_id,
        target_kind=kind_of(target) if target is not None else "",
        target_id=str(target.pk) if target is not None else "",
        target_label=str(target)[:LABEL_WIDTH] if target is not None else "",
        before=as_json(before),
        after=as_json(after),
        reason=reason or actor.reason,
        undoes=undoes or actor.undoes,
        previous_hash=chain.last_hash,
    )
    entry.salts = {part: secrets.token_hex(SALT_BYTES) for part in audit_seals.parts_of(entry)}
    entry.hash = audit_seals.entry_hash(entry)
    entry.save(force_insert=True)
    if (collected := _collected.get()) is not None:
        collected.append(entry)
    chain.length, chain.last_hash = entry.number, entry.hash
    chain.save(update_fields=["length", "last_hash"])
    _call_after_commit()
    return entry


@contextmanager
def collect_entries() -> Iterator[list[AuditEntry]]:
    """Yield a list that receives every entry which the block records, whoever is its actor."""
    entries: list[AuditEntry] = []
    token = _collected.set(entries)
    try:
        yield entries
    finally:
        _collected.reset(token)


def _call_after_commit() -> None:
    """Register the calls once for the entries of a transaction, as far as the latest callbacks show."""
    registered = [callback[1] for callback in transaction.get_connection().run_on_commit[-MAX_CALLBACKS:]]
    for call in AFTER_COMMIT:
        if call not in registered:
            transaction.on_commit(call)


def locked_chain(*, organisation_id: int | None = None) -> AuditChain:
    """Lock the chain of a club, or of the site, until the transaction ends."""
    return AuditChain.objects.select_for_update(no_key=True).get_or_create(key=chain_key(organisation_id))[0]


def chain_key(organisation_id: int | None) -> str:
    """Return the key of the chain of a club, or of the site."""
    return SITE_CHAIN if organisation_id is None else f"club:{organisation_id}"


def kind_of(target: models.Model) -> str:
    """Name of a table in audit entries: "games.game"."""
    return target._meta.label_lower  # noqa: SLF001 - Django's documented interface


def as_json(facts: Mapping[str, Any] | None) -> Any:
    """Convert facts to the form in which the database returns them, so that their hash can be repeated."""
    return None if facts is None else json.loads(json.dumps(facts, cls=DjangoJSONEncoder))


def delete_row(row: models.Model) -> None:
    """Delete a row; it keeps its number for its audit entry."""
    number = row.pk
    row.delete()
    row.pk = number


def delete_unused_row(row: models.Model, in_use: Exception) -> None:
    """Delete a row as `delete_row` does; raise `in_use` if other rows refer to it."""
    try:
        with transaction.atomic():
            delete_row(row)
    except models.ProtectedError:
        raise in_use from None


def redact_entry(entry: AuditEntry, replacements: Mapping[str, Any]) -> bool:
    """Replace parts of an entry for good; return whether anything was blanked.

    `replacements` has the new value of each part ("actor", "after.name"). Parts with that value already,
    empty parts and blanked parts do not change. The hash remains: the digests of the old values are stored,
    the salts are deleted. An entry of the first versions, hashed as a whole, has no parts to blank.
    """
    parts = audit_seals.parts_of(entry)
    changed = {
        part: value
        for part, value in replacements.items()
        if part in parts and part in entry.salts and parts[part] != value
    }
    if not changed:
        return False
    gone = {part: audit_seals.part_digest(entry.salts[part], parts[part]) for part in changed}
    entry.digests = entry.digests | gone
    entry.salts = {part: salt for part, salt in entry.salts.items() if part not in gone}
    for part, value in changed.items():
        _write_part(entry, part, value)
    columns = ("salts", "digests", *audit_seals.LABELS.values(), *audit_seals.FACTS)
    rows = AuditEntry._base_manager.filter(pk=entry.pk)  # noqa: SLF001 - the only change the guard permits
    rows.update(**{name: getattr(entry, name) for name in columns})
    return True


def _write_part(entry: AuditEntry, part: str, value: Any) -> None:
    if part in audit_seals.LABELS:
        column = audit_seals.LABELS[part]
        setattr(entry, column, str(value)[: WIDTHS[column]])
        return
    when, _dot, name = part.partition(".")
    setattr(entry, when, {**getattr(entry, when), name: value})
