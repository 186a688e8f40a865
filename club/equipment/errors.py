"""Errors of equipment, by stable codes; `club/equipment/messages` has the messages."""

from club.core.errors import ClubError


class UnknownEquipment(ClubError):
    """The club has no such item."""

    code = "unknown_equipment"
    status = 404


class UnknownLoan(ClubError):
    """The loan does not exist."""

    code = "unknown_loan"
    status = 404


class SerialTaken(ClubError):
    """The club has an item of this kind with this serial number. Facts: serial."""

    code = "serial_taken"


class SerialIsOfOne(ClubError):
    """An item with a serial number has quantity one."""

    code = "serial_is_of_one"
    status = 422


class NotSoMany(ClubError):
    """The requested quantity is not available. Facts: name, at_hand."""

    code = "not_so_many"


class FewerThanLent(ClubError):
    """More items are on loan than the new quantity. Facts: name, lent."""

    code = "fewer_than_lent"


class LentToNobody(ClubError):
    """Neither a person nor a purpose is given."""

    code = "lent_to_nobody"
    status = 422


class LoanDaysUnfit(ClubError):
    """The loan ends before it begins, or begins in the future."""

    code = "loan_days_unfit"
    status = 422


class BackAlready(ClubError):
    """The loan has ended. Facts: back_on, who."""

    code = "back_already"


class NotBack(ClubError):
    """The loan goes on."""

    code = "not_back"


class EquipmentWasLent(ClubError):
    """The item has loans and cannot be removed. Facts: name."""

    code = "equipment_was_lent"


class NoEquipmentName(ClubError):
    """The name of the item is missing."""

    code = "no_equipment_name"
    status = 422
