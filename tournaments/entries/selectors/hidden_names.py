"""Names in public lists: replaced for persons who withdrew their consent."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from club.members.selectors.persons import persons_without_name_consent
from club.models import Person


def hide_names_without_consent(persons: Iterable[Person]) -> frozenset[int]:
    """Replace the names of persons without publication consent, in place, on unsaved rows.

    Returns their ids.
    """
    shown = list(persons)
    withheld = persons_without_name_consent(persons={one.pk for one in shown})
    for person in shown:
        if person.pk in withheld:
            person.name = _("Name withheld")
    return withheld
