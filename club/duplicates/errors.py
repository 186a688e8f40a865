"""Errors of merging two persons, by stable codes; `texts` has the messages."""

from club.core.errors import ClubError


class SamePersonTwice(ClubError):
    """A person cannot be merged with themselves. Facts: name."""

    code = "same_person_twice"
    status = 422


class MergeAcrossClubs(ClubError):
    """The two persons belong to different clubs. Facts: name."""

    code = "merge_across_clubs"


class BothHaveAccounts(ClubError):
    """Each of the two persons has an account. Facts: name, other."""

    code = "both_have_accounts"


class GuardianOfEachOther(ClubError):
    """One of the two persons is the guardian of the other. Facts: name, other."""

    code = "guardian_of_each_other"


class MembershipsMeet(ClubError):
    """Both are members of one club on shared days by other plans or states. Facts: name, club, starts_on."""

    code = "memberships_meet"


class HeldByBoth(ClubError):
    """Both persons have a record of which a person has only one. Facts: name, what."""

    code = "held_by_both"


class MergedMeanwhile(ClubError):
    """The two persons were changed since they were shown. Facts: name."""

    code = "merged_meanwhile"
