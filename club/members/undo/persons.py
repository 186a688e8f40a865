"""Undo handlers of persons and the links to their accounts."""

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
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


@undo_handler("club.person.added")
def undo_add_person(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a person: remove them unless changed since or referred to by other rows."""
    person = _person_of(entry)
    _require_unchanged(entry, person)
    if person.user_id is not None or person.invitations.exists():
        raise CannotUndo(why="person_is_needed", name=person.name)
    remove_person(person_id=person.pk, actor=actor)


@undo_handler("club.person.removed")
def undo_remove_person(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a person: add them with a new id."""
    logged = entry.before or {}
    if logged.get("organisation") is None:
        raise CannotUndo(why="person_is_gone")
    known = {name: logged[name] for name in CHANGEABLE}
    add_person(organisation_id=logged["organisation"], actor=actor, **known)


@undo_handler("club.person.changed")
def undo_change_person(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person, unless changed again since."""
    person = _person_of(entry)
    _require_unchanged(entry, person)
    known = {name: (entry.before or {})[name] for name in CHANGEABLE}
    change_person(person_id=person.pk, actor=actor, **known)


@undo_handler("club.person.account_linked")
def undo_link_account(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo linking an account, if it is still linked."""
    person = _person_of(entry)
    if person.user_id is None or person.user_id != (entry.after or {}).get("account"):
        raise CannotUndo(why="link_moved_on")
    unlink_account(person_id=person.pk, actor=actor)


@undo_handler("club.person.account_unlinked")
def undo_unlink_account(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo unlinking an account, if the person has no other one since."""
    person, number = _person_of(entry), (entry.before or {}).get("account")
    if person.user_id is not None:
        raise CannotUndo(why="link_moved_on")
    if number is None or not User.objects.filter(pk=number).exists():
        raise CannotUndo(why="unlinked_account_is_gone")
    link_account(person_id=person.pk, user_id=number, actor=actor)


def _person_of(entry: AuditEntry) -> Person:
    person = Person.objects.select_for_update().filter(pk=entry.target_id).first()
    if person is None:
        raise CannotUndo(why="person_is_gone")
    return person


def _require_unchanged(entry: AuditEntry, person: Person) -> None:
    """Check that the person still matches the audit entry."""
    facts, logged = facts_of(person), entry.after or {}
    if all(facts[name] == logged.get(name) for name in CHANGEABLE):
        return
    later = latest_about(entry, "club.person.changed")
    number, who = (later.number, later.actor_label) if later else ("?", "?")
    raise CannotUndo(why="person_changed_since", number=number, who=who)
