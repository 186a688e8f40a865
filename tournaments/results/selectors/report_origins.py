"""Network addresses of reports, as digests: two browsers of one phone have one address.

It is a hurdle and not a proof. Where a hall or a provider gives many phones one address, the address says
nothing, and neither does that of the server itself, which a proxy without `DRAUGHTS_PROXIES` gives everybody.
"""

from typing import Final

from club.core.actor import Actor
from club.core.network_addresses import is_loopback
from club.core.site_secrets import link_digest
from tournaments.models import PhoneProof, PlayerPhone, ResultReport

MAX_DEVICES: Final = 4
"""Devices of an event at one address; with more it is the address of a hall, and not of a phone."""


def origin_of(event_id: int, actor: Actor) -> str:
    """Return the digest of the actor's address in this event; empty if it says nothing."""
    address = actor.address
    return (
        ""
        if not address or is_loopback(address)
        else link_digest("tournaments.origin", f"{event_id}:{address}")
    )


def is_from_one_phone(first: ResultReport, second: ResultReport) -> bool:
    """Check that two reports may come from one phone: from one address, which few devices of the event have.

    Two phones that were connected by the own links of their players are not suspected.
    """
    if not first.origin or first.origin != second.origin:
        return False
    reports = (first, second)
    linked = PlayerPhone.objects.filter(proof=PhoneProof.LINK, removed_at__isnull=True)
    if all(linked.filter(entry=one.entry_id, device=one.device).exists() for one in reports):
        return False
    reported = ResultReport.objects.filter(origin=first.origin).values_list("device", flat=True)
    connected = PlayerPhone.objects.filter(origin=first.origin).values_list("device", flat=True)
    return len({*reported, *connected}) <= MAX_DEVICES
