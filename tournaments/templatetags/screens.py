"""Screens in templates: `{{ family|shown_contents }}`, and names of fields of one screen."""

from django import template

from tournaments.models import ScreenContent, ScreenFamily

register = template.Library()


@register.filter
def shown_contents(family: ScreenFamily) -> str:
    """List the contents of a family of screens, in order."""
    return ", ".join(str(ScreenContent(content).label) for content in family.contents)


@register.filter
def own_name(prefix: str, number: int) -> str:
    """Return a name unique to one row of the page."""
    return f"{prefix}{number}"
