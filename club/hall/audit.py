"""Audit log texts of the hall."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, Kind

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.hall.opened": _("%(who)s opened the site to the hall."),
        "club.hall.closed": _("%(who)s closed the site to the hall."),
        "club.hall.sheet_dropped": _("%(who)s took the printed codes “%(what)s” off the list."),
    },
    kinds={"club.printedcodes": Kind(_("printed codes"))},
    fields={"addresses": _("addresses"), "sheet": _("sheet"), "base": _("address")},
    reasons={"hall_is_a_state": _("open or close the hall on its own page.")},
)
