"""Error messages of members: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "erased_already": (
        _("%(name)s is already erased."),
        _("No action is needed."),
    ),
    "unknown_plan": (
        _("This plan does not exist."),
        _("Choose a plan on the plans page, or add one there."),
    ),
    "plan_not_offered": (
        _("The plan “%(plan)s” is no longer offered."),
        _("Choose another plan, or offer this one again on the plans page."),
    ),
    "plan_name_taken": (
        _("The club already has a plan named “%(plan)s”."),
        _("Choose another name."),
    ),
    "plan_in_use": (
        _("The plan “%(plan)s” has or had members."),
        _("Stop offering it instead; members who have it keep it."),
    ),
    "unknown_membership": (
        _("This membership does not exist."),
        _("Look up the member in the list."),
    ),
    "membership_overlaps": (
        _("%(name)s is already a member in this period: %(starts_on)s to %(ends_on)s."),
        _("End that membership first, or choose other days."),
    ),
    "ends_before_start": (
        _("The last day, %(ends_on)s, is before the first day, %(starts_on)s."),
        _("Choose a later last day, or none."),
    ),
    "membership_not_there": (
        _("The membership of %(name)s has changed: %(state)s."),
        _("Reload the page to see what has changed."),
    ),
    "unknown_household": (
        _("This household does not exist in the club."),
        _("Look it up in the list of households."),
    ),
    "person_of_other_club": (
        _("%(name)s belongs to another club."),
        _("Choose a person of the same club."),
    ),
    "own_guardian": (
        _("%(name)s cannot be their own guardian."),
        _("Choose another person."),
    ),
    "guardian_already": (
        _("%(name)s is already a guardian of %(ward)s."),
        _("Remove that one first to add it again."),
    ),
    "unknown_guardianship": (
        _("This guardian does not exist."),
        _("Reload the page to see the current guardians."),
    ),
    "no_consent_text": (
        _("The club has no text for this consent yet: %(kind)s."),
        _("Write its text on the consents page first."),
    ),
    "not_yours_to_sign": (
        _("Only %(name)s or a guardian who signs can decide this."),
        _("Sign in with this person's account, or ask the secretary."),
    ),
    "unknown_person_detail": (
        _("This detail of the person no longer exists."),
        _("Reload the page to see the current details."),
    ),
    "number_taken": (
        _("%(name)s already has the number %(number)s at %(body)s."),
        _("Check the number, or whether they are the same person."),
    ),
    "no_table": (
        _("This contains no readable table."),
        _("Save the list as CSV or XLSX, or paste its rows."),
    ),
    "too_many_lines": (
        _("The list has more than %(most)s rows."),
        _("Import it in parts."),
    ),
    "list_changed_meanwhile": (
        _("Something was changed in the meantime. Nothing has been imported."),
        _("Check the comparison below and confirm it again."),
    ),
    "nothing_to_bring_in": (
        _("There is nothing to import: all rows are known, skipped or unreadable."),
        _("Identify the possible matches, or correct the list."),
    ),
}
