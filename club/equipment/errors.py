"""Errors of equipment, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownEquipment(ClubError):
    """The club has no such item."""

    code = "unknown_equipment"
    status = 404
    what = _("This item does not exist.")
    next_step = _("Look for it in the list of equipment.")


class UnknownLoan(ClubError):
    """The loan does not exist."""

    code = "unknown_loan"
    status = 404
    what = _("This loan does not exist.")
    next_step = _("Reload the item page.")


class SerialTaken(ClubError):
    """The club has an item of this kind with this serial number. Facts: serial."""

    code = "serial_taken"
    what = _("The club already has an item of this type with the number %(serial)s.")
    next_step = _("Check the number, or look up the other item.")


class SerialIsOfOne(ClubError):
    """An item with a serial number has quantity one."""

    code = "serial_is_of_one"
    status = 422
    what = _("An item with a number must have quantity 1.")
    next_step = _("Leave the number blank, or set the quantity to 1.")


class NotSoMany(ClubError):
    """The requested quantity is not available. Facts: name, at_hand."""

    code = "not_so_many"
    what = _("Available of “%(name)s”: %(at_hand)s.")
    next_step = _("Record some returns first, or lend fewer.")


class FewerThanLent(ClubError):
    """More items are on loan than the new quantity. Facts: name, lent."""

    code = "fewer_than_lent"
    what = _("On loan of “%(name)s”: %(lent)s.")
    next_step = _("Record some returns first, or enter at least that quantity.")


class LentToNobody(ClubError):
    """Neither a person nor a purpose is given."""

    code = "lent_to_nobody"
    status = 422
    what = _("The borrower is missing.")
    next_step = _("Choose a person, or enter a purpose.")


class LoanDaysUnfit(ClubError):
    """The loan ends before it begins, or begins in the future."""

    code = "loan_days_unfit"
    status = 422
    what = _("These dates are not in order.")
    next_step = _("Choose a due date from today on.")


class BackAlready(ClubError):
    """The loan has ended. Facts: back_on, who."""

    code = "back_already"
    what = _("It was returned on %(back_on)s, as recorded by %(who)s.")
    next_step = _("No action is needed.")


class NotBack(ClubError):
    """The loan goes on."""

    code = "not_back"
    what = _("It is still on loan.")
    next_step = _("Record its return first.")


class EquipmentWasLent(ClubError):
    """The item has loans and cannot be removed. Facts: name."""

    code = "equipment_was_lent"
    what = _("“%(name)s” has loans, and these stay on record.")
    next_step = _("Mark it as no longer owned by the club instead.")


class NoEquipmentName(ClubError):
    """The name of the item is missing."""

    code = "no_equipment_name"
    status = 422
    what = _("An item needs a name.")
    next_step = _("Enter its name.")
