"""The seals of audit entries: what of an entry is hashed, so that a name can be blanked and the rest proved.

What is personal of an entry, or may be, is cut into parts: who acted, from where, about what, why, and each
fact before and after. Of every part that says something a salted digest goes into the hash of the entry; the
salt stands beside it. A part is blanked by writing something else in its place, keeping its digest and
throwing its salt away: the hash stays what it was, and nobody can try names until the digest fits.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

PLAIN, SEALED = 1, 2  # forms of an entry: hashed as it stands, as first versions did, or by its parts
LABELS = {"actor": "actor_label", "address": "address", "target": "target_label", "reason": "reason"}
FACTS = ("before", "after")


def parts_of(entry: Any) -> dict[str, Any]:
    """What an entry says, in parts by name: "actor", "before.email". Empty parts are left out."""
    parts: dict[str, Any] = {part: getattr(entry, column) for part, column in LABELS.items()}
    for when in FACTS:
        parts |= {f"{when}.{name}": value for name, value in (getattr(entry, when) or {}).items()}
    return {part: value for part, value in parts.items() if value not in ("", None)}


def part_digest(salt: str, value: Any) -> str:
    """The digest of one part, in hexadecimal."""
    return hashlib.sha256(f"{salt}:{_text(value)}".encode()).hexdigest()


def part_digests(entry: Any) -> dict[str, str]:
    """The digests that go into the hash: kept ones of blanked parts, the others worked out anew.

    A part without a salt that was never blanked was not there when the entry was sealed, and a salt without
    its part is of one that was taken out: both make another hash.
    """
    parts = parts_of(entry)
    named = parts.keys() | entry.salts.keys()
    worked = {part: part_digest(entry.salts.get(part, ""), parts.get(part)) for part in named}
    kept: dict[str, str] = entry.digests
    return worked | kept


def entry_hash(entry: Any) -> str:
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
        "request": entry.request_id,
        "undoes": entry.undoes_id,
        "previous": entry.previous_hash,
    }
    said |= _plain(entry) if entry.form == PLAIN else _sealed(entry)
    return hashlib.sha256(_text(said).encode()).hexdigest()


def _plain(entry: Any) -> dict[str, Any]:
    return {
        "actor": entry.actor_label,
        "address": entry.address,
        "target": [entry.target_kind, entry.target_id, entry.target_label],
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }


def _sealed(entry: Any) -> dict[str, Any]:
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
