"""Undo handlers for roles, helper passes and backups."""

from django.utils.dateparse import parse_datetime

from club.accounts.services.passes import restore_pass, revoke_pass
from club.accounts.services.roles import grant_role, revoke_role
from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.backups.services.backups import keep_backup
from club.core.access import Scope
from club.core.actor import Actor
from club.core.capabilities import GRANTABLE
from club.core.errors import CannotUndo, UnknownBackup
from club.models import AuditEntry, HelperPass, Role, RoleGrant, User

has_no_way_back("club.organisation.added", because="club_stays")
has_no_way_back("club.organisation.founded", because="club_stays")
has_no_way_back("club.trail.resealed", because="seals_stay")
has_no_way_back("club.backup.restored", because="backup_was_put_back")
has_no_way_back("club.messages.forgotten", because="kept_no_longer")
has_no_way_back("club.job.retried", because="job_has_begun")
has_no_way_back("club.job.cancelled", because="job_stays_cancelled")
has_no_way_back("club.user.language_chosen", because="account_is_theirs")
has_no_way_back("club.token.made", because="token_is_theirs")
has_no_way_back("club.pass.guesses_stopped", because="code_was_guessed")
has_no_way_back("club.pass.taken", because="pass_was_shown")
has_no_way_back("club.message.sent_again", because="message_is_out")
has_no_way_back("club.token.revoked", because="token_is_forgotten")
has_no_way_back("club.backup.asked", because="backup_is_made")
has_no_way_back("club.backup.check_asked", because="check_changes_nothing")
has_no_way_back("club.backup.checked", because="check_changes_nothing")
has_no_way_back("club.backup.deleted", because="backup_is_gone")
has_no_way_back("club.backup.downloaded", because="backup_is_out")


@undoes("club.role.granted")
def take_role_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Revoke a role, unless its holder has granted others by it since."""
    grant = RoleGrant.objects.filter(pk=entry.target_id).select_related("user").first()
    if grant is None:
        raise CannotUndo(why="account_is_gone")
    if Role(grant.role) in GRANTABLE:
        given = RoleGrant.objects.filter(
            granted_by=grant.user,
            organisation_id=grant.organisation_id,
            revoked_at__isnull=True,
            created_at__gte=grant.created_at,
        )
        holders = sorted({str(one.user) for one in given.exclude(pk=grant.pk).select_related("user")})
        if holders:
            raise CannotUndo(why="roles_handed_on", who=str(grant.user), holders=", ".join(holders))
    revoke_role(grant_id=grant.pk, actor=actor)


@undoes("club.role.revoked")
def give_role_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a role as it was, unless it has expired or was granted again since."""
    told = entry.before or {}
    club, account = entry.organisation_id, told.get("account")
    user = User.objects.filter(pk=account).first() if account else None
    if user is None or club is None:
        raise CannotUndo(why="account_is_gone")
    place = {"event_id": told["event"], "section_id": told["section"]}
    held = RoleGrant.objects.filter(
        user=user,
        role=told["role"],
        organisation_id=club,
        revoked_at__isnull=True,
        **place,
    )
    if held.exists():
        raise CannotUndo(why="role_given_again", who=str(user))
    ends = parse_datetime(told["expires_at"]) if told["expires_at"] else None
    if ends is not None and ends <= entry.at:
        raise CannotUndo(why="role_had_ended", who=str(user))
    scope = Scope(club, **place)
    grant_role(user=user, role=Role(told["role"]), scope=scope, expires_at=ends, actor=actor)


@undoes("club.pass.made")
@undoes("club.pass.given_back")
def withdraw_pass(*, entry: AuditEntry, actor: Actor) -> None:
    """Revoke a pass, unless a result was entered with it."""
    held = _pass_of(entry)
    entered = AuditEntry.objects.filter(helper_pass=held).exclude(action="club.pass.taken").count()
    if entered:
        raise CannotUndo(why="pass_was_used", label=held.label, number=entered)
    revoke_pass(pass_id=held.pk, actor=actor)


@undoes("club.pass.revoked")
def give_pass_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore a pass until its end."""
    held = _pass_of(entry)
    later = latest_about(entry, "club.pass.given_back")
    if later is not None and held.revoked_at is None:
        raise CannotUndo(why="pass_given_back", label=held.label, number=later.number)
    restore_pass(pass_id=held.pk, actor=actor)


@undoes("club.backup.kept")
@undoes("club.backup.let_go")
def turn_keeping_round(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse the retention flag of an archive, unless it is deleted."""
    name = (entry.after or {}).get("backup", "")
    try:
        keep_backup(name=name, is_kept=entry.action == "club.backup.let_go", actor=actor)
    except UnknownBackup:
        raise CannotUndo(why="backup_is_gone") from None


def _pass_of(entry: AuditEntry) -> HelperPass:
    held = HelperPass.objects.filter(pk=entry.target_id).first()
    if held is None:
        raise CannotUndo(why="pass_is_gone")
    return held
