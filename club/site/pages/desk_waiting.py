"""Open tasks of a club for the reader of the desk."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.core.actor import Actor
from club.core.pages.desk import Waiting
from club.joining.selectors import waiting_by_club
from club.privacy.selectors.erasure import requests_waiting


def erasures_waiting(actor: Actor) -> Iterator[Waiting]:
    """Find the erasure requests without an answer."""
    for row in requests_waiting(actor=actor):
        text = _("%(name)s asks to be erased (%(club)s)") % {"name": row.person, "club": row.organisation}
        yield Waiting(text, reverse("club:member_erase", args=[row.person_id]), _("Answer"))


def joins_waiting(actor: Actor) -> Iterator[Waiting]:
    """Count the requests to join without a decision, by club."""
    for club, number in waiting_by_club(actor=actor):
        told = ngettext(
            "%(number)s person asks to join %(club)s.", "%(number)s persons ask to join %(club)s.", number
        )
        address = f"{reverse('club:joins')}?club={club.slug}"
        yield Waiting(told % {"number": number, "club": club.name}, address, _("Look at the requests"))
