"""Error messages of equipment: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_equipment": (_("This item does not exist."), _("Look for it in the list of equipment.")),
    "unknown_loan": (_("This loan does not exist."), _("Reload the item page.")),
    "serial_taken": (
        _("The club already has an item of this type with the number %(serial)s."),
        _("Check the number, or look up the other item."),
    ),
    "serial_is_of_one": (
        _("An item with a number must have quantity 1."),
        _("Leave the number blank, or set the quantity to 1."),
    ),
    "not_so_many": (
        _("Available of “%(name)s”: %(at_hand)s."),
        _("Record some returns first, or lend fewer."),
    ),
    "fewer_than_lent": (
        _("On loan of “%(name)s”: %(lent)s."),
        _("Record some returns first, or enter at least that quantity."),
    ),
    "lent_to_nobody": (_("The borrower is missing."), _("Choose a person, or enter a purpose.")),
    "loan_days_unfit": (
        _("These dates are not in order."),
        _("Choose a due date from today on."),
    ),
    "back_already": (
        _("It was returned on %(back_on)s, as recorded by %(who)s."),
        _("No action is needed."),
    ),
    "not_back": (_("It is still on loan."), _("Record its return first.")),
    "equipment_was_lent": (
        _("“%(name)s” has loans, and these stay on record."),
        _("Mark it as no longer owned by the club instead."),
    ),
    "no_equipment_name": (_("An item needs a name."), _("Enter its name.")),
}
