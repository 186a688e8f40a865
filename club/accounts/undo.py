"""Undo of invitations, and the actions of accounts that have no undo."""

from django.utils import timezone

from club.accounts.services.invitations import open_invitations, restore_invitation, revoke_invitation
from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, Invitation

SAME_INVITATION = ("organisation_id", "event_id", "section_id", "role", "email")
ACCOUNT_ACTIONS = (
    *("renamed", "opened", "signed_in", "password_changed", "password_set", "password_reset"),
    *("main_address_changed", "address_added", "address_removed"),
    *("second_step_added", "second_step_removed", "recovery_codes_renewed"),
    *("sessions_ended",),
)

not_undoable(*(f"club.account.{done}" for done in ACCOUNT_ACTIONS), reason_code="account_is_theirs")
not_undoable("club.invitation.accepted", reason_code="acceptance_was_theirs")


@undo_handler("club.invitation.made", "club.invitation.given_back")
def undo_invite(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo an invitation, unless it is accepted."""
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=entry.target_id)
    if invitation.accepted_at is not None:
        who = invitation.accepted_by
        raise CannotUndo(why="invitation_was_accepted", who=str(who) if who is not None else "?")
    revoke_invitation(invitation_id=invitation.pk, actor=actor)


@undo_handler("club.invitation.taken_back")
def undo_revoke_invitation(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo withdrawing an invitation, unless it has expired or an equal one exists."""
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=entry.target_id)
    if invitation.expires_at <= timezone.now():
        raise CannotUndo(why="invitation_has_ended")
    same = {name: getattr(invitation, name) for name in SAME_INVITATION}
    if invitation.email and open_invitations().filter(**same).exclude(pk=invitation.pk).exists():
        raise CannotUndo(why="invitation_made_anew")
    restore_invitation(invitation_id=invitation.pk, actor=actor)
