"""Errors of members, by stable codes; `club/members/messages` has the messages."""

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
    """Current or past memberships use the plan. Facts: plan."""

    code = "plan_in_use"


class UnknownMembership(ClubError):
    """The membership does not exist."""

    code = "unknown_membership"
    status = 404


class MembershipOverlaps(ClubError):
    """The person is already a member of the club on these days. Facts: name, starts_on, ends_on."""

    code = "membership_overlaps"


class MembershipNotThere(ClubError):
    """The membership's state does not allow the step. Facts: name, state."""

    code = "membership_not_there"


class UnknownHousehold(ClubError):
    """The club has no such household."""

    code = "unknown_household"
    status = 404


class PersonOfOtherClub(ClubError):
    """Persons in one household or guardianship must belong to one club. Facts: name."""

    code = "person_of_other_club"


class OwnGuardian(ClubError):
    """A person cannot be their own guardian. Facts: name."""

    code = "own_guardian"
    status = 422


class GuardianAlready(ClubError):
    """The guardianship already exists. Facts: name, ward."""

    code = "guardian_already"


class UnknownGuardianship(ClubError):
    """The guardianship does not exist."""

    code = "unknown_guardianship"
    status = 404


class NoConsentText(ClubError):
    """The club has no text for this consent. Facts: kind."""

    code = "no_consent_text"


class NotYoursToSign(ClubError):
    """The actor is neither the person, nor a guardian who may sign, nor the secretary. Facts: name."""

    code = "not_yours_to_sign"
    status = 403


class UnknownDetail(ClubError):
    """The person has no such contact, number or note."""

    code = "unknown_person_detail"
    status = 404


class NumberTaken(ClubError):
    """Another person of the club has this number at the body. Facts: body, number, name."""

    code = "number_taken"


class NoTable(ClubError):
    """The upload contains no readable table."""

    code = "no_table"
    status = 422


class TooManyLines(ClubError):
    """The list is too long and must be imported in parts. Facts: most."""

    code = "too_many_lines"
    status = 422


class ListChangedMeanwhile(ClubError):
    """The club or the list has changed since the review."""

    code = "list_changed_meanwhile"


class NothingToBringIn(ClubError):
    """Every row of the list is already known, left out or invalid."""

    code = "nothing_to_bring_in"


class ErasedAlready(ClubError):
    """The person is already erased. Facts: name."""

    code = "erased_already"
