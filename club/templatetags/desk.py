"""The desk's navigation in templates."""

from django import template
from django.conf import settings
from django.template import Context

from club.first_steps import is_first_steps
from club.web.desk import PageLink, links_for

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_pages(context: Context) -> list[PageLink]:
    """The desk's pages open to whoever asks for this page."""
    request = context.get("request")
    return [] if request is None else links_for(request)


@register.inclusion_tag("club/_no_mail.html")
def no_mail_warning() -> dict[str, bool]:
    """A warning where mails stay in the data folder: nobody gets what is told to be sent."""
    return {"reaches_people": settings.MAIL_REACHES_PEOPLE}


@register.simple_tag(takes_context=True)
def site_is_new(context: Context) -> bool:
    """Whether whoever asks may make the first account of this site."""
    request = context.get("request")
    return request is not None and is_first_steps(request)
