"""Errors of uploaded lists."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class NoTable(InvalidInput):
    code = "no_table"
    what = _("This contains no readable table.")
    next_step = _("Save the list as CSV or XLSX, or paste its rows.")


class TooManyLines(InvalidInput):
    code = "too_many_lines"
    what = _("The list has more than %(most)s rows.")
    next_step = _("Import it in parts.")


class ListChangedMeanwhile(ClubError):
    code = "list_changed_meanwhile"
    what = _("Something was changed in the meantime. Nothing has been imported.")
    next_step = _("Check the comparison below and confirm it again.")


class NothingToBringIn(ClubError):
    code = "nothing_to_bring_in"
    what = _("There is nothing to import: all rows are known, skipped or unreadable.")
    next_step = _("Identify the possible matches, or correct the list.")
