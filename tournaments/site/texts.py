"""Sentences for the errors that refuse to merge two players: the error, and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

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
