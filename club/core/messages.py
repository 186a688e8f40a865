"""Sentences for refusals of the club app: the problem and the next step."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.core.capabilities import MATRIX, Capability
from club.core.errors import ClubError
from club.models import Role

Words = str | Promise
NOTHING = "\N{EN DASH}"
REASONS: dict[str, Words] = {}
"""Reasons why an audit entry cannot be undone, by code; filled with the audit texts of each app."""


class KnownFacts(dict[str, str]):
    """Facts of a sentence; a missing fact of an older entry is a dash."""

    def __missing__(self, _name: str) -> str:
        return NOTHING


class RefusalText(NamedTuple):
    """Problem and next step in the reader's language."""

    what: str
    next_step: str


TEXTS: dict[str, tuple[Any, Any]] = {
    "not_allowed": (
        _("You do not have permission. Your role must allow you to: %(capability)s."),
        _("Ask a club owner or the secretary for such a role, or sign in with another account."),
    ),
    "site_only": (
        _("Only the site administrator can do this. It needs the permission to: %(capability)s."),
        _("Ask the site administrator; no club role gives this permission."),
    ),
    "account_needed": (
        _("You need an account to do this."),
        _("Sign in. If you have no account yet, ask a club owner or the secretary for an invitation."),
    ),
    "session_needed": (
        _("A token cannot create or revoke tokens."),
        _("Sign in to the account itself and use its tokens page."),
    ),
    "unknown_person": (
        _("No person in your clubs has the number %(number)s."),
        _("Look for the name in the list of people."),
    ),
    "person_has_account": (
        _("%(name)s is already linked to an account."),
        _("Unlink that account first, or choose another person."),
    ),
    "person_is_needed": (
        _("%(name)s has an account, an invitation or other records."),
        _("Unlink the account first, or correct what is wrong instead of removing the person."),
    ),
    "invitation_is_open": (
        _("This invitation to %(club)s is not revoked, or is open again."),
        _("No action is needed: it can be accepted."),
    ),
    "account_not_of_club": (
        _("This account has no role in the club."),
        _("Invite the person instead; accepting the invitation links the account."),
    ),
    "account_has_person": (
        _("This account is already linked to %(name)s."),
        _("Unlink it there first."),
    ),
    "unknown_invitation": (
        _("This invitation does not exist."),
        _(
            "Open the complete link from the email, or scan the code again. Otherwise ask for a new "
            "invitation."
        ),
    ),
    "invitation_ended": (
        _("This invitation to %(club)s has expired."),
        _("Ask the person who invited you for a new one."),
    ),
    "invitation_taken_back": (
        _("This invitation to %(club)s has been revoked."),
        _("Ask the person who invited you for the reason, and for a new one."),
    ),
    "invitation_used": (
        _("This invitation to %(club)s has already been accepted; it can be used only once."),
        _("If you accepted it, sign in with that account. Otherwise ask for a new one."),
    ),
    "inviter_may_no_longer": (
        _("The person who created this invitation to %(club)s can no longer grant this role."),
        _("Ask a club owner for a new one."),
    ),
    "set_up_already": (
        _("This site already has an owner."),
        _("Sign in, or ask the owner for an invitation."),
    ),
    "pass_ended": (
        _("The helper pass “%(label)s” has expired."),
        _("Ask the arbiter for a new one."),
    ),
    "pass_taken_back": (
        _("The helper pass “%(label)s” has been revoked."),
        _("Ask the arbiter for the reason, and for a new one if you still help."),
    ),
    "unknown_organisation": (
        _("There is no club “%(slug)s”."),
        _("Check the spelling, or choose one of your clubs."),
    ),
    "organisation_in_use": (
        _("The demo club was not removed because data of another club depends on it (%(kinds)s)."),
        _("Remove the demo club's people and teams from the other club first."),
    ),
    "not_filled_in": (
        _("Nothing was changed. %(told)s"),
        _("Correct this and send it again."),
    ),
    "no_club_yet": (
        _("There is no club yet."),
        _("Add the club first, then come back to this page."),
    ),
    "cannot_undo": (
        _("This cannot be undone: %(why)s"),
        _("Nothing was changed. Correct it by hand; the audit log records that too."),
    ),
    "club_not_named": (
        _("There are several clubs, and none was specified."),
        _("Specify one of: %(known)s."),
    ),
    "role_not_yours": (
        _("You cannot grant or revoke this role: %(role)s."),
        _("Ask a club owner to do this."),
    ),
    "last_owner": (
        _("This is the last owner of %(club)s."),
        _("Give the owner role to another person first."),
    ),
    "grant_is_over": (
        _("This role was already revoked."),
        _("Reload the page to see the current roles."),
    ),
    "unknown_account": (
        _("No account uses the address %(email)s."),
        _("Invite that person; the role is granted when the invitation is accepted."),
    ),
    "unknown_pass": (
        _("No helper pass has this code."),
        _("Check the eight digits, or scan the code on the sheet again."),
    ),
    "pass_over": (
        _("The helper pass “%(label)s” was already revoked."),
        _("No action is needed: its phone no longer has access."),
    ),
    "pass_too_long": (
        _("A helper pass must expire in the future, at most %(days)s days from now."),
        _("Choose an earlier end date, and create a new pass for the next event."),
    ),
    "boards_out_of_order": (
        _("Board %(last)s is lower than board %(first)s."),
        _("Enter the lower board first."),
    ),
    "too_many_guesses": (
        _("Too many wrong codes were entered."),
        _("Wait %(seconds)s seconds, or scan the code on the sheet instead."),
    ),
    "ability_not_yours": (
        _("A token cannot have a permission that you do not have: %(abilities)s."),
        _("Untick it, or ask a club owner for the role first."),
    ),
    "unknown_token": (
        _("You have no such token."),
        _("Reload the page to see your tokens."),
    ),
    "token_is_over": (
        _("The token “%(name)s” is no longer valid."),
        _("No action is needed: it no longer works."),
    ),
    "token_too_long": (
        _("A token must expire within %(days)s days."),
        _("Choose a shorter period, and create a new token later."),
    ),
    "job_is_over": (
        _("This job has already finished."),
        _("Reload the list; the job may have finished in the meantime."),
    ),
    "job_not_failed": (
        _("Only failed jobs can be retried."),
        _("Wait: a waiting job is retried automatically."),
    ),
    "message_not_failed": (
        _("Only failed messages can be sent again."),
        _("Wait: a waiting message is retried automatically."),
    ),
    "unknown_backup": (
        _("There is no backup “%(name)s” in the data folder."),
        _("Reload the list of backups; it may have been deleted, manually or by the schedule."),
    ),
    "archive_damaged": (
        _("The archive is damaged (%(part)s)."),
        _("Do not rely on it. Create a new backup now, and restore from another one."),
    ),
    "archive_too_new": (
        _("The archive comes from a newer version of the program (%(what)s)."),
        _("Update the program before you restore it."),
    ),
    "archive_too_old": (
        _("The archive comes from a version of the program that is too old (%(what)s)."),
        _("Restore it with an older version, update that one, and make a new backup."),
    ),
    "target_not_empty": (
        _("The database already contains data (%(table)s)."),
        _("Use --replace to overwrite it with the archive."),
    ),
    "target_in_use": (_("The database is in use."), _("Stop the site and its workers first.")),
    "migrations_pending": (_("The database is older than the program."), _("Run migrate first.")),
    "unknown_task": (
        _("This version of the program has no job named “%(task)s”."),
        _("Run the worker in the version that queued the job."),
    ),
    "not_worth_repeating": (
        _("The job was abandoned: %(reason)s"),
        _("Fix the cause, then start it again."),
    ),
    "unknown_channel": (
        _("There is no live channel with this name."),
        _("Go back to the page and open it again."),
    ),
}


