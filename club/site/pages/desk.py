"""The desk: what needs me now, and the way to every page of it.

Each app's registry adds its pages and what finds waiting work; `order` says where each is shown.
"""

import bisect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from club.core.access import may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.requests import actor_of


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page of the desk: its address by name, what it is called, what it takes to see it."""

    url_name: str
    label: str | Promise
    capability: Capability | None = None  # None: any account
    beside: tuple[str, ...] = ()  # where else this page is the present one
    order: int = field(kw_only=True)


class Waiting(NamedTuple):
    """Something that waits for somebody: what, where it is done, and what the button says."""

    text: str
    address: str
    act: str


class OwnPlace(NamedTuple):
    """Where somebody plays or leads: what, as what, and its page."""

    text: str
    detail: str
    address: str


Item = TypeVar("Item")
FindsWaiting = Callable[[Actor], Iterable[Waiting]]
FindsOwnPlaces = Callable[[Actor], Iterable[OwnPlace]]

DESK_PAGES: list[DeskPage] = []
"""The navigation of the desk."""
PASS_PAGES: list[DeskPage] = []
"""Where a helper pass leads."""
DESK_WAITING: dict[int, FindsWaiting] = {}
"""By order: what waits for somebody at the desk."""
DESK_OWN: dict[int, FindsOwnPlaces] = {}
"""By order: where somebody, or a ward, plays or leads."""


def add_desk_pages(*pages: DeskPage) -> None:
    """Add pages to the navigation of the desk, each at its place by `order`."""
    _add_pages(DESK_PAGES, pages)


def add_pass_pages(*pages: DeskPage) -> None:
    """Add pages that a helper pass leads to, each at its place by `order`."""
    _add_pages(PASS_PAGES, pages)


def add_waiting(found_by: Mapping[int, FindsWaiting]) -> None:
    """Add functions that find what waits for somebody, by their order on the page."""
    _add_by_order(DESK_WAITING, found_by)


def add_own_places(found_by: Mapping[int, FindsOwnPlaces]) -> None:
    """Add functions that find where somebody, or a ward, plays or leads, by their order on the page."""
    _add_by_order(DESK_OWN, found_by)


def waiting_for(actor: Actor) -> list[Waiting]:
    """Everything that waits for somebody, in order."""
    return [one for _order, find in sorted(DESK_WAITING.items()) for one in find(actor)]


def own_places(actor: Actor) -> list[OwnPlace]:
    """Where somebody and their wards play or lead, in order."""
    return [one for _order, find in sorted(DESK_OWN.items()) for one in find(actor)]


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
    """A line of the navigation."""

    address: str
    label: str
    is_current: str  # a value of aria-current, empty elsewhere


def links_for(request: HttpRequest) -> list[PageLink]:
    """The pages open to whoever asks, with the present one marked."""
    return [
        PageLink(address, str(page.label), _current(request.path, address, page.beside))
        for page in DESK_PAGES
        if is_open(request, page)
        for address in (reverse(page.url_name),)
    ]


def is_open(request: HttpRequest, page: DeskPage) -> bool:
    """Whether whoever asks may see this page somewhere."""
    actor = actor_of(request)
    if page.capability is None:
        return actor.user is not None
    return may_somewhere(actor, page.capability)


def _current(path: str, address: str, beside: tuple[str, ...]) -> str:
    if path == address:
        return "page"
    if path.startswith(beside):
        return "true"
    return "true" if path.startswith(address) and address != reverse("club:desk") else ""


def pass_links_for(request: HttpRequest) -> list[PageLink]:
    """What the pass of this device is good for."""
    return [
        PageLink(reverse(page.url_name), str(page.label), "") for page in PASS_PAGES if is_open(request, page)
    ]
