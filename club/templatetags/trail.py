"""Template tag that links a page to its audit log entries."""

from typing import Any

from django import template
from django.conf import settings
from django.db.models import Model
from django.template import Context

from club.audit.log import kind_of
from club.audit.selectors.audit_trail import ids_in_audit_log
from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.requests import actor_of

register = template.Library()


@register.inclusion_tag("club/core/_what_was_done.html", takes_context=True)
def what_was_done(
    context: Context, row: Model, look: str = "small table__line", *, if_any: bool = False
) -> dict[str, Any]:
    """Render the link to a row's entries in the club's audit log, for accounts that may read them.

    Without a session cookie no permission is checked: pages are cached for visitors. With `if_any` the audit
    log is searched for entries: games of a file, for example, are logged together with the file.

    """
    request = context.get("request")
    if request is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return {}
    scope = Scope(getattr(row, "organisation_id", None))
    if not may(actor_of(request), Capability.SEE_AUDIT, scope):
        return {}
    if if_any and not ids_in_audit_log([row]):
        return {}
    return {"kind": kind_of(row), "row": row, "look": look}
