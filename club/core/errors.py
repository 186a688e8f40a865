"""What the club app refuses, by stable codes; `messages` has the words."""

from typing import ClassVar

from django.core.exceptions import PermissionDenied


class ClubError(Exception):
    """A refusal with a code and plain facts."""

    code: ClassVar[str] = "club_error"
    status: ClassVar[int] = 409  # of an answer that tells it

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class UnknownTask(ClubError):
    """No handler is registered for a job. Facts: task."""

    code = "unknown_task"


class UnknownOrganisation(ClubError):
    """No club or federation has this short name. Facts: slug."""

    code = "unknown_organisation"
    status = 422


class NoClubYet(ClubError):
    """There is no club on this site that the page could be about."""

    code = "no_club_yet"


class NotFilledIn(ClubError):
    """What was sent by a small form cannot be read. Facts: told, the fields and what is wrong with each."""

    code = "not_filled_in"
    status = 422


class EndsBeforeStart(ClubError):
    """The last day comes before the first one. Facts: starts_on, ends_on."""

    code = "ends_before_start"
    status = 422


class OrganisationInUse(ClubError):
    """Rows of another club hang on a club that would be removed. Facts: kinds."""

    code = "organisation_in_use"


class ClubNotNamed(ClubError):
    """Several clubs can be meant and none was named. Facts: known."""

    code = "club_not_named"
    status = 422


class NotAllowed(ClubError, PermissionDenied):
    """The actor's roles do not include this: 403 wherever it is raised. Facts: capability, who."""

    code = "not_allowed"
    status = 403


class AccountNeeded(ClubError):
    """This is open to those who are signed in."""

    code = "account_needed"
    status = 403


class SessionNeeded(AccountNeeded):
    """A token neither makes nor takes back tokens: this takes a signed-in session."""

    code = "session_needed"


class PassEnded(ClubError):
    """The helper pass has run out. Facts: label."""

    code = "pass_ended"
    status = 403


class PassTakenBack(ClubError):
    """The helper pass was taken back. Facts: label."""

    code = "pass_taken_back"
    status = 403


class NotWorthRepeating(ClubError):
    """A job met something that no further try will change. Facts: reason."""

    code = "not_worth_repeating"


class JobIsOver(ClubError):
    """A job that is done, failed or cancelled cannot be cancelled."""

    code = "job_is_over"


class JobNotFailed(ClubError):
    """Only a job that was given up can be run again."""

    code = "job_not_failed"


class MessageNotFailed(ClubError):
    """Only a message that failed can be sent again."""

    code = "message_not_failed"


class CannotUndo(ClubError):
    """What an entry of the trail tells cannot be reversed. Facts: why (a code of audit_texts.REASONS)."""

    code = "cannot_undo"


class RoleNotYours(ClubError):
    """Somebody gives or takes back a role beyond their own. Facts: role, who."""

    code = "role_not_yours"
    status = 403


class LastOwner(ClubError):
    """A club keeps at least one owner. Facts: club."""

    code = "last_owner"


class GrantIsOver(ClubError):
    """The role was taken back already. Facts: role, who."""

    code = "grant_is_over"


class UnknownAccount(ClubError):
    """No account has this mail address. Facts: email."""

    code = "unknown_account"
    status = 422


class UnknownPass(ClubError):
    """No pass has this code or link."""

    code = "unknown_pass"
    status = 404


class PassOver(ClubError):
    """The pass was taken back already. Facts: label."""

    code = "pass_over"


class PassTooLong(ClubError):
    """A pass ends within a month. Facts: days."""

    code = "pass_too_long"
    status = 422


class BoardsOutOfOrder(ClubError):
    """The last board comes before the first. Facts: first, last."""

    code = "boards_out_of_order"
    status = 422


class TooManyGuesses(ClubError):
    """Too many wrong codes. Facts: seconds."""

    code = "too_many_guesses"
    status = 429


class AbilityNotYours(ClubError):
    """A token may do no more than its owner. Facts: abilities."""

    code = "ability_not_yours"
    status = 403


class UnknownToken(ClubError):
    """The account has no such token."""

    code = "unknown_token"
    status = 404


class TokenIsOver(ClubError):
    """The token has ended or was taken back. Facts: name."""

    code = "token_is_over"


class TokenTooLong(ClubError):
    """A token ends within a year. Facts: days."""

    code = "token_too_long"
    status = 422


class UnknownPerson(ClubError):
    """No person has this number, or it is kept by a club that is not the actor's. Facts: number."""

    code = "unknown_person"
    status = 404


class PersonHasAccount(ClubError):
    """The person is linked with another account already. Facts: name."""

    code = "person_has_account"


class PersonIsNeeded(ClubError):
    """An account, an invitation or something recorded hangs on the person. Facts: name."""

    code = "person_is_needed"


class InvitationIsOpen(ClubError):
    """The invitation was not taken back. Facts: club."""

    code = "invitation_is_open"


class AccountNotOfClub(ClubError):
    """Only accounts with a role in the club are linked with its persons."""

    code = "account_not_of_club"


class AccountHasPerson(ClubError):
    """The account is another person's of this club. Facts: name."""

    code = "account_has_person"


class UnknownInvitation(ClubError):
    """No invitation has this secret or number."""

    code = "unknown_invitation"
    status = 404


class InvitationEnded(ClubError):
    """The invitation has run out. Facts: club."""

    code = "invitation_ended"
    status = 410


class InvitationTakenBack(ClubError):
    """The invitation was taken back. Facts: club."""

    code = "invitation_taken_back"
    status = 410


class InvitationUsed(ClubError):
    """Somebody has accepted the invitation; it holds once. Facts: club."""

    code = "invitation_used"
    status = 410


class InviterMayNoLonger(ClubError):
    """Whoever invited may no longer give this role. Facts: club."""

    code = "inviter_may_no_longer"
    status = 410


class SetUpAlready(ClubError):
    """The site has an account; the way in for its first one is closed."""

    code = "set_up_already"


class UnknownChannel(ClubError):
    """There is nothing to listen to under this name."""

    code = "unknown_channel"
    status = 404


class UnknownBackup(ClubError):
    """No archive of this name lies in the data folder. Facts: name."""

    code = "unknown_backup"
    status = 404