def add_texts(*tables: Mapping[str, tuple[Any, Any]]) -> None:
    """Add the refusals of another app; its `registry` names the tables. A code has one text."""
    for table in tables:
        for code, text in table.items():
            if TEXTS.setdefault(code, text) is not text:
                raise ValueError(f"The refusal {code} has two texts.")


def refusal_text(refusal: ClubError) -> RefusalText:
    """Text of a refusal."""
    what, next_step = TEXTS[_text_code(refusal)]
    facts = readable_facts(refusal.facts)
    return RefusalText(str(what) % facts, str(next_step) % facts)


def reason_text(code: str, facts: Mapping[str, Any]) -> str:
    """Sentence of why an entry cannot be undone."""
    return str(REASONS[code]) % KnownFacts({name: str(value) for name, value in facts.items()})


def fault_text(code: str, part: str) -> RefusalText:
    """Text of a fault that the check of an archive found."""
    what, next_step = TEXTS[code]
    facts = {"part": part, "what": part}
    return RefusalText(str(what) % facts, str(next_step) % facts)


def _text_code(refusal: ClubError) -> str:
    """Code of the refusal's text; a capability of no role has a text of its own."""
    if refusal.code == "bank_file_refused":
        return f"bank_file_{refusal.facts['fault']}"
    is_sites = refusal.code == "not_allowed" and not MATRIX[Capability(str(refusal.facts["capability"]))]
    return "site_only" if is_sites else refusal.code


def readable_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Format facts for a sentence: capabilities in words, lists with commas."""
    read = {name: _readable(name, value) for name, value in facts.items()}
    is_told = read.get("why") in REASONS  # other refusals have a plain code under this name
    return read | {"why": reason_text(read["why"], read)} if is_told else read


def _readable(name: str, value: Any) -> str:
    if name == "capability":
        return str(Capability(value).label)
    if name == "role":
        return str(Role(value).label)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return str(value)


def choice_label(choices: Any, value: Any) -> Words:
    """Return the label of a choice."""
    return str(dict(choices.choices).get(value, value))
