"""Refusals of the hall, and its audit log texts."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.errors import ClubError, NotFound


class HallNotHere(ClubError):
    """Opening of a site that runs under a web server, or behind https or a proxy."""

    code = "hall_not_here"
    what = _("This site cannot be opened to a hall: it does not run as “manage.py serve” on its own.")
    next_step = _("Phones open a hosted site at its own address. On a laptop, start “manage.py serve”.")


class HallStaysOpen(ClubError):
    """Close of a server that was started with a host of the network."""

    code = "hall_stays_open"
    what = _("The program was started with --host, so it stays open to the network.")
    next_step = _("Stop it and start it without --host.")


class UnknownPrintedCodes(NotFound):
    """Sheet that was taken off the list already, on another page."""

    code = "unknown_printed_codes"
    what = _("This sheet is no longer on the list.")
    next_step = _("Open the page again.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.hall.opened": _("%(who)s opened the site to the hall."),
        "club.hall.closed": _("%(who)s closed the site to the hall."),
        "club.hall.sheet_dropped": _("%(who)s took the printed codes “%(what)s” off the list."),
    },
    shown_by={
        Capability.RUN_EVENTS: ("club.hall",),
    },
    kinds={"club.printedcodes": Kind(_("printed codes"))},
    fields={"addresses": _("addresses"), "sheet": _("sheet"), "base": _("address")},
    reasons={"hall_is_a_state": _("open or close the hall on its own page.")},
)
