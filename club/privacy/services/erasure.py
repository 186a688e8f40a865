"""Requests of erasure, and the erasure in one transaction: delete or pseudonymize a person's data."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.access import Scope, may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed, UnknownPerson
from club.members.errors import NotYoursToSign
from club.members.selectors.self_service import may_sign_for, own_persons
from club.members.services.member_locks import require_current
from club.models import ErasureRequest, ErasureState, Person, User
from club.privacy.errors import (
    ErasureAskedAlready,
    ErasureBlocked,
    NameNotTyped,
    NobodyKeepsPerson,
    NoErasureRequest,
    OwnErasure,
)
from club.privacy.personal_data_sets import (
    ACTOR_LABELS,
    DATA_SETS,
    Erasure,
    OnErasure,
    PersonalDataSet,
    addresses_of,
    names_of,
    rows_of_person,
)
from club.privacy.selectors import blocks_of, erasure_preview
from club.privacy.services.audit_redaction import actions_of_person, redact_audit_log, targets_of_person


@transaction.atomic
def request_erasure(*, person_id: int, actor: Actor, message: str = "") -> ErasureRequest:
    """Request erasure of one's own data or a ward's; only one request can wait."""
    person = _signable_person(person_id, actor)
    if person.organisation_id is None:
        raise NobodyKeepsPerson(name=person.name)
    if ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).exists():
        raise ErasureAskedAlready(name=person.name)
    row = ErasureRequest(
        person=person,
        organisation_id=person.organisation_id,
        message=message.strip(),
        asked_by=actor.label[:200],
    )
    row.full_clean()
    row.save()
    _log("club.erasure.asked", row, actor)
    return row


@transaction.atomic
def withdraw_erasure_request(*, person_id: int, actor: Actor) -> ErasureRequest:
    """Withdraw one's own request or a ward's."""
    person = _signable_person(person_id, actor)
    row = ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).first()
    if row is None:
        raise NoErasureRequest
    return _answer(row, ErasureState.TAKEN_BACK, actor)


@transaction.atomic
def refuse_erasure(*, request_id: int, answer: str, actor: Actor) -> ErasureRequest:
    """Refuse a request with a reason, which the person can read."""
    found = ErasureRequest.objects.filter(pk=request_id).first()
    if found is None:
        raise NoErasureRequest
    Person.objects.select_for_update(of=("self",), no_key=True).get(pk=found.person_id)
    row = ErasureRequest.objects.select_related("person").get(pk=request_id)
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    if row.state != ErasureState.ASKED:
        raise NoErasureRequest
    row.answer = answer.strip()
    row.full_clean()
    return _answer(row, ErasureState.REFUSED, actor)


def _signable_person(person_id: int, actor: Actor) -> Person:
    rows = Person.objects.select_for_update(of=("self",), no_key=True)
    person = rows.filter(pk=person_id, erased_at=None).first()
    if person is None:
        raise UnknownPerson(number=person_id)
    if not may_sign_for(actor=actor, person=person):
        raise NotYoursToSign(name=person.name)
    return person


def _answer(row: ErasureRequest, state: ErasureState, actor: Actor) -> ErasureRequest:
    row.state, row.answered_at, row.answered_by = state, timezone.now(), actor.label[:200]
    row.save(update_fields=["state", "answer", "answered_at", "answered_by"])
    _log(f"club.erasure.{state}", row, actor)
    return row


def _log(action: str, row: ErasureRequest, actor: Actor) -> None:
    facts = {"person": row.person_id, "erasure_state": str(row.state)}
    audit.record(action, row, actor=actor, after=facts)


@transaction.atomic
def log_data_export(*, person: Person, actor: Actor) -> None:
    """Log an export of all data about a person: to them, a guardian or the secretary."""
    keeps = may(actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id))
    if not keeps and person not in own_persons(actor=actor):
        raise NotAllowed(capability=Capability.KEEP_MEMBERS.value, who=actor.label)
    audit.record("club.person.handed_out", person, actor=actor)


ERASED = "club.person.erased"


@transaction.atomic
def erase_person(*, person_id: int, typed_name: str, actor: Actor, reason: str = "") -> Person:
    """Erase a person of the actor's club; `typed_name` confirms it.

    This is irreversible.

    The row remains, empty and with a neutral name, as results and bookings refer to it.
    """
    person = _lock_person(person_id, actor)
    if actor.user is not None and person.user_id == actor.user.pk:
        raise OwnErasure(name=person.name)
    first = next(iter(blocks_of(person)), None)
    if first is not None:
        raise ErasureBlocked(name=person.name, first=str(first))
    if " ".join(typed_name.split()).casefold() != " ".join(person.name.split()).casefold():
        raise NameNotTyped(name=person.name)
    preview = erasure_preview(person=person)
    facts = {
        "gone": sum(line.count for line in preview.goes),
        "kept": sum(line.count for line in preview.stays),
    }
    erasure = Erasure(
        person=person,
        names=names_of(person),
        addresses=addresses_of(person),
        neutral=neutral_name(person),
        actor=actor,
    )
    (blanked, named), acts = targets_of_person(person), actions_of_person(person)
    label = str(person.user) if person.user is not None else ""
    for data_set in DATA_SETS.values():
        _erase(data_set, erasure)
    _relabel(label, erasure)
    _empty(person, erasure.neutral)
    facts["entries"] = redact_audit_log(erasure=erasure, blanked=blanked, named=named, acts=acts)
    audit.record(ERASED, person, actor=actor, after=facts, reason=erasure.without(reason))
    return person


def neutral_name(person: Person) -> str:
    """Neutral name of an erased person, in the language of the site."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former member %(number)s") % {"number": person.pk}


def _lock_person(person_id: int, actor: Actor) -> Person:
    """Lock the person.

    Rows that refer to the person may still be added by transactions that hold the lock of a section.
    """
    rows = Person.objects.select_for_update(of=("self",), no_key=True).select_related("user", "organisation")
    person = rows.filter(pk=person_id).first()
    if person is None:
        raise UnknownPerson(number=person_id)
    require_current(person, actor)
    return person


def _erase(data_set: PersonalDataSet, erasure: Erasure) -> None:
    if data_set.erase is not None:
        data_set.erase(erasure)
    if not data_set.relation:
        return
    rows = rows_of_person(data_set, erasure.person)
    if data_set.fate is OnErasure.DELETE:
        rows.delete()
    elif data_set.names or data_set.empties:
        emptied: dict[str, Any] = dict.fromkeys(data_set.names, erasure.neutral)
        rows.update(**emptied, **dict.fromkeys(data_set.empties, ""))


def _relabel(label: str, erasure: Erasure) -> None:
    """Replace the account's actor labels by the neutral name, unless another account has the same label."""
    if not label or _is_shared(label):
        return
    for path in ACTOR_LABELS:
        model, _dot, name = path.rpartition(".")
        rows = apps.get_model(model)._base_manager.filter(**{name: label})  # noqa: SLF001 - documented
        rows.update(**{name: erasure.neutral})


def _is_shared(label: str) -> bool:
    full_name = Concat("first_name", Value(" "), "last_name")
    shared = Q(full_name__in=[label, f"{label} ", f" {label}"]) | Q(email=label)
    return User.objects.annotate(full_name=full_name).filter(shared).exists()


def _empty(person: Person, neutral: str) -> None:
    person.name, person.sort_name, person.email = neutral, neutral, ""
    person.language = person.languages = person.title = ""
    person.born_on, person.user, person.erased_at = None, None, timezone.now()
    person.save()
