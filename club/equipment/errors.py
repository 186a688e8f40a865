"""Errors of equipment, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownEquipment(NotFound):
    code = "unknown_equipment"
    what = _("This item does not exist.")
    next_step = _("Look for it in the list of equipment.")


class UnknownLoan(NotFound):
    code = "unknown_loan"
    what = _("This loan does not exist.")
    next_step = _("Reload the item page.")


class SerialTaken(ClubError):
    code = "serial_taken"
    what = _("The club already has an item of this type with the number %(serial)s.")
    next_step = _("Check the number, or look up the other item.")


class SerialIsOfOne(InvalidInput):
    code = "serial_is_of_one"
    what = _("An item with a number must have quantity 1.")
    next_step = _("Leave the number blank, or set the quantity to 1.")


class NotSoMany(ClubError):
    code = "not_so_many"
    what = _("Available of “%(name)s”: %(at_hand)s.")
    next_step = _("Record some returns first, or lend fewer.")


class FewerThanLent(ClubError):
    code = "fewer_than_lent"
    what = _("On loan of “%(name)s”: %(lent)s.")
    next_step = _("Record some returns first, or enter at least that quantity.")


class LentToNobody(InvalidInput):
    code = "lent_to_nobody"
    what = _("The borrower is missing.")
    next_step = _("Choose a person, or enter a purpose.")


class LoanDaysUnfit(InvalidInput):
    code = "loan_days_unfit"
    what = _("These dates are not in order.")
    next_step = _("Choose a due date from today on.")


class BackAlready(ClubError):
    code = "back_already"
    what = _("It was returned on %(back_on)s, as recorded by %(who)s.")
    next_step = _("No action is needed.")


class NotBack(ClubError):
    code = "not_back"
    what = _("It is still on loan.")
    next_step = _("Record its return first.")


class EquipmentWasLent(ClubError):
    code = "equipment_was_lent"
    what = _("“%(name)s” has loans, and these stay on record.")
    next_step = _("Mark it as no longer owned by the club instead.")


class NoEquipmentName(InvalidInput):
    code = "no_equipment_name"
    what = _("An item needs a name.")
    next_step = _("Enter its name.")
