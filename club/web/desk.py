"""The desk: what needs me now, and the way to every page of it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.access import may_somewhere
from club.actor import Actor
from club.capabilities import Capability
from club.requests import actor_of


class DeskPage(NamedTuple):
    """A page of the desk: its address by name, what it is called, what it takes to see it."""

    url_name: str
    label: str | Promise
    capability: Capability | None = None  # None: any account
    beside: tuple[str, ...] = ()  # where else this page is the present one


MEMBERS_PARTS = ("members", "memberships", "plans", "households", "consents", "joins", "retention")
"""What stands at the desk under the members."""

DESK_PAGES: list[DeskPage] = [
    DeskPage("club:desk", _("Now")),
    DeskPage(
        "club:members",
        pgettext_lazy("of the club", "Members"),
        Capability.SEE_MEMBERS,
        beside=tuple(f"/desk/club/{part}/" for part in MEMBERS_PARTS),
    ),
    DeskPage("club:money", pgettext_lazy("of the club", "Money"), Capability.KEEP_MONEY),
    DeskPage("club:equipment", pgettext_lazy("of the club", "Equipment"), Capability.KEEP_EQUIPMENT),
    DeskPage("club:desk_calendar", _("Calendar"), Capability.KEEP_CALENDAR, beside=("/desk/club/venues/",)),
    DeskPage("club:notices", _("Notices"), Capability.SEND_NOTICES),
    DeskPage("club:persons", _("Persons"), Capability.KEEP_PERSONS),
    DeskPage("club:invitations", _("Invitations"), Capability.GRANT_ROLES),
    DeskPage("club:roles", _("Roles"), Capability.SEE_ROLES),
    DeskPage("club:passes", _("Helper passes"), Capability.MAKE_PASSES),
    DeskPage("club:audit", _("Audit trail"), Capability.SEE_AUDIT),
    DeskPage("club:tokens", _("API tokens")),
    DeskPage("club:me", _("My data")),
    DeskPage("club:account", _("My account"), beside=("/accounts/",)),
    DeskPage("club:jobs", _("Background"), Capability.SEE_JOBS),
    DeskPage("club:outbox", _("Messages"), Capability.SEE_OUTBOX),
    DeskPage("club:backups", _("Backups"), Capability.KEEP_BACKUPS),
]
"""Each part appends its pages; they are shown in this order."""


class Waiting(NamedTuple):
    """Something that waits for somebody: what, where it is done, and what the button says."""

    text: str
    address: str
    act: str


DESK_WAITING: list[Callable[[Actor], Iterable[Waiting]]] = []
"""Each part appends what tells of its own; the most pressing of all parts comes first in its list."""


def waiting_for(actor: Actor) -> list[Waiting]:
    """Everything that waits for somebody, part by part."""
    return [one for tell in DESK_WAITING for one in tell(actor)]


class OwnPlace(NamedTuple):
    """Where somebody plays or leads: what, as what, and its page."""

    text: str
    detail: str
    address: str


DESK_OWN: list[Callable[[Actor], Iterable[OwnPlace]]] = []
"""Each part appends what tells where somebody, or a ward, plays or leads."""


def own_places(actor: Actor) -> list[OwnPlace]:
    """Where somebody and their wards play or lead, part by part."""
    return [one for tell in DESK_OWN for one in tell(actor)]


PASS_PAGES: list[DeskPage] = []
"""Where a helper pass leads: each part appends its pages."""


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
