"""Creation of clubs and federations."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import islice
from typing import Any, Final

from django.apps import apps
from django.core.files.storage import default_storage
from django.db import connection, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from club.audit import log as audit
from club.core.access import SITE, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import OrganisationInUse
from club.models import AuditChain, AuditEntry, Organisation, OrganisationKind
from club.organisations.services.club_facts import FACTS


def lock_club(organisation_id: int) -> Organisation:
    """Lock a club until the transaction ends; names that are unique in a club are read after it."""
    return Organisation.objects.select_for_update(no_key=True).get(pk=organisation_id)


def lock_club_of(rows: models.QuerySet[Any]) -> None:
    """Lock the club of a row that may be gone, before the row itself is locked."""
    organisation_id = rows.values_list("organisation", flat=True).first()
    if organisation_id is not None:
        lock_club(organisation_id)


@transaction.atomic
def ensure_organisation(
    *, slug: str, name: str, kind: str = OrganisationKind.CLUB, actor: Actor
) -> Organisation:
    """Return the organisation with this short name; create it under the given name if there is none."""
    organisation, is_new = Organisation.objects.get_or_create(
        slug=slug, defaults={"name": name, "kind": OrganisationKind(kind)}
    )
    if is_new:
        organisation.full_clean()
        facts = {"slug": slug, "name": name, "kind": str(organisation.kind)}
        audit.record(
            "club.organisation.added", organisation, actor=actor, organisation_id=organisation.pk, after=facts
        )
    return organisation


Guard = Callable[[BaseDatabaseWrapper], AbstractContextManager[None]]
"""Function that opens the tables of a connection for a block within a transaction."""

DELETION_GUARDS: list[Guard] = []


def add_deletion_guards(*guards: Guard) -> None:
    """Add guards, in the order in which they are lifted."""
    DELETION_GUARDS.extend(guard for guard in guards if guard not in DELETION_GUARDS)


Removal = Callable[[int], None]
"""Function that deletes what an app derives from the rows of a club, before these are deleted."""

CLUB_REMOVALS: list[Removal] = []


def add_club_removals(*removals: Removal) -> None:
    """Add clean-ups, in the order in which they run."""
    CLUB_REMOVALS.extend(each for each in removals if each not in CLUB_REMOVALS)


RETAINED_MODELS: Final = (AuditEntry, AuditChain)
BATCH_SIZE: Final = 500  # parameters per statement: SQLite has a limit

Keys = dict[type[models.Model], set[Any]]


@transaction.atomic
def remove_organisation(*, organisation_id: int, action: str, actor: Actor, **before: object) -> None:
    """Delete a club with all its rows; its audit entries remain, and its short name is free again.

    The registered guards lift the triggers of tables that refuse deletions. Raises OrganisationInUse if rows
    of another club depend on it.
    """
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    club = lock_club(organisation_id)
    found = _rows_of(club)
    _require_no_foreign_rows({**found, Organisation: {club.pk}})
    files = _files_of(found)
    for remove in CLUB_REMOVALS:
        remove(club.pk)
    with ExitStack() as opened:
        for guard in DELETION_GUARDS:
            opened.enter_context(guard(connection))
        _empty_links(found)
        for model, keys in found.items():
            for part in _slices(keys):
                _all(model).filter(pk__in=part)._raw_delete(using=connection.alias)  # noqa: SLF001
        connection.check_constraints()
    before["name"] = club.name
    files += [club.logo.name] if club.logo.name else []
    club.slug, club.removed_at = f"{club.slug[:40]}-removed-{club.pk}", timezone.now()
    cleared = (*(name for name in FACTS if name != "name"), "logo")
    for name in cleared:
        setattr(club, name, "")
    club.save(update_fields=["slug", "removed_at", *cleared])
    audit.record(action, club, actor=actor, organisation_id=club.pk, before=before, after={})
    transaction.on_commit(lambda: _delete_files(files))


def _meta(model: type[models.Model]) -> Any:
    return model._meta  # noqa: SLF001 - Django's documented way to ask a model about itself


def _all(model: type[models.Model]) -> models.QuerySet[Any]:
    return model._base_manager.all()  # noqa: SLF001 - the default manager may hide rows


def _slices(keys: Iterable[Any]) -> Iterator[list[Any]]:
    waiting = iter(keys)
    while part := list(islice(waiting, BATCH_SIZE)):
        yield part


def _links() -> Iterator[tuple[type[models.Model], models.ForeignKey[Any, Any]]]:
    """Foreign keys of all tables; of the audit log only those that may be emptied."""
    for model in apps.get_models(include_auto_created=True):
        for field in _meta(model).concrete_fields:
            is_link = isinstance(field, models.ForeignKey)
            if is_link and (model not in RETAINED_MODELS or _is_emptied(field)) and not _meta(model).proxy:
                yield model, field


def _is_emptied(field: models.ForeignKey[Any, Any]) -> bool:
    return field.remote_field.on_delete is models.SET_NULL


def _rows_of(club: Organisation) -> Keys:
    """Rows that depend on the club over any number of steps, without the club's own row."""
    found: Keys = defaultdict(set)
    links = [(model, field) for model, field in _links() if not _is_emptied(field)]
    fresh: Keys = {Organisation: {club.pk}}
    while fresh:
        reached: Keys = defaultdict(set)
        for model, field in links:
            for part in _slices(fresh.get(field.related_model, ())):
                keys = _all(model).filter(**{f"{field.attname}__in": part}).values_list("pk", flat=True)
                reached[model] |= set(keys) - found[model]
        for model, numbers in reached.items():
            found[model] |= numbers
        fresh = {model: numbers for model, numbers in reached.items() if numbers}
    return {model: numbers for model, numbers in found.items() if numbers}


def _require_no_foreign_rows(found: Keys) -> None:
    """Refuse if a row to be deleted belongs to a row that remains, such as another club's event."""
    foreign: set[str] = set()
    for model, field in _links():
        owner = field.related_model
        if model not in found or owner not in found or _is_emptied(field):
            continue
        for part in _slices(found[model]):
            rows = _all(model).filter(pk__in=part, **{f"{field.attname}__isnull": False})
            if not set(rows.values_list(field.attname, flat=True)) <= found[owner]:
                foreign.add(str(_meta(model).verbose_name))
    if foreign:
        raise OrganisationInUse(kinds=sorted(foreign))


def _empty_links(found: Keys) -> None:
    """Set links from remaining rows to deleted rows to NULL."""
    for model, field in _links():
        if not _is_emptied(field):
            continue
        for part in _slices(found.get(field.related_model, ())):
            rows = _all(model).filter(**{f"{field.attname}__in": part})
            rows.update(**{field.attname: None})


def _files_of(found: Keys) -> list[str]:
    names: list[str] = []
    for model, keys in found.items():
        for field in _meta(model).concrete_fields:
            if isinstance(field, models.FileField):
                for part in _slices(keys):
                    names += _all(model).filter(pk__in=part).values_list(field.attname, flat=True)
    return [name for name in names if name]


def _delete_files(names: list[str]) -> None:
    for name in names:
        default_storage.delete(name)
