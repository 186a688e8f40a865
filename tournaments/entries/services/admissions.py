"""Admission settings: public entries, places, the waiting list, the check-in."""

from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.locks import locked_section
from tournaments.core.services.trail import tell_of_section
from tournaments.entries.selectors.admissions import admission_facts, admission_of
from tournaments.entries.services.waiting_list import fill_free_places
from tournaments.models import Admission


@transaction.atomic
def set_admission(*, section_id: int, actor: Actor, reason: str = "", **changes: Any) -> Admission:
    """Open or close entries and check-in, and set the number of places; new places are filled."""
    section = locked_section(section_id, actor)
    admission = admission_of(section)
    before = admission_facts(admission)
    for name, value in changes.items():
        setattr(admission, name, value)
    admission.section = section
    admission.clean_fields(exclude=["section"])
    admission.validate_constraints()
    after = admission_facts(admission)
    if after != before:
        admission.save()
        action = "tournaments.admission.set"
        tell_of_section(action, section, actor, before=before, after=after, reason=reason)
        fill_free_places(section, actor)
    return admission
