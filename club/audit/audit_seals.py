"""Seals of audit entries: hashes over parts, so that a name can be blanked and the rest still proved.

Personal data of an entry, actual or possible, are cut into parts: actor, address, object, reason, and each
fact before and after. A salted digest of every non-empty part goes into the hash of the entry; the salt is
stored next to it. To blank a part, its text is replaced, its digest is stored and its salt is deleted. The
hash does not change, and names cannot be guessed from the digest.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

PLAIN, SEALED = 1, 2  # formats: hashed as a whole, as in the first versions, or by parts
LABELS = {"actor": "actor_label", "address": "address", "target": "target_label", "reason": "reason"}
FACTS = ("before", "after")


def parts_of(entry: Any) -> dict[str, Any]:
    """Parts of an entry by name: "actor", "before.email". Empty parts are left out."""
    parts: dict[str, Any] = {part: getattr(entry, column) for part, column in LABELS.items()}
    for when in FACTS:
        parts |= {f"{when}.{name}": value for name, value in (getattr(entry, when) or {}).items()}
    return {part: value for part, value in parts.items() if value not in ("", None)}


def part_digest(salt: str, value: Any) -> str:
    """Digest of one part, in hexadecimal."""
    return hashlib.sha256(f"{salt}:{_text(value)}".encode()).hexdigest()


def part_digests(entry: Any) -> dict[str, str]:
    """Digests that go into the hash: stored ones of blanked parts, the others computed.

    A part without a salt that was never blanked did not exist when the entry was sealed. A salt without its
    part belongs to a removed part. Both change the hash.
    """
    parts = parts_of(entry)
    named = parts.keys() | entry.salts.keys()
    worked = {part: part_digest(entry.salts.get(part, ""), parts.get(part)) for part in named}
    stored: dict[str, str] = entry.digests
    return worked | stored


def entry_hash(entry: Any) -> str:
    """SHA-256, in hexadecimal, over the entry and the hash of the one before.

    The links to accounts and passes are left out: they are emptied when those are deleted. `actor_label`
    names the actor.
    """
    hashed = {
        "chain": entry.chain.key,
        "number": entry.number,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "organisation": entry.organisation_id,
        "request": entry.request_id,
        "undoes": entry.undoes_id,
        "previous": entry.previous_hash,
    }
    hashed |= _plain_input(entry) if entry.form == PLAIN else _sealed_input(entry)
    return hashlib.sha256(_text(hashed).encode()).hexdigest()


def _plain_input(entry: Any) -> dict[str, Any]:
    return {
        "actor": entry.actor_label,
        "address": entry.address,
        "target": [entry.target_kind, entry.target_id, entry.target_label],
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }


def _sealed_input(entry: Any) -> dict[str, Any]:
    return {
        "form": entry.form,
        "target": [entry.target_kind, entry.target_id],
        **{when: _names(getattr(entry, when)) for when in FACTS},
        "parts": part_digests(entry),
    }


def _names(facts: Mapping[str, Any] | None) -> list[str] | None:
    return None if facts is None else sorted(facts)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
