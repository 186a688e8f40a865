"""Texts of member list imports: reasons for omitted rows and cells."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.lists.cells import FAULTS as COMMON_FAULTS
from club.lists.tables import ListRead
from club.members.member_columns import MEMBER_COLUMNS
from club.members.member_lists import OmittedCell
from club.members.selectors.member_differences import FAULTY, NEAR, Difference

FAULTS: Final[dict[str, Any]] = COMMON_FAULTS | {
    "no_mail_address": gettext_lazy("not a valid email address"),
    "no_federation_number": gettext_lazy("not a federation with a number, such as KNDB 12345"),
    "number_twice": gettext_lazy("another row has this number"),
    "unknown_plan": gettext_lazy("the club has no plan with this name: the plan for other rows is used"),
    "total_row": gettext_lazy("a total, not a person"),
    "born_later": gettext_lazy("a birth date in the future"),
}
LEFT_OUT: Final = "out"


def cell_text(cell: OmittedCell) -> str:
    """Describe an omitted cell: its field, its value and the reason."""
    told = {"field": MEMBER_COLUMNS[cell.field].label, "cell": cell.told, "reason": FAULTS[cell.code]}
    return _("%(field)s “%(cell)s”: %(reason)s") % told


def leftovers(found: Sequence[Difference], choices: Mapping[int, str]) -> list[tuple[Difference, str]]:
    """List the omitted rows, and the rows with an omitted cell, each with the reason as text."""
    row_left, cell_left = _("row skipped"), _("cell skipped")
    left = []
    for one in found:
        choice = choices.get(one.line.number, "")
        if one.line.fault and (one.state == FAULTY or not choice):
            left.append((one, f"{row_left}: {FAULTS[one.line.fault]}"))
        elif choice == LEFT_OUT or (one.state == NEAR and not choice):
            left.append((one, row_left))
        elif one.line.left:
            cells = "; ".join(cell_text(cell) for cell in one.line.left)
            left.append((one, f"{cell_left}: {cells}"))
    return left


def leftover_rows(read: ListRead, found: Sequence[tuple[Difference, str]]) -> list[list[str]]:
    """Return the uploaded rows with the reasons appended, to be corrected and uploaded again."""
    width = max(map(len, read.rows), default=0)
    table = [[*row, *[""] * (width - len(row))] for row in read.rows]
    first = [[*table[read.heading], _("skipped")]] if read.heading is not None else []
    return [*first, *([*table[one.line.number - 1], reason] for one, reason in found)]
