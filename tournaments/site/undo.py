"""Undo of prizes; events, the demo, appeals and screens have none."""

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.prizes.services import award_prizes, withdraw_prizes

not_undoable("tournaments.demo.removed", reason_code="demo_is_loaded_again")
not_undoable("tournaments.event.made", reason_code="event_stays")
not_undoable("tournaments.event.imported", reason_code="event_stays")
not_undoable("tournaments.event.changed", reason_code="event_is_changed_on_its_page")
not_undoable("tournaments.section.made", reason_code="event_stays")
not_undoable("tournaments.section.changed", reason_code="event_is_changed_on_its_page")
not_undoable("tournaments.appeals.set", reason_code="appeals_are_set_again")
for _done in ("filed", "withdrawn", "deposit_noted", "link_made", "member_named", "voted", "decided"):
    not_undoable(f"tournaments.appeal.{_done}", reason_code="appeal_stays")


for _done in ("opened", "assigned", "changed", "revoked"):
    not_undoable(f"tournaments.screen.{_done}", reason_code="screens_are_steered_again")
for _done in ("family_made", "family_changed", "family_removed", "steered", "alerted", "clock_set"):
    not_undoable(f"tournaments.screens.{_done}", reason_code="screens_are_steered_again")


@undo_handler("tournaments.prizes.handed_out")
def undo_prize_awards(*, entry: AuditEntry, actor: Actor) -> None:
    """Unpublish the prizes, unless they were published again since."""
    _require_latest_awards(entry)
    withdraw_prizes(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


@undo_handler("tournaments.prizes.taken_back")
def undo_prize_withdrawal(*, entry: AuditEntry, actor: Actor) -> None:
    """Publish the prizes from the standings in force."""
    _require_latest_awards(entry)
    award_prizes(section_id=int(entry.target_id), actor=actor, reason=actor.reason)


def _require_latest_awards(entry: AuditEntry) -> None:
    later = latest_about(entry, "tournaments.prizes.handed_out", "tournaments.prizes.taken_back")
    if later is not None:
        raise CannotUndo(why="prizes_changed_since", number=later.number)
