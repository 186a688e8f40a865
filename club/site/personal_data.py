"""Personal data of the club app."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.duplicates.merge_of_persons import (
    move_contacts,
    move_guardianships,
    move_memberships,
    move_photo,
)
from club.members.selectors.persons import homes_alone, merges_into
from club.members.services.photos import drop_photos
from club.models import (
    ErasureRequest,
    ErasureState,
    Invitation,
    Membership,
    MembershipChange,
    MembershipState,
    Person,
    PersonPhoto,
    Role,
    RoleGrant,
    User,
)
from club.privacy.mails import addresses_of_account, forget_mails, mails_to, own_mails
from club.privacy.personal_data_sets import (
    Erasure,
    OnErasure,
    OnMerge,
    Row,
    Words,
    register_actor_labels,
    register_data_set,
)
from club.privacy.services.signatures import redact_signatures, signatures_of

PERSON = ("name", "sort_name", "email", "language", "languages", "title", "born_on", "organisation__name")


def _person(person: Person) -> Iterable[Row]:
    return list(Person.objects.filter(pk=person.pk).values(*PERSON))


def _account(person: Person) -> Iterable[Row]:
    user = person.user
    if user is None:
        return []
    facts: dict[str, Any] = {
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "language": user.language,
        "date_joined": user.date_joined,
        "last_login": user.last_login,
    }
    return [facts]


def _close_account(erasure: Erasure) -> None:
    user = erasure.person.user
    if user is not None:
        Invitation.objects.filter(email__iexact=user.email).delete()
        user.delete()


def _account_blocks(person: Person) -> Iterable[Words]:
    """What keeps the account: it is not the club's to delete, or its person is the last owner of a club."""
    if person.user is None:
        return []
    return [*_account_of_others(person, person.user), *_last_owner(person)]


def _account_of_others(person: Person, user: User) -> Iterable[Words]:
    """Say that the holder of the account has roles elsewhere, or has not agreed.

    A club gives a role to any address, and links the account with a person: it must not delete it for that.
    """
    elsewhere = RoleGrant.objects.filter(user=user, revoked_at=None).exclude(organisation=person.organisation)
    has_agreed = (
        Invitation.objects.filter(accepted_by=user, organisation=person.organisation).exists()
        or ErasureRequest.objects.filter(person=person).exists()
    )
    if has_agreed and not (user.is_superuser or user.is_staff or elsewhere.exists()):
        return []
    text = _(
        "The account of %(name)s is not the club's to delete: it has roles elsewhere, or its holder has "
        "neither accepted an invitation of the club nor asked for the erasure. Unlink the account first."
    )
    return [text % {"name": person.name}]


def _last_owner(person: Person) -> Iterable[Words]:
    """Clubs in which the person is the last owner."""
    owner_grants = RoleGrant.objects.filter(role=Role.OWNER, event_id=None, revoked_at=None)
    lasting = owner_grants.filter(expires_at=None, user__is_active=True)
    others = lasting.exclude(user=person.user).values("organisation")
    alone = owner_grants.filter(user=person.user).exclude(organisation__in=others)
    text = _("%(club)s has no other owner. Make another person an owner first.")
    return [text % {"club": grant.organisation} for grant in alone.select_related("organisation")]


def _running(person: Person) -> Iterable[Words]:
    """Memberships that have not ended."""
    rows = Membership.objects.filter(person=person).exclude(state=MembershipState.ENDED)
    text = _("The membership at %(club)s has not ended. End it first.")
    return [text % {"club": row.organisation} for row in rows.select_related("organisation")]


def _forget_reasons(erasure: Erasure) -> None:
    MembershipChange.objects.filter(membership__person=erasure.person).update(reason="")


def _leave_home(erasure: Erasure) -> None:
    homes_alone(erasure.person).delete()


def _delete_photos(erasure: Erasure) -> None:
    """Delete the photos of the person and of those merged into them, with their files."""
    merged = [row.merged_id for row in merges_into(erasure.person)]
    drop_photos(erasure.person.pk, *merged)


def _photo_files(person: Person) -> Iterable[tuple[str, Iterable[bytes]]]:
    for photo in PersonPhoto.objects.filter(person=person):
        if photo.file.storage.exists(photo.file.name or ""):
            with photo.file.open("rb") as content:
                yield "photo.jpg", [content.read()]


