"""Error messages of merging persons: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "same_person_twice": (
        _("%(name)s cannot be merged with themselves."),
        _("Choose the other one of the two."),
    ),
    "merge_across_clubs": (
        _("%(name)s is not kept by the same club as the other one, or was merged already."),
        _("Look for both in the list of persons."),
    ),
    "both_have_accounts": (
        _("%(name)s and %(other)s both sign in with an account."),
        _("Take the account from one of them first, on the page of the person."),
    ),
    "guardian_of_each_other": (
        _("%(name)s and %(other)s are written down as guardian and ward: they are two persons."),
        _("If this is wrong, remove the guardian first, on the page of the member."),
    ),
    "memberships_meet": (
        _("%(name)s is a member of %(club)s twice in the same days, by different plans, from %(starts_on)s."),
        _("End or remove one of the memberships first, on the page of the member."),
    ),
    "held_by_both": (
        _("Both have something of which a person has one only: %(what)s."),
        _("Remove it from one of the two first, then merge them."),
    ),
    "merged_meanwhile": (
        _("Something about %(name)s was changed while you looked: nothing has been merged."),
        _("Look at the comparison below and confirm it anew."),
    ),
}
