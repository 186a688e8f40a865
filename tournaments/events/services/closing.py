"""The end of an event: tasks that are settled by hand, and the state "finished"."""

from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.event_log import event_facts, log_event
from tournaments.core.services.locks import locked_event
from tournaments.events.errors import EventNotOver, HiddenEventStays, UnknownClosingTask
from tournaments.models import (
    Case,
    CaseState,
    ClosingMark,
    ClosingTask,
    Event,
    EventState,
    ResultDispute,
    Round,
    RoundState,
)

OPEN_CASES = (CaseState.CALLED, CaseState.OPEN, CaseState.APPEALED)


@transaction.atomic
def mark_closing_task(
    *, event_id: int, task: str, actor: Actor, is_needed: bool = True, reason: str = ""
) -> ClosingMark:
    """Mark a task as done or as not needed. The first account to do so stays the author.

    Raises UnknownClosingTask.
    """
    event = locked_event(event_id, actor)
    if task not in ClosingTask.values:
        raise UnknownClosingTask(name=task[:40], known=ClosingTask.values)
    known = event.closing_marks.filter(task=task).first()
    if known is not None and known.is_needed == is_needed:
        return known
    before = _mark_facts(known)
    if known is not None:
        known.delete()
    mark = ClosingMark.objects.create(
        event=event, task=task, is_needed=is_needed, marked_by=actor.label[:200]
    )
    after = _mark_facts(mark)
    log_event("tournaments.closing.marked", event, actor, before=before, after=after, reason=reason)
    return mark


@transaction.atomic
def reset_closing_task(*, event_id: int, task: str, actor: Actor, reason: str = "") -> None:
    """Reopen a settled task."""
    event = locked_event(event_id, actor)
    mark = event.closing_marks.filter(task=task).first()
    if mark is None:
        return
    before = _mark_facts(mark)
    mark.delete()
    after = {"task": task}
    log_event("tournaments.closing.reset", event, actor, before=before, after=after, reason=reason)


def _mark_facts(mark: ClosingMark | None) -> dict[str, Any]:
    return {} if mark is None else {"task": mark.task, "is_needed": mark.is_needed}


@transaction.atomic
def finish_event(*, event_id: int, actor: Actor, reason: str = "") -> Event:
    """Finish an event: it stays public, and its desk asks for nothing any more.

    Raises HiddenEventStays, and without a reason EventNotOver if a round or a case is open.
    """
    event = locked_event(event_id, actor)
    if event.state == EventState.FINISHED:
        return event
    if not event.is_public:
        raise HiddenEventStays(event=event.name)
    rounds = Round.objects.filter(section__event=event).exclude(state=RoundState.CLOSED).count()
    cases = Case.objects.filter(event=event, state__in=OPEN_CASES).count()
    cases += ResultDispute.objects.filter(
        pairing__round__section__event=event, settled_at=None, case=None
    ).count()
    if (rounds or cases) and not reason.strip():
        raise EventNotOver(event=event.name, rounds=rounds, cases=cases)
    return _change_state("tournaments.event.finished", event, EventState.FINISHED, actor, reason)


@transaction.atomic
def reopen_event(*, event_id: int, actor: Actor, reason: str = "") -> Event:
    """Reopen a finished event; any other one stays as it is."""
    event = locked_event(event_id, actor)
    if event.state != EventState.FINISHED:
        return event
    return _change_state("tournaments.event.reopened", event, EventState.PUBLISHED, actor, reason)


def _change_state(action: str, event: Event, state: EventState, actor: Actor, reason: str) -> Event:
    before = event_facts(event)
    event.state = state
    event.version += 1
    event.save(update_fields=["state", "version"])
    log_event(action, event, actor, before=before, after=event_facts(event), reason=reason)
    return event
