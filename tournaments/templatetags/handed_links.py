"""Links of mails, to be passed on by hand on a site that sends no mail."""

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse

from tournaments.entries.entry_links import entry_secret
from tournaments.leagues.captain_links import answer_secret
from tournaments.models import AvailabilityPoll, Entry, TeamMember

register = template.Library()


@register.simple_tag(takes_context=True)
def entry_link(context: Context, entry: Entry) -> str:
    """Return the link to an entry from the public form; empty if the site sends mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return ""
    return _absolute(context, reverse("tournaments:entry", args=[entry_secret(entry)]))


@register.simple_tag(takes_context=True)
def answer_link(context: Context, poll: AvailabilityPoll, member: TeamMember) -> str:
    """Return the link at which a squad member answers a poll; empty if the site sends mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return ""
    return _absolute(context, reverse("tournaments:available", args=[answer_secret(poll, member.pk)]))


def _absolute(context: Context, path: str) -> str:
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(path)
