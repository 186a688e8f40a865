"""Services for the public form of a club: open, close, set its texts."""

from functools import partial
from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.audit.undo_handlers import unchanged_row, undo_by
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.joining.errors import AgeOutOfRange
from club.joining.models import MAX_FULL_AGE
from club.models import JoinForm
from club.organisations.services.organisations import lock_club


@transaction.atomic
def set_join_form(
    *,
    organisation_id: int,
    is_open: bool,
    actor: Actor,
    welcome: str = "",
    full_age: int,
    reason: str = "",
) -> JoinForm:
    """Set if the form is open, its introduction, and the age of majority."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    if not 0 <= full_age <= MAX_FULL_AGE:
        raise AgeOutOfRange(most=MAX_FULL_AGE)
    lock_club(organisation_id)
    row, _is_new = JoinForm.objects.get_or_create(organisation_id=organisation_id)
    before = form_facts(row)
    row.is_open, row.welcome, row.full_age = is_open, welcome.strip(), full_age
    row.full_clean(exclude=["organisation"])
    if form_facts(row) != before:
        row.save()
        audit.record(
            "club.join_form.changed", row, actor=actor, before=before, after=form_facts(row), reason=reason
        )
    return row


def form_facts(row: JoinForm) -> dict[str, Any]:
    """Audit facts of the form."""
    return {"takes_requests": row.is_open, "welcome": row.welcome, "full_age": row.full_age}


def _form_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    return {"is_open": facts["takes_requests"], "welcome": facts["welcome"], "full_age": facts["full_age"]}


undo_by(
    "club.join_form.changed",
    call=set_join_form,
    requires=partial(unchanged_row, JoinForm.objects, form_facts),
    before=_form_arguments,
)
