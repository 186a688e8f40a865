"""Refusals of the club app, by stable codes; their sentences are in `club.core.messages`."""

from typing import ClassVar

from django.core.exceptions import PermissionDenied


class ClubError(Exception):
    """Refusal with a code and plain facts."""

    code: ClassVar[str] = "club_error"
    status: ClassVar[int] = 409  # of the response

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class UnknownTask(ClubError):
    """Job without a registered handler. Facts: task."""

    code = "unknown_task"


class UnknownOrganisation(ClubError):
    """Short name that no club or federation has. Facts: slug."""

    code = "unknown_organisation"
    status = 422


class NoClubYet(ClubError):
    """Site without a club for the page."""

    code = "no_club_yet"


class NotFilledIn(ClubError):
    """Input of a small form that cannot be read. Facts: told, the fields and what is wrong with each."""

    code = "not_filled_in"
    status = 422


class EndsBeforeStart(ClubError):
    """Last day before the first one. Facts: starts_on, ends_on."""

    code = "ends_before_start"
    status = 422


class OrganisationInUse(ClubError):
    """Club to be removed on which rows of another club depend. Facts: kinds."""

    code = "organisation_in_use"


class ClubNotNamed(ClubError):
    """Request without a club where several are possible. Facts: known."""

    code = "club_not_named"
    status = 422


class NotAllowed(ClubError, PermissionDenied):
    """Action that the actor's roles do not include: 403 everywhere. Facts: capability, who."""

    code = "not_allowed"
    status = 403


class AccountNeeded(ClubError):
    """Action that is open to signed-in accounts only."""

    code = "account_needed"
    status = 403


class SessionNeeded(AccountNeeded):
    """Creation or revocation of a token by a token: this needs a signed-in session."""

    code = "session_needed"


class PassEnded(ClubError):
    """Helper pass that has expired. Facts: label."""

    code = "pass_ended"
    status = 403


class PassTakenBack(ClubError):
    """Helper pass that was revoked. Facts: label."""

    code = "pass_taken_back"
    status = 403


class NotWorthRepeating(ClubError):
    """Permanent failure of a job: no retry will help. Facts: reason."""

    code = "not_worth_repeating"


class JobIsOver(ClubError):
    """Job that is done, failed or cancelled, so that it cannot be cancelled."""

    code = "job_is_over"


class JobNotFailed(ClubError):
    """Job that has not failed, so that it cannot be run again."""

    code = "job_not_failed"


class MessageNotFailed(ClubError):
    """Message that has not failed, so that it cannot be sent again."""

    code = "message_not_failed"


class CannotUndo(ClubError):
    """Audit entry that cannot be undone. Facts: why (a code of club.core.messages.REASONS)."""

    code = "cannot_undo"


class RoleNotYours(ClubError):
    """Grant or revocation of a role beyond the actor's own. Facts: role, who."""

    code = "role_not_yours"
    status = 403


class LastOwner(ClubError):
    """Removal of the last owner of a club. Facts: club."""

    code = "last_owner"


class GrantIsOver(ClubError):
    """Role that was revoked already. Facts: role, who."""

    code = "grant_is_over"


class UnknownAccount(ClubError):
    """Mail address without an account. Facts: email."""

    code = "unknown_account"
    status = 422


class UnknownPass(ClubError):
    """Code or link without a pass."""

    code = "unknown_pass"
    status = 404


class PassOver(ClubError):
    """Pass that was revoked already. Facts: label."""

    code = "pass_over"


class PassTooLong(ClubError):
    """Pass of more than a month. Facts: days."""

    code = "pass_too_long"
    status = 422


class BoardsOutOfOrder(ClubError):
    """Range of boards whose last comes before its first. Facts: first, last."""

    code = "boards_out_of_order"
    status = 422


class TooManyGuesses(ClubError):
    """Too many wrong codes. Facts: seconds."""

    code = "too_many_guesses"
    status = 429


class AbilityNotYours(ClubError):
    """Token with more abilities than its owner. Facts: abilities."""

    code = "ability_not_yours"
    status = 403


class UnknownToken(ClubError):
    """Token unknown to the account."""

    code = "unknown_token"
    status = 404


class TokenIsOver(ClubError):
    """Token that has expired or was revoked. Facts: name."""

    code = "token_is_over"


class TokenTooLong(ClubError):
    """Token of more than a year. Facts: days."""

    code = "token_too_long"
    status = 422


class UnknownPerson(ClubError):
    """Number without a person, or a person of a club that is not the actor's. Facts: number."""

    code = "unknown_person"
    status = 404


class PersonHasAccount(ClubError):
    """Person linked with another account already. Facts: name."""

    code = "person_has_account"


class PersonIsNeeded(ClubError):
    """Person on whom an account, an invitation or a record depends. Facts: name."""

    code = "person_is_needed"


class InvitationIsOpen(ClubError):
    """Invitation that was not revoked. Facts: club."""

    code = "invitation_is_open"


class AccountNotOfClub(ClubError):
    """Account without a role in the club, so that it cannot be linked with a person there."""

    code = "account_not_of_club"


class AccountHasPerson(ClubError):
    """Account of another person of this club. Facts: name."""

    code = "account_has_person"


class UnknownInvitation(ClubError):
    """Secret or number without an invitation."""

    code = "unknown_invitation"
    status = 404


class InvitationEnded(ClubError):
    """Invitation that has expired. Facts: club."""

    code = "invitation_ended"
    status = 410


class InvitationTakenBack(ClubError):
    """Invitation that was revoked. Facts: club."""

    code = "invitation_taken_back"
    status = 410


class InvitationUsed(ClubError):
    """Invitation that was accepted; it is valid once. Facts: club."""

    code = "invitation_used"
    status = 410


class InviterMayNoLonger(ClubError):
    """Invitation whose sender may no longer give this role. Facts: club."""

    code = "inviter_may_no_longer"
    status = 410


class SetUpAlready(ClubError):
    """Set-up of a site that has an account already."""

    code = "set_up_already"


class UnknownChannel(ClubError):
    """Channel name unknown to the site."""

    code = "unknown_channel"
    status = 404


class UnknownBackup(ClubError):
    """Archive name unknown to the data folder. Facts: name."""

    code = "unknown_backup"
    status = 404
