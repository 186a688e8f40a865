"""Reports of events to rating lists: save, take back, recompute."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction

from club.audit import log as audit
from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import persons_by_number
from club.members.services.persons import add_person
from club.models import Person
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import event_scope
from tournaments.entries.services.joining import known_persons
from tournaments.models import (
    EntryState,
    Event,
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatingChange,
    RatingList,
    RatingPeriod,
)
from tournaments.ratings.errors import NothingToRate, OfAnotherClub
from tournaments.ratings.selectors.rating_history import (
    Difference,
    History,
    differences,
    history_of,
    part_of,
)
from tournaments.ratings.selectors.rating_reports import Report, report_of
from tournaments.ratings.services.rating_lists import (
    change_rows,
    list_facts_of_period,
    locked_list,
    log_period,
    new_period,
    save_changes,
    save_standings,
)

LOGGED_DIFFERENCES = 50


class Recomputed(NamedTuple):
    """Changes by recomputing the list."""

    rating_list: RatingList
    differences: list[Difference]


def preview_report(
    *, list_id: int, event_id: int, actor: Actor, sections: Collection[int] | None = None
) -> Report:
    """Compute the report of an event; nothing is saved."""
    row = RatingList.objects.get(pk=list_id)
    event = Event.objects.get(pk=event_id)
    require_permission(actor, Capability.RUN_EVENTS, event_scope(event))
    if row.organisation_id != event.organisation_id:
        raise OfAnotherClub(list=row.name)
    return report_of(row, event, sections)


@transaction.atomic
def commit_report(
    *,
    list_id: int,
    event_id: int,
    actor: Actor,
    sections: Collection[int] | None = None,
    seen: str | None = None,
    reason: str = "",
) -> RatingPeriod:
    """Count an event on a list; `seen` is the preview of the report, and must still match."""
    row = locked_list(list_id, actor)
    report = preview_report(list_id=list_id, event_id=event_id, actor=actor, sections=sections)
    if seen is not None and seen != report.seen:
        raise ChangedMeanwhile(what=report.event.name)
    if not report.games:
        raise NothingToRate(event=report.event.name, list=row.name)
    event = report.event
    day = event.ends_on or event.starts_on or event.created_at.date()
    period = new_period(row, actor, kind=PeriodKind.EVENT, event=event, counted_on=day, reason=reason)
    RatedSection.objects.bulk_create(
        RatedSection(period=period, rating_list=row, section_id=section, results_print=told)
        for section, told in report.prints.items()
    )
    save_changes(row, period, {line.person.pk: line.change for line in report.lines})
    facts = list_facts_of_period(period) | {
        "event": event.name,
        "sections": [one.section.name for one in report.choices if one.is_chosen],
        "players": len(report.lines),
    }
    log_period("tournaments.rating_report.committed", period, actor, after=facts, reason=reason)
    return period


@transaction.atomic
def revert_rating_report(*, period_id: int, actor: Actor, reason: str = "") -> list[Difference]:
    """Take a report or correction back; recompute those after it and return the changes."""
    list_id = RatingPeriod.objects.values_list("rating_list_id", flat=True).get(pk=period_id)
    row = locked_list(list_id, actor)
    period = RatingPeriod.objects.select_related("event").get(pk=period_id)
    period.rating_list = row
    return remove_report(period, actor, reason=reason)


def remove_report(period: RatingPeriod, actor: Actor, *, reason: str = "") -> list[Difference]:
    """Take a report back; the caller has locked its list."""
    facts = list_facts_of_period(period) | {
        "event": period.event.name if period.event else "",
        "players": period.changes.count(),
    }
    key = period.pk
    period.delete()
    period.pk = key
    found = recompute(period.rating_list)
    action, after = "tournaments.rating_report.taken_back", {"changed": len(found)}
    log_period(action, period, actor, before=facts, after=after, reason=reason)
    return found


@transaction.atomic
def recompute_list(*, list_id: int, actor: Actor, reason: str = "") -> Recomputed:
    """Recompute a list from the current results, and save it."""
    row = locked_list(list_id, actor)
    return Recomputed(row, recompute_and_log(row, actor, reason=reason))


def recompute_and_log(row: RatingList, actor: Actor, *, reason: str = "") -> list[Difference]:
    """Recompute a list that the caller has locked, and log the changes."""
    found = recompute(row)
    if found:
        facts = {"list": row.name, "changed": len(found), "moves": _moves(found)}
        audit.record("tournaments.rating_list.recomputed", row, actor=actor, after=facts, reason=reason)
    return found


def recompute(row: RatingList) -> list[Difference]:
    """Recompute a locked list and save it; return the changes."""
    history = history_of(row)
    found = differences(row, history)
    _save_history(row, history, found)
    return found


def _save_history(row: RatingList, history: History, found: list[Difference]) -> None:
    touched = {one.period for one in found}
    RatingChange.objects.filter(period__in=touched).delete()
    RatingChange.objects.bulk_create(
        (one for period in touched for one in change_rows(period, history.changes[period])), batch_size=500
    )
    for section in RatedSection.objects.filter(rating_list=row):
        now = history.prints[part_of(section)]
        if section.results_print != now:
            section.results_print = now
            section.save(update_fields=["results_print"])
    RatedPlayer.objects.filter(rating_list=row).exclude(person__in=history.standings).delete()
    save_standings(row, history.standings)


def _moves(found: list[Difference]) -> list[str]:
    """Return the moved ratings in the form of the audit log."""
    logged = found[:LOGGED_DIFFERENCES]
    names = persons_by_number(numbers={one.person for one in logged})
    return [f"{names[one.person].name}: {_rating(one.kept)} - {_rating(one.now)}" for one in logged]


def _rating(kept: tuple[object, ...] | None) -> str:
    after = kept[1] if kept else None
    return f"{after:.0f}" if isinstance(after, float) else "?"


@transaction.atomic
def link_players(*, event_id: int, actor: Actor, adds: bool = False, reason: str = "") -> int:
    """Link players with persons of the club by name; `adds` creates persons for all others."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    require_permission(actor, Capability.RUN_EVENTS, event_scope(event))
    linked: list[str] = []
    made: dict[str, Person] = {}
    for section in event.sections.order_by("pk"):
        section.event = event
        if section.is_team:
            continue
        rows = list(section.entries.filter(person__isnull=True, state=EntryState.CONFIRMED).order_by("pk"))
        known = known_persons(section, [entry.name for entry in rows])
        for entry in rows:
            key = entry.name.casefold()
            person = known.get(key) or made.get(key)
            if person is None and adds:
                person = made[key] = add_person(
                    organisation_id=event.organisation_id, name=entry.name, actor=actor
                )
            if person is not None:
                entry.person = person
                entry.save(update_fields=["person"])
                linked.append(entry.name)
    if linked:
        facts = {"count": len(linked), "players": linked[:LOGGED_DIFFERENCES]}
        log_event("tournaments.players.linked", event, actor, before={}, after=facts, reason=reason)
    return len(linked)
