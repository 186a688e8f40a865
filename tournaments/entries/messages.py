"""Error messages of entry form, inbox and check-in, and texts of their audit entries."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages

TEXTS: dict[str, tuple[Any, Any]] = {
    "entries_closed": (
        _("Entries for %(section)s are not open."),
        _("See the event page for the entry period, or ask the organiser."),
    ),
    "section_full": (
        _("All %(places)s places of %(section)s are taken."),
        _("Use the waiting list if there is one, or ask the organiser for more places."),
    ),
    "no_section_chosen": (_("No section was chosen."), _("Choose at least one open section.")),
    "class_needed": (
        _("No class was chosen for %(section)s."),
        _("Choose one of: %(known)s."),
    ),
    "class_unfit": (
        _("The class “%(name)s” does not fit this rating or year of birth."),
        _("Choose another class, or correct the rating or the year."),
    ),
    "birth_year_needed": (
        _("The class “%(name)s” depends on the year of birth."),
        _("Enter the year of birth; it is not published."),
    ),
    "entry_decided": (
        _("The entry of %(name)s has already been decided (%(state)s)."),
        _("Check the inbox. You can reopen the decision there."),
    ),
    "refusal_needs_reason": (
        _("Refusing the entry of %(name)s needs a reason."),
        _("Enter a reason; it is sent to the player."),
    ),
    "ask_the_desk": (
        _("%(name)s has already played in this section and withdrawn."),
        _("Ask the tournament director to readmit the player."),
    ),
    "unknown_entry_link": (
        _("This link does not belong to an entry."),
        _("Open the complete link from your email, or ask the organiser."),
    ),
    "check_in_closed": (
        _("Check-in for %(section)s is not open."),
        _("Tell the desk that you are here."),
    ),
    "check_in_by_desk": (
        _("%(name)s cannot be checked in here."),
        _("Ask the desk to check you in or out."),
    ),
    "nobody_to_be_absent": (
        _("No players are absent."),
        _("Reload the check-in list."),
    ),
    "file_too_large": (
        _("The file has %(size)s bytes; the limit is %(limit)s."),
        _("Upload a smaller file."),
    ),
    "list_unreadable": (
        _("%(name)s cannot be read as a list."),
        _("Save it as XLSX or as UTF-8 CSV, with the column names in the first row."),
    ),
    "list_without_names": (
        _("No column was chosen for the names."),
        _("Choose the column with the names."),
    ),
    "entries_changed_meanwhile": (
        _("The entries changed after the list was compared with them. Nothing was saved."),
        _("Review the comparison again and confirm it."),
    ),
}

AUDIT_WORDS = AuditMessages(
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
