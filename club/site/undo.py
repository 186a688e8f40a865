"""Undo of club facts, roles, helper passes, backups, retention; irreversible actions on personal data."""

from functools import partial

from django.utils.dateparse import parse_datetime

from club.accounts.services.passes import restore_pass, revoke_pass
from club.accounts.services.roles import grant_role, revoke_role
from club.audit.undo_handlers import latest_about, not_undoable, unchanged_row, undo_by, undo_handler
from club.backups.services.backups import pin_backup
from club.core.access import Scope
from club.core.actor import Actor
from club.core.capabilities import GRANTABLE
from club.core.errors import CannotUndo
from club.models import AuditEntry, HelperPass, Organisation, Role, RoleGrant, User
from club.organisations.services.club_facts import change_club, club_arguments, club_facts
from club.privacy.services.retention import set_months

not_undoable("club.organisation.added", "club.organisation.founded", reason_code="club_stays")
not_undoable("club.organisation.logo_set", "club.organisation.logo_removed", reason_code="logo_is_replaced")
not_undoable("club.trail.resealed", reason_code="seals_stay")
not_undoable("club.backup.restored", "club.copy.promoted", reason_code="backup_was_put_back")
not_undoable("club.messages.forgotten", "club.retention.forgotten", reason_code="kept_no_longer")
not_undoable("club.job.retried", reason_code="job_has_begun")
not_undoable("club.job.cancelled", reason_code="job_stays_cancelled")
not_undoable("club.user.language_chosen", reason_code="account_is_theirs")
not_undoable("club.token.made", reason_code="token_is_theirs")
not_undoable("club.pass.guesses_stopped", reason_code="code_was_guessed")
not_undoable("club.pass.taken", reason_code="pass_was_shown")
not_undoable("club.message.sent_again", reason_code="message_is_out")
not_undoable("club.token.revoked", reason_code="token_is_forgotten")
not_undoable("club.hall.opened", "club.hall.closed", "club.hall.sheet_dropped", reason_code="hall_is_a_state")
not_undoable("club.backup.asked", reason_code="backup_is_made")
not_undoable("club.backup.check_asked", "club.backup.checked", reason_code="check_changes_nothing")
not_undoable("club.backup.deleted", reason_code="backup_is_gone")
not_undoable(
    "club.backup.downloaded", "club.copy.fetched", "club.person.handed_out", reason_code="file_is_out"
)
not_undoable("club.person.erased", reason_code="erased_is_gone")
not_undoable(
    *("club.erasure.asked", "club.erasure.taken_back", "club.erasure.refused"),
    reason_code="request_is_theirs",
)

undo_by(
    "club.organisation.changed",
    call=change_club,
    requires=partial(unchanged_row, Organisation.objects, club_facts),
    before=club_arguments,
)
undo_by(
    "club.retention.changed",
    call=set_months,
    before=lambda facts: {"kind": facts["kept"], "months": facts["months"]},
)


@undo_handler("club.role.granted")
def undo_grant_role(*, entry: AuditEntry, actor: Actor) -> None:
    """Revoke a role, unless its holder has granted others by it since."""
    grant = RoleGrant.objects.select_related("user").get(pk=entry.target_id)
    if Role(grant.role) in GRANTABLE:
        given = RoleGrant.objects.filter(
            granted_by=grant.user,
            organisation_id=grant.organisation_id,
            revoked_at__isnull=True,
            pk__gt=grant.pk,  # not by time: the server's clock may have been set back
        )
        holders = sorted({str(one.user) for one in given.select_related("user")})
        if holders:
            raise CannotUndo(why="roles_handed_on", who=str(grant.user), holders=", ".join(holders))
    revoke_role(grant_id=grant.pk, actor=actor)


@undo_handler("club.role.revoked")
def undo_revoke_role(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a role as it was, unless it has expired or was granted again since."""
    logged = entry.before or {}
    club, user = entry.organisation_id, User.objects.get(pk=logged.get("account", 0))
    if club is None:
        raise CannotUndo(why="is_gone")
    place = {"event_id": logged["event"], "section_id": logged["section"]}
    existing = RoleGrant.objects.filter(
        user=user,
        role=logged["role"],
        organisation_id=club,
        revoked_at__isnull=True,
        **place,
    )
    if existing.exists():
        raise CannotUndo(why="role_given_again", who=str(user))
    ends = parse_datetime(logged["expires_at"]) if logged["expires_at"] else None
    if ends is not None and ends <= entry.at:
        raise CannotUndo(why="role_had_ended", who=str(user))
    scope = Scope(club, **place)
    grant_role(user=user, role=Role(logged["role"]), scope=scope, expires_at=ends, actor=actor)


@undo_handler("club.pass.made", "club.pass.given_back")
def undo_make_pass(*, entry: AuditEntry, actor: Actor) -> None:
    """Revoke a pass, unless a result was entered with it."""
    existing = HelperPass.objects.get(pk=entry.target_id)
    entered = AuditEntry.objects.filter(helper_pass=existing).exclude(action="club.pass.taken").count()
    if entered:
        raise CannotUndo(why="pass_was_used", label=existing.label, number=entered)
    revoke_pass(pass_id=existing.pk, actor=actor)


@undo_handler("club.pass.revoked")
def undo_revoke_pass(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a pass until its end."""
    existing = HelperPass.objects.get(pk=entry.target_id)
    later = latest_about(entry, "club.pass.given_back")
    if later is not None and existing.revoked_at is None:
        raise CannotUndo(why="pass_given_back", label=existing.label, number=later.number)
    restore_pass(pass_id=existing.pk, actor=actor)


@undo_handler("club.backup.kept", "club.backup.let_go")
def undo_pin_backup(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse the retention flag of an archive, unless it is deleted."""
    name = (entry.after or {}).get("backup", "")
    pin_backup(name=name, is_kept=entry.action == "club.backup.let_go", actor=actor)
