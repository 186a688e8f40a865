"""The hall and its printed codes, as the page of the desk shows them."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.network_addresses import local_names
from club.hall.codes import CODE_KINDS
from club.hall.hall import Hall
from club.hall.start_page import HallEvent, hall_events
from club.models import PrintedCodes

MAX_SHEETS = 60


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """Printed codes with the name of their kind; a stale one leads to an address that is gone."""

    row: PrintedCodes
    label: str | Promise
    is_stale: bool


def running_hall() -> Hall | None:
    """Return the hall of this process; None on a site that `serve` does not run by itself."""
    return Hall.running


def events_in_hall() -> list[HallEvent]:
    """Return the events of the day while the hall is open, for the first page of the site."""
    hall = running_hall()
    return hall_events() if hall is not None and hall.is_open else []


def printed_sheets(*, actor: Actor) -> list[PrintedSheet]:
    """Return the latest printed sheets of the actor's clubs, stale ones first."""
    rows = PrintedCodes.objects.select_related("organisation")
    clubs = clubs_where(actor, Capability.RUN_EVENTS)
    if clubs is not None:
        rows = rows.filter(organisation_id__in=clubs)
    bases = valid_bases()
    found = [PrintedSheet(row, _label(row.letter), row.is_stale(bases)) for row in rows[:MAX_SHEETS]]
    return sorted(found, key=lambda one: not one.is_stale)


def _label(letter: str) -> str | Promise:
    kind = CODE_KINDS.get(letter)
    return letter if kind is None else kind.label


def valid_bases() -> frozenset[str]:
    """Return the addresses of the site at which codes work now, or would with the hall open."""
    hall = running_hall()
    if hall is None:
        return frozenset(filter(None, [settings.PHONE_ADDRESS]))
    hosts = [*(one.address for one in hall.find()), *local_names()]
    names = [hall.site_by_name] if hall.site_by_name else []
    return frozenset([*map(hall.site_at, hosts), *names])
