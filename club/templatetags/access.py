"""Template tag for the helper pass in the page header."""

from django import template
from django.conf import settings
from django.template import Context

from club.accounts.pages.passes import PassLine, line_of
from club.core.requests import actor_of

register = template.Library()


@register.simple_tag(takes_context=True)
def held_pass(context: Context) -> PassLine | None:
    """Return the helper pass of this device; without a session cookie no query is made."""
    request = context.get("request")
    if request is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    granted_pass = actor_of(request).helper_pass
    return None if granted_pass is None else line_of(granted_pass)
