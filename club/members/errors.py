"""Errors of members, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownPlan(InvalidInput):
    code = "unknown_plan"
    what = _("This plan does not exist.")
    next_step = _("Choose a plan on the plans page, or add one there.")


class PlanNotOffered(ClubError):
    code = "plan_not_offered"
    what = _("The plan “%(plan)s” is no longer offered.")
    next_step = _("Choose another plan, or offer this one again on the plans page.")


class PlanNameTaken(ClubError):
    code = "plan_name_taken"
    what = _("The club already has a plan named “%(plan)s”.")
    next_step = _("Choose another name.")


class PlanInUse(ClubError):
    code = "plan_in_use"
    what = _("The plan “%(plan)s” has or had members.")
    next_step = _("Stop offering it instead; members who have it keep it.")


class UnknownMembership(NotFound):
    code = "unknown_membership"
    what = _("This membership does not exist.")
    next_step = _("Look up the member in the list.")


class MembershipOverlaps(ClubError):
    code = "membership_overlaps"
    what = _("%(name)s is already a member in this period: %(starts_on)s to %(ends_on)s.")
    next_step = _("End that membership first, or choose other days.")


class MembershipNotThere(ClubError):
    code = "membership_not_there"
    what = _("The membership of %(name)s has changed: %(state)s.")
    next_step = _("Reload the page to see what has changed.")


class UnknownHousehold(NotFound):
    code = "unknown_household"
    what = _("This household does not exist in the club.")
    next_step = _("Look it up in the list of households.")


class PersonOfOtherClub(ClubError):
    code = "person_of_other_club"
    what = _("%(name)s belongs to another club.")
    next_step = _("Choose a person of the same club.")


class OwnGuardian(InvalidInput):
    code = "own_guardian"
    what = _("%(name)s cannot be their own guardian.")
    next_step = _("Choose another person.")


class GuardianAlready(ClubError):
    code = "guardian_already"
    what = _("%(name)s is already a guardian of %(ward)s.")
    next_step = _("Remove that one first to add it again.")


class UnknownGuardianship(NotFound):
    code = "unknown_guardianship"
    what = _("This guardian does not exist.")
    next_step = _("Reload the page to see the current guardians.")


class NoConsentText(ClubError):
    code = "no_consent_text"
    what = _("The club has no text for this consent yet: %(kind)s.")
    next_step = _("Write its text on the consents page first.")


class NotYoursToSign(ClubError):
    code = "not_yours_to_sign"
    status = 403
    what = _("Only %(name)s or a guardian who signs can decide this.")
    next_step = _("Sign in with this person's account, or ask the secretary.")


class UnknownDetail(NotFound):
    code = "unknown_person_detail"
    what = _("This detail of the person no longer exists.")
    next_step = _("Reload the page to see the current details.")


class NumberTaken(ClubError):
    code = "number_taken"
    what = _("%(name)s already has the number %(number)s at %(body)s.")
    next_step = _("Check the number, or whether they are the same person.")


class PersonPhotoTooLarge(InvalidInput):
    """The file of a photo is too large. Facts: size, most (in megabytes)."""

    code = "person_photo_too_large"
    what = _("The photo is %(size)s MB; the limit is %(most)s MB.")
    next_step = _("Choose a smaller photo, or crop it to the face.")


class PersonPhotoTooManyPixels(InvalidInput):
    code = "person_photo_too_many_pixels"
    what = _("The photo has too many pixels.")
    next_step = _("Choose a smaller photo, or crop it to the face.")


class PersonPhotoTooSmall(InvalidInput):
    """Facts: width, height, least."""

    code = "person_photo_too_small"
    what = _("The photo has %(width)s by %(height)s pixels; each side needs at least %(least)s.")
    next_step = _("Choose a larger photo.")


class PersonPhotoUnreadable(InvalidInput):
    code = "person_photo_unreadable"
    what = _("This file is not a readable photo.")
    next_step = _("Choose a JPEG, PNG or WebP image.")


class PhotoConsentMissing(ClubError):
    """Facts: name."""

    code = "photo_consent_missing"
    what = _("%(name)s has not agreed to photographs.")
    next_step = _("Record the consent first, on the same page.")


class PersonNameWithheld(ClubError):
    """Facts: name."""

    code = "person_name_withheld"
    what = _("%(name)s does not want the name in public lists, so a photo is not shown either.")
    next_step = _("Record the consent to the name first, on the same page.")


class PhotoNeedsGuardian(ClubError):
    code = "photo_needs_guardian"
    what = _("A minor cannot agree to photographs alone.")
    next_step = _("A guardian who signs does this, or the secretary.")


class MergedAlready(ClubError):
    """The record was merged into another one while a page of it was open. Facts: name, kept."""

    code = "merged_already"
    what = _("The record of %(name)s was merged into that of %(kept)s.")
    next_step = _("Make the change on the page of %(kept)s.")


class ErasedAlready(ClubError):
    code = "erased_already"
    what = _("%(name)s is already erased.")
    next_step = _("No action is needed.")
