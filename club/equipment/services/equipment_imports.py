"""Import of a reviewed equipment list: one audit entry, undone as a whole."""

from collections.abc import Sequence

from django.db import transaction

from club.audit import log as audit
from club.audit.undo_handlers import require_unchanged
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo
from club.equipment.equipment_lists import EquipmentLine
from club.equipment.selectors import NEW, digest_of_equipment, equipment_differences
from club.lists.errors import ListChangedMeanwhile, NothingToBringIn
from club.models import AuditEntry, EquipmentItem, Organisation

IMPORTED = "club.equipment.imported"


@transaction.atomic
def import_equipment(
    *, organisation_id: int, lines: Sequence[EquipmentLine], currency: str, digest: str, actor: Actor
) -> list[EquipmentItem]:
    """Import the new items of a list if nothing changed since the review."""
    require_permission(actor, Capability.KEEP_EQUIPMENT, Scope(organisation_id))
    club = Organisation.objects.select_for_update(of=("self",), no_key=True).get(pk=organisation_id)
    found = equipment_differences(organisation_id=organisation_id, lines=lines)
    if digest_of_equipment(found) != digest:
        raise ListChangedMeanwhile
    rows = [_row(club, one.line, currency) for one in found if one.state == NEW]
    if not rows:
        raise NothingToBringIn
    for row in rows:
        row.save()
    after = {"count": len(rows), "things": [row.pk for row in rows]}
    audit.record(IMPORTED, club, actor=actor, organisation_id=club.pk, after=after)
    return rows


@transaction.atomic
def undo_import_equipment(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo an import: remove its items, unless one was changed or lent since."""
    if entry.organisation_id is None:
        raise CannotUndo(why="is_gone")
    require_permission(actor, Capability.KEEP_EQUIPMENT, Scope(entry.organisation_id))
    numbers = (entry.after or {})["things"]
    rows = (
        EquipmentItem.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=numbers)
        .order_by("pk")
    )
    if len(rows) != len(numbers):
        raise CannotUndo(why="changed_since")
    if any(row.loans.exists() for row in rows):
        raise CannotUndo(why="equipment_was_lent")
    require_unchanged(entry, {"club.equipmentitem": numbers}, persons=(), why="changed_since")
    EquipmentItem.objects.filter(pk__in=numbers).delete()
    audit.record(
        "club.equipment.import_undone",
        Organisation.objects.get(pk=entry.organisation_id),
        actor=actor,
        organisation_id=entry.organisation_id,
        before={"count": len(numbers), "things": numbers},
    )


def _row(club: Organisation, line: EquipmentLine, currency: str) -> EquipmentItem:
    return EquipmentItem(
        organisation=club,
        kind=line.kind,
        name=line.name,
        serial=line.serial,
        count=line.count,
        place=line.place,
        bought_on=line.bought_on,
        price=line.price,
        currency=currency if line.price is not None else "",
        condition=line.condition,
    )
