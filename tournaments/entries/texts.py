"""Error messages of entry form, inbox and check-in, and texts of their audit entries."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords

TEXTS: dict[str, tuple[Any, Any]] = {
    "entries_closed": (
        _("Entries for %(section)s are not open."),
        _("Look at the event's page for when they are, or ask the organiser."),
    ),
    "section_full": (
        _("All %(places)s places of %(section)s are taken."),
        _("Use the waiting list if there is one, or have the number of places raised."),
    ),
    "no_section_chosen": (_("No section was chosen."), _("Choose at least one that is open.")),
    "class_needed": (
        _("%(section)s has classes, and none was chosen."),
        _("Choose one of: %(known)s."),
    ),
    "class_unfit": (
        _("The class “%(name)s” does not fit this rating or year of birth."),
        _("Choose another class, or correct the rating or the year."),
    ),
    "birth_year_needed": (
        _("The class “%(name)s” is one of years of birth."),
        _("Write the year of birth; it is not published."),
    ),
    "entry_decided": (
        _("The entry of %(name)s has been decided already (%(state)s)."),
        _("Look at the inbox again; a decision can be taken up once more there."),
    ),
    "refusal_needs_reason": (
        _("Refusing the entry of %(name)s takes a reason."),
        _("Say why; the player is told in these words."),
    ),
    "ask_the_desk": (
        _("%(name)s has played in this section and left it."),
        _("The director lets them play again at the desk."),
    ),
    "unknown_entry_link": (
        _("No entry has this link."),
        _("Open the link of your mail as a whole, or ask the organiser."),
    ),
    "check_in_closed": (
        _("The check-in of %(section)s is not open."),
        _("Tell the desk that you are here."),
    ),
    "check_in_by_desk": (
        _("%(name)s cannot be checked in here."),
        _("Tell the desk; it can check you in or out."),
    ),
    "nobody_to_be_absent": (
        _("There is nobody who is not here."),
        _("Look at the list of the check-in again."),
    ),
    "file_too_large": (
        _("The file has %(size)s bytes; up to %(limit)s are taken."),
        _("Send a smaller file."),
    ),
    "list_unreadable": (
        _("%(name)s cannot be read as a list."),
        _("Save it as XLSX or as CSV in UTF-8, with the names of the columns in the first row."),
    ),
    "list_without_names": (
        _("No column of the list was taken for the names."),
        _("Choose the column that holds the names."),
    ),
    "entries_changed_meanwhile": (
        _("The entries were changed after the list was compared with them. Nothing was entered."),
        _("Look at the comparison again and confirm it."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.admission.set": _("%(who)s set how players enter %(what)s."),
        "tournaments.entry.asked": _("The public form was sent for %(what)s."),
        "tournaments.entry.accepted": _("%(who)s accepted the entry of %(what)s."),
        "tournaments.entry.put_on_waiting_list": _("%(who)s put %(what)s on the waiting list."),
        "tournaments.entry.refused": _("%(who)s refused the entry of %(what)s: %(reason)s."),
        "tournaments.entry.reopened": _("%(who)s took up the entry of %(what)s again."),
        "tournaments.entry.moved_up": _("%(what)s moved up from the waiting list."),
        "tournaments.entries.accepted": _("%(who)s accepted %(after_count)s entries of %(what)s."),
        "tournaments.entry.arrived": _("%(what)s was checked in by the player."),
        "tournaments.absent.settled": _("%(who)s settled who is not here in %(what)s: %(after_names)s."),
        "tournaments.absent.brought_back": _("%(who)s let who was not here play again: %(after_names)s."),
        "tournaments.entry.withdrawn_by_player": _("%(what)s withdrew by the link of the entry."),
    },
    fields={
        "is_open": _("the public may enter"),
        "closes_at": _("closes"),
        "places": _("places"),
        "has_waiting_list": _("has a waiting list when full"),
        "is_reviewed": _("every entry is looked at first"),
        "moves_up_alone": _("the first of the waiting list moves up by itself"),
        "check_in_is_open": _("players check themselves in"),
        "birth_year": _("year of birth"),
        "federation_id": _("number at the federation"),
        "act": _("what was done"),
        "waiting": _("on the waiting list"),
    },
    reasons={
        "entry_is_decided_in_inbox": _("It is decided in the inbox of the section."),
        "arrival_is_changed_at_the_desk": _("The check-in of the section changes it."),
        "entry_went_on": _("The player has been paired by now; withdraw them instead."),
    },
)
