"""Undo of prizes, links to game records and the paper of a club.

Events, the demo, appeals, screens, phones and live boards have none: every change has its own way back.
"""

from typing import Any

from club.audit.undo_handlers import (
    changed_since,
    latest_about,
    not_undoable,
    require_latest,
    undo_by,
    undo_handler,
)
from club.core.actor import Actor
from club.models import AuditEntry
from tournaments.printing.services import set_paper_defaults
from tournaments.prizes.services import award_prizes, withdraw_prizes
from tournaments.records.services.game_records import link_record, unlink_record

PRIZES = ("tournaments.prizes.handed_out", "tournaments.prizes.taken_back")
APPEAL_ACTIONS = ("filed", "withdrawn", "deposit_noted", "link_made", "member_named", "voted", "decided")
SCREEN_ACTIONS = ("opened", "assigned", "changed", "revoked")
FAMILY_ACTIONS = ("family_made", "family_changed", "family_removed", "steered", "alerted", "clock_set")

not_undoable("tournaments.demo.removed", reason_code="demo_is_loaded_again")
not_undoable(
    *("tournaments.event.made", "tournaments.event.imported", "tournaments.section.made"),
    reason_code="event_stays",
)
not_undoable(
    *("tournaments.event.changed", "tournaments.section.changed"),
    reason_code="is_changed_on_its_page",
)
not_undoable("tournaments.thanks.sent", reason_code="message_is_out")
not_undoable("tournaments.appeals.set", reason_code="is_changed_on_its_page")
not_undoable(*(f"tournaments.appeal.{done}" for done in APPEAL_ACTIONS), reason_code="appeal_stays")
not_undoable(
    *(f"tournaments.screen.{done}" for done in SCREEN_ACTIONS),
    *(f"tournaments.screens.{done}" for done in FAMILY_ACTIONS),
    reason_code="screens_are_steered_again",
)
not_undoable(
    "tournaments.phone.connected", "tournaments.phone.removed", reason_code="phone_is_connected_again"
)

not_undoable("tournaments.broadcast.set", reason_code="broadcast_is_set_again")
not_undoable(
    "tournaments.live_boards.opened",
    "tournaments.live_boards.removed",
    reason_code="live_boards_are_opened_again",
)
not_undoable("tournaments.live_boards.lead", reason_code="lead_boards_are_chosen_again")
not_undoable("tournaments.live_board.corrected", reason_code="moves_are_corrected_again")
not_undoable(
    "tournaments.live_alert.ruled",
    "tournaments.live_alert.dismissed",
    "tournaments.live_alert.stands",
    reason_code="alert_is_over",
)
not_undoable(
    "tournaments.live_feed.added",
    "tournaments.live_feed.changed",
    "tournaments.live_feed.removed",
    reason_code="feed_is_set_again",
)
not_undoable("tournaments.live_feed.games_read", reason_code="moves_are_corrected_again")
not_undoable(
    "tournaments.webhook.added",
    "tournaments.webhook.changed",
    "tournaments.webhook.removed",
    "tournaments.webhook.stopped",
    reason_code="webhook_is_set_again",
)


def require_latest_awards(entry: AuditEntry) -> None:
    """Raise CannotUndo if the prizes were published or unpublished since."""
    require_latest(entry, *PRIZES)


undo_by(
    "tournaments.paper.set",
    call=set_paper_defaults,
    requires=lambda entry: require_latest(entry, "tournaments.paper.set"),
    before=lambda facts: {"size": facts["paper_size"], "design": facts["certificate_design"]},
)
undo_by(
    "tournaments.prizes.handed_out",
    call=withdraw_prizes,
    number="section_id",
    requires=require_latest_awards,
)
undo_by(
    "tournaments.prizes.taken_back", call=award_prizes, number="section_id", requires=require_latest_awards
)


@undo_handler("tournaments.record.linked", "tournaments.record.unlinked")
def undo_link(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the earlier record, or none, unless it was changed since."""
    told = entry.before or {}
    later = latest_about(entry, "tournaments.record.linked", "tournaments.record.unlinked")
    if later is not None and (later.after or {}).get("game") == told["game"]:
        raise changed_since(entry, later.action)
    place: dict[str, Any] = {"pairing_id": int(entry.target_id), "game": int(told["game"]), "actor": actor}
    if told["record"] is None:
        unlink_record(**place)
    else:
        link_record(record_id=int(told["record"]), **place)
