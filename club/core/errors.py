"""Refusals of the club app, by stable codes, each with its sentences."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

BAD_USAGE = 2  # exit status of a command that was called with wrong arguments


class ClubError(Exception):
    """Refusal with a code, plain facts, and two sentences with places for the facts."""

    code: ClassVar[str] = "club_error"
    status: ClassVar[int] = 409  # of the response
    what: Any  # the problem, as a lazy translation
    next_step: Any

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts

    def sentences(self) -> tuple[Any, Any]:
        """Return the problem and the next step; a class with several problems chooses by its facts."""
        return self.what, self.next_step


class UnknownTask(ClubError):
    """Job without a registered handler. Facts: task."""

    code = "unknown_task"
    what = _("This version of the program has no job named “%(task)s”.")
    next_step = _("Run the worker in the version that queued the job.")


class UnknownOrganisation(ClubError):
    """Short name that no club or federation has. Facts: slug."""

    code = "unknown_organisation"
    status = 422
    what = _("There is no club “%(slug)s”.")
    next_step = _("Check the spelling, or choose one of your clubs.")


class NoClubYet(ClubError):
    """Site without a club for the page."""

    code = "no_club_yet"
    what = _("There is no club yet.")
    next_step = _("Add the club first, then come back to this page.")


class NotFilledIn(ClubError):
    """Input of a small form that cannot be read. Facts: told, the fields and what is wrong with each."""

    code = "not_filled_in"
    status = 422
    what = _("Nothing was changed. %(told)s")
    next_step = _("Correct this and send it again.")


class EndsBeforeStart(ClubError):
    """Last day before the first one. Facts: starts_on, ends_on."""

    code = "ends_before_start"
    status = 422
    what = _("The last day, %(ends_on)s, is before the first day, %(starts_on)s.")
    next_step = _("Choose a later last day, or none.")


class OrganisationInUse(ClubError):
    """Club to be removed on which rows of another club depend. Facts: kinds."""

    code = "organisation_in_use"
    what = _("The demo club was not removed because data of another club depends on it (%(kinds)s).")
    next_step = _("Remove the demo club's people and teams from the other club first.")


class ClubNotNamed(ClubError):
    """Request without a club where several are possible. Facts: known."""

    code = "club_not_named"
    status = 422
    what = _("There are several clubs, and none was specified.")
    next_step = _("Specify one of: %(known)s.")


class NotAllowed(ClubError, PermissionDenied):
    """Action that the actor's roles do not include: 403 everywhere. Facts: capability, who."""

    code = "not_allowed"
    status = 403
    what = _("You do not have permission. Your role must allow you to: %(capability)s.")
    next_step = _("Ask a club owner or the secretary for such a role, or sign in with another account.")


class AccountNeeded(ClubError):
    """Action that is open to signed-in accounts only."""

    code = "account_needed"
    status = 403
    what = _("You need an account to do this.")
    next_step = _("Sign in. If you have no account yet, ask a club owner or the secretary for an invitation.")


class SessionNeeded(AccountNeeded):
    """Creation or revocation of a token by a token: this needs a signed-in session."""

    code = "session_needed"
    what = _("A token cannot create or revoke tokens.")
    next_step = _("Sign in to the account itself and use its tokens page.")


class PassEnded(ClubError):
    """Helper pass that has expired. Facts: label."""

    code = "pass_ended"
    status = 403
    what = _("The helper pass “%(label)s” has expired.")
    next_step = _("Ask the arbiter for a new one.")


class PassTakenBack(ClubError):
    """Helper pass that was revoked. Facts: label."""

    code = "pass_taken_back"
    status = 403
    what = _("The helper pass “%(label)s” has been revoked.")
    next_step = _("Ask the arbiter for the reason, and for a new one if you still help.")


class NotWorthRepeating(ClubError):
    """Permanent failure of a job: no retry will help. Facts: reason."""

    code = "not_worth_repeating"
    what = _("The job was abandoned: %(reason)s")
    next_step = _("Fix the cause, then start it again.")


