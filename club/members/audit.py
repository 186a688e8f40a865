"""Audit log texts of members."""

from django.utils.translation import gettext_lazy as _

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import ConsentKind, ContactKind, MembershipState, NoteSight, PlanKind

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.plan.added": _("%(who)s added the plan “%(what)s”."),
        "club.plan.changed": _("%(who)s changed the plan “%(what)s”."),
        "club.plan.removed": _("%(who)s removed the plan “%(what)s”."),
        "club.membership.started": _("%(who)s added a membership. %(what)s."),
        "club.membership.changed": _("%(who)s corrected a membership. %(what)s."),
        "club.membership.paused": _("%(who)s paused a membership. %(what)s."),
        "club.membership.resumed": _("%(who)s resumed a membership. %(what)s."),
        "club.membership.ended": _("%(who)s ended a membership. %(what)s."),
        "club.membership.removed": _("%(who)s removed a membership. %(what)s."),
        "club.person.details_changed": _("%(who)s changed the details of %(what)s."),
        "club.person.number_set": _("%(who)s recorded the number of %(what)s at %(after_body)s."),
        "club.person.contact_added": _("%(who)s added a contact of %(what)s."),
        "club.person.contact_removed": _("%(who)s removed a contact of %(what)s."),
        "club.person.note_added": _("%(who)s wrote a note about %(what)s."),
        "club.person.note_removed": _("%(who)s removed a note about %(what)s."),
        "club.person.photo_set": _("%(who)s set the photo of %(what)s."),
        "club.person.photo_removed": _("%(who)s removed the photo of %(what)s."),
        "club.person.looked_at": _("%(who)s viewed private data of %(what)s."),
        "club.person.settled": _("%(who)s changed the household of %(what)s."),
        "club.household.added": _("%(who)s added the household %(what)s."),
        "club.household.renamed": _("%(who)s renamed the household %(what)s."),
        "club.household.removed": _("%(who)s removed the household %(what)s."),
        "club.guardian.added": _("%(who)s added a guardian: %(after_guardian)s, for %(after_ward)s."),
        "club.guardian.removed": _("%(who)s removed a guardian: %(before_guardian)s, for %(before_ward)s."),
        "club.members.exported": _(
            "%(who)s exported the members of %(what)s. With personal data: %(after_is_personal)s."
        ),
        "club.members.imported": _(
            "%(who)s imported a list of members: %(after_new_persons)s new, %(after_joined)s joined."
        ),
        "club.members.import_undone": _(
            "%(who)s undid the import of a list of members: %(before_new_persons)s new, "
            "%(before_joined)s joined."
        ),
        "club.person.merged": _("%(who)s merged two people: %(what)s."),
        "club.person.separated": _("%(who)s undid the merge of %(what)s."),
        "club.person.namesake": _("%(who)s marked two people as different. %(what)s."),
        "club.person.namesake_forgotten": _(
            "%(who)s removed the mark that two people are different. %(what)s."
        ),
        "club.consent.worded": _("%(who)s added a consent text. %(what)s."),
        "club.consent.given": _("%(who)s gave a consent. %(what)s."),
        "club.consent.withdrawn": _("%(who)s withdrew a consent. %(what)s."),
    },
    shown_by={
        Capability.SEE_PLANS: (
            "club.plan",
            "club.membership",
            "club.household",
            "club.consent",
            "club.person.number_set",
            "club.person.settled",
        ),
        Capability.SEE_PRIVATE: (
            "club.guardian",
            "club.person.details_changed",
            "club.person.contact_added",
            "club.person.contact_removed",
            "club.person.note_added",
            "club.person.note_removed",
            "club.person.looked_at",
        ),
        Capability.KEEP_MEMBERS: (
            "club.members",
            "club.person.photo_set",
            "club.person.photo_removed",
            "club.person.merged",
            "club.person.separated",
            "club.person.namesake",
            "club.person.namesake_forgotten",
        ),
    },
    kinds={
        "club.membershipplan": Kind(_("plan")),
        "club.membership": Kind(_("membership")),
        "club.household": Kind(_("household")),
        "club.guardianship": Kind(_("guardianship")),
        "club.consenttext": Kind(_("consent text")),
        "club.consent": Kind(_("consent")),
        "club.namesakepair": Kind(_("people marked as different")),
    },
    fields={
        "plan": _("plan"),
        "plan_kind": _("membership type"),
        "plan_number": _("number of the plan"),
        "is_offered": _("offered"),
        "starts_on": _("from"),
        "ends_on": _("until"),
        "membership_state": _("state"),
        "person": _("number of the person"),
        "sort_name": _("name in lists"),
        "title": _("title"),
        "languages": _("languages spoken"),
        "born_on_changed": _("birth date changed"),
        "body": _("federation"),
        "number": _("number"),
        "contact": _("number of the contact"),
        "contact_kind": _("kind of contact"),
        "note": _("number of the note"),
        "sight": _("visible to"),
        "household": _("household"),
        "household_number": _("number of the household"),
        "persons": _("numbers of the people"),
        "merge": _("number of the merge"),
        "moved": _("moved records, by number"),
        "first": _("number of the first person"),
        "second": _("number of the second person"),
        "guardian": _("guardian"),
        "guardian_number": _("number of the guardian"),
        "ward": _("ward"),
        "ward_number": _("number of the ward"),
        "may_sign": _("signs for them"),
        "until": _("until"),
        "consent": _("consent"),
        "version": _("version"),
        "new_persons": _("new people"),
        "joined": _("new memberships"),
        "memberships": _("numbers of the memberships"),
        "contacts": _("numbers of the contacts"),
        "filled": _("filled in, by number of the person"),
        "file_format": _("format of the file"),
        "is_personal": _("with personal data"),
        "text": _("text"),
        "photo": _("photo"),
    },
    values={
        "plan_kind": choice_labels(PlanKind),
        "membership_state": choice_labels(MembershipState),
        "contact_kind": choice_labels(ContactKind),
        "sight": choice_labels(NoteSight),
        "consent": choice_labels(ConsentKind),
    },
    reasons={
        "private_is_not_told": _(
            "the audit log does not store birth dates, contacts or notes. Enter them again on the "
            "person page."
        ),
        "import_is_used": _("a person or membership created by it has since been changed."),
        "look_was_taken": _("the data has already been viewed."),
        "household_is_lived_in": _("the household now has people."),
        "photo_is_deleted": _("the previous photo is deleted. Upload it again."),
        "consent_is_theirs": _("only the person concerned can withdraw the consent or give it again."),
        "words_are_kept": _("people may have agreed to this text. Write the next version."),
        "merge_is_forgotten": _("the person has since been erased, together with the earlier data."),
        "merge_stands_on_later": _(
            "something moved by the merge has since been changed or removed: %(what)s."
        ),
        "merge_them_again": _("merge the two again on the duplicates page."),
    },
)
