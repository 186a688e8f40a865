"""What keeping equipment refuses, by stable codes; `equipment_texts` has the words."""

from club.core.errors import ClubError


class UnknownEquipment(ClubError):
    """The club has no such thing."""

    code = "unknown_equipment"
    status = 404


class UnknownLoan(ClubError):
    """There is no such loan."""

    code = "unknown_loan"
    status = 404


class SerialTaken(ClubError):
    """The club has a thing of this kind with this number. Facts: serial."""

    code = "serial_taken"


class SerialIsOfOne(ClubError):
    """What has a number of its own is one thing."""

    code = "serial_is_of_one"
    status = 422


class NotSoMany(ClubError):
    """So many are not at hand. Facts: name, at_hand."""

    code = "not_so_many"


class FewerThanLent(ClubError):
    """More are out than there would be. Facts: name, lent."""

    code = "fewer_than_lent"


class LentToNobody(ClubError):
    """Neither a person nor a purpose was named."""

    code = "lent_to_nobody"
    status = 422


class LoanDaysUnfit(ClubError):
    """A loan ends after it began, and began by today."""

    code = "loan_days_unfit"
    status = 422


class BackAlready(ClubError):
    """The loan has ended. Facts: back_on, who."""

    code = "back_already"


class NotBack(ClubError):
    """The loan goes on."""

    code = "not_back"


class EquipmentWasLent(ClubError):
    """Its loans are kept. Facts: name."""

    code = "equipment_was_lent"


class NoEquipmentName(ClubError):
    """A thing has a name."""

    code = "no_equipment_name"
    status = 422
