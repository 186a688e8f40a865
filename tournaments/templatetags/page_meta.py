"""Facts of a public page for search engines and link previews: address, title, description, data."""

import json
from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from club.paper.preview_cards import HEIGHT, WIDTH, Preview
from tournaments.models import Event, Section
from tournaments.site.pages.discovery import event_text, is_shown

register = template.Library()
NO_MARKUP = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


@register.inclusion_tag("tournaments/site/_page_meta.html", takes_context=True)
def page_meta(context: Context) -> dict[str, Any]:
    """Return canonical address, preview title and description of a public page; nothing of others."""
    request = context.get("request")
    if request is None or not is_shown(request.path):
        return {}
    event, section = context.get("event"), context.get("one")
    club: Any = context.get("club")
    canonical = request.build_absolute_uri(request.path)
    found: dict[str, Any] = {"canonical": canonical, "address": canonical}
    if isinstance(event, Event):
        names = [event.name, *([section.name] if isinstance(section, Section) else [])]
        found |= {"title": ", ".join(names), "description": event_text(event), "club": event.organisation}
    elif getattr(club, "slug", ""):  # of pages of a club
        text = _("Events, results and calendar of %(club)s") % {"club": club.name}
        found |= {"title": club.name, "description": text, "club": club}
    preview = context.get("preview")
    return found | _previewed(request, preview) if isinstance(preview, Preview) else found


def _previewed(request: HttpRequest, preview: Preview) -> dict[str, str]:
    """Return what the preview of a page adds: its picture, and texts where it has better ones."""
    found = {"width": str(WIDTH), "height": str(HEIGHT)}
    found["picture"] = request.build_absolute_uri(preview.picture)
    texts = {"title": preview.title, "description": preview.description}
    found |= {name: text for name, text in texts.items() if text}
    return found | ({"address": request.build_absolute_uri(preview.path)} if preview.path else {})


@register.simple_tag(takes_context=True)
def event_data(context: Context) -> SafeString:
    """Return a public event in the vocabulary of schema.org, escaped for a script; "" without a day."""
    event, request = context["event"], context["request"]
    if not event.is_public or event.starts_on is None:
        return mark_safe("")
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "sport": "Draughts",
        "startDate": event.starts_on.isoformat(),
        "endDate": (event.ends_on or event.starts_on).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "url": request.build_absolute_uri(reverse("tournaments:event", args=[event.slug])),
        "organizer": {
            "@type": "SportsOrganization",
            "name": event.organisation.name,
            "url": request.build_absolute_uri(reverse("tournaments:club", args=[event.organisation.slug])),
        },
    }
    if event.venue or event.address:
        data["location"] = {"@type": "Place", "name": event.venue or event.address, "address": event.address}
    if event.description:
        data["description"] = event.description[:300]
    return mark_safe(json.dumps(data, ensure_ascii=False).translate(NO_MARKUP))  # noqa: S308 - escaped
