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
        _("This is not open to you. It takes a role that may: %(capability)s."),
        _("Ask an owner or the secretary of the club for such a role, or sign in with another account."),
    ),
    "site_only": (
        _("This is open only to whoever runs the whole site. It takes the right to: %(capability)s."),
        _("Ask whoever set the site up; no role in a club gives this right."),
    ),
    "account_needed": (
        _("This is open to those who have an account here."),
        _("Sign in. Whoever has no account yet is invited by an owner or the secretary of a club."),
    ),
    "session_needed": (
        _("A token neither makes nor takes back tokens."),
        _("Sign in with the account itself and do it there, on the page of its tokens."),
    ),
    "unknown_person": (
        _("No person of your clubs has the number %(number)s."),
        _("Look for the name in the list of persons."),
    ),
    "person_has_account": (
        _("%(name)s is linked with an account already."),
        _("Unlink that account first, or choose another person."),
    ),
    "person_is_needed": (
        _("An account, an invitation or something recorded hangs on %(name)s."),
        _("Unlink the account first, or keep the person and change what is wrong."),
    ),
    "invitation_is_open": (
        _("This invitation of %(club)s was not taken back, or is open again."),
        _("Nothing more is needed: it can be accepted."),
    ),
    "account_not_of_club": (
        _("This account has no role in the club."),
        _("Invite the person instead: accepting the invitation links the account."),
    ),
    "account_has_person": (
        _("This account is linked with %(name)s already."),
        _("Unlink it there first."),
    ),
    "unknown_invitation": (
        _("There is no such invitation."),
        _("Open the whole link of the mail, or scan the code again. Else ask for a new invitation."),
    ),
    "invitation_ended": (
        _("This invitation of %(club)s has run out."),
        _("Ask whoever invited you for a new one."),
    ),
    "invitation_taken_back": (
        _("This invitation of %(club)s was taken back."),
        _("Ask whoever invited you why, and for a new one."),
    ),
    "invitation_used": (
        _("This invitation of %(club)s has been accepted; it holds once."),
        _("If it was you, sign in with the account you accepted it with. Else ask for a new one."),
    ),
    "inviter_may_no_longer": (
        _("Whoever made this invitation of %(club)s may no longer give this role."),
        _("Ask an owner of the club for a new one."),
    ),
    "set_up_already": (
        _("This site has its owner."),
        _("Sign in, or ask the owner for an invitation."),
    ),
    "pass_ended": (
        _("The helper pass “%(label)s” has ended."),
        _("Ask the arbiter for a new one."),
    ),
    "pass_taken_back": (
        _("The helper pass “%(label)s” has been taken back."),
        _("Ask the arbiter why, and for a new one if you still help."),
    ),
    "unknown_organisation": (
        _("There is no club “%(slug)s”."),
        _("Check the spelling, or choose one of your clubs."),
    ),
    "organisation_in_use": (
        _("The demo club was not removed: something of another club hangs on it (%(kinds)s)."),
        _("Take the persons and teams of the demo club out of the other club first."),
    ),
    "not_filled_in": (
        _("Nothing was changed. %(told)s"),
        _("Put that right and send it again."),
    ),
    "no_club_yet": (
        _("There is no club here yet."),
        _("Add the club first, then come back to this page."),
    ),
    "cannot_undo": (
        _("This cannot be undone: %(why)s"),
        _("Nothing was changed. Put right by hand what is wrong; that is on the trail, too."),
    ),
    "club_not_named": (
        _("There are several clubs here, and none was named."),
        _("Name one of: %(known)s."),
    ),
    "role_not_yours": (
        _("You may not give or take back this role: %(role)s."),
        _("Ask an owner of the club to do it."),
    ),
    "last_owner": (
        _("This is the last owner of %(club)s."),
        _("Give somebody else the role of owner first."),
    ),
    "grant_is_over": (
        _("This role was taken back already."),
        _("Load the page again to see who has which role now."),
    ),
    "unknown_account": (
        _("Nobody with the address %(email)s has an account here."),
        _("Invite that person; the role is given when the invitation is accepted."),
    ),
    "unknown_pass": (
        _("There is no helper pass with this code."),
        _("Check the eight digits, or scan the code on the sheet again."),
    ),
    "pass_over": (
        _("The helper pass “%(label)s” was taken back already."),
        _("Nothing more is needed: its phone may do nothing."),
    ),
    "pass_too_long": (
        _("A helper pass must end in the future, at most %(days)s days from now."),
        _("Choose an earlier end; make a new pass for the next event."),
    ),
    "boards_out_of_order": (
        _("Board %(last)s comes before board %(first)s."),
        _("Write the lower board first."),
    ),
    "too_many_guesses": (
        _("Too many wrong codes have been typed."),
        _("Wait %(seconds)s seconds, or scan the code on the sheet instead."),
    ),
    "ability_not_yours": (
        _("A token may do no more than you: %(abilities)s is not open to you."),
        _("Leave it out, or ask an owner of the club for the role first."),
    ),
    "unknown_token": (
        _("You have no such token."),
        _("Load the page again to see which ones there are."),
    ),
    "token_is_over": (
        _("The token “%(name)s” has ended already."),
        _("Nothing more is needed: it opens nothing."),
    ),
    "token_too_long": (
        _("A token must end within %(days)s days."),
        _("Choose a shorter time, and make a new one then."),
    ),
    "job_is_over": (
        _("This work has ended already."),
        _("Look at the list again: it may have been done while you read it."),
    ),
    "job_not_failed": (
        _("Only work that was given up can be done again."),
        _("Wait: what still waits is tried again by itself."),
    ),
    "message_not_failed": (
        _("Only a message that could not be sent can be sent again."),
        _("Wait: a message that still waits is tried again by itself."),
    ),
    "unknown_backup": (
        _("There is no backup “%(name)s” in the data folder."),
        _("Load the list of backups again: it may have been deleted, by hand or by the schedule."),
    ),
    "archive_damaged": (
        _("The archive is damaged (%(part)s)."),
        _("Do not rely on it: make a new backup now, and restore from another one."),
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
        _("There is something here already (%(table)s)."),
        _("Use --replace to put the archive in its place."),
    ),
    "target_in_use": (_("The database is in use."), _("Stop the site and its workers first.")),
    "migrations_pending": (_("The database is older than the program."), _("Run migrate first.")),
    "unknown_task": (
        _("This version of the program has no job of the kind “%(task)s”."),
        _("Start the worker in the version that the job was queued by."),
    ),
    "not_worth_repeating": (
        _("The job was given up: %(reason)s"),
        _("Put right what is wrong, then start it again."),
    ),
    "unknown_channel": (
        _("There is nothing to listen to under this name."),
        _("Go back to the page and open it anew."),
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
