"""Error messages of members: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "erased_already": (
        _("%(name)s was erased before."),
        _("Nothing more is needed."),
    ),
    "unknown_plan": (
        _("The club has no such plan."),
        _("Choose one of the plans on the page of plans, or add it there."),
    ),
    "plan_not_offered": (
        _("The plan “%(plan)s” is no longer offered."),
        _("Choose another plan, or offer this one again on the page of plans."),
    ),
    "plan_name_taken": (
        _("The club has a plan called “%(plan)s” already."),
        _("Choose another name."),
    ),
    "plan_in_use": (
        _("Somebody is or was a member by the plan “%(plan)s”."),
        _("No longer offer it instead: it stays with those who have it."),
    ),
    "unknown_membership": (
        _("There is no such membership."),
        _("Look for the member in the list."),
    ),
    "membership_overlaps": (
        _("%(name)s is a member of the club in these days already: %(starts_on)s to %(ends_on)s."),
        _("End that membership first, or choose other days."),
    ),
    "ends_before_start": (
        _("The last day, %(ends_on)s, comes before the first one, %(starts_on)s."),
        _("Choose a later last day, or none."),
    ),
    "membership_not_there": (
        _("The membership of %(name)s stands otherwise: %(state)s."),
        _("Load the page again to see what was done meanwhile."),
    ),
    "unknown_household": (
        _("There is no such household in the club."),
        _("Look for it in the list of households."),
    ),
    "person_of_other_club": (
        _("%(name)s is kept by another club."),
        _("Choose somebody whom the same club keeps."),
    ),
    "own_guardian": (
        _("%(name)s cannot be their own guardian."),
        _("Choose somebody else."),
    ),
    "guardian_already": (
        _("%(name)s is written down as guardian of %(ward)s already."),
        _("End that first to write it down anew."),
    ),
    "unknown_guardianship": (
        _("Nobody is written down as this guardian."),
        _("Load the page again to see who is."),
    ),
    "no_consent_text": (
        _("The club has not written what this consent says: %(kind)s."),
        _("Write its words on the page of consents first."),
    ),
    "not_yours_to_sign": (
        _("This is for %(name)s to decide, or for a guardian who signs."),
        _("Sign in with the account that is theirs, or ask the secretary."),
    ),
    "unknown_person_detail": (
        _("This is no longer written down of the person."),
        _("Load the page again to see what is."),
    ),
    "number_taken": (
        _("%(name)s has the number %(number)s at %(body)s already."),
        _("Check the number, or whether the two are one person."),
    ),
    "no_table": (
        _("This holds no table that can be read."),
        _("Save the list as CSV or XLSX, or paste its rows."),
    ),
    "too_many_lines": (
        _("The list has more than %(most)s rows."),
        _("Bring it in by parts."),
    ),
    "list_changed_meanwhile": (
        _("Something was changed while you looked: nothing has been brought in."),
        _("Look at the comparison below and confirm it anew."),
    ),
    "nothing_to_bring_in": (
        _("There is nothing to bring in: all are known, left out, or cannot be read."),
        _("Say of those who may be known who they are, or mend the list."),
    ),
}
