"""Refusals that several features use, and those of members, jobs and backups: codes, facts and sentences."""

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

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts = facts

    def readable_facts(self) -> dict[str, Any]:
        """Return the facts for the sentences; a class may name kinds and add units."""
        return self.facts

    def sentences(self) -> tuple[Any, Any]:
        """Return the problem and the next step; a class with several problems chooses by its facts."""
        return self.what, self.next_step


class InvalidInput(ClubError):
    """Well-formed input with a value that is not valid here."""

    status = 422


class NotFound(ClubError):
    """Row that does not exist, or not for this reader."""

    status = 404


class UnforeseenConflict(ClubError):
    """Change that met the one of another request, where no service has refused it with the reason."""

    code = "unforeseen_conflict"
    what = _("Nothing was saved: the same data was changed in the meantime.")
    next_step = _("Reload the page, check what has changed and try again.")


class UnknownTask(ClubError):
    code = "unknown_task"
    what = _("This version of the program has no job named “%(task)s”.")
    next_step = _("Run the worker in the version that queued the job.")


class UnknownOrganisation(InvalidInput):
    code = "unknown_organisation"
    what = _("There is no club “%(slug)s”.")
    next_step = _("Check the spelling, or choose one of your clubs.")


class UnknownPlace(InvalidInput):
    code = "unknown_place"
    what = _("The club has no event with the number %(event)s, or the section is not one of it.")
    next_step = _("Choose an event of the club, and a section of this event.")


class NoClubYet(ClubError):
    code = "no_club_yet"
    what = _("There is no club yet.")
    next_step = _("Add the club first, then come back to this page.")


class NotFilledIn(InvalidInput):
    """Input of a small form that cannot be read. Facts: told, the fields and what is wrong with each."""

    code = "not_filled_in"
    what = _("Nothing was changed. %(told)s")
    next_step = _("Correct this and send it again.")


class EndsBeforeStart(InvalidInput):
    code = "ends_before_start"
    what = _("The last day, %(ends_on)s, is before the first day, %(starts_on)s.")
    next_step = _("Choose a later last day, or none.")


class OrganisationInUse(ClubError):
    code = "organisation_in_use"
    what = _("The demo club was not removed because data of another club depends on it (%(kinds)s).")
    next_step = _("Remove the demo club's people and teams from the other club first.")


class ClubNotNamed(InvalidInput):
    code = "club_not_named"
    what = _("There are several clubs, and none was specified.")
    next_step = _("Specify one of: %(known)s.")


class NotAllowed(ClubError, PermissionDenied):
    """Action that the actor's roles do not include: 403 everywhere. Facts: capability, who."""

    code = "not_allowed"
    status = 403
    what = _("You do not have permission. Your role must allow you to: %(capability)s.")
    next_step = _("Ask a club owner or the secretary for such a role, or sign in with another account.")


class AccountNeeded(ClubError):
    code = "account_needed"
    status = 403
    what = _("You need an account to do this.")
    next_step = _("Sign in. If you have no account yet, ask a club owner or the secretary for an invitation.")


class SessionNeeded(AccountNeeded):
    code = "session_needed"
    what = _("A token cannot create or revoke tokens.")
    next_step = _("Sign in to the account itself and use its tokens page.")


class PassExpired(ClubError):
    code = "pass_ended"
    status = 403
    what = _("The helper pass “%(label)s” has expired.")
    next_step = _("Ask the arbiter for a new one.")


class PassRevoked(ClubError):
    code = "pass_taken_back"
    status = 403
    what = _("The helper pass “%(label)s” has been revoked.")
    next_step = _("Ask the arbiter for the reason, and for a new one if you still help.")


class NotWorthRepeating(ClubError):
    code = "not_worth_repeating"
    what = _("The job was abandoned: %(reason)s")
    next_step = _("Fix the cause, then start it again.")


class JobIsOver(ClubError):
    code = "job_is_over"
    what = _("This job has already finished.")
    next_step = _("Reload the list; the job may have finished in the meantime.")


class JobNotFailed(ClubError):
    code = "job_not_failed"
    what = _("Only failed jobs can be retried.")
    next_step = _("Wait: a waiting job is retried automatically.")


class MessageNotFailed(ClubError):
    code = "message_not_failed"
    what = _("Only failed messages can be sent again.")
    next_step = _("Wait: a waiting message is retried automatically.")


class CannotUndo(ClubError):
    """Audit entry that cannot be undone. Facts: why (a code of club.core.messages.REASONS)."""

    code = "cannot_undo"
    what = _("This cannot be undone: %(why)s")
    next_step = _("Nothing was changed. Correct it by hand; the audit log records that too.")


class UnknownPerson(NotFound):
    code = "unknown_person"
    what = _("No person in your clubs has the number %(number)s.")
    next_step = _("Look for the name in the list of people.")


class PersonHasAccount(ClubError):
    code = "person_has_account"
    what = _("%(name)s is already linked to an account.")
    next_step = _("Unlink that account first, or choose another person.")


class PersonIsNeeded(ClubError):
    code = "person_is_needed"
    what = _("%(name)s has an account, an invitation or other records.")
    next_step = _("Unlink the account first, or correct what is wrong instead of removing the person.")


class AccountNotOfClub(ClubError):
    code = "account_not_of_club"
    what = _("This account has no role in the club.")
    next_step = _("Invite the person instead; accepting the invitation links the account.")


class AccountHasPerson(ClubError):
    code = "account_has_person"
    what = _("This account is already linked to %(name)s.")
    next_step = _("Unlink it there first.")


class UnknownChannel(NotFound):
    code = "unknown_channel"
    what = _("There is no live channel with this name.")
    next_step = _("Go back to the page and open it again.")


class UnknownBackup(NotFound):
    code = "unknown_backup"
    what = _("There is no backup “%(name)s” in the data folder.")
    next_step = _("Reload the list of backups; it may have been deleted, manually or by the schedule.")
