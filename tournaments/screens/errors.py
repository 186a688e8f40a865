"""Refusals of screens, by stable codes; `messages` has the texts."""

from club.core.errors import ClubError


class UnknownScreenCode(ClubError):
    """No screen shows this code. Facts: code."""

    code = "unknown_screen_code"
    status = 422


class ScreenOver(ClubError):
    """The screen was taken back. Facts: label."""

    code = "screen_over"


class FamilyOfAnotherEvent(ClubError):
    """The family belongs to another event than the screen."""

    code = "family_of_another_event"
    status = 422


class NothingToShow(ClubError):
    """The content of a family must not be empty; the name of the event is enough."""

    code = "nothing_to_show"
    status = 422


class ClockOutOfRange(ClubError):
    """The clock must end in the future, within a limit. Facts: days."""

    code = "clock_out_of_range"
    status = 422
