"""Content of screens: families made, changed and controlled; the alert line and the clock of the hall."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.locks import locked_event
from tournaments.models import Event, Hall, ScreenContent, ScreenFamily
from tournaments.screens.errors import ClockOutOfRange, NothingToShow
from tournaments.screens.models import DEFAULT_PAGE_SECONDS
from tournaments.screens.services.screens import notify_screens

FAMILY_FACTS: Final = ("name", "contents", "sections", "notice", "seconds", "is_dark")
MAX_CLOCK: Final = timedelta(days=2)


def family_facts(family: ScreenFamily) -> dict[str, Any]:
    """Return a family as the audit log stores it."""
    return {name: getattr(family, name) for name in FAMILY_FACTS}


@transaction.atomic
def make_family(
    *,
    event_id: int,
    name: str,
    contents: Sequence[str],
    actor: Actor,
    sections: Sequence[int] = (),
    notice: str = "",
    seconds: int = DEFAULT_PAGE_SECONDS,
    is_dark: bool = False,
) -> ScreenFamily:
    """Create a family of screens; without named sections it shows them all."""
    event = locked_event(event_id, actor)
    family = ScreenFamily(
        event=event,
        name=" ".join(name.split()),
        contents=_known_contents(contents),
        sections=_own_sections(event, sections),
        notice=notice.strip(),
        seconds=seconds,
        is_dark=is_dark,
    )
    family.full_clean()
    family.save(force_insert=True)
    _record("tournaments.screens.family_made", family, actor, after=family_facts(family))
    notify_screens(event, family=family)
    return family


@transaction.atomic
def change_family(*, family_id: int, version: int, actor: Actor, **changes: Any) -> ScreenFamily:
    """Change the content of a family; its screens follow at once."""
    family = _locked_family(family_id, actor)
    if family.version != version:
        raise ChangedMeanwhile(what=family.name)
    before = family_facts(family)
    if "contents" in changes:
        changes["contents"] = _known_contents(changes["contents"])
    if "sections" in changes:
        changes["sections"] = _own_sections(family.event, changes["sections"])
    for name, value in changes.items():
        setattr(family, name, value)
    family.full_clean()
    after = family_facts(family)
    if after == before:
        return family
    _save_family(family)
    _record("tournaments.screens.family_changed", family, actor, before=before, after=after)
    return family


@transaction.atomic
def remove_family(*, family_id: int, actor: Actor) -> None:
    """Remove a family; its screens show the name of the event until they are assigned again."""
    family = _locked_family(family_id, actor)
    event = family.event
    _record("tournaments.screens.family_removed", family, actor, before=family_facts(family))
    family.delete()
    notify_screens(event)


@transaction.atomic
def pause_page(*, family_id: int, is_held: bool, actor: Actor) -> ScreenFamily:
    """Pause on the current page, or resume from it."""
    family = _locked_family(family_id, actor)
    if family.is_held == is_held:
        return family
    now = timezone.now()
    family.step, family.since, family.is_held = page_at(family, now), now, is_held
    _save_family(family)
    _record("tournaments.screens.steered", family, actor, after={"is_held": is_held})
    return family


@transaction.atomic
def turn_page(*, family_id: int, by: int, actor: Actor) -> ScreenFamily:
    """Show the page after or before the current one, for a whole turn if pages run."""
    family = _locked_family(family_id, actor)
    now = timezone.now()
    family.step, family.since = page_at(family, now) + by, now
    _save_family(family)
    _record("tournaments.screens.steered", family, actor, after={"turned_by": by})
    return family


def page_at(family: ScreenFamily, now: datetime) -> int:
    """Return the current page, counted without end; a screen takes it modulo its number of pages."""
    if family.is_held:
        return family.step
    return family.step + int((now - family.since).total_seconds() // family.seconds)


@transaction.atomic
def set_alert(*, event_id: int, text: str, actor: Actor) -> Hall:
    """Show a line on every screen of the event at once; an empty one clears it."""
    event = locked_event(event_id, actor)
    return _save_hall(hall_of(event), actor, "alerted", alert=" ".join(text.split()))


@transaction.atomic
def set_clock(*, event_id: int, ends_at: datetime | None, actor: Actor, label: str = "") -> Hall:
    """Run the clock of the hall to a moment, or stop it."""
    event = locked_event(event_id, actor)
    if ends_at is not None and not timezone.now() < ends_at <= timezone.now() + MAX_CLOCK:
        raise ClockOutOfRange(days=MAX_CLOCK.days)
    label = " ".join(label.split()) if ends_at else ""
    return _save_hall(hall_of(event), actor, "clock_set", clock_ends_at=ends_at, clock_label=label)


def hall_of(event: Event) -> Hall:
    """Return the common content of an event's screens; it is saved only once set."""
    found = Hall.objects.filter(event=event).first() or Hall(event=event)
    found.event = event
    return found


def _save_hall(hall: Hall, actor: Actor, what: str, **after: Any) -> Hall:
    before = {name: getattr(hall, name) for name in after}
    if before == after:
        return hall
    for name, value in after.items():
        setattr(hall, name, value)
    hall.version += 1
    hall.full_clean(exclude=["event"])
    hall.save()
    audit.record(f"tournaments.screens.{what}", hall.event, actor=actor, before=before, after=after)
    notify_screens(hall.event)
    return hall


def _locked_family(family_id: int, actor: Actor) -> ScreenFamily:
    event_id = ScreenFamily.objects.values_list("event_id", flat=True).get(pk=family_id)
    event = locked_event(event_id, actor)
    family = ScreenFamily.objects.select_for_update(no_key=True).get(pk=family_id)
    family.event = event
    return family


def _save_family(family: ScreenFamily) -> None:
    family.version += 1
    family.save()
    notify_screens(family.event, family=family)


def _record(action: str, family: ScreenFamily, actor: Actor, **told: Any) -> None:
    audit.record(action, family, actor=actor, organisation_id=family.event.organisation_id, **told)


def _known_contents(given: Sequence[str]) -> list[str]:
    """Return known contents in the order of display, without duplicates."""
    wanted = [content.value for content in ScreenContent if content.value in set(given)]
    if not wanted:
        raise NothingToShow
    return wanted


def _own_sections(event: Event, given: Sequence[int]) -> list[int]:
    return list(event.sections.filter(pk__in=given).order_by("position", "pk").values_list("pk", flat=True))
