"""Undo of drafts and saved groups; sending cannot be undone."""

from functools import partial

from club.audit.undo_handlers import not_undoable, unchanged_row, undo_by
from club.models import Notice
from club.notices.services.notice_sending import unschedule_notice
from club.notices.services.notices import notice_facts, remove_group, remove_notice, save_group

not_undoable("club.notice.changed", "club.notice.removed", reason_code="notice_text_is_not_told")
not_undoable("club.notice.unscheduled", reason_code="notice_changed_since")
not_undoable("club.notice.tested", "club.notice.sent", "club.notice.stopped", reason_code="notice_is_out")
not_undoable("club.opt_out.made", "club.opt_out.ended", reason_code="wish_is_theirs")

unchanged_notice = partial(unchanged_row, Notice.objects.select_for_update(no_key=True), notice_facts)

undo_by("club.notice.written", call=remove_notice, number="notice_id", requires=unchanged_notice)
undo_by("club.notice.scheduled", call=unschedule_notice, number="notice_id")
undo_by("club.group.saved", call=remove_group, number="group_id")
undo_by("club.group.removed", call=save_group, before=dict)
