"""What merging two persons refuses, by stable codes; `merge_texts` has the words."""

from club.core.errors import ClubError


class SamePersonTwice(ClubError):
    """A person is not merged with themselves. Facts: name."""

    code = "same_person_twice"
    status = 422


class MergeAcrossClubs(ClubError):
    """The two are not kept by one club. Facts: name."""

    code = "merge_across_clubs"


class BothHaveAccounts(ClubError):
    """Each of the two signs in with an account. Facts: name, other."""

    code = "both_have_accounts"


class GuardianOfEachOther(ClubError):
    """One of the two is written down as the guardian of the other. Facts: name, other."""

    code = "guardian_of_each_other"


class MembershipsMeet(ClubError):
    """Both are members of one club in the same days, by different plans. Facts: name, club, starts_on."""

    code = "memberships_meet"


class HeldByBoth(ClubError):
    """Both have something of which a person has one. Facts: name, what."""

    code = "held_by_both"


class MergedMeanwhile(ClubError):
    """The two are no longer as they were looked at. Facts: name."""

    code = "merged_meanwhile"
