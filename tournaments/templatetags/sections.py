"""Template tags for pages of a section at the desk: its tabs, and its way through the evening."""

from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest
from django.template import Context

from club.core.access import may
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.services.locks import section_scope
from tournaments.models import Section
from tournaments.site.section_tabs import Tab, tabs_of
from tournaments.site.section_way import Way, way_of

register = template.Library()


def _page_of(request: HttpRequest) -> str:
    """Return the path of the page that a person sees: htmx asks for parts of it from other addresses."""
    return urlsplit(request.headers.get("HX-Current-URL", "")).path or request.path


@register.simple_tag(takes_context=True)
def section_tabs(context: Context, section: Section) -> list[Tab]:
    """Return the tabs of a section with the pages that the requesting account may open."""
    request: HttpRequest = context["request"]
    actor, scope = actor_of(request), section_scope(section)

    def allowed(capability: Capability) -> bool:
        return may(actor, capability, scope)

    return tabs_of(section, allowed, path=_page_of(request), named=str(context.get("tab", "")))


@register.simple_tag(takes_context=True)
def section_way(context: Context, section: Section) -> Way:
    """Return the way of a section, with its action if the requesting account may take it.

    A link to the page itself is left out: what it asks for is there.
    """
    request: HttpRequest = context["request"]
    page, checker = _page_of(request), context.get("checker")
    way = way_of(section, page=page, draft_errors=len(checker.illegal) if checker else None)
    action = way.action
    if action is None or context.get("job"):
        return Way(way.steps, None, way.obstacle)
    is_here = not action.is_post and action.address == page
    is_allowed = may(actor_of(request), action.needs, section_scope(section))
    return way if is_allowed and not is_here else Way(way.steps, None, way.obstacle)
