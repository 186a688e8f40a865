"""Refusals about bank files, by stable codes; their sentences are in `club/banking/messages`."""

from club.core.errors import ClubError


class BankFileRefused(ClubError):
    """File that cannot be read. Facts: fault (a code of `club.banking.formats`), line, field, told."""

    code = "bank_file_refused"
    status = 422


class NothingNewInFile(ClubError):
    """File without a new movement. Facts: known."""

    code = "nothing_new_in_file"


class UnknownBankFile(ClubError):
    """Bank file unknown to the club."""

    code = "unknown_bank_file"
    status = 404


class UnknownMovement(ClubError):
    """Movement unknown to the club."""

    code = "unknown_movement"
    status = 404


class MovementSettled(ClubError):
    """Movement that was settled already. Facts: who, state."""

    code = "movement_settled"


class MovementNotSettled(ClubError):
    """Movement that is not settled, so that there is nothing to reverse."""

    code = "movement_not_settled"


class NothingTicked(ClubError):
    """Form without a ticked movement."""

    code = "nothing_ticked"
    status = 422


class NoneBooked(ClubError):
    """Booking in which every movement was skipped. Facts: skipped."""

    code = "none_booked"


class PartsDoNotFit(ClubError):
    """Parts above the amount received, or with an invoice twice. Facts: amount, currency."""

    code = "parts_do_not_fit"
    status = 422


class NobodyNamed(ClubError):
    """Booking without an invoice or a payer."""

    code = "nobody_named"
    status = 422


class WrongDirection(ClubError):
    """Wrong direction: outgoing money is no payment, and incoming money returns none."""

    code = "wrong_direction"
    status = 422


class NotThatAmount(ClubError):
    """Payment or refund of another amount or currency. Facts: amount, currency."""

    code = "not_that_amount"
    status = 422


class OtherCurrency(ClubError):
    """File in another currency than the club's books. Facts: told, currency."""

    code = "other_currency"


class FileHasReturns(ClubError):
    """File with a movement that returned a payment: the payment would have to be booked again."""

    code = "file_has_returns"
