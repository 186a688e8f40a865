"""Permission checks and row locks of persons and memberships before a change.

Rows are locked with `no_key`: PostgreSQL checks foreign keys at the commit, when the audit chain is locked. A
lock on the key as well would wait there for a service that waits for the chain.
"""

from club.core.access import Scope, may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.members.errors import ErasedAlready, MergedAlready, UnknownMembership, UnknownPlan
from club.members.selectors.persons import surviving_person
from club.models import Membership, MembershipPlan, Person


def locked_person(person_id: int, actor: Actor, capability: Capability = Capability.KEEP_MEMBERS) -> Person:
    """Lock and return a person of the actor's club."""
    person = _locked_person(person_id)
    require_current(person, actor, capability)
    return person


def person_to_join(person_id: int, organisation_id: int, actor: Actor) -> Person:
    """Lock and return a person to become a member: of the managing club or another one the actor manages."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    person = _locked_person(person_id)
    if not may(actor, Capability.KEEP_MEMBERS, Scope(surviving_person(person).organisation_id)):
        raise UnknownPerson(number=person_id)
    require_current(person, actor)
    return person


def locked_person_of_club(person_id: int, organisation_id: int) -> Person:
    """Lock and return a person that the club manages or that is or was its member."""
    person = _locked_person(person_id)
    joined = Membership.objects.filter(person=person, organisation_id=organisation_id)
    if person.organisation_id != organisation_id and not joined.exists():
        raise UnknownPerson(number=person_id)
    return person


def locked_membership(membership_id: int, actor: Actor) -> Membership:
    """Lock and return a membership of the actor's club; its person is locked first."""
    found = Membership.objects.filter(pk=membership_id).first()
    if found is None:
        raise UnknownMembership
    _locked_person(found.person_id)
    rows = Membership.objects.select_for_update(of=("self",), no_key=True).select_related(
        "person", "plan", "organisation"
    )
    row = rows.filter(pk=membership_id).first()
    if row is None:
        raise UnknownMembership
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    return row


def locked_plan(plan_id: int) -> MembershipPlan:
    """Lock and return a plan that a row is about to refer to, so that it is not removed meanwhile."""
    plan = MembershipPlan.objects.select_for_update(no_key=True).filter(pk=plan_id).first()
    if plan is None:
        raise UnknownPlan
    return plan


def require_current(person: Person, actor: Actor, capability: Capability = Capability.KEEP_MEMBERS) -> None:
    """Refuse without the permission, and a form that was opened before the person was merged or erased.

    It would change a record that no page shows, or restore data. Raises MergedAlready and ErasedAlready.
    """
    kept = surviving_person(person)
    require_permission(actor, capability, Scope(kept.organisation_id))
    if kept != person:
        raise MergedAlready(name=person.name, kept=kept.name)
    if person.erased_at is not None:
        raise ErasedAlready(name=person.name)


def _locked_person(person_id: int) -> Person:
    person = Person.objects.select_for_update(no_key=True).filter(pk=person_id).first()
    if person is None:
        raise UnknownPerson(number=person_id)
    return person
