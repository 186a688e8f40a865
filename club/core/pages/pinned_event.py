"""The event pinned on top of the menu: that of the last page of an event that this session opened."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import HttpRequest

from club.core.access import Scope
from club.core.actor import Actor
from club.core.pages.desk import PageLink
from club.core.requests import actor_of

PIN_KEY = "pinned_event"
"""Session key: numbers of the event and of its section last seen, and if it is pinned."""


class PinnedEvent(NamedTuple):
    """Event on top of the menu: its page, its section if there are several, and links to what is done."""

    event_id: int
    name: str
    section: str
    address: str
    links: list[PageLink]
    is_pinned: bool = True


PinFinder = Callable[[Actor, int, int | None], PinnedEvent | None]
"""Function from the actor and the numbers of an event and a section; None if it is over or not theirs."""

PINNED_EVENTS: list[PinFinder] = []
"""Finders of the pinned event; the first that knows it answers."""


def add_pinned_events(*finders: PinFinder) -> None:
    """Add finders of the pinned event."""
    PINNED_EVENTS.extend(find for find in finders if find not in PINNED_EVENTS)


def pinned_event(request: HttpRequest) -> PinnedEvent | None:
    """Return the event of this page, else the pinned one; pin the event of this page.

    An event that was unpinned is returned on its own pages alone, where it can be pinned again.
    """
    session = getattr(request, "session", None)
    if session is None:
        return None
    known: dict[str, Any] = session.get(PIN_KEY) or {}
    scope: Scope | None = getattr(request, "page_scope", None)
    is_own = scope is not None and scope.event_id is not None
    pin = _followed(known, scope) if scope is not None and is_own else known
    if not pin or (not is_own and not pin["is_pinned"]):
        return None
    actor = actor_of(request)
    rows = (find(actor, pin["event"], pin["section"]) for find in PINNED_EVENTS)
    found = next((row for row in rows if row is not None), None)
    if found is None:
        session.pop(PIN_KEY, None)
        return None
    if pin != known:
        session[PIN_KEY] = pin
    here = [link._replace(is_current="page" if link.address == request.path else "") for link in found.links]
    return found._replace(links=here, is_pinned=pin["is_pinned"])


def set_pin(request: HttpRequest, *, event_id: int, is_pinned: bool) -> None:
    """Pin the event, or unpin it until another event is opened."""
    known = request.session.get(PIN_KEY) or {}
    section = known.get("section") if known.get("event") == event_id else None
    request.session[PIN_KEY] = {"event": event_id, "section": section, "is_pinned": is_pinned}


def _followed(known: dict[str, Any], scope: Scope) -> dict[str, Any]:
    is_same = known.get("event") == scope.event_id
    section = scope.section_id or (known.get("section") if is_same else None)
    is_pinned = known.get("is_pinned", True) if is_same else True
    return {"event": scope.event_id, "section": section, "is_pinned": is_pinned}