def _answer_requests(erasure: Erasure) -> None:
    rows = ErasureRequest.objects.filter(person=erasure.person)
    open_rows = rows.filter(state=ErasureState.ASKED)
    open_rows.update(
        state=ErasureState.DONE, answered_at=timezone.now(), answered_by=erasure.actor.label[:200]
    )
    rows.update(message="", answer="", asked_by=erasure.neutral)


register_data_set(
    "club.person",
    label=_("name and personal details"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("An empty record with a neutral name stays, because results and bookings refer to it."),
    rows=_person,
)
register_data_set(
    "club.mails",
    label=_("messages to this person"),
    fate=OnErasure.DELETE,
    rows=own_mails,
    erased=lambda person: mails_to(addresses_of_account(person), person.organisation_id).count(),
    erase=forget_mails,
    reached=addresses_of_account,
)
register_data_set(
    "club.account",
    label=_("account"),
    fate=OnErasure.DELETE,
    rows=_account,
    erase=_close_account,
    spelled=lambda person: [person.user.get_full_name()] if person.user is not None else [],
    blocks=_account_blocks,
)
register_data_set(
    "club.contacts",
    "club.Contact.person",
    label=_("contacts"),
    fate=OnErasure.DELETE,
    on_merge=move_contacts,
    tells=("kind", "label", "value", "is_preferred"),
    reached=lambda person: person.contacts.filter(kind="mail").values_list("value", flat=True),
)
register_data_set(
    "club.numbers",
    "club.FederationNumber.person",
    label=_("federation numbers"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("body", "number"),
)
register_data_set(
    "club.notes",
    "club.PersonNote.person",
    label=_("notes"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE,
    tells=("text", "sight", "written_at", "written_by"),
)
register_data_set(
    "club.household",
    "club.HouseholdMember.person",
    label=_("household"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("household__name",),
    erase=_leave_home,
)
register_data_set(
    "club.signatures",
    label=_("signatures as a guardian"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("Consent given for a child stays with the child, under a neutral name."),
    rows=signatures_of,
    erase=redact_signatures,
)
register_data_set(
    "club.guardians",
    "club.Guardianship.ward",
    label=_("guardians"),
    fate=OnErasure.DELETE,
    on_merge=move_guardianships,
    tells=("guardian__name", "may_sign", "until"),
)
register_data_set(
    "club.wards",
    "club.Guardianship.guardian",
    label=_("wards"),
    fate=OnErasure.DELETE,
    on_merge=move_guardianships,
    tells=("ward__name", "may_sign", "until"),
)
register_data_set(
    "club.consents",
    "club.Consent.person",
    label=_("consents"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("text__kind", "text__version", "given_at", "given_by", "withdrawn_at"),
)
register_data_set(
    "club.photos",
    "club.PersonPhoto.person",
    label=_("photo of the person"),
    fate=OnErasure.DELETE,
    on_merge=move_photo,
    tells=("added_at", "added_by"),
    erase=_delete_photos,
    files=_photo_files,
)
register_data_set(
    "club.invitations",
    "club.Invitation.person",
    label=_("invitations"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE,
    tells=("role", "email", "created_at", "expires_at", "accepted_at", "revoked_at"),
)
register_data_set(
    "club.memberships",
    "club.Membership.person",
    label=_("memberships"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_memberships,
    why=_("Plan and dates stay for the club's statistics, without the name and the reasons."),
    tells=("organisation__name", "plan__name", "starts_on", "ends_on", "state"),
    erase=_forget_reasons,
    blocks=_running,
)
register_data_set(
    "club.erasure_requests",
    "club.ErasureRequest.person",
    label=_("erasure requests"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.MOVE_OR_DROP,
    why=_("The request and its answer stay, without the name and the text."),
    tells=("asked_at", "asked_by", "message", "state", "answered_at", "answer"),
    erase=_answer_requests,
)
register_actor_labels(
    *("club.PersonNote.written_by", "club.MembershipChange.made_by", "club.Consent.given_by"),
    *("club.ErasureRequest.asked_by", "club.ErasureRequest.answered_by", "club.JoinRequest.decided_by"),
    *("club.NamesakePair.said_by", "club.PersonMerge.made_by", "club.Notice.written_by"),
    "club.PersonPhoto.added_by",
)
