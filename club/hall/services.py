"""Opening and closing the hall, and the record of printed codes."""

from django.conf import settings
from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, may_somewhere, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed
from club.hall.errors import HallNotHere, HallStaysOpen, UnknownPrintedCodes
from club.hall.hall import Hall
from club.models import PrintedCodes


@transaction.atomic
def open_hall(*, actor: Actor) -> Hall:
    """Open the running server to the networks that it is in now; an open one to those it has come to since.

    Anybody who runs an event of this machine may.
    """
    hall = _hall_for(actor)
    if not hall.is_open or hall.waiting:
        audit.locked_chain()  # serializes two presses of the button
        if hall.is_open:
            hall.allow_networks()
        else:
            hall.open()
        audit.record("club.hall.opened", None, actor=actor, after={"addresses": hall.sites})
    return hall


@transaction.atomic
def close_hall(*, actor: Actor) -> Hall:
    """Close the running server to the local network."""
    hall = _hall_for(actor)
    if hall.is_fixed:
        raise HallStaysOpen
    if hall.is_open:
        audit.locked_chain()
        audit.record("club.hall.closed", None, actor=actor, before={"addresses": hall.sites})
        hall.close()
    return hall


def _hall_for(actor: Actor) -> Hall:
    if not may_somewhere(actor, Capability.RUN_EVENTS):
        raise NotAllowed(capability=Capability.RUN_EVENTS.value, who=actor.label)
    if Hall.running is None:
        raise HallNotHere
    return Hall.running


def note_printed(*, letter: str, sheet: str, title: str, organisation_id: int, number: int) -> None:
    """Note that a sheet of codes was made with the address of the open hall, once for each address.

    Nothing is noted on a site with an address of its own, which does not change.
    """
    base = settings.PHONE_ADDRESS
    if not base or not number:
        return
    known = PrintedCodes.objects.filter(letter=letter, sheet=sheet, base=base, number__gte=number)
    if not known.exists():
        PrintedCodes.objects.update_or_create(
            letter=letter,
            sheet=sheet,
            base=base,
            defaults={"title": title[:200], "organisation_id": organisation_id, "number": number},
        )


@transaction.atomic
def drop_printed(*, codes_id: int, actor: Actor) -> None:
    """Take a sheet off the list: it was printed anew, or is no longer in use."""
    row = PrintedCodes.objects.filter(pk=codes_id).first()
    if row is None:
        raise UnknownPrintedCodes
    require_permission(actor, Capability.RUN_EVENTS, Scope(row.organisation_id))
    audit.record("club.hall.sheet_dropped", row, actor=actor, before={"sheet": row.sheet, "base": row.base})
    audit.delete_row(row)
