"""Merging of two persons: preview, merge and separate again."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError

from club.audit import log as audit
from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, UnknownPerson
from club.duplicates.errors import BothHaveAccounts, MergeAcrossClubs, MergedMeanwhile, SamePersonTwice
from club.duplicates.merge_steps import Merge, Step, facts_of_row
from club.duplicates.selectors import CHOSEN
from club.members.errors import ErasedAlready
from club.models import AuditEntry, Person, PersonMerge
from club.money.services.books import lock_kept_books
from club.privacy.personal_data_sets import DATA_SETS, OnMerge

MERGED = "club.person.merged"

not_undoable("club.person.separated", reason_code="merge_them_again")


@transaction.atomic
def merge_persons(
    *,
    kept_id: int,
    merged_id: int,
    actor: Actor,
    taken: Collection[str] = (),
    seen: str | None = None,
    reason: str = "",
) -> PersonMerge:
    """Merge two persons; `taken` names the facts used of the merged one, `seen` is the fingerprint shown."""
    kept, merged = _lock_persons(kept_id, merged_id, actor)
    were = [facts_of_row(kept), facts_of_row(merged)]
    merge = Merge(kept=kept, merged=merged, actor=actor)
    _treat_rows(merge)
    now = _fingerprint(were, merge.steps)
    if seen is not None and seen != now:
        raise MergedMeanwhile(name=kept.name)
    _apply_chosen_facts(merge, taken)
    assert kept.organisation is not None  # noqa: S101 - persons of no club are not merged
    row = PersonMerge.objects.create(
        organisation=kept.organisation,
        kept=kept,
        merged=merged,
        steps=merge.steps,
        made_by=actor.label[:200],
    )
    facts = {"person": merged.pk, "merge": row.pk, "moved": moved_rows(merge.steps)}
    audit.record(MERGED, kept, actor=actor, after=facts, reason=reason)
    return row


def _treat_rows(merge: Merge) -> None:
    """Treat every foreign key to a person as its data set says; a function of several keys runs once."""
    done: set[Callable[[Merge], None]] = set()
    for held in DATA_SETS.values():
        rule = held.on_merge
        if rule in {OnMerge.MOVE, OnMerge.MOVE_OR_DROP}:
            merge.move(held.relation, gives_way=rule is OnMerge.MOVE_OR_DROP)
        elif callable(rule) and rule not in done:
            done.add(rule)
            rule(merge)


def merge_entry(row: PersonMerge) -> AuditEntry:
    """Return the audit entry of a merge; undoing it separates the two persons."""
    about = AuditEntry.objects.filter(target_kind=audit.kind_of(row.kept), target_id=str(row.kept_id))
    return about.filter(action=MERGED, after__merge=row.pk).latest("pk")


class Rehearsal(NamedTuple):
    """Writes of a merge and the fingerprint of its preview."""

    steps: list[Step]
    seen: str


def rehearse_merge(*, kept_id: int, merged_id: int, actor: Actor) -> Rehearsal:
    """Preview a merge.

    The merge is executed and rolled back, so that the preview cannot be wrong.
    """
    with transaction.atomic():
        were = [facts_of_row(one) for one in _lock_persons(kept_id, merged_id, actor)]
        row = merge_persons(kept_id=kept_id, merged_id=merged_id, actor=actor)
        transaction.set_rollback(True)
    return Rehearsal(row.steps, _fingerprint(were, _steps_of_rows(row)))


def _steps_of_rows(row: PersonMerge) -> list[Step]:
    """Return the steps without those of the two persons, whose chosen facts come last."""
    return [step for step in row.steps if step["table"] != "club.person"]


@undo_handler(MERGED)
def separate_persons(*, entry: AuditEntry, actor: Actor) -> None:
    """Separate two merged persons as they were, unless a moved row was changed since."""
    logged: dict[str, Any] = entry.after or {}
    row = PersonMerge.objects.select_for_update(of=("self",), no_key=True).get(pk=logged["merge"])
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    if not row.steps:  # a person was erased: the undo data is deleted
        raise CannotUndo(why="merge_is_forgotten")
    lock_kept_books(row.organisation_id)
    two = Person.objects.select_for_update(of=("self",), no_key=True).filter(
        pk__in=[row.kept_id, row.merged_id]
    )
    list(two.order_by("pk"))
    for step in reversed(row.steps):
        _revert_step(step)
    kept, before = (
        Person.objects.get(pk=row.kept_id),
        {"person": row.merged_id, "moved": moved_rows(row.steps)},
    )
    row.delete()
    audit.record("club.person.separated", kept, actor=actor, before=before)


def moved_rows(steps: list[Step]) -> dict[str, list[str]]:
    """Return the ids of the written rows by table."""
    found: dict[str, list[str]] = defaultdict(list)
    for step in steps:
        if step["row"] not in found[step["table"]]:
            found[step["table"]].append(step["row"])
    return dict(found)


def _fingerprint(were: list[dict[str, Any]], steps: list[Step]) -> str:
    """Fingerprint of the two persons and the rows to move, to detect a change since the preview."""
    made = [step if step["before"] is not None else {**step, "row": ""} for step in steps]
    return hashlib.sha256(json.dumps([were, made], sort_keys=True).encode()).hexdigest()[:32]


def _lock_persons(kept_id: int, merged_id: int, actor: Actor) -> tuple[Person, Person]:
    """Lock the books, and both persons in a fixed order, so that concurrent merges cannot deadlock."""
    for organisation_id in Person.objects.filter(pk=kept_id).values_list("organisation", flat=True):
        lock_kept_books(organisation_id)
    rows = Person.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=[kept_id, merged_id])
    found = {row.pk: row for row in rows.order_by("pk")}
    for number in (kept_id, merged_id):
        if number not in found:
            raise UnknownPerson(number=number)
        require_permission(actor, Capability.KEEP_MEMBERS, Scope(found[number].organisation_id))
    kept, merged = found[kept_id], found[merged_id]
    if kept == merged:
        raise SamePersonTwice(name=kept.name)
    erased = next((one for one in (kept, merged) if one.erased_at is not None), None)
    if erased is not None:  # the rest of an erased person belongs to no person
        raise ErasedAlready(name=erased.name)
    if kept.organisation_id is None or kept.organisation_id != merged.organisation_id:
        raise MergeAcrossClubs(name=merged.name)
    if kept.user_id is not None and merged.user_id is not None:
        raise BothHaveAccounts(name=kept.name, other=merged.name)
    return kept, merged


def _apply_chosen_facts(merge: Merge, taken: Collection[str]) -> None:
    """Set the chosen facts of the survivor; the merged row is emptied except for its name."""
    kept, merged = merge.kept, merge.merged
    chosen = {name: getattr(merged, name) for name in CHOSEN if name in taken or not getattr(kept, name)}
    user = merged.user
    with merge.watching(Person.objects.filter(pk=merged.pk)):
        merged.organisation, merged.user, merged.born_on = None, None, None
        merged.email = merged.languages = merged.title = ""
        merged.save()
    with merge.watching(Person.objects.filter(pk=kept.pk)):
        if "name" in chosen:
            kept.sort_name = merged.sort_name
        for name, value in chosen.items():
            setattr(kept, name, value)
        kept.user = kept.user or user
        kept.save()


def _revert_step(step: Step) -> None:
    """Revert one row; refuse if it was changed since the merge."""
    model = apps.get_model(step["table"])
    rows = model._base_manager.filter(pk=step["row"])  # noqa: SLF001 - rows whatever their state
    there = rows.select_for_update(of=("self",), no_key=True).first()
    before, after = step["before"], step["after"]
    current = None if there is None else facts_of_row(there)
    is_as_left = (
        current is None if after is None else current is not None and after.items() <= current.items()
    )
    if not is_as_left:
        raise _depends_on_later(model)
    try:
        with transaction.atomic():
            _restore_row(model, rows, step["row"], before, is_made_anew=after is None)
    except (IntegrityError, ProtectedError):
        raise _depends_on_later(model) from None


def _restore_row(
    model: type[models.Model],
    rows: models.QuerySet[Any],
    key: str,
    before: dict[str, Any] | None,
    *,
    is_made_anew: bool,
) -> None:
    if before is None:
        rows.delete()
        return
    facts = {name: _value(model, name, text) for name, text in before.items()}
    if is_made_anew:
        model(pk=model._meta.pk.to_python(key), **facts).save_base(raw=True, force_insert=True)  # noqa: SLF001
    else:
        rows.update(**facts)


def _value(model: type[models.Model], name: str, text: Any) -> Any:
    """Restore a column's value; the target of a foreign key must still exist."""
    column = model._meta.get_field(name)  # noqa: SLF001 - Django's documented interface
    assert isinstance(column, models.Field)  # noqa: S101 - only columns are written down
    if text is None:
        return None
    if isinstance(column, models.ForeignKey):
        there = column.related_model._base_manager.filter(pk=text)  # noqa: SLF001 - rows whatever their state
        if not there.exists():
            raise IntegrityError(name)
    return column.to_python(text)


def _depends_on_later(model: type[models.Model]) -> CannotUndo:
    return CannotUndo(why="merge_stands_on_later", what=str(model._meta.verbose_name))  # noqa: SLF001 - documented
