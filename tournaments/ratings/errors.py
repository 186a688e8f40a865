"""Refusals of rating lists, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownFormula(ClubError):
    """No source confirms a formula of this name, or there is none. Facts: key, known."""

    code = "unknown_formula"
    status = 422
    what = _("The formula “%(key)s” is not available: no source confirms it.")
    next_step = _("Choose one of: %(known)s.")


class ListNameTaken(ClubError):
    """The club has another list of that name. Facts: name."""

    code = "list_name_taken"
    what = _("The club has another rating list called %(name)s.")
    next_step = _("Choose a different name.")


class ListHasReports(ClubError):
    """The system of a list cannot change once a report is counted. Facts: list."""

    code = "list_has_reports"
    what = _(
        "Games already count towards %(list)s, so its formula, game, speed and initial rating cannot change."
    )
    next_step = _("To change them, undo its reports first, or create another list.")


class NothingToRate(ClubError):
    """No game of the event counts on the list. Facts: event, list."""

    code = "nothing_to_rate"
    what = _("No games of %(event)s count towards %(list)s yet.")
    next_step = _("Choose a section with results, and link its players to people in the club.")


class OfAnotherClub(ClubError):
    """The event or person belongs to another club than the list. Facts: list."""

    code = "of_another_club"
    status = 422
    what = _("This belongs to a different club than %(list)s.")
    next_step = _("Choose an event or a person of the same club.")


class RatingNeedsReason(ClubError):
    """A manual rating needs a reason."""

    code = "rating_needs_reason"
    status = 422
    what = _("Setting a rating manually needs a reason.")
    next_step = _("Enter a reason. It is stored with the rating.")


class RatingOutOfRange(ClubError):
    """A rating is a whole number in a range. Facts: most."""

    code = "rating_out_of_range"
    status = 422
    what = _("This is not a valid rating.")
    next_step = _("Enter a whole number up to %(most)s.")


class ListForAnotherGame(ClubError):
    """The list does not rate games by the season's rules. Facts: section, list."""

    code = "list_for_another_game"
    what = _("%(section)s uses house rules, and %(list)s is not for these rules.")
    next_step = _("Games with house rules need a list for exactly those rules. Choose or create one.")


class NoListHere(ClubError):
    """The section uses no rating list. Facts: section."""

    code = "no_list_here"
    what = _("%(section)s does not use a rating list.")
    next_step = _("Choose one on its season page.")


class NoListOfThatClub(ClubError):
    """The club has no rating list of that number. Facts: section."""

    code = "no_list_of_that_club"
    status = 422
    what = _("The club of %(section)s has no such rating list.")
    next_step = _("Choose one of the club's own lists or a public list of a federation, or create one first.")


class PlayedInOneSection(ClubError):
    """Both play in one section, where they are two persons. Facts: name, section."""

    code = "played_in_one_section"
    what = _("Both play in the section “%(section)s”, so they cannot be merged as %(name)s.")
    next_step = _("If a person was entered twice, remove one of the two entries in the event first.")


class RatingsOutOfDate(ClubError):
    """A list that rates one of them differs from what its results yield now. Facts: list."""

    code = "ratings_out_of_date"
    what = _("The rating list “%(list)s” does not match its results.")
    next_step = _("Recalculate it on the page of the list first, so that the merge makes no hidden changes.")


class RatingsNeedReason(ClubError):
    """Change of the ratings of entries without a reason."""

    code = "ratings_need_reason"
    status = 422
    what = _("A manual change needs a reason.")
    next_step = _("Enter a short reason.")
