"""Error messages of entry form, inbox and check-in, and texts of their audit entries."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.admission.set": _("%(who)s changed the entry settings of %(what)s."),
        "tournaments.entry.asked": _("Entry of %(what)s received through the online form."),
        "tournaments.entry.accepted": _("%(who)s accepted the entry of %(what)s."),
        "tournaments.entry.put_on_waiting_list": _("%(who)s put %(what)s on the waiting list."),
        "tournaments.entry.refused": _("%(who)s refused the entry of %(what)s: %(reason)s."),
        "tournaments.entry.reopened": _("%(who)s reopened the entry of %(what)s."),
        "tournaments.entry.moved_up": _("%(what)s moved up from the waiting list."),
        "tournaments.entries.accepted": _("%(who)s accepted %(after_count)s entries of %(what)s."),
        "tournaments.entry.arrived": _("%(what)s was checked in by the player."),
        "tournaments.absent.settled": _("%(who)s handled the absent players of %(what)s: %(after_names)s."),
        "tournaments.absent.brought_back": _("%(who)s readmitted absent players: %(after_names)s."),
        "tournaments.entry.withdrawn_by_player": _("%(what)s withdrew through the entry link."),
    },
    fields={
        "is_open": _("online entries are open"),
        "closes_at": _("entry deadline"),
        "places": _("places"),
        "has_waiting_list": _("waiting list when full"),
        "is_reviewed": _("every entry is reviewed first"),
        "moves_up_alone": _("the waiting list moves up automatically"),
        "check_in_is_open": _("players check themselves in"),
        "birth_year": _("year of birth"),
        "federation_id": _("federation number"),
        "act": _("action"),
        "waiting": _("on the waiting list"),
    },
    reasons={
        "entry_is_decided_in_inbox": _("Change this in the section's inbox."),
        "arrival_is_changed_at_the_desk": _("Change this on the section's check-in page."),
        "entry_went_on": _("The player is already paired; withdraw the player instead."),
    },
)
