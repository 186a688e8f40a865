"""Screens in templates: `{{ family|shown_contents }}`, and names of fields of one screen."""

from django import template

from tournaments.models import ScreenContent, ScreenFamily

register = template.Library()


@register.filter
def shown_contents(family: ScreenFamily) -> str:
    """What a family shows, one after the other."""
    return ", ".join(str(ScreenContent(content).label) for content in family.contents)


@register.filter
def own_name(prefix: str, number: int) -> str:
    """A name that only one row of the page has."""
    return f"{prefix}{number}"
