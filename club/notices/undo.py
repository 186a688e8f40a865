"""Undo handlers of drafts and saved groups; sending cannot be undone."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, Notice, NoticeState, SavedGroup
from club.notices.errors import GroupNameTaken
from club.notices.services.notice_sending import unschedule_notice
from club.notices.services.notices import notice_facts, remove_group, remove_notice, save_group

has_no_way_back("club.notice.changed", because="notice_text_is_not_told")
has_no_way_back("club.notice.removed", because="notice_text_is_not_told")
has_no_way_back("club.notice.unscheduled", because="notice_changed_since")
has_no_way_back("club.notice.tested", because="notice_is_out")
has_no_way_back("club.notice.sent", because="notice_is_out")
has_no_way_back("club.notice.stopped", because="notice_is_out")
has_no_way_back("club.opt_out.made", because="wish_is_theirs")
has_no_way_back("club.opt_out.ended", because="wish_is_theirs")


@undoes("club.notice.written")
def take_notice_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo writing a notice: remove the draft if unchanged."""
    row = _notice(entry)
    if row.state != NoticeState.DRAFT or notice_facts(row) != entry.after:
        raise CannotUndo(why="notice_changed_since")
    remove_notice(notice_id=row.pk, actor=actor)


@undoes("club.notice.scheduled")
def take_notice_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo scheduling a notice, before its time."""
    row = _notice(entry)
    if row.state != NoticeState.SCHEDULED:
        raise CannotUndo(why="notice_changed_since")
    unschedule_notice(notice_id=row.pk, actor=actor)


@undoes("club.group.saved")
def take_group_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo saving a group."""
    if not SavedGroup.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="group_is_gone")
    remove_group(group_id=int(entry.target_id), actor=actor)


@undoes("club.group.removed")
def put_group_back(*, entry: AuditEntry, actor: Actor) -> None:
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
