"""Template tags for the desk's navigation and warnings."""

from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.template import Context

from club.core.first_steps import is_first_steps
from club.core.network_addresses import is_ip_address, is_loopback
from club.core.pages.desk import PageLink, links_for

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_pages(context: Context) -> list[PageLink]:
    """Return the desk pages that the requesting account may open."""
    request = context.get("request")
    return [] if request is None else links_for(request)


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


@register.simple_tag
def mails_leave() -> bool:
    """Check that the site sends mail to people."""
    return bool(settings.MAIL_REACHES_PEOPLE)


@register.simple_tag(takes_context=True)
def site_is_new(context: Context) -> bool:
    """Check that the requesting visitor may create the first account of this site."""
    request = context.get("request")
    return request is not None and is_first_steps(request)
