"""Sentences for the errors that refuse to merge two players: the error, and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "played_in_one_section": (
        _("Both play in the section “%(section)s”, so that %(name)s cannot be one person there."),
        _("If somebody was entered twice, remove one of the two entries at the event first."),
    ),
    "both_on_one_ladder": (
        _("Both were on the ladder “%(ladder)s”, so that %(name)s cannot be one player there."),
        _("Undo in the trail what put the second one on the ladder."),
    ),
    "ratings_out_of_date": (
        _("The rating list “%(list)s” is not what the results make of it now."),
        _("Work it out again on the page of the list first: then merging changes nothing unseen."),
    ),
}
