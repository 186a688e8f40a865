"""Proof of the audit log: numbers without a gap, hashes that match the entries, chains with the right end."""

import hmac
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from club.audit.audit_seals import entry_hash
from club.models import AuditChain, AuditEntry

ENTRIES_PER_QUERY = 1000


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
    for entry in entries.iterator(chunk_size=ENTRIES_PER_QUERY):
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
