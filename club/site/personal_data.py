"""Personal data of the club app."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.members.selectors.persons import homes_alone
from club.models import (
    ErasureRequest,
    ErasureState,
    Invitation,
    Membership,
    MembershipChange,
    MembershipState,
    Person,
    Role,
    RoleGrant,
)
from club.privacy.mails import forget_mails, mails_to, own_addresses
from club.privacy.personal_data_sets import Erasure, Fate, Row, Words, hold, hold_labels
from club.privacy.services.signatures import signatures_of, take_signatures_off

PERSON = ("name", "sort_name", "email", "language", "languages", "title", "born_on", "organisation__name")


def _person(person: Person) -> Iterable[Row]:
    return list(Person.objects.filter(pk=person.pk).values(*PERSON))


def _account(person: Person) -> Iterable[Row]:
    user = person.user
    if user is None:
        return []
    told: dict[str, Any] = {
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "language": user.language,
        "date_joined": user.date_joined,
        "last_login": user.last_login,
    }
    return [told]


def _mails(person: Person) -> Iterable[Row]:
    rows = mails_to(own_addresses(person))
    return list(rows.values("to", "subject", "text", "state", "created_at", "sent_at"))


def _close_account(erasure: Erasure) -> None:
    user = erasure.person.user
    if user is not None:
        Invitation.objects.filter(email__iexact=user.email).delete()
        user.delete()


def _last_owner(person: Person) -> Iterable[Words]:
    """Clubs in which the person is the last owner."""
    if person.user is None:
        return []
    held = RoleGrant.objects.filter(role=Role.OWNER, event_id=None, revoked_at=None)
    lasting = held.filter(expires_at=None, user__is_active=True)
    others = lasting.exclude(user=person.user).values("organisation")
    alone = held.filter(user=person.user).exclude(organisation__in=others)
    text = _("Nobody else is an owner of %(club)s. Make somebody else an owner first.")
    return [text % {"club": grant.organisation} for grant in alone.select_related("organisation")]


def _running(person: Person) -> Iterable[Words]:
    """Memberships that have not ended."""
    rows = Membership.objects.filter(person=person).exclude(state=MembershipState.ENDED)
    text = _("The membership of %(club)s has not ended. End it first.")
    return [text % {"club": row.organisation} for row in rows.select_related("organisation")]


def _forget_reasons(erasure: Erasure) -> None:
    MembershipChange.objects.filter(membership__person=erasure.person).update(reason="")


def _leave_home(erasure: Erasure) -> None:
    homes_alone(erasure.person).delete()


def _answer_requests(erasure: Erasure) -> None:
    rows = ErasureRequest.objects.filter(person=erasure.person)
    open_rows = rows.filter(state=ErasureState.ASKED)
    open_rows.update(
        state=ErasureState.DONE, answered_at=timezone.now(), answered_by=erasure.actor.label[:200]
    )
    rows.update(message="", answer="", asked_by=erasure.neutral)


hold(
    "club.person",
    label=_("name and what is known of the person"),
    fate=Fate.NEUTRAL,
    why=_("An empty row stays, so that results and bookings hang on something. It holds a neutral name."),
    rows=_person,
)
hold(
    "club.mails",
    label=_("messages to this person"),
    fate=Fate.GOES,
    rows=_mails,
    erase=forget_mails,
    reached=own_addresses,
)
hold(
    "club.account",
    label=_("account"),
    fate=Fate.GOES,
    rows=_account,
    erase=_close_account,
    spelled=lambda person: [person.user.get_full_name()] if person.user is not None else [],
    blocks=_last_owner,
)
hold(
    "club.contacts",
    "club.Contact.person",
    label=_("contacts"),
    fate=Fate.GOES,
    tells=("kind", "label", "value", "is_preferred"),
    reached=lambda person: person.contacts.filter(kind="mail").values_list("value", flat=True),
)
hold(
    "club.numbers",
    "club.FederationNumber.person",
    label=_("numbers at federations"),
    fate=Fate.GOES,
    tells=("body", "number"),
)
hold(
    "club.notes",
    "club.PersonNote.person",
    label=_("notes"),
    fate=Fate.GOES,
    tells=("text", "sight", "written_at", "written_by"),
)
hold(
    "club.household",
    "club.HouseholdMember.person",
    label=_("household"),
    fate=Fate.GOES,
    tells=("household__name",),
    erase=_leave_home,
)
hold(
    "club.signatures",
    label=_("signatures for wards"),
    fate=Fate.NEUTRAL,
    why=_("What was agreed to for a child stays with the child, under a neutral name."),
    rows=signatures_of,
    erase=take_signatures_off,
)
hold(
    "club.guardians",
    "club.Guardianship.ward",
    label=_("guardians"),
    fate=Fate.GOES,
    tells=("guardian__name", "may_sign", "until"),
)
hold(
    "club.wards",
    "club.Guardianship.guardian",
    label=_("wards"),
    fate=Fate.GOES,
    tells=("ward__name", "may_sign", "until"),
)
hold(
    "club.consents",
    "club.Consent.person",
    label=_("consents"),
    fate=Fate.GOES,
    tells=("text__kind", "text__version", "given_at", "given_by", "withdrawn_at"),
)
hold(
    "club.invitations",
    "club.Invitation.person",
    label=_("invitations"),
    fate=Fate.GOES,
    tells=("role", "email", "created_at", "expires_at", "accepted_at", "revoked_at"),
)
hold(
    "club.memberships",
    "club.Membership.person",
    label=_("memberships"),
    fate=Fate.NEUTRAL,
    why=_("Plan and days stay for the figures of the club, without the name and without reasons."),
    tells=("organisation__name", "plan__name", "starts_on", "ends_on", "state"),
    erase=_forget_reasons,
    blocks=_running,
)
hold(
    "club.erasure_requests",
    "club.ErasureRequest.person",
    label=_("requests to be erased"),
    fate=Fate.NEUTRAL,
    why=_("That somebody asked and was answered stays, without the name and the words."),
    tells=("asked_at", "asked_by", "message", "state", "answered_at", "answer"),
    erase=_answer_requests,
)
hold_labels(
    *("club.PersonNote.written_by", "club.MembershipChange.made_by", "club.Consent.given_by"),
    *("club.ErasureRequest.asked_by", "club.ErasureRequest.answered_by", "club.JoinRequest.decided_by"),
    *("club.NamesakePair.said_by", "club.PersonMerge.made_by", "club.Notice.written_by"),
)