class JobIsOver(ClubError):
    """Job that is done, failed or cancelled, so that it cannot be cancelled."""

    code = "job_is_over"
    what = _("This job has already finished.")
    next_step = _("Reload the list; the job may have finished in the meantime.")


class JobNotFailed(ClubError):
    """Job that has not failed, so that it cannot be run again."""

    code = "job_not_failed"
    what = _("Only failed jobs can be retried.")
    next_step = _("Wait: a waiting job is retried automatically.")


class MessageNotFailed(ClubError):
    """Message that has not failed, so that it cannot be sent again."""

    code = "message_not_failed"
    what = _("Only failed messages can be sent again.")
    next_step = _("Wait: a waiting message is retried automatically.")


class CannotUndo(ClubError):
    """Audit entry that cannot be undone. Facts: why (a code of club.core.messages.REASONS)."""

    code = "cannot_undo"
    what = _("This cannot be undone: %(why)s")
    next_step = _("Nothing was changed. Correct it by hand; the audit log records that too.")


class RoleNotYours(ClubError):
    """Grant or revocation of a role beyond the actor's own. Facts: role, who."""

    code = "role_not_yours"
    status = 403
    what = _("You cannot grant or revoke this role: %(role)s.")
    next_step = _("Ask a club owner to do this.")


class LastOwner(ClubError):
    """Removal of the last owner of a club. Facts: club."""

    code = "last_owner"
    what = _("This is the last owner of %(club)s.")
    next_step = _("Give the owner role to another person first.")


class GrantIsOver(ClubError):
    """Role that was revoked already. Facts: role, who."""

    code = "grant_is_over"
    what = _("This role was already revoked.")
    next_step = _("Reload the page to see the current roles.")


class UnknownAccount(ClubError):
    """Mail address without an account. Facts: email."""

    code = "unknown_account"
    status = 422
    what = _("No account uses the address %(email)s.")
    next_step = _("Invite that person; the role is granted when the invitation is accepted.")


class UnknownPass(ClubError):
    """Code or link without a pass."""

    code = "unknown_pass"
    status = 404
    what = _("No helper pass has this code.")
    next_step = _("Check the eight digits, or scan the code on the sheet again.")


class PassOver(ClubError):
    """Pass that was revoked already. Facts: label."""

    code = "pass_over"
    what = _("The helper pass “%(label)s” was already revoked.")
    next_step = _("No action is needed: its phone no longer has access.")


class PassTooLong(ClubError):
    """Pass of more than a month. Facts: days."""

    code = "pass_too_long"
    status = 422
    what = _("A helper pass must expire in the future, at most %(days)s days from now.")
    next_step = _("Choose an earlier end date, and create a new pass for the next event.")


class BoardsOutOfOrder(ClubError):
    """Range of boards whose last comes before its first. Facts: first, last."""

    code = "boards_out_of_order"
    status = 422
    what = _("Board %(last)s is lower than board %(first)s.")
    next_step = _("Enter the lower board first.")


class TooManyGuesses(ClubError):
    """Too many wrong codes. Facts: seconds."""

    code = "too_many_guesses"
    status = 429
    what = _("Too many wrong codes were entered.")
    next_step = _("Wait %(seconds)s seconds, or scan the code on the sheet instead.")


class AbilityNotYours(ClubError):
    """Token with more abilities than its owner. Facts: abilities."""

    code = "ability_not_yours"
    status = 403
    what = _("A token cannot have a permission that you do not have: %(abilities)s.")
    next_step = _("Untick it, or ask a club owner for the role first.")


class UnknownToken(ClubError):
    """Token unknown to the account."""

    code = "unknown_token"
    status = 404
    what = _("You have no such token.")
    next_step = _("Reload the page to see your tokens.")


class TokenIsOver(ClubError):
    """Token that has expired or was revoked. Facts: name."""

    code = "token_is_over"
    what = _("The token “%(name)s” is no longer valid.")
    next_step = _("No action is needed: it no longer works.")


