"""Undo of persons and the links to their accounts."""

from functools import partial
from typing import Any

from club.audit.undo_handlers import changed_since, not_undoable, unchanged_row, undo_by, undo_handler
from club.core.actor import Actor
from club.members.services.persons import (
    add_person,
    change_person,
    facts_of,
    link_account,
    remove_person,
    unlink_account,
)
from club.models import AuditEntry, Person, User

CHANGEABLE = ("name", "email", "language")

not_undoable("club.person.gave_way", reason_code="person_gave_way")


def _changeable_facts(person: Person) -> dict[str, Any]:
    return _person_arguments(facts_of(person))


def _person_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in CHANGEABLE}


def require_unchanged_person(entry: AuditEntry) -> None:
    """Raise CannotUndo if the person has changed since."""
    unchanged_row(
        Person.objects.select_for_update(no_key=True), _changeable_facts, entry, "club.person.changed"
    )


require_same_account = partial(
    unchanged_row, Person.objects.select_for_update(no_key=True), lambda person: {"account": person.user_id}
)

undo_by("club.person.added", call=remove_person, number="person_id", requires=require_unchanged_person)
undo_by(
    "club.person.changed",
    call=change_person,
    number="person_id",
    requires=require_unchanged_person,
    before=_person_arguments,
)
undo_by("club.person.removed", call=add_person, before=_person_arguments)
undo_by("club.person.account_linked", call=unlink_account, number="person_id", requires=require_same_account)


@undo_handler("club.person.account_unlinked")
def undo_unlink_account(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo unlinking an account, if the person has no other one since."""
    person = Person.objects.select_for_update(no_key=True).get(pk=entry.target_id)
    if person.user_id is not None:
        raise changed_since(entry, "club.person.account_linked")
    user = User.objects.get(pk=(entry.before or {}).get("account", 0))
    link_account(person_id=person.pk, user_id=user.pk, actor=actor)
