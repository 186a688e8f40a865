"""Equipment checks of an event: mark an article as met, or reset it."""

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import event_scope
from tournaments.events.errors import NotOfEquipment
from tournaments.events.selectors.equipment import equipment_of
from tournaments.models import EquipmentCheck, Event


@transaction.atomic
def check_equipment(*, event_id: int, article: str, actor: Actor, reason: str = "") -> EquipmentCheck:
    """Mark an article about board or pieces as met. The first account to do so stays the author.

    Raises NotOfEquipment for an article that the law books of the event do not have.
    """
    event = _lock_event(event_id, actor)
    asked = {line.article.id for one in equipment_of(event).lists for line in one.lines}
    if article not in asked:
        raise NotOfEquipment(article=article)
    known = event.equipment_checks.filter(article=article).first()
    if known is not None:
        return known
    check = EquipmentCheck.objects.create(event=event, article=article, checked_by=actor.label[:200])
    facts = {"article": article}
    log_event("tournaments.equipment.checked", event, actor, before={}, after=facts, reason=reason)
    return check


@transaction.atomic
def uncheck_equipment(*, event_id: int, article: str, actor: Actor, reason: str = "") -> None:
    """Reset an equipment check."""
    event = _lock_event(event_id, actor)
    check = event.equipment_checks.filter(article=article).first()
    if check is None:
        return
    facts = {"article": article, "checked_by": check.checked_by}
    check.delete()
    after = {"article": article}
    log_event("tournaments.equipment.unchecked", event, actor, before=facts, after=after, reason=reason)


def _lock_event(event_id: int, actor: Actor) -> Event:
    event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    require_permission(actor, Capability.CORRECT_RESULTS, event_scope(event))
    return event
