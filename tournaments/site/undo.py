"""Undo of prizes and of the paper of a club; events, the demo, appeals, screens and phones have none."""

from club.audit.undo_handlers import not_undoable, require_latest, undo_by
from club.models import AuditEntry
from tournaments.printing.services import set_paper_defaults
from tournaments.prizes.services import award_prizes, withdraw_prizes

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
