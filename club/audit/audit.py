"""Audit vocabulary of the club app."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.messages import Words
from club.models import ClubColour, JobState, OrganisationKind, PassLevel, Role


def choice_labels(choices: Any) -> Any:
    """Build the display function of a fact with these choices."""
    known = dict(choices.choices)

    def label(value: Any) -> Words:
        return str(known.get(value, value))

    return label


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.organisation.added": _("%(who)s added the club %(what)s."),
        "club.organisation.changed": _("%(who)s changed the club %(what)s."),
        "club.organisation.logo_set": _("%(who)s changed the logo of %(what)s."),
        "club.organisation.logo_removed": _("%(who)s removed the logo of %(what)s."),
        "club.trail.resealed": _(
            "Resealed the audit log by parts. It was intact: %(after_entries)s entries, up to "
            "%(after_last_hash)s."
        ),
        "club.backup.restored": _("%(who)s restored the whole site from a backup."),
        "club.backup.asked": _("%(who)s requested a backup of the whole site."),
        "club.backup.check_asked": _("%(who)s started a check of the backup %(after_backup)s."),
        "club.backup.checked": _("Checked the backup %(after_backup)s. Intact: %(after_is_whole)s."),
        "club.backup.kept": _("%(who)s protected the backup %(after_backup)s from automatic deletion."),
        "club.backup.let_go": _("%(who)s allowed automatic deletion of the backup %(after_backup)s again."),
        "club.backup.deleted": _("%(who)s deleted the backup %(before_backup)s."),
        "club.backup.downloaded": _("%(who)s downloaded the backup %(after_backup)s."),
        "club.copy.fetched": _("%(who)s fetched a copy of the whole site. Machine: %(after_follower)s."),
        "club.copy.promoted": _("This copy of the site became the site. The copy was of %(after_made_at)s."),
        "club.organisation.founded": _("%(who)s created the club %(what)s on this site."),
        "club.person.added": _("%(who)s added the person %(what)s."),
        "club.person.removed": _("%(who)s removed the person %(what)s."),
        "club.person.changed": _("%(who)s changed the person %(what)s."),
        "club.person.account_linked": _("%(who)s linked an account to %(what)s."),
        "club.person.account_unlinked": _("%(who)s unlinked the account of %(what)s."),
        "club.person.gave_way": _("The person %(what)s was replaced by an existing one."),
        "club.invitation.made": _("%(who)s created an invitation. %(what)s."),
        "club.invitation.accepted": _("%(who)s accepted an invitation. %(what)s."),
        "club.invitation.taken_back": _("%(who)s revoked an invitation. %(what)s."),
        "club.invitation.given_back": _("%(who)s restored an invitation. %(what)s."),
        "club.account.renamed": _("%(who)s changed the account name: %(after_name)s."),
        "club.account.opened": _("%(who)s created an account."),
        "club.account.signed_in": _("%(who)s signed in."),
        "club.account.password_changed": _("%(who)s changed the password."),
        "club.account.password_set": _("%(who)s set a password."),
        "club.account.password_reset": _("%(who)s reset the password by email."),
        "club.account.main_address_changed": _("%(who)s changed the primary email address."),
        "club.account.address_added": _("%(who)s added an email address."),
        "club.account.address_removed": _("%(who)s removed an email address."),
        "club.account.second_step_added": _("%(who)s added a two-factor method."),
        "club.account.second_step_removed": _("%(who)s removed a two-factor method."),
        "club.account.sessions_ended": _("%(who)s ended all sessions."),
        "club.account.recovery_codes_renewed": _("%(who)s renewed the recovery codes."),
        "club.job.retried": _("%(who)s retried the failed job %(what)s."),
        "club.job.cancelled": _("%(who)s cancelled the job %(what)s."),
        "club.messages.forgotten": _("Deleted old sent emails: %(after_count)s."),
        "club.message.sent_again": _("%(who)s resent the message %(what)s."),
        "club.user.language_chosen": _("%(who)s changed the language: %(after_language)s."),
        "club.role.granted": _("%(who)s granted a role. %(what)s."),
        "club.role.revoked": _("%(who)s revoked a role. %(what)s."),
        "club.pass.made": _("%(who)s created the helper pass “%(what)s”."),
        "club.pass.revoked": _("%(who)s revoked the helper pass “%(what)s”."),
        "club.pass.given_back": _("%(who)s restored the helper pass “%(what)s”."),
        "club.pass.taken": _("A device activated the helper pass “%(what)s”."),
        "club.pass.guesses_stopped": _(
            "Helper pass codes were blocked for a while after %(after_guesses)s wrong codes."
        ),
        "club.token.made": _("%(who)s created the API token %(after_name)s."),
        "club.token.revoked": _("%(who)s revoked the API token %(before_name)s."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("club.organisation", "club.trail", "club.account", "club.user"),
        Capability.KEEP_BACKUPS: ("club.backup", "club.copy"),
        Capability.KEEP_PERSONS: ("club.person",),
        Capability.GRANT_ROLES: ("club.invitation", "club.token"),
        Capability.SEE_JOBS: ("club.job",),
        Capability.SEE_OUTBOX: ("club.messages", "club.message"),
        Capability.SEE_ROLES: ("club.role",),
        Capability.MAKE_PASSES: ("club.pass",),
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
        "club.guesscount": Kind(_("failed attempt counter")),
    },
    fields={
        "entries": pgettext_lazy("of the trail", "entries"),
        "last_hash": _("last hash"),
        "slug": _("short name"),
        "backup": _("backup"),
        "made_at": _("created at"),
        "size": _("size in bytes"),
        "is_whole": _("intact"),
        "damage": _("damaged part"),
        "name": _("name"),
        "kind": _("type"),
        "state": _("state"),
        "starts": _("attempts"),
        "language": _("language"),
        "account": _("account number"),
        "role": _("role"),
        "event": _("event"),
        "section": _("section"),
        "expires_at": _("expires"),
        "label": _("issued to"),
        "level": _("level"),
        "first_board": _("first board"),
        "last_board": _("last board"),
        "device": _("device"),
        "guesses": _("wrong codes"),
        "colour": _("colour"),
        "postal_address": _("postal address"),
        "contact_name": _("contact"),
        "contact_email": _("contact email"),
        "contact_phone": _("contact phone"),
        "website": _("website"),
        "time_zone": _("time zone"),
        "width": _("width in pixels"),
        "height": _("height in pixels"),
        "logo": _("logo"),
        "abilities": pgettext_lazy("what an account", "permissions"),
    },
    values={
        "colour": choice_labels(ClubColour),
        "role": choice_labels(Role),
        "level": choice_labels(PassLevel),
        "kind": choice_labels(OrganisationKind),
        "state": choice_labels(JobState),
    },
    reasons={
        "is_gone": _("it, or something that it refers to, no longer exists."),
        "changed_since": _("it has since been changed again."),
        "changed_again": _("%(who)s has since changed it again, in entry %(number)s."),
        "file_is_out": _("the file has already been downloaded."),
        "no_way_back": _("there is no undo for this action."),
        "seals_stay": _("the entries have since been sealed by parts."),
        "entry_is_blanked": _("it concerns a person whose data was erased."),
        "undone_already": _("%(who)s has already undone this, in entry %(number)s."),
        "kept_no_longer": _("data past its retention period is deleted permanently."),
        "logo_is_replaced": _("the previous logo is deleted. Upload it again."),
        "club_stays": _("the club may already have games and roles."),
        "roles_handed_on": _(
            "%(who)s has since used this role to grant roles to %(holders)s. Revoke those first if "
            "they are wrong."
        ),
        "role_given_again": _("%(who)s already has the role again."),
        "role_had_ended": _("the role of %(who)s had already expired."),
        "pass_was_used": _(
            "entries made with the pass “%(label)s”: %(number)s. Revoke the pass instead; its "
            "entries stay and can be undone one by one."
        ),
        "pass_given_back": _("the pass “%(label)s” was already restored, in entry %(number)s."),
        "pass_was_shown": _("a device already uses the pass. Revoke the pass instead."),
        "person_gave_way": _("the account now belongs to another person. Unlink it there instead."),
        "invitation_was_accepted": _("%(who)s has accepted the invitation. Revoke the role instead."),
        "invitation_has_ended": _("the invitation has expired. Create a new one."),
        "invitation_made_anew": _("the same person has been invited again; that invitation is open."),
        "acceptance_was_theirs": _(
            "the invitation created an account when it was accepted. Revoke the role instead."
        ),
        "job_has_begun": _(
            "the job is already queued. Cancel it on the background jobs page while it waits."
        ),
        "job_stays_cancelled": _(
            "everything that depended on the job was cancelled. Start it again where it was started."
        ),
        "account_is_theirs": _("only the owner of the account can change this."),
        "token_is_theirs": _("only the owner of the account can revoke its tokens, on the tokens page."),
        "backup_was_put_back": _("the previous state is gone. Restore another backup instead."),
        "code_was_guessed": _("it records an attempt that changed nothing."),
        "message_is_out": _("the message is already on its way and cannot be recalled."),
        "backup_is_gone": _("deleted data cannot be recovered."),
        "backup_is_made": _("a backup changes nothing. Cancel its job, or delete the backup."),
        "check_changes_nothing": _("a check changes nothing."),
        "token_is_forgotten": _("the token is not stored. Create a new one."),
    },
)
