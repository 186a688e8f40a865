"""Services for the public form of a club: open, close, set its texts."""

from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.audit.undo_handlers import undo_handler
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo
from club.joining.errors import AgeOutOfRange
from club.joining.models import MAX_FULL_AGE
from club.models import AuditEntry, JoinForm, Organisation


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
    Organisation.objects.select_for_update().get(pk=organisation_id)
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


@undo_handler("club.join_form.changed")
def undo_set_join_form(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of the form's settings."""
    row = JoinForm.objects.filter(pk=entry.target_id).first()
    if row is None or form_facts(row) != entry.after:
        raise CannotUndo(why="join_form_changed_since")
    logged = dict(entry.before or {})
    set_join_form(
        organisation_id=row.organisation_id, is_open=logged.pop("takes_requests"), actor=actor, **logged
    )


def form_facts(row: JoinForm) -> dict[str, Any]:
    """Audit facts of the form."""
    return {"takes_requests": row.is_open, "welcome": row.welcome, "full_age": row.full_age}
