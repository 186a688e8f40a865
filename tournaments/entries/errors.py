"""Errors of entry and check-in, by stable codes, each with its sentences, and texts of the audit log."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput, NotFound


class EntriesClosed(ClubError):
    code = "entries_closed"
    what = _("Entries for %(section)s are not open.")
    next_step = _("See the event page for the entry period, or ask the organiser.")


class EntryChangedMeanwhile(ClubError):
    """Another account has changed the same fields since the form was opened. Facts: name, values."""

    code = "entry_changed"
    what = _("Another person has changed %(name)s meanwhile: %(values)s. Nothing was saved.")
    next_step = _("Open the player again, and enter your value if it is the right one.")


class SectionFull(ClubError):
    code = "section_full"
    what = _("All %(places)s places of %(section)s are taken.")
    next_step = _("Use the waiting list if there is one, or ask the organiser for more places.")


class NoSectionChosen(InvalidInput):
    code = "no_section_chosen"
    what = _("No section was chosen.")
    next_step = _("Choose at least one open section.")


class ClassNeeded(InvalidInput):
    code = "class_needed"
    what = _("No class was chosen for %(section)s.")
    next_step = _("Choose one of: %(known)s.")


class ClassUnfit(InvalidInput):
    code = "class_unfit"
    what = _("The class “%(name)s” does not fit this rating or year of birth.")
    next_step = _("Choose another class, or correct the rating or the year.")


class BirthYearNeeded(InvalidInput):
    code = "birth_year_needed"
    what = _("The class “%(name)s” depends on the year of birth.")
    next_step = _("Enter the year of birth; it is not published.")


class EntryDecided(ClubError):
    code = "entry_decided"
    what = _("The entry of %(name)s has already been decided (%(state)s).")
    next_step = _("Check the inbox. You can reopen the decision there.")


class ReasonForRefusalNeeded(InvalidInput):
    code = "refusal_needs_reason"
    what = _("Refusing the entry of %(name)s needs a reason.")
    next_step = _("Enter a reason; it is sent to the player.")


class AskTheDesk(ClubError):
    code = "ask_the_desk"
    what = _("%(name)s has already played in this section and withdrawn.")
    next_step = _("Ask the tournament director to readmit the player.")


class UnknownEntryLink(NotFound):
    code = "unknown_entry_link"
    what = _("This link does not belong to an entry.")
    next_step = _("Open the complete link from your email, or ask the organiser.")


class CheckInClosed(ClubError):
    code = "check_in_closed"
    what = _("Check-in for %(section)s is not open.")
    next_step = _("Tell the desk that you are here.")


class NotYours(ClubError):
    code = "check_in_by_desk"
    what = _("%(name)s cannot be checked in here.")
    next_step = _("Ask the desk to check you in or out.")


class NothingChanges(ClubError):
    code = "nobody_to_be_absent"
    what = _("No players are absent.")
    next_step = _("Reload the check-in list.")


class CheckInsTakenBack(ClubError):
    code = "check_ins_taken_back"
    what = _("These check-ins are already taken back.")
    next_step = _("Reload the check-in list.")


class EverybodyIsHere(ClubError):
    """Facts: section."""

    code = "everybody_is_here"
    what = _("Everybody expected in %(section)s is already checked in.")
    next_step = _("Reload the check-in list.")


class FileTooLarge(ClubError):
    code = "file_too_large"
    status = 413
    what = _("The file has %(size)s bytes; the limit is %(limit)s.")
    next_step = _("Upload a smaller file.")


class ListUnreadable(InvalidInput):
    code = "list_unreadable"
    what = _("%(name)s cannot be read as a list.")
    next_step = _("Save it as XLSX or as UTF-8 CSV, with the column names in the first row.")


class ListWithoutNames(InvalidInput):
    """No column of the list has the names. Facts: columns."""

    code = "list_without_names"
    what = _("No column was chosen for the names.")
    next_step = _("Choose the column with the names.")


class ListChangedMeanwhile(ClubError):
    code = "entries_changed_meanwhile"
    what = _("The entries changed after the list was compared with them. Nothing was saved.")
    next_step = _("Review the comparison again and confirm it.")


class NothingToEnter(InvalidInput):
    code = "nothing_to_enter"
    what = _("The list contains no name.")
    next_step = _("Enter one player per line.")


class LineNotUnderstood(InvalidInput):
    """A line of a pasted list cannot be parsed. Facts: line, text, why."""

    code = "line_not_understood"
    what = _("Line %(line)s cannot be read: %(text)s")
    next_step = _("Enter the name, then a tab or semicolon, then rating, federation and club in any order.")


class LineTooLong(LineNotUnderstood):
    """A name or a club of a pasted list is too long. Facts: line, text, why, name and club (the limits)."""

    code = "line_too_long"
    what = _("Line %(line)s is too long for a name or a club: %(text)s. No players were added.")
    next_step = _(
        "Names can have up to %(name)s characters, clubs up to %(club)s. Enter one player per line."
    )


class RatingTooHigh(LineNotUnderstood):
    """A rating of a pasted list is above the limit. Facts: line, text, why, limit."""

    code = "line_rating_too_high"
    what = _("The rating in line %(line)s is too high: %(text)s. No players were added.")
    next_step = _("Correct it: ratings go up to %(limit)s.")


class PasteUnclear(InvalidInput):
    code = "paste_unclear"
    what = _("Unclear: %(cells)s (line %(lines)s). No players were added.")
    next_step = _("Correct them, or open the preview and choose what the columns contain.")


class EnteredTwice(ClubError):
    """Names of a list are entered in the section already. Facts: names, doubles (name, lines, is_entered)."""

    code = "entered_twice"
    what = _("Already in this section: %(names)s. No players were added.")
    next_step = _("Remove these lines, or confirm that they are different players.")


class NamedTwice(ClubError):
    """A list has the same name twice. Facts: names, doubles (name, lines, is_entered)."""

    code = "player_named_twice"
    what = _("Listed more than once: %(names)s. No players were added.")
    next_step = _("Remove the extra lines, or confirm that they are different players.")


class NameTaken(ClubError):
    code = "name_taken"
    what = _("Another player in the section is already called %(name)s. Nothing was changed.")
    next_step = _("Add something that distinguishes the two.")


class EntryFactsWrong(ClubError):
    code = "entry_facts_wrong"
    what = _("%(fields)s: not valid. Nothing was changed.")
    next_step = _("Enter a name, a rating from 0 to 4000, and a three-letter federation or none.")


class TableIsSet(ClubError):
    code = "table_is_set"
    what = _(
        "The first round is published, and the pairing table of this system (%(system)s) is "
        "fixed for its players."
    )
    next_step = _("Unpublish the rounds to add players, or add them to another section.")


class EntryHasPlayed(ClubError):
    code = "entry_has_played"
    what = _("%(name)s has been paired, so the entry cannot be removed.")
    next_step = _("Withdraw the player instead; they will not be paired again.")


class EntryHasCases(ClubError):
    code = "entry_has_cases"
    what = _("%(name)s is part of an arbiter's case, so the entry cannot be removed.")
    next_step = _("Withdraw the player instead; they will not be paired again.")


class ExcludedByRuling(ClubError):
    code = "excluded_by_ruling"
    what = _("%(name)s is excluded by the ruling in case %(number)s.")
    next_step = _("An arbiter must supersede that ruling before the player can be paired again.")


class RoundOver(ClubError):
    code = "round_is_paired"
    what = _("Round %(round)s is already published.")
    next_step = _("Enter a forfeit for %(name)s, or unpublish the round first.")


class NumbersNotDrawn(ClubError):
    code = "numbers_not_drawn"
    what = _("The Varma tables are made for 9 to 24 players; the section has %(players)s.")
    next_step = _("Choose numbering by lot or by rating in the section settings.")


class FixedBoardTaken(ClubError):
    code = "fixed_board_taken"
    what = _("Board %(board)s is already the fixed board of %(name)s.")
    next_step = _("Choose another board, or free that one first.")


class PairForbiddenAlready(ClubError):
    code = "pair_forbidden_already"
    what = _("%(first)s and %(second)s are already a forbidden pair in these rounds.")
    next_step = _("To change the rounds, remove the existing pair first.")


class NoPair(InvalidInput):
    code = "no_pair"
    what = _("Two different players of this section are required.")
    next_step = _("Choose both players.")


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
        "tournaments.entries.checked_in": _("%(who)s checked in everybody in %(what)s: %(after_names)s."),
        "tournaments.entries.check_in_undone": _("%(who)s took back check-ins in %(what)s: %(after_names)s."),
        "tournaments.absent.settled": _("%(who)s handled the absent players of %(what)s: %(after_names)s."),
        "tournaments.absent.brought_back": _("%(who)s readmitted absent players: %(after_names)s."),
        "tournaments.entry.withdrawn_by_player": _("%(what)s withdrew through the entry link."),
    },
    shown_by={
        Capability.SEE_AUDIT: (
            "tournaments.admission",
            "tournaments.entry",
            "tournaments.entries",
            "tournaments.absent",
            "tournaments.absence",
        ),
        Capability.RUN_EVENTS: (
            "tournaments.entry.asked",
            "tournaments.entry.accepted",
            "tournaments.entry.put_on_waiting_list",
            "tournaments.entry.refused",
            "tournaments.entry.reopened",
            "tournaments.entry.moved_up",
            "tournaments.entries.accepted",
        ),
    },
    facts_shown_by={"birth_year": Capability.RUN_EVENTS},
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
