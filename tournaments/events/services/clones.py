"""Copies of an event: settings, sections, lists and schedule, some days later."""

import secrets
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models, transaction
from django.utils import timezone

from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core import section_columns as columns
from tournaments.core.services.event_log import event_facts, log_event
from tournaments.core.services.locks import locked_event
from tournaments.events.services.events import claim_slug, log_new_section
from tournaments.models import (
    Admission,
    Entry,
    EntryState,
    Event,
    Fee,
    ForbiddenPair,
    Official,
    Prize,
    RoundTime,
    Screen,
    ScreenFamily,
    Section,
    SectionClass,
    TeamMember,
)

NOT_COPIED = frozenset({"seed", "created_at"})
LISTS: tuple[tuple[type[models.Model], tuple[str, ...]], ...] = (
    (SectionClass, ("position", *columns.CLASS)),
    (Fee, ("position", *columns.FEE)),
    (Prize, ("position", *columns.PRIZE)),
)
ENTRY = (
    *("person_id", "name", "rating", "title", "federation", "club_name", "family", "category"),
    *("birth_year", "federation_id"),
)
FAMILY = ("name", "contents", "notice", "seconds", "is_dark")


@transaction.atomic
def clone_event(
    *,
    event_id: int,
    name: str,
    actor: Actor,
    starts_on: date | None = None,
    with_entries: bool = False,
    with_screens: bool = False,
) -> Event:
    """Create a draft with the set-up of an event; days and hours move along with its first day.

    Teams are copied with their members, screens with their settings and new addresses.
    """
    event = locked_event(event_id, actor)
    require_permission(actor, Capability.RUN_EVENTS, Scope(event.organisation_id))
    days = starts_on - event.starts_on if starts_on and event.starts_on else timedelta()
    made = Event(organisation_id=event.organisation_id, **_values(event, columns.EVENT))
    made.name = " ".join(name.split())
    made.slug = claim_slug(made.name)
    made.starts_on = starts_on
    made.ends_on = event.ends_on + days if starts_on and event.ends_on and event.starts_on else starts_on
    made.full_clean()
    made.save(force_insert=True)
    Official.objects.bulk_create(
        Official(event=made, **_values(row, ("position", "person_id", *columns.OFFICIAL)))
        for row in event.officials.all()
    )
    sections, count = {}, 0
    for section in event.sections.all():
        sections[section.pk], entries = _copy(section, made, days, with_entries=with_entries)
        count += entries
    screens = _copy_screens(event, made, sections) if with_screens else 0
    facts = event_facts(made) | {"of": event.name, "entries": count, "screens": screens}
    log_event("tournaments.event.cloned", made, actor, after=facts)
    for section in made.sections.order_by("position", "pk"):
        log_new_section(section, actor)
    return made


def _values(row: models.Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _copy(section: Section, event: Event, days: timedelta, *, with_entries: bool) -> tuple[int, int]:
    """Copy a section with its lists; return it by its key, and the number of players copied."""
    names = tuple(name for name in columns.SECTION if name not in NOT_COPIED)
    copy = Section(
        event=event, position=section.position, seed=secrets.token_hex(16), **_values(section, names)
    )
    copy.full_clean(exclude=["event"])
    copy.save(force_insert=True)
    for kind, held in LISTS:
        rows = kind._base_manager.filter(section=section)  # noqa: SLF001 - Django's documented interface
        kind._base_manager.bulk_create(kind(section=copy, **_values(row, held)) for row in rows)  # noqa: SLF001 - the same
    zone = ZoneInfo(event.time_zone or timezone.get_default_timezone_name())
    RoundTime.objects.bulk_create(
        RoundTime(section=copy, number=row.number, starts_at=later(row.starts_at, days, zone))
        for row in section.round_times.all()
    )
    _copy_admission(section, copy, days, zone)
    return copy.pk, len(_copy_entries(section, copy)) if with_entries else 0


def later(moment: datetime, days: timedelta, zone: ZoneInfo) -> datetime:
    """Return the same local time in the hall, some days later."""
    local = moment.astimezone(zone).replace(tzinfo=None)
    return (local + days).replace(tzinfo=zone)


def _copy_admission(section: Section, copy: Section, days: timedelta, zone: ZoneInfo) -> None:
    """Copy the rules of admission; all forms are closed."""
    row = Admission.objects.filter(section=section).first()
    if row is None:
        return
    told = _values(row, columns.ADMISSION) | {"is_open": False, "check_in_is_open": False}
    if row.closes_at is not None:
        told["closes_at"] = later(row.closes_at, days, zone)
    Admission.objects.create(section=copy, **told)


def _copy_entries(section: Section, copy: Section) -> Mapping[int, Entry]:
    """Copy the confirmed entries and forbidden pairs, without numbers, byes and arrivals."""
    made = {
        entry.pk: Entry(section=copy, **_values(entry, ENTRY))
        for entry in section.entries.filter(state=EntryState.CONFIRMED).order_by("pk")
    }
    Entry.objects.bulk_create(made.values())
    TeamMember.objects.bulk_create(
        TeamMember(entry=made[row.entry_id], **_values(row, ("person_id", *columns.MEMBER)))
        for row in TeamMember.objects.filter(entry__in=made).order_by("pk")
    )
    pairs = ForbiddenPair.objects.filter(first__in=made, second__in=made).order_by("pk")
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(first=made[row.first_id], second=made[row.second_id], **_values(row, columns.FORBIDDEN))
        for row in pairs
    )
    return made


def _copy_screens(event: Event, copy: Event, sections: Mapping[int, int]) -> int:
    """Copy families with their settings and their screens, without the announcements made in the hall."""
    families: dict[int, ScreenFamily] = {}
    for row in event.screen_families.order_by("pk"):
        told = _values(row, FAMILY) | {"sections": [sections[key] for key in row.sections if key in sections]}
        families[row.pk] = ScreenFamily.objects.create(event=copy, **told)
    screens = [
        Screen(
            event=copy,
            token=secrets.token_urlsafe(32),
            label=row.label,
            family=families.get(row.family_id or 0),
        )
        for row in event.screens.filter(revoked_at__isnull=True).order_by("pk")
    ]
    Screen.objects.bulk_create(screens)
    return len(screens)
