"""Refusals of rating lists, by stable codes; `messages` has the texts."""

from club.core.errors import ClubError


class UnknownFormula(ClubError):
    """No source confirms a formula of this name, or there is none. Facts: key, known."""

    code = "unknown_formula"
    status = 422


class ListNameTaken(ClubError):
    """The club has another list of that name. Facts: name."""

    code = "list_name_taken"


class ListHasReports(ClubError):
    """The system of a list cannot change once a report is counted. Facts: list."""

    code = "list_has_reports"


class NothingToRate(ClubError):
    """No game of the event counts on the list. Facts: event, list."""

    code = "nothing_to_rate"


class OfAnotherClub(ClubError):
    """The event or person belongs to another club than the list. Facts: list."""

    code = "of_another_club"
    status = 422


class RatingNeedsReason(ClubError):
    """A manual rating needs a reason."""

    code = "rating_needs_reason"
    status = 422


class RatingOutOfRange(ClubError):
    """A rating is a whole number in a range. Facts: most."""

    code = "rating_out_of_range"
    status = 422


class ListForAnotherGame(ClubError):
    """The list does not rate games by the season's rules. Facts: section, list."""

    code = "list_for_another_game"


class NoListHere(ClubError):
    """The section uses no rating list. Facts: section."""

    code = "no_list_here"


class NoListOfThatClub(ClubError):
    """The club has no rating list of that number. Facts: section."""

    code = "no_list_of_that_club"
    status = 422
