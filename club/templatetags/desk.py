"""The desk's navigation in templates."""

from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.template import Context

from club.core.first_steps import is_first_steps
from club.core.reach import is_ip_address, is_loopback
from club.site.pages.desk import PageLink, links_for

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_pages(context: Context) -> list[PageLink]:
    """The desk's pages open to whoever asks for this page."""
    request = context.get("request")
    return [] if request is None else links_for(request)


@register.inclusion_tag("club/core/_no_mail.html")
def no_mail_warning(reader: str = "desk") -> dict[str, object]:
    """A warning where mails stay in the data folder: nobody gets what is told to be sent.

    `reader` is "desk", who can do something about it, or "public", who cannot.
    """
    return {"reaches_people": settings.MAIL_REACHES_PEOPLE, "reader": reader}


@register.inclusion_tag("club/core/_no_passkeys.html", takes_context=True)
def no_passkeys_warning(context: Context) -> dict[str, str]:
    """A warning where browsers refuse passkeys: at an address without a name, or in the open network."""
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
    """Whether what is sent reaches people."""
    return bool(settings.MAIL_REACHES_PEOPLE)


@register.simple_tag(takes_context=True)
def site_is_new(context: Context) -> bool:
    """Whether whoever asks may make the first account of this site."""
    request = context.get("request")
    return request is not None and is_first_steps(request)
