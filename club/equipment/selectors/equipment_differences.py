"""Comparison of an equipment list with the stored items."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from django.core.serializers.json import DjangoJSONEncoder

from club.core.names import fold_name
from club.equipment.equipment_lists import EquipmentLine
from club.models import EquipmentItem

FAULTY, NEW, KNOWN = "faulty", "new", "known"


@dataclass(frozen=True, slots=True)
class EquipmentDifference:
    """A line and its status: new, already known (then skipped), or invalid."""

    line: EquipmentLine
    state: str


def equipment_differences(
    *, organisation_id: int, lines: Sequence[EquipmentLine]
) -> list[EquipmentDifference]:
    """Compare each line with the items: by serial number within its kind, else by kind, name and place."""
    rows = EquipmentItem.objects.filter(organisation_id=organisation_id)
    told = rows.values_list("kind", "serial", "name", "place")
    known = {_key(kind, serial, name, place) for kind, serial, name, place in told}
    seen: set[tuple[str, ...]] = set()
    found = []
    for line in lines:
        key = _key(line.kind, line.serial, line.name, line.place)
        if not line.fault and line.serial and key in seen:
            line = replace(line, fault="twice", told=line.serial)  # noqa: PLW2901 - the same line, with its fault
        state = FAULTY if line.fault else KNOWN if key in known else NEW
        seen.add(key)
        found.append(EquipmentDifference(line, state))
    return found


def digest_of_equipment(found: Sequence[EquipmentDifference]) -> str:
    """Fingerprint of the comparison, to detect a change of the club or the list since it was shown."""
    serialized = json.dumps([asdict(one) for one in found], cls=DjangoJSONEncoder)
    return hashlib.sha256(serialized.encode()).hexdigest()[:32]


def _key(kind: str, serial: str, name: str, place: str) -> tuple[str, ...]:
    return (kind, serial) if serial else (kind, "", fold_name(name), fold_name(place))
