"""Erasure of a person in one transaction: delete or pseudonymize their data."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.members.errors import ErasedAlready
from club.models import Person, User
from club.privacy.errors import ErasureBlocked, NameNotTyped, OwnErasure
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
from club.privacy.selectors.erasure import blocks_of, erasure_preview
from club.privacy.services.audit_redaction import actions_of_person, redact_audit_log, targets_of_person

ERASED = "club.person.erased"


@transaction.atomic
def erase_person(*, person_id: int, typed_name: str, actor: Actor, reason: str = "") -> Person:
    """Erase a person of the actor's club; `typed_name` confirms it.

    This is irreversible.

    The row remains, empty and with a neutral name, as results and bookings refer to it.
    """
    person = _lock_person(person_id, actor)
    if person.erased_at is not None:
        raise ErasedAlready(name=person.name)
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
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id))
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
