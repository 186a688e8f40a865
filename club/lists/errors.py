"""Errors of uploaded lists."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class NoTable(ClubError):
    """The upload contains no readable table."""

    code = "no_table"
    status = 422
    what = _("This contains no readable table.")
    next_step = _("Save the list as CSV or XLSX, or paste its rows.")


class TooManyLines(ClubError):
    """The list is too long and must be imported in parts. Facts: most."""

    code = "too_many_lines"
    status = 422
    what = _("The list has more than %(most)s rows.")
    next_step = _("Import it in parts.")


class ListChangedMeanwhile(ClubError):
    """The club or the list has changed since the review."""

    code = "list_changed_meanwhile"
    what = _("Something was changed in the meantime. Nothing has been imported.")
    next_step = _("Check the comparison below and confirm it again.")


class NothingToBringIn(ClubError):
    """Every row of the list is already known, left out or invalid."""

    code = "nothing_to_bring_in"
    what = _("There is nothing to import: all rows are known, skipped or unreadable.")
    next_step = _("Identify the possible matches, or correct the list.")
