"""Names in public lists: replaced for persons who withdrew their consent."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from club.members.selectors.consents import withheld_names
from club.models import Person


def without_withheld(persons: Iterable[Person]) -> frozenset[int]:
    """Replace the names of persons without publication consent, in place, on unsaved rows.

    Returns their ids.
    """
    shown = list(persons)
    withheld = withheld_names(persons={one.pk for one in shown})
    for person in shown:
        if person.pk in withheld:
            person.name = _("Name withheld")
    return withheld
