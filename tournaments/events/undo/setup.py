"""Undo of changes to the lists of the set-up."""

from club.audit.undo_handlers import not_undoable, require_facts, require_latest, undo_by, undo_handler
from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.events.services.class_lists import set_entry_classes
from tournaments.events.services.closing import (
    finish_event,
    mark_closing_task,
    reopen_event,
    reset_closing_task,
)
from tournaments.events.services.equipment import check_equipment, uncheck_equipment
from tournaments.events.services.regulations import set_regulations
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.models import ClosingMark

not_undoable("tournaments.event.cloned", reason_code="event_stays")

undo_by(
    "tournaments.entries.classed",  # of the players who are still in the section
    call=set_entry_classes,
    number="section_id",
    requires=require_latest,
    before=lambda facts: {"classes": {int(key): name for key, name in facts["by_entry"].items()}},
)
undo_by(
    "tournaments.fees.set",
    call=set_fees,
    number="section_id",
    requires=require_latest,
    before=lambda facts: {"rows": facts["fees"]},
)
undo_by(
    "tournaments.schedule.set",
    call=set_schedule,
    number="section_id",
    requires=require_latest,
    before=lambda facts: {"rows": facts["schedule"]},
)
undo_by(
    "tournaments.prizes.set",
    call=set_prizes,
    number="section_id",
    requires=require_latest,
    before=lambda facts: {
        "rows": facts["prizes"],
        "currency": facts["currency"],
        "sharing": facts["prize_sharing"],
    },
)
undo_by(
    "tournaments.officials.set",
    call=set_officials,
    number="event_id",
    requires=require_latest,
    before=lambda facts: {"rows": facts["officials"]},
)
undo_by(
    "tournaments.regulations.set",  # rulings retain the articles that they quote
    call=set_regulations,
    number="event_id",
    requires=require_latest,
    before=lambda facts: {"stored": facts["regulations"]},
)
undo_by(
    "tournaments.equipment.checked",
    call=uncheck_equipment,
    number="event_id",
    after=lambda facts: {"article": facts["article"]},
)
undo_by(
    "tournaments.equipment.unchecked",
    call=check_equipment,
    number="event_id",
    after=lambda facts: {"article": facts["article"]},
)


def _require_same_mark(entry: AuditEntry) -> None:
    """Raise CannotUndo if the task was reopened, or settled otherwise, since."""
    task = (entry.after or {}).get("task", "")
    mark = ClosingMark.objects.filter(event=int(entry.target_id), task=task).first()
    require_facts({"task": task, "is_needed": mark.is_needed if mark else None}, entry)


undo_by(
    "tournaments.closing.marked",
    call=reset_closing_task,
    number="event_id",
    requires=_require_same_mark,
    after=lambda facts: {"task": facts["task"]},
)
undo_by(
    "tournaments.closing.reset",
    call=mark_closing_task,
    number="event_id",
    before=lambda facts: {"task": facts["task"], "is_needed": facts["is_needed"]},
)
undo_by("tournaments.event.finished", call=reopen_event, number="event_id")
undo_by("tournaments.event.reopened", call=finish_event, number="event_id")


@undo_handler("tournaments.classes.set")
def undo_classes(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the classes; the entries of renamed ones follow."""
    require_latest(entry)
    became = (entry.after or {}).get("renamed", {})
    rows = [row | {"was": became.get(row["name"], row["name"])} for row in (entry.before or {})["classes"]]
    set_classes(section_id=int(entry.target_id), rows=rows, actor=actor)
