"""What reading and booking bank files refuses, by stable codes; `bank_texts` has the words."""

from club.core.errors import ClubError


class BankFileRefused(ClubError):
    """The file is not taken. Facts: fault (a code of `club.banking.formats`), line, field, told."""

    code = "bank_file_refused"
    status = 422


class NothingNewInFile(ClubError):
    """Every movement of the file is known already. Facts: known."""

    code = "nothing_new_in_file"


class UnknownBankFile(ClubError):
    """The club has no such bank file."""

    code = "unknown_bank_file"
    status = 404


class UnknownMovement(ClubError):
    """The club has no such movement."""

    code = "unknown_movement"
    status = 404


class MovementSettled(ClubError):
    """Something was done with the movement already. Facts: who, state."""

    code = "movement_settled"


class MovementNotSettled(ClubError):
    """Nothing was done with the movement that could be taken back."""

    code = "movement_not_settled"


class NothingTicked(ClubError):
    """No movement was ticked."""

    code = "nothing_ticked"
    status = 422


class NoneBooked(ClubError):
    """None of the movements could be booked. Facts: skipped."""

    code = "none_booked"


class PartsDoNotFit(ClubError):
    """The parts are more than what came, or name an invoice twice. Facts: amount, currency."""

    code = "parts_do_not_fit"
    status = 422


class NobodyNamed(ClubError):
    """Neither an invoice nor a payer says whose money it is."""

    code = "nobody_named"
    status = 422


class WrongDirection(ClubError):
    """Money that went out is no payment, and money that came in gives none back."""

    code = "wrong_direction"
    status = 422


class NotThatAmount(ClubError):
    """The payment or refund is of another amount or currency. Facts: amount, currency."""

    code = "not_that_amount"
    status = 422


class OtherCurrency(ClubError):
    """The club keeps its books in another currency. Facts: told, currency."""

    code = "other_currency"


class FileHasReturns(ClubError):
    """A payment was given back by a movement of the file: it would have to be booked anew."""

    code = "file_has_returns"
