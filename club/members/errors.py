"""What keeping members refuses, by stable codes; `member_texts` has the words."""

from club.core.errors import ClubError


class UnknownPlan(ClubError):
    """The club has no such plan."""

    code = "unknown_plan"
    status = 422


class PlanNotOffered(ClubError):
    """The plan is no longer open to new members. Facts: plan."""

    code = "plan_not_offered"


class PlanNameTaken(ClubError):
    """The club has a plan of this name. Facts: plan."""

    code = "plan_name_taken"


class PlanInUse(ClubError):
    """Somebody is or was a member by the plan. Facts: plan."""

    code = "plan_in_use"


class UnknownMembership(ClubError):
    """There is no such membership."""

    code = "unknown_membership"
    status = 404


class MembershipOverlaps(ClubError):
    """The person is a member of the club in these days already. Facts: name, starts_on, ends_on."""

    code = "membership_overlaps"


class MembershipNotThere(ClubError):
    """The step does not follow from the state of the membership. Facts: name, state."""

    code = "membership_not_there"


class UnknownHousehold(ClubError):
    """There is no such household in the club."""

    code = "unknown_household"
    status = 404


class PersonOfOtherClub(ClubError):
    """Only persons kept by one club share a household or guardian. Facts: name."""

    code = "person_of_other_club"


class OwnGuardian(ClubError):
    """Nobody is their own guardian. Facts: name."""

    code = "own_guardian"
    status = 422


class GuardianAlready(ClubError):
    """The guardian is written down already. Facts: name, ward."""

    code = "guardian_already"


class UnknownGuardianship(ClubError):
    """Nobody is written down as this guardian."""

    code = "unknown_guardianship"
    status = 404


class NoConsentText(ClubError):
    """The club has not written the words of this consent. Facts: kind."""

    code = "no_consent_text"


class NotYoursToSign(ClubError):
    """Neither the person, nor a guardian who signs, nor the secretary. Facts: name."""

    code = "not_yours_to_sign"
    status = 403


class UnknownDetail(ClubError):
    """The person has no such contact, number or note."""

    code = "unknown_person_detail"
    status = 404


class NumberTaken(ClubError):
    """Somebody of the club has this number at the body. Facts: body, number, name."""

    code = "number_taken"


class NoTable(ClubError):
    """What was sent holds no table that can be read."""

    code = "no_table"
    status = 422


class TooManyLines(ClubError):
    """A list is brought in by parts. Facts: most."""

    code = "too_many_lines"
    status = 422


class ListChangedMeanwhile(ClubError):
    """The club or the list is no longer as it was looked at."""

    code = "list_changed_meanwhile"


class NothingToBringIn(ClubError):
    """Everything in the list is known already, left out or faulty."""

    code = "nothing_to_bring_in"
