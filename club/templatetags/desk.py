"""Template tags for the desk: navigation, warnings, links to the audit log, the helper pass in the header."""

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.db.models import Model
from django.template import Context
from django.urls import reverse

from club.accounts.pages.passes import PassLine, line_of
from club.audit.log import kind_of
from club.audit.selectors import ids_in_audit_log
from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.first_steps import is_first_steps
from club.core.network_addresses import is_ip_address, is_loopback
from club.core.pages.desk import MenuGroup, groups_for
from club.core.pages.pinned_event import PinnedEvent, pinned_event
from club.core.requests import actor_of, owner_of
from club.models import Organisation
from club.organisations.selectors import Branding, branding_of

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_groups(context: Context) -> list[MenuGroup]:
    """Return the menu of the desk for the requesting account."""
    request = context.get("request")
    return [] if request is None else groups_for(request)


@register.simple_tag(takes_context=True)
def event_on_top(context: Context) -> PinnedEvent | None:
    """Return the event of this page, else the pinned one, and pin that of this page."""
    request = context.get("request")
    return None if request is None else pinned_event(request)


@register.inclusion_tag("club/core/_no_mail.html")
def no_mail_warning(reader: str = "desk") -> dict[str, object]:
    """Show a warning if mails stay in the data folder and reach no one.

    `reader` is "desk", which can fix it, or "public", which cannot.

    """
    return {"reaches_people": settings.MAIL_REACHES_PEOPLE, "reader": reader}


@register.inclusion_tag("club/core/_no_passkeys.html", takes_context=True)
def no_passkeys_warning(context: Context) -> dict[str, str]:
    """Show a warning if browsers refuse passkeys: at an IP address, or over plain http in a network."""
    request = context["request"]
    asked = urlsplit(request.build_absolute_uri("/"))
    name = asked.hostname or ""
    is_named = not is_ip_address(name)
    if is_named and (request.is_secure() or is_loopback(name)):
        return {}
    port = f":{asked.port}" if asked.port else ""
    here = f"http://localhost{port}{request.path}" if is_loopback(name) else ""
    return {"host": name, "here": here}


@register.simple_tag(takes_context=True)
def club_of_page(context: Context) -> Branding | None:
    """Return the appearance of the club that a public page is about: of its event, else of its `club`.

    Pages of the desk look the same for all clubs.
    """
    request = context.get("request")
    if request is None or request.path.startswith(reverse("club:desk")):
        return None
    club = getattr(context.get("event"), "organisation", None) or context.get("club")
    return branding_of(club) if isinstance(club, Organisation) else None


@register.simple_tag
def mails_leave() -> bool:
    """Check that the site sends mail to people."""
    return bool(settings.MAIL_REACHES_PEOPLE)


@register.simple_tag(takes_context=True)
def site_is_new(context: Context) -> bool:
    """Check that the requesting visitor may create the first account of this site."""
    request = context.get("request")
    return request is not None and is_first_steps(request)


@register.simple_tag(takes_context=True)
def device_pass(context: Context) -> PassLine | None:
    """Return the helper pass of this device; without a session cookie no query is made."""
    request = context.get("request")
    if request is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    granted_pass = actor_of(request).helper_pass
    return None if granted_pass is None else line_of(granted_pass)


@register.simple_tag(takes_context=True)
def entry_owner(context: Context) -> str:
    """Return the account or helper pass that entries on this device belong to."""
    return owner_of(actor_of(context["request"]))


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
    scope = Scope(row.pk if isinstance(row, Organisation) else getattr(row, "organisation_id", None))
    if not may(actor_of(request), Capability.SEE_AUDIT, scope):
        return {}
    if if_any and not ids_in_audit_log([row]):
        return {}
    return {"kind": kind_of(row), "row": row, "look": look}
