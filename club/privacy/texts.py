"""Error messages of erasure and retention: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "erasure_blocked": (
        _("%(name)s cannot be erased yet. %(first)s"),
        _("The page of the erasure lists everything that must be done first."),
    ),
    "name_not_typed": (
        _("Nothing was erased: what was typed is not the name %(name)s."),
        _("Type the name as it stands on the page."),
    ),
    "own_erasure": (
        _("Nobody erases themselves."),
        _("Ask another owner or secretary of the club to do it."),
    ),
    "erasure_asked_already": (
        _("%(name)s has asked already, and the request waits for an answer."),
        _("Wait for the secretary, or take the request back."),
    ),
    "no_erasure_request": (
        _("No such request waits for an answer."),
        _("Load the page again to see what was done meanwhile."),
    ),
    "nobody_keeps_person": (
        _("No club keeps %(name)s, so that no secretary could answer."),
        _("Ask whoever runs this site."),
    ),
    "unknown_retention": (
        _("Nothing called %(kind)s is kept for a time."),
        _("Choose a rule of the page of retention."),
    ),
    "wrong_months": (
        _("A rule holds for 1 to %(most)s months, or for good."),
        _("Type a number of months, or leave the field empty."),
    ),
}
