"""What the director opens: entries by the public, places, the waiting list, the check-in."""

from typing import Any

from django.db import transaction

from club.actor import Actor
from tournaments.models import Admission
from tournaments.selectors.admissions import admission_facts, admission_of
from tournaments.services.locks import locked_section
from tournaments.services.trail import tell_of_section
from tournaments.services.waiting import fill_free_places


@transaction.atomic
def set_admission(*, section_id: int, actor: Actor, reason: str = "", **changes: Any) -> Admission:
    """Open or close entries and check-in, and say how many places there are; new places are filled."""
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
