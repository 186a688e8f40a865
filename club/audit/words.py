"""Audit vocabulary of the club app."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.core.messages import Words
from club.models import JobState, OrganisationKind, PassLevel, Role


def labels(choices: Any) -> Any:
    """Build the display function of a fact with these choices."""
    known = dict(choices.choices)

    def label(value: Any) -> Words:
        return str(known.get(value, value))

    return label


AUDIT_WORDS = AuditWords(
    sentences={
        "club.organisation.added": _("%(who)s added the club %(what)s."),
        "club.trail.resealed": _(
            "Sealed anew by parts. The trail held: %(after_entries)s entries, up to %(after_last_hash)s."
        ),
        "club.backup.restored": _("%(who)s put the whole site back from a backup."),
        "club.backup.asked": _("%(who)s asked for a backup of the whole site."),
        "club.backup.check_asked": _("%(who)s had the backup %(after_backup)s checked."),
        "club.backup.checked": _("The backup %(after_backup)s was checked. Whole: %(after_is_whole)s."),
        "club.backup.kept": _("%(who)s keeps the backup %(after_backup)s until somebody deletes it."),
        "club.backup.let_go": _("%(who)s left the backup %(after_backup)s to the schedule again."),
        "club.backup.deleted": _("%(who)s deleted the backup %(before_backup)s."),
        "club.backup.downloaded": _("%(who)s downloaded the backup %(after_backup)s."),
        "club.organisation.founded": _("%(who)s founded the club %(what)s on this site."),
        "club.person.added": _("%(who)s added the person %(what)s."),
        "club.person.removed": _("%(who)s removed the person %(what)s."),
        "club.person.changed": _("%(who)s changed the person %(what)s."),
        "club.person.account_linked": _("%(who)s linked an account with %(what)s."),
        "club.person.account_unlinked": _("%(who)s took the account of %(what)s away."),
        "club.person.gave_way": _("The person %(what)s gave way to one the club knew already."),
        "club.invitation.made": _("%(who)s invited somebody. %(what)s."),
        "club.invitation.accepted": _("%(who)s accepted an invitation. %(what)s."),
        "club.invitation.taken_back": _("%(who)s took an invitation back. %(what)s."),
        "club.invitation.given_back": _("%(who)s made an invitation good again. %(what)s."),
        "club.account.renamed": _("%(who)s goes by another name now: %(after_name)s."),
        "club.account.opened": _("%(who)s opened an account."),
        "club.account.signed_in": _("%(who)s signed in."),
        "club.account.password_changed": _("%(who)s changed the password."),
        "club.account.password_set": _("%(who)s set a password."),
        "club.account.password_reset": _("%(who)s set a new password by mail."),
        "club.account.main_address_changed": _("%(who)s chose another main mail address."),
        "club.account.address_added": _("%(who)s added a mail address."),
        "club.account.address_removed": _("%(who)s removed a mail address."),
        "club.account.second_step_added": _("%(who)s added a second step to signing in."),
        "club.account.second_step_removed": _("%(who)s removed a second step from signing in."),
        "club.account.recovery_codes_renewed": _("%(who)s renewed the recovery codes."),
        "club.job.retried": _("%(who)s had the failed job %(what)s run again."),
        "club.job.cancelled": _("%(who)s cancelled the job %(what)s."),
        "club.messages.forgotten": _("Mails that were sent long ago were deleted: %(after_count)s."),
        "club.message.sent_again": _("%(who)s had the message %(what)s sent again."),
        "club.user.language_chosen": _("%(who)s chose another language: %(after_language)s."),
        "club.role.granted": _("%(who)s gave a role. %(what)s."),
        "club.role.revoked": _("%(who)s took a role back. %(what)s."),
        "club.pass.made": _("%(who)s made the helper pass “%(what)s”."),
        "club.pass.revoked": _("%(who)s took back the helper pass “%(what)s”."),
        "club.pass.given_back": _("%(who)s made the helper pass “%(what)s” good again."),
        "club.pass.taken": _("A device took the helper pass “%(what)s”."),
        "club.pass.guesses_stopped": _(
            "Codes of helper passes were refused for a while: %(after_guesses)s wrong ones had been typed."
        ),
        "club.token.made": _("%(who)s made the API token %(after_name)s."),
        "club.token.revoked": _("%(who)s took back the API token %(before_name)s."),
    },
    kinds={
        "club.organisation": Kind(_("club")),
        "club.job": Kind(_("job")),
        "club.outboxmessage": Kind(_("message")),
        "club.user": Kind(_("account")),
        "club.person": Kind(_("person")),
        "club.rolegrant": Kind(_("role grant")),
        "club.invitation": Kind(_("invitation")),
        "club.helperpass": Kind(_("helper pass")),
        "club.apitoken": Kind(_("API token")),
        "club.guesscount": Kind(_("count of guesses")),
    },
    fields={
        "entries": pgettext_lazy("of the trail", "entries"),
        "last_hash": _("last hash"),
        "slug": _("short name"),
        "backup": _("backup"),
        "made_at": _("made at"),
        "size": _("size in bytes"),
        "is_whole": _("whole"),
        "damage": _("damaged part"),
        "name": _("name"),
        "kind": _("kind"),
        "state": _("state"),
        "starts": _("times begun"),
        "language": _("language"),
        "account": _("account number"),
        "role": _("role"),
        "event": _("event"),
        "section": _("section"),
        "expires_at": _("ends"),
        "label": _("for whom"),
        "level": _("level"),
        "first_board": _("first board"),
        "last_board": _("last board"),
        "device": _("device"),
        "guesses": _("wrong codes"),
        "abilities": pgettext_lazy("what an account", "may"),
    },
    values={
        "role": labels(Role),
        "level": labels(PassLevel),
        "kind": labels(OrganisationKind),
        "state": labels(JobState),
    },
    reasons={
        "no_way_back": _("nothing is known that reverses this."),
        "seals_stay": _("the entries are sealed by their parts since."),
        "entry_is_blanked": _("somebody it tells of was erased, and what it told is gone."),
        "undone_already": _("%(who)s has undone it already, in entry %(number)s."),
        "kept_no_longer": _("what is kept for a time only is gone for good."),
        "club_stays": _("games and roles may belong to the club by now."),
        "account_is_gone": _("the account no longer exists."),
        "roles_handed_on": _(
            "%(who)s has given roles by it since, to %(holders)s. Take those back first if they are wrong."
        ),
        "role_given_again": _("%(who)s has the role again already."),
        "role_had_ended": _("the role of %(who)s had ended by itself."),
        "pass_is_gone": _("the pass no longer exists."),
        "pass_was_used": _(
            "%(number)s entries were made with the pass “%(label)s”. "
            "Take the pass back instead: what was entered stays and can be undone one by one."
        ),
        "pass_given_back": _("the pass “%(label)s” is good again since entry %(number)s."),
        "pass_was_shown": _("a device has the pass. Take the pass back instead."),
        "person_is_gone": _("the person is no longer there."),
        "person_is_needed": _(
            "an account, an invitation or something recorded hangs on %(name)s by now. "
            "Change what is wrong instead."
        ),
        "person_changed_since": _("%(who)s has changed the person again since, in entry %(number)s."),
        "person_gave_way": _("the account is that of another person now. Unlink it there instead."),
        "link_moved_on": _("the person is linked with another account, or with none, by now."),
        "unlinked_account_is_gone": _("the account no longer exists, or nobody can tell which it was."),
        "invitation_is_gone": _("the invitation is no longer there."),
        "invitation_was_accepted": _("%(who)s has accepted the invitation. Take the role back instead."),
        "invitation_was_taken_back": _("the invitation was taken back already."),
        "invitation_has_ended": _("the invitation has run out meanwhile. Make a new one."),
        "invitation_made_anew": _("the same has been invited again since. That invitation is open."),
        "acceptance_was_theirs": _("whoever accepted has an account by it. Take the role back instead."),
        "job_has_begun": _("the work is on its way. Cancel it on the page of the work while it waits."),
        "job_stays_cancelled": _(
            "what hung on the work was told that it will not come. Have it begun anew where it began."
        ),
        "account_is_theirs": _("it is a matter of whoever has the account, who alone can change it."),
        "token_is_theirs": _("only whoever has the account takes its tokens back, on their page."),
        "backup_was_put_back": _("the state before it is gone. Put another backup back instead."),
        "code_was_guessed": _("it tells what somebody tried, and changed nothing."),
        "message_is_out": _("the message is on its way and cannot be called back."),
        "backup_is_gone": _("what was deleted cannot be read from anywhere."),
        "backup_is_out": _("whoever has the file keeps it."),
        "backup_is_made": _("a backup changes nothing. Cancel its work, or delete the archive."),
        "check_changes_nothing": _("a check changes nothing."),
        "token_is_forgotten": _("the token is kept nowhere. Make a new one."),
    },
)
