"""Errors that refuse to merge two players, with stable codes; the texts are in `site_errors`."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class PlayedInOneSection(ClubError):
    """Both play in one section, where they are two persons. Facts: name, section."""

    code = "played_in_one_section"


class RatingsOutOfDate(ClubError):
    """A list that rates one of them differs from what its results yield now. Facts: list."""

    code = "ratings_out_of_date"


class BothOnOneLadder(ClubError):
    """Both were on one ladder, where they are two players. Facts: name, ladder."""

    code = "both_on_one_ladder"


TEXTS: dict[str, tuple[Any, Any]] = {
    "played_in_one_section": (
        _("Both play in the section “%(section)s”, so they cannot be merged as %(name)s."),
        _("If a person was entered twice, remove one of the two entries in the event first."),
    ),
    "both_on_one_ladder": (
        _("Both were on the ladder “%(ladder)s”, so they cannot be merged as %(name)s."),
        _("In the audit log, undo the entry that put the second player on the ladder."),
    ),
    "ratings_out_of_date": (
        _("The rating list “%(list)s” does not match its results."),
        _("Recalculate it on the page of the list first, so that the merge makes no hidden changes."),
    ),
}