class TokenTooLong(ClubError):
    """Token of more than a year. Facts: days."""

    code = "token_too_long"
    status = 422
    what = _("A token must expire within %(days)s days.")
    next_step = _("Choose a shorter period, and create a new token later.")


class UnknownPerson(ClubError):
    """Number without a person, or a person of a club that is not the actor's. Facts: number."""

    code = "unknown_person"
    status = 404
    what = _("No person in your clubs has the number %(number)s.")
    next_step = _("Look for the name in the list of people.")


class PersonHasAccount(ClubError):
    """Person linked with another account already. Facts: name."""

    code = "person_has_account"
    what = _("%(name)s is already linked to an account.")
    next_step = _("Unlink that account first, or choose another person.")


class PersonIsNeeded(ClubError):
    """Person on whom an account, an invitation or a record depends. Facts: name."""

    code = "person_is_needed"
    what = _("%(name)s has an account, an invitation or other records.")
    next_step = _("Unlink the account first, or correct what is wrong instead of removing the person.")


class InvitationIsOpen(ClubError):
    """Invitation that was not revoked. Facts: club."""

    code = "invitation_is_open"
    what = _("This invitation to %(club)s is not revoked, or is open again.")
    next_step = _("No action is needed: it can be accepted.")


class AccountNotOfClub(ClubError):
    """Account without a role in the club, so that it cannot be linked with a person there."""

    code = "account_not_of_club"
    what = _("This account has no role in the club.")
    next_step = _("Invite the person instead; accepting the invitation links the account.")


class AccountHasPerson(ClubError):
    """Account of another person of this club. Facts: name."""

    code = "account_has_person"
    what = _("This account is already linked to %(name)s.")
    next_step = _("Unlink it there first.")


class UnknownInvitation(ClubError):
    """Secret or number without an invitation."""

    code = "unknown_invitation"
    status = 404
    what = _("This invitation does not exist.")
    next_step = _(
        "Open the complete link from the email, or scan the code again. Otherwise ask for a new invitation."
    )


class InvitationEnded(ClubError):
    """Invitation that has expired. Facts: club."""

    code = "invitation_ended"
    status = 410
    what = _("This invitation to %(club)s has expired.")
    next_step = _("Ask the person who invited you for a new one.")


class InvitationTakenBack(ClubError):
    """Invitation that was revoked. Facts: club."""

    code = "invitation_taken_back"
    status = 410
    what = _("This invitation to %(club)s has been revoked.")
    next_step = _("Ask the person who invited you for the reason, and for a new one.")


class InvitationUsed(ClubError):
    """Invitation that was accepted; it is valid once. Facts: club."""

    code = "invitation_used"
    status = 410
    what = _("This invitation to %(club)s has already been accepted; it can be used only once.")
    next_step = _("If you accepted it, sign in with that account. Otherwise ask for a new one.")


class InviterMayNoLonger(ClubError):
    """Invitation whose sender may no longer give this role. Facts: club."""

    code = "inviter_may_no_longer"
    status = 410
    what = _("The person who created this invitation to %(club)s can no longer grant this role.")
    next_step = _("Ask a club owner for a new one.")


class SetUpAlready(ClubError):
    """Set-up of a site that has an account already."""

    code = "set_up_already"
    what = _("This site already has an owner.")
    next_step = _("Sign in, or ask the owner for an invitation.")


class UnknownChannel(ClubError):
    """Channel name unknown to the site."""

    code = "unknown_channel"
    status = 404
    what = _("There is no live channel with this name.")
    next_step = _("Go back to the page and open it again.")


class UnknownBackup(ClubError):
    """Archive name unknown to the data folder. Facts: name."""

    code = "unknown_backup"
    status = 404
    what = _("There is no backup “%(name)s” in the data folder.")
    next_step = _("Reload the list of backups; it may have been deleted, manually or by the schedule.")
