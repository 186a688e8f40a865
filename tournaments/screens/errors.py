"""Refusals of screens, by stable codes; `screen_texts` has the texts."""

from club.core.errors import ClubError


class UnknownScreenCode(ClubError):
    """No screen shows this code now. Facts: code."""

    code = "unknown_screen_code"
    status = 422


class ScreenOver(ClubError):
    """The screen was taken back. Facts: label."""

    code = "screen_over"


class FamilyOfAnotherEvent(ClubError):
    """A screen shows a family of its own event."""

    code = "family_of_another_event"
    status = 422


class NothingToShow(ClubError):
    """The content of a family must not be empty; the name of the event is enough."""

    code = "nothing_to_show"
    status = 422


class ClockOutOfRange(ClubError):
    """The clock runs to a moment that is to come. Facts: days."""

    code = "clock_out_of_range"
    status = 422
