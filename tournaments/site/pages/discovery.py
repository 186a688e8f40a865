"""For search engines and feed readers: robots.txt, sitemap.xml, the feed of a club's events and news."""

import re
from datetime import datetime
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import linebreaks, urlize
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.requests import speak_unless_chosen
from club.core.selectors import organisation_list
from club.live.published import published
from tournaments.core.result_figures import EN_DASH
from tournaments.events.selectors.event_lists import EventFilters, calendar_version, found_events
from tournaments.models import Event
from tournaments.news.selectors import public_posts
from tournaments.players.selectors.visibility import persons_with_page

MAX_EVENTS: Final = 20_000
MAX_CLUBS: Final = 5_000
MAX_PLAYERS: Final = 20_000
MAX_ITEMS: Final = 30
CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
PAGES: Final = (
    *("tournaments:events", "tournaments:clubs", "games:home", "games:list", "games:check"),
    *("games:adjudicate", "games:laws"),
)
ROBOTS: Final = "User-agent: *\n{closed}\nSitemap: {sitemap}\n"
SHOWN: Final = ("/e/", "/events/", "/clubs/", "/players/", "/games/", "/laws/", "/openings/")
"""Beginnings of the addresses of public pages. Others carry secrets or need an account."""
CLOSED: Final = (
    *("/desk/", "/accounts/", "/api/", "/a/", "/b/", "/q/", "/t/", "/entry/", "/evening/", "/available/"),
    *(
        "/games/saved/",
        "/screens/",
        "/invitation/",
        "/join/",
        "/invoice/",
        "/calendars/",
        "/notices/",
        "/pass/",
        "/welcome/",
    ),
)


class FeedItem(NamedTuple):
    """An entry of a feed."""

    at: datetime
    title: str
    link: str
    text: str


def is_shown(path: str) -> bool:
    """Check that the address is of a public page, and carries no secret."""
    return path == "/" or (path.startswith(SHOWN) and not path.startswith(CLOSED) and "/here/" not in path)


def event_text(event: Event) -> str:
    """Return days, place and club of an event on one line."""
    days = dict.fromkeys(date_format(day, "DATE_FORMAT") for day in (event.starts_on, event.ends_on) if day)
    parts = (f" {EN_DASH} ".join(days), event.venue, event.organisation.name)
    return " · ".join(part for part in parts if part)


def _xml_text(text: str) -> str:
    """Replace control characters by blanks: XML has none of them, not even escaped."""
    return CONTROLS.sub(" ", text)


@require_safe
@public
def robots(request: HttpRequest) -> HttpResponse:
    """Name the addresses that are not for search engines."""
    closed = "\n".join(f"Disallow: {path}" for path in CLOSED)
    sitemap = request.build_absolute_uri(reverse("tournaments:sitemap"))
    return HttpResponse(
        ROBOTS.format(closed=closed, sitemap=sitemap), content_type="text/plain; charset=utf-8"
    )


@require_safe
@public
@published(version=calendar_version)
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the public pages: those of the site, clubs, events and players."""
    clubs = organisation_list().values_list("slug", flat=True)[:MAX_CLUBS]
    events = found_events(EventFilters()).values_list("slug", flat=True)[:MAX_EVENTS]
    players = persons_with_page().values_list("pk", flat=True)[:MAX_PLAYERS]
    paths = [
        *(reverse(name) for name in PAGES),
        *(reverse("tournaments:club", args=[slug]) for slug in clubs),
        *(reverse("tournaments:event", args=[slug]) for slug in events),
        *(reverse("tournaments:person", args=[number]) for number in players),
    ]
    context = {"addresses": [request.build_absolute_uri(path) for path in paths]}
    return render(
        request, "tournaments/site/sitemap.xml", context, content_type="application/xml; charset=utf-8"
    )


@require_safe
@public
@published(version=calendar_version)
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the latest events and news posts of a club as an Atom feed."""
    club = get_object_or_404(organisation_list(), slug=slug)
    speak_unless_chosen(request, club.language)
    items = []
    for event in found_events(EventFilters(club=club.slug)).order_by("-created_at")[:MAX_ITEMS]:
        link = reverse("tournaments:event", args=[event.slug])
        items.append(FeedItem(event.created_at, event.name, link, event_text(event)))
    for post in public_posts(club.pk)[:MAX_ITEMS]:
        link = f"{reverse('tournaments:event', args=[post.event.slug])}#post-{post.pk}"
        text = linebreaks(urlize(post.text), autoescape=True)
        items.append(FeedItem(post.posted_at, f"{post.event.name}: {post.title}", link, text))
    address = request.build_absolute_uri(reverse("tournaments:club", args=[club.slug]))
    feed = Atom1Feed(
        title=_xml_text(club.name), link=address, description="", feed_url=request.build_absolute_uri()
    )
    for item in sorted(items, reverse=True)[:MAX_ITEMS]:
        link = request.build_absolute_uri(item.link)
        feed.add_item(
            title=_xml_text(item.title),
            link=link,
            description=_xml_text(item.text),
            updateddate=item.at,
            pubdate=item.at,
            unique_id=link,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
