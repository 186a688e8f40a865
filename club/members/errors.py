"""Errors of members, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownPlan(ClubError):
    """The club has no such plan."""

    code = "unknown_plan"
    status = 422
    what = _("This plan does not exist.")
    next_step = _("Choose a plan on the plans page, or add one there.")


class PlanNotOffered(ClubError):
    """The plan is no longer open to new members. Facts: plan."""

    code = "plan_not_offered"
    what = _("The plan “%(plan)s” is no longer offered.")
    next_step = _("Choose another plan, or offer this one again on the plans page.")


class PlanNameTaken(ClubError):
    """The club has a plan of this name. Facts: plan."""

    code = "plan_name_taken"
    what = _("The club already has a plan named “%(plan)s”.")
    next_step = _("Choose another name.")


class PlanInUse(ClubError):
    """Current or past memberships use the plan. Facts: plan."""

    code = "plan_in_use"
    what = _("The plan “%(plan)s” has or had members.")
    next_step = _("Stop offering it instead; members who have it keep it.")


class UnknownMembership(ClubError):
    """The membership does not exist."""

    code = "unknown_membership"
    status = 404
    what = _("This membership does not exist.")
    next_step = _("Look up the member in the list.")


class MembershipOverlaps(ClubError):
    """The person is already a member of the club on these days. Facts: name, starts_on, ends_on."""

    code = "membership_overlaps"
    what = _("%(name)s is already a member in this period: %(starts_on)s to %(ends_on)s.")
    next_step = _("End that membership first, or choose other days.")


class MembershipNotThere(ClubError):
    """The membership's state does not allow the step. Facts: name, state."""

    code = "membership_not_there"
    what = _("The membership of %(name)s has changed: %(state)s.")
    next_step = _("Reload the page to see what has changed.")


class UnknownHousehold(ClubError):
    """The club has no such household."""

    code = "unknown_household"
    status = 404
    what = _("This household does not exist in the club.")
    next_step = _("Look it up in the list of households.")


class PersonOfOtherClub(ClubError):
    """Persons in one household or guardianship must belong to one club. Facts: name."""

    code = "person_of_other_club"
    what = _("%(name)s belongs to another club.")
    next_step = _("Choose a person of the same club.")


class OwnGuardian(ClubError):
    """A person cannot be their own guardian. Facts: name."""

    code = "own_guardian"
    status = 422
    what = _("%(name)s cannot be their own guardian.")
    next_step = _("Choose another person.")


class GuardianAlready(ClubError):
    """The guardianship already exists. Facts: name, ward."""

    code = "guardian_already"
    what = _("%(name)s is already a guardian of %(ward)s.")
    next_step = _("Remove that one first to add it again.")


class UnknownGuardianship(ClubError):
    """The guardianship does not exist."""

    code = "unknown_guardianship"
    status = 404
    what = _("This guardian does not exist.")
    next_step = _("Reload the page to see the current guardians.")


class NoConsentText(ClubError):
    """The club has no text for this consent. Facts: kind."""

    code = "no_consent_text"
    what = _("The club has no text for this consent yet: %(kind)s.")
    next_step = _("Write its text on the consents page first.")


class NotYoursToSign(ClubError):
    """The actor is neither the person, nor a guardian who may sign, nor the secretary. Facts: name."""

    code = "not_yours_to_sign"
    status = 403
    what = _("Only %(name)s or a guardian who signs can decide this.")
    next_step = _("Sign in with this person's account, or ask the secretary.")


class UnknownDetail(ClubError):
    """The person has no such contact, number or note."""

    code = "unknown_person_detail"
    status = 404
    what = _("This detail of the person no longer exists.")
    next_step = _("Reload the page to see the current details.")


class NumberTaken(ClubError):
    """Another person of the club has this number at the body. Facts: body, number, name."""

    code = "number_taken"
    what = _("%(name)s already has the number %(number)s at %(body)s.")
    next_step = _("Check the number, or whether they are the same person.")


class ErasedAlready(ClubError):
    """The person is already erased. Facts: name."""

    code = "erased_already"
    what = _("%(name)s is already erased.")
    next_step = _("No action is needed.")
