"""The desk's navigation in templates."""

from django import template
from django.template import Context

from club.web.desk import PageLink, links_for

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_pages(context: Context) -> list[PageLink]:
    """The desk's pages open to whoever asks for this page."""
    request = context.get("request")
    return [] if request is None else links_for(request)
