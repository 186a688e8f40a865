"""Undo handlers of drafts and saved groups; sending cannot be undone."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, Notice, NoticeState, SavedGroup
from club.notices.errors import GroupNameTaken
from club.notices.services.notice_sending import unschedule_notice
from club.notices.services.notices import notice_facts, remove_group, remove_notice, save_group

not_undoable("club.notice.changed", reason_code="notice_text_is_not_told")
not_undoable("club.notice.removed", reason_code="notice_text_is_not_told")
not_undoable("club.notice.unscheduled", reason_code="notice_changed_since")
not_undoable("club.notice.tested", reason_code="notice_is_out")
not_undoable("club.notice.sent", reason_code="notice_is_out")
not_undoable("club.notice.stopped", reason_code="notice_is_out")
not_undoable("club.opt_out.made", reason_code="wish_is_theirs")
not_undoable("club.opt_out.ended", reason_code="wish_is_theirs")


@undo_handler("club.notice.written")
def undo_write_notice(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo writing a notice: remove the draft if unchanged."""
    row = _notice(entry)
    if row.state != NoticeState.DRAFT or notice_facts(row) != entry.after:
        raise CannotUndo(why="notice_changed_since")
    remove_notice(notice_id=row.pk, actor=actor)


@undo_handler("club.notice.scheduled")
def undo_schedule_notice(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo scheduling a notice, before its time."""
    row = _notice(entry)
    if row.state != NoticeState.SCHEDULED:
        raise CannotUndo(why="notice_changed_since")
    unschedule_notice(notice_id=row.pk, actor=actor)


@undo_handler("club.group.saved")
def undo_save_group(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo saving a group."""
    if not SavedGroup.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="group_is_gone")
    remove_group(group_id=int(entry.target_id), actor=actor)


@undo_handler("club.group.removed")
def undo_remove_group(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a group: save it with a new id."""
    if entry.organisation_id is None:
        raise CannotUndo(why="group_is_gone")
    try:
        save_group(organisation_id=entry.organisation_id, actor=actor, **(entry.before or {}))
    except GroupNameTaken:
        raise CannotUndo(why="group_name_is_taken") from None


def _notice(entry: AuditEntry) -> Notice:
    row = Notice.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="notice_is_gone")
    return row
