"""Refusals of rating lists, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class UnknownFormula(InvalidInput):
    code = "unknown_formula"
    what = _("The formula “%(key)s” is not available: no source confirms it.")
    next_step = _("Choose one of: %(known)s.")


class ListNameTaken(ClubError):
    code = "list_name_taken"
    what = _("The club has another rating list called %(name)s.")
    next_step = _("Choose a different name.")


class ListHasReports(ClubError):
    code = "list_has_reports"
    what = _(
        "Games already count towards %(list)s, so its formula, game, speed and initial rating cannot change."
    )
    next_step = _("To change them, undo its reports first, or create another list.")


class NothingToRate(ClubError):
    code = "nothing_to_rate"
    what = _("No games of %(event)s count towards %(list)s yet.")
    next_step = _("Choose a section with results, and link its players to people in the club.")


class OfAnotherClub(InvalidInput):
    code = "of_another_club"
    what = _("This belongs to a different club than %(list)s.")
    next_step = _("Choose an event or a person of the same club.")


class RatingNeedsReason(InvalidInput):
    code = "rating_needs_reason"
    what = _("Setting a rating manually needs a reason.")
    next_step = _("Enter a reason. It is stored with the rating.")


class RatingOutOfRange(InvalidInput):
    code = "rating_out_of_range"
    what = _("This is not a valid rating.")
    next_step = _("Enter a whole number up to %(most)s.")


class ListForAnotherGame(ClubError):
    code = "list_for_another_game"
    what = _("%(section)s uses house rules, and %(list)s is not for these rules.")
    next_step = _("Games with house rules need a list for exactly those rules. Choose or create one.")


class NoListHere(ClubError):
    code = "no_list_here"
    what = _("%(section)s does not use a rating list.")
    next_step = _("Choose one on its season page.")


class NoListOfThatClub(InvalidInput):
    code = "no_list_of_that_club"
    what = _("The club of %(section)s has no such rating list.")
    next_step = _("Choose one of the club's own lists or a public list of a federation, or create one first.")


class PlayedInOneSection(ClubError):
    code = "played_in_one_section"
    what = _("Both play in the section “%(section)s”, so they cannot be merged as %(name)s.")
    next_step = _("If a person was entered twice, remove one of the two entries in the event first.")


class RatingsOutOfDate(ClubError):
    code = "ratings_out_of_date"
    what = _("The rating list “%(list)s” does not match its results.")
    next_step = _("Recalculate it on the page of the list first, so that the merge makes no hidden changes.")


class RatingsNeedReason(InvalidInput):
    code = "ratings_need_reason"
    what = _("A manual change needs a reason.")
    next_step = _("Enter a short reason.")
