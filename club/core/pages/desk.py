"""The desk: my tasks, and the menu of its pages in six groups.

Each app's registry adds its pages and its finders of open tasks; `order` gives their positions.
"""

import bisect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.core.access import may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.requests import actor_of


class DeskGroup(models.TextChoices):
    """Group of pages in the menu of the desk, in this order."""

    TODAY = "today", pgettext_lazy("group of the menu", "Today")
    EVENTS = "events", _("Events")
    PEOPLE = "people", _("People")
    GAMES = "games", _("Games")
    CLUB = "club", pgettext_lazy("group of the menu", "Club")
    ADMINISTRATION = "administration", _("Administration")


@dataclass(frozen=True, slots=True)
class DeskPage:
    """Page of the desk: the name of its address, its label, and the required capability."""

    url_name: str
    label: str | Promise
    capability: Capability | None = None  # None: any account
    beside: tuple[str, ...] = ()  # other addresses on which this page is current
    order: int = field(kw_only=True)
    group: DeskGroup | None = field(default=None, kw_only=True)  # None: a page of helper passes


class DashboardItem(NamedTuple):
    """Open task: its text, its page, and the label of its button."""

    text: str
    address: str
    act: str


class PersonalPlace(NamedTuple):
    """Place of a person who plays or leads: its name, the part, and its page."""

    text: str
    detail: str
    address: str


Item = TypeVar("Item")
DashboardItemFinder = Callable[[Actor], Iterable[DashboardItem]]
PersonalPlaceFinder = Callable[[Actor], Iterable[PersonalPlace]]

DESK_PAGES: list[DeskPage] = []
"""Navigation of the desk."""
PASS_PAGES: list[DeskPage] = []
"""Pages for holders of a helper pass."""
DASHBOARD_ITEMS: dict[int, DashboardItemFinder] = {}
"""Finders of open tasks, by order."""
PERSONAL_PLACES: dict[int, PersonalPlaceFinder] = {}
"""Finders of places where an actor, or a ward, plays or leads, by order."""


def add_desk_pages(*pages: DeskPage) -> None:
    """Add pages to the menu of the desk, sorted by `order` in their groups."""
    for page in pages:
        if page.group is None:
            raise ValueError(f"{page.url_name} has no group of the menu.")
    _add_pages(DESK_PAGES, pages)


def add_pass_pages(*pages: DeskPage) -> None:
    """Add pages for holders of a helper pass, sorted by `order`."""
    _add_pages(PASS_PAGES, pages)


def add_dashboard_items(found_by: Mapping[int, DashboardItemFinder]) -> None:
    """Add functions that find open tasks of an actor, sorted by `order`."""
    _add_by_order(DASHBOARD_ITEMS, found_by)


def add_personal_places(found_by: Mapping[int, PersonalPlaceFinder]) -> None:
    """Add functions that find where an actor or a ward plays or leads, sorted by `order`."""
    _add_by_order(PERSONAL_PLACES, found_by)


def dashboard_items_for(actor: Actor) -> list[DashboardItem]:
    """All open tasks of an actor, in order."""
    return [one for _order, find in sorted(DASHBOARD_ITEMS.items()) for one in find(actor)]


def personal_places_for(actor: Actor) -> list[PersonalPlace]:
    """Places where an actor and their wards play or lead, in order."""
    return [one for _order, find in sorted(PERSONAL_PLACES.items()) for one in find(actor)]


def _add_pages(known: list[DeskPage], pages: Iterable[DeskPage]) -> None:
    for page in pages:
        if any(page.order == one.order for one in known):
            raise ValueError(f"{page.url_name} has the order of another page, {page.order}.")
        bisect.insort(known, page, key=lambda one: one.order)


def _add_by_order(known: dict[int, Item], found_by: Mapping[int, Item]) -> None:
    for order, find in found_by.items():
        if known.setdefault(order, find) is not find:
            raise ValueError(f"Two things of the desk have the order {order}.")


class PageLink(NamedTuple):
    """Link of the navigation."""

    address: str
    label: str
    is_current: str  # a value of aria-current, empty elsewhere


class MenuGroup(NamedTuple):
    """Group of the menu: its pages open to the actor. A group of one page is shown as that page."""

    key: str
    label: str
    pages: list[PageLink]
    is_current: bool
    is_open: bool  # from the start


def groups_for(request: HttpRequest) -> list[MenuGroup]:
    """Menu of the actor; groups without an open page are left out.

    The group of the current page is open, and beside Today the events: an evening begins there.
    """
    pages = open_pages(actor_of(request))
    found = []
    for group in DeskGroup:
        links = [_link(request, page) for page in pages if page.group == group]
        if links:
            is_current = any(link.is_current for link in links)
            found.append(MenuGroup(group.value, str(group.label), links, is_current, is_current))
    starts = bool(found) and found[0].key == DeskGroup.TODAY and found[0].is_current
    return [one._replace(is_open=True) if starts and one.key == DeskGroup.EVENTS else one for one in found]


def open_pages(actor: Actor) -> list[DeskPage]:
    """Pages of the desk open to the actor."""
    return [page for page in DESK_PAGES if is_open(actor, page)]


def is_open(actor: Actor, page: DeskPage) -> bool:
    """Check that the actor may see this page in any place."""
    if page.capability is None:
        return actor.user is not None
    return may_somewhere(actor, page.capability)


def _link(request: HttpRequest, page: DeskPage) -> PageLink:
    address = reverse(page.url_name)
    return PageLink(address, str(page.label), _current(request.path, address, page.beside))


def _current(path: str, address: str, beside: tuple[str, ...]) -> str:
    if path == address:
        return "page"
    if path.startswith(beside):
        return "true"
    return "true" if path.startswith(address) and address != reverse("club:desk") else ""


def pass_links_for(request: HttpRequest) -> list[PageLink]:
    """Pages open to the pass of this device."""
    actor = actor_of(request)
    return [
        PageLink(reverse(page.url_name), str(page.label), "") for page in PASS_PAGES if is_open(actor, page)
    ]
