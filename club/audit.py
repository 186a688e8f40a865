"""Writing the trail. `record` is its only writer; every service that changes rows calls it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone

from club.actor import Actor
from club.models import AuditChain, AuditEntry

SITE_CHAIN = "site"
LABEL_WIDTH = 300


def record(
    action: str,
    target: models.Model | None,
    *,
    actor: Actor,
    organisation_id: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Add an entry to the chain of a club, or of the site, inside the transaction of what it tells about.

    `action` is "<app>.<thing>.<done>". The chain's row stays locked until the transaction ends: entries
    are numbered as they are committed, without a gap.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An audit entry belongs inside the transaction of what it tells about.")
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
    entry.hash = entry_hash(entry)
    entry.save(force_insert=True)
    chain.length, chain.last_hash = entry.number, entry.hash
    chain.save(update_fields=["length", "last_hash"])
    return entry


def locked_chain(*, organisation_id: int | None = None) -> AuditChain:
    """The chain of a club, or of the site, locked until the transaction ends."""
    key = SITE_CHAIN if organisation_id is None else f"club:{organisation_id}"
    return AuditChain.objects.select_for_update().get_or_create(key=key)[0]


def kind_of(target: models.Model) -> str:
    """The name of a table as audit entries give it: "games.game"."""
    return target._meta.label_lower  # noqa: SLF001 - Django's documented interface


def as_json(facts: Mapping[str, Any] | None) -> Any:
    """The facts as the database gives them back, so that their hash can be taken again."""
    return None if facts is None else json.loads(json.dumps(facts, cls=DjangoJSONEncoder))


def entry_hash(entry: AuditEntry) -> str:
    """SHA-256, in hexadecimal, over what an entry says and the hash of the one before.

    The links to accounts and passes are left out: they are emptied when those are deleted. Who acted is
    told by `actor_label`.
    """
    said = {
        "chain": entry.chain.key,
        "number": entry.number,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "organisation": entry.organisation_id,
        "actor": entry.actor_label,
        "address": entry.address,
        "request": entry.request_id,
        "target": [entry.target_kind, entry.target_id, entry.target_label],
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
        "undoes": entry.undoes_id,
        "previous": entry.previous_hash,
    }
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
