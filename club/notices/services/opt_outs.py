"""Services for opt-outs of notices: by the person or by a link."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.errors import NotYoursToSign
from club.members.selectors.self_service import may_sign_for
from club.members.services.member_locks import locked_person_of_club
from club.models import NoticeKind, NoticeOptOut, Person
from club.notices.errors import UnknownOptOut
from club.notices.opt_out_links import OptOutLink, opt_out_of


@transaction.atomic
def set_opt_outs(
    *, person_id: int, organisation_id: int, kinds: list[str], actor: Actor
) -> list[NoticeOptOut]:
    """Set the kinds of a club's notices from which a person opts out, and opt in to all others."""
    person = _lock_concerned_person(person_id, organisation_id, actor)
    return [
        row
        for kind in NoticeKind
        if (row := _set(person, organisation_id, kind, actor, is_out=kind.value in kinds)) is not None
    ]


@transaction.atomic
def set_opt_out_by_link(*, secret: str, is_out: bool, actor: Actor) -> OptOutLink:
    """Opt out of a kind of notices by the link in a mail, or back in."""
    link = opt_out_of(secret)
    if link is None:
        raise UnknownOptOut
    person = Person.objects.select_for_update(no_key=True).get(pk=link.person.pk)
    _set(person, link.organisation.pk, link.kind, actor, is_out=is_out)
    return link


def _set(
    person: Person, organisation_id: int, kind: NoticeKind, actor: Actor, *, is_out: bool
) -> NoticeOptOut | None:
    existing = NoticeOptOut.objects.filter(person=person, organisation_id=organisation_id, kind=kind).first()
    if is_out and existing is None:
        existing = NoticeOptOut.objects.create(person=person, organisation_id=organisation_id, kind=kind)
        facts = {"person": person.pk, "notice_kind": kind.value}
        audit.record("club.opt_out.made", existing, actor=actor, after=facts)
    elif not is_out and existing is not None:
        facts = {"person": person.pk, "notice_kind": kind.value}
        audit.delete_row(existing)
        audit.record("club.opt_out.ended", existing, actor=actor, before=facts)
        return None
    return existing


def _lock_concerned_person(person_id: int, organisation_id: int, actor: Actor) -> Person:
    """Return a person of the club for whom the actor may decide."""
    person = locked_person_of_club(person_id, organisation_id)
    if not may_sign_for(actor=actor, person=person):
        if actor.user is not None and not may(actor, Capability.KEEP_MEMBERS, Scope(organisation_id)):
            raise NotYoursToSign(name=person.name)
        require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    return person
