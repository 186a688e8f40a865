"""Names in public lists: whoever withdrew the consent to that is shown without."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from club.members.selectors.consents import withheld_names
from club.models import Person


def without_withheld(persons: Iterable[Person]) -> frozenset[int]:
    """Name those whose names are withheld so, on rows that are shown and never saved; tell who it is."""
    shown = list(persons)
    withheld = withheld_names(persons={one.pk for one in shown})
    for person in shown:
        if person.pk in withheld:
            person.name = _("Name withheld")
    return withheld
