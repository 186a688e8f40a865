"""Presence on the page of a case: announced to the other viewers, and deleted when the page is left."""

import time
from typing import Final

from django.core.cache import cache
from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import case_scope
from tournaments.models import Case

PRESENCE_SECONDS: Final = 40
"""Seconds after the last sign; a page gives one every 15."""


def register_viewer(*, case: Case, actor: Actor) -> list[str]:
    """Register an account as a viewer of a case, and return the other viewers. Notify them of a new one."""
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    now, own = time.time(), key_of(actor)
    name = f"case-seen:{case.pk}"
    kept: dict[str, tuple[str, float]] = cache.get(name) or {}
    there = {key: one for key, one in kept.items() if now - one[1] < PRESENCE_SECONDS}
    is_new = own not in there
    there[own] = (actor.label[:200], now)
    cache.set(name, there, PRESENCE_SECONDS)
    if is_new:
        with transaction.atomic():
            publish(f"cases:{case.event_id}", "case.seen", {"case": case.pk})
    return sorted(label for key, (label, _at) in there.items() if key != own)
