"""Errors of merging two persons, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class SamePersonTwice(InvalidInput):
    code = "same_person_twice"
    what = _("%(name)s cannot be merged with themselves.")
    next_step = _("Choose the other person.")


class MergeAcrossClubs(ClubError):
    code = "merge_across_clubs"
    what = _("%(name)s belongs to another club than the other person, or is already merged.")
    next_step = _("Look for both in the list of people.")


class BothHaveAccounts(ClubError):
    code = "both_have_accounts"
    what = _("%(name)s and %(other)s both have an account.")
    next_step = _("Unlink one of the accounts first, on the person page.")


class GuardianOfEachOther(ClubError):
    code = "guardian_of_each_other"
    what = _("%(name)s and %(other)s are guardian and ward, so they are two different people.")
    next_step = _("If this is wrong, remove the guardian first, on the member page.")


class MembershipsMeet(ClubError):
    code = "memberships_meet"
    what = _("%(name)s has two overlapping memberships of %(club)s with different plans, from %(starts_on)s.")
    next_step = _("End or remove one of the memberships first, on the member page.")


class HeldByBoth(ClubError):
    """Both persons have a record of which a person has only one. Facts: name, what."""

    code = "held_by_both"
    what = _("Both have something a person can have only once: %(what)s.")
    next_step = _("Remove it from one of the two first, then merge them.")


class MergedMeanwhile(ClubError):
    code = "merged_meanwhile"
    what = _("%(name)s was changed in the meantime. Nothing has been merged.")
    next_step = _("Check the comparison below and confirm it again.")
