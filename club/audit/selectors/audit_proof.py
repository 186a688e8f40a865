"""The proof of the trail: numbers without a gap, hashes that fit what is said, chains that end there."""

import hmac
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from club.audit.audit_seals import entry_hash
from club.models import AuditChain, AuditEntry

ENTRIES_A_QUERY = 1000


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where a chain does not hold, and what differs there.

    `what` is "gap" (a number is missing), "previous" (the entry does not hold the hash of the one before),
    "said" (what the entry says is not what was hashed), or "end" (the chain's own row ends elsewhere).
    """

    chain: str
    number: int
    entry: int | None
    what: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class ProvenChain:
    """A chain that was read to its end, or to where it broke; `blanked` entries have lost a part."""

    key: str
    entries: int
    last_hash: str
    blanked: int = 0
    broken: BrokenLink | None = None

    def as_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


def proven_chains() -> Iterator[ProvenChain]:
    """Every chain, read from its first entry on."""
    for chain in AuditChain.objects.order_by("key"):
        yield proven_chain(chain=chain)


def proven_chain(*, chain: AuditChain) -> ProvenChain:
    """One chain read to its end. Entries added while it is read are left to the next proof."""
    number, last, blanked = 0, "", 0
    entries = AuditEntry.objects.filter(chain=chain, number__lte=chain.length).order_by("number")
    for entry in entries.iterator(chunk_size=ENTRIES_A_QUERY):
        entry.chain = chain
        if broken := _broken_at(entry, number + 1, last):
            return ProvenChain(chain.key, number, last, blanked, broken)
        number, last = entry.number, entry.hash
        blanked += bool(entry.digests)
    return ProvenChain(chain.key, number, last, blanked, _broken_end(chain, number, last))


def _broken_at(entry: AuditEntry, number: int, previous: str) -> BrokenLink | None:
    key = entry.chain.key
    if entry.number != number:
        return BrokenLink(key, number, entry.pk, "gap", str(number), str(entry.number))
    if not hmac.compare_digest(entry.previous_hash, previous):
        return BrokenLink(key, number, entry.pk, "previous", previous, entry.previous_hash)
    said = entry_hash(entry)
    if not hmac.compare_digest(entry.hash, said):
        return BrokenLink(key, number, entry.pk, "said", entry.hash, said)
    return None


def _broken_end(chain: AuditChain, number: int, last: str) -> BrokenLink | None:
    beyond = AuditEntry.objects.filter(chain=chain, number__gt=chain.length).order_by("number").first()
    if chain.length != number:
        return BrokenLink(chain.key, number + 1, None, "end", str(chain.length), str(number))
    if chain.last_hash != last:
        return BrokenLink(chain.key, number, None, "end", chain.last_hash, last)
    if beyond is not None and not AuditChain.objects.filter(pk=chain.pk, length__gte=beyond.number).exists():
        return BrokenLink(chain.key, beyond.number, beyond.pk, "end", str(chain.length), str(beyond.number))
    return None
