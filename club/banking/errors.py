"""Refusals about bank files, by stable codes, each with its sentences."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound

_COLUMNS = _("Assign the columns below, or ask the bank for CAMT.053.")
_WHOLE = _("Download the file from the bank again. Nothing was imported.")

FAULTS: dict[str, tuple[Any, Any]] = {
    "empty": (_("The file is empty."), _WHOLE),
    "too_large": (_("The file is too large."), _("Download a shorter period from the bank.")),
    "too_many_files": (_("The zip file contains too many files."), _("Upload fewer files at a time.")),
    "zip_in_zip": (_("The zip file contains another zip file."), _("Unzip it and upload its contents.")),
    "bad_zip": (_("The zip file cannot be opened."), _WHOLE),
    "not_xml": (_("The file is truncated or damaged at line %(line)s."), _WHOLE),
    "forbidden_xml": (_("The file contains content that is not allowed in a bank statement."), _WHOLE),
    "not_camt": (
        _("This is not an ISO 20022 statement but “%(told)s”."),
        _("Ask the bank for CAMT.053 or CSV."),
    ),
    "not_a_statement": (
        _("This is a %(told)s file, which does not show final bookings."),
        _("Ask the bank for a CAMT.053 statement."),
    ),
    "no_statement": (_("The file contains no statement."), _("Choose a period with booked transactions.")),
    "no_account": (_("The statement does not name its account."), _WHOLE),
    "balances_differ": (
        _("The balances and entries of the statement do not add up."),
        _WHOLE,
    ),
    "other_currency": (
        _("Entry %(line)s is not in the currency of its account: %(told)s."),
        _("Exclude that account."),
    ),
    "no_direction": (
        _("Line %(line)s does not say whether the amount is a credit or a debit: “%(told)s”."),
        _COLUMNS,
    ),
    "both_directions": (_("Line %(line)s has both a credit and a debit: “%(told)s”."), _COLUMNS),
    "no_amount": (_("Line %(line)s has no readable amount: “%(told)s”."), _COLUMNS),
    "no_day": (_("Line %(line)s has no readable date: “%(told)s”."), _COLUMNS),
    "no_currency": (_("Line %(line)s has no readable currency: “%(told)s”."), _COLUMNS),
    "marks_differ": (_("The amounts use two formats, 1.00 and 1,00."), _COLUMNS),
    "no_columns": (_("No columns are assigned to the date and the amount."), _COLUMNS),
    "not_a_table": (
        _("This is neither an ISO 20022 statement nor a table."),
        _("Ask the bank for CAMT.053 or CSV."),
    ),
    "too_many_lines": (
        _("The file has more than %(told)s lines."),
        _("Download a shorter period from the bank."),
    ),
}
"""Texts of file faults, by the codes of `club.banking.formats`."""


class BankFileRefused(InvalidInput):
    """File that cannot be read. Facts: fault (a code of `club.banking.formats`), line, field, told."""

    code = "bank_file_refused"
    what = _("The file cannot be read.")
    next_step = _WHOLE

    def sentences(self) -> tuple[Any, Any]:
        """Return the sentences of the fault."""
        return FAULTS.get(str(self.facts["fault"]), super().sentences())


class NothingNewInFile(ClubError):
    code = "nothing_new_in_file"
    what = _("This file contains nothing new. Transactions already known: %(known)s.")
    next_step = _("No action is needed. Pending transactions are listed below.")


class UnknownBankFile(NotFound):
    code = "unknown_bank_file"
    what = _("This bank file does not exist.")
    next_step = _("Reload the bank files page.")


class UnknownMovement(NotFound):
    code = "unknown_movement"
    what = _("This bank transaction does not exist.")
    next_step = _("Reload the bank files page.")


class MovementSettled(ClubError):
    code = "movement_settled"
    what = _("%(who)s has already processed this transaction: %(state)s.")
    next_step = _("Reload the page to see the current state.")


class MovementNotSettled(ClubError):
    code = "movement_not_settled"
    what = _("There is nothing to reverse for this transaction.")
    next_step = _("Book it or set it aside.")


class NothingTicked(InvalidInput):
    code = "nothing_ticked"
    what = _("No transaction is selected.")
    next_step = _("Select the transactions to book.")


class NoneBooked(ClubError):
    code = "none_booked"
    what = _(
        "None of the %(skipped)s transactions could be booked, because they or their invoices have changed."
    )
    next_step = _("Check the list again; it shows the current state.")


class PartsDoNotFit(InvalidInput):
    """Parts above the amount received, or with an invoice twice. Facts: amount, currency."""

    code = "parts_do_not_fit"
    what = _("The selected invoices do not fit this transaction.")
    next_step = _("Choose invoices that add up to no more than the amount received, each only once.")


class NobodyNamed(InvalidInput):
    code = "nobody_named"
    what = _("No invoice or person is selected.")
    next_step = _("Choose an invoice, or the person to credit.")


class WrongDirection(InvalidInput):
    code = "wrong_direction"
    what = _("A debit cannot pay an invoice, and a credit cannot be a refund.")
    next_step = _("Choose an option that fits the sign of the amount.")


class NotThatAmount(InvalidInput):
    """Payment or refund of another amount or currency. Facts: amount, currency."""

    code = "not_that_amount"
    what = _("Your choice has a different amount or currency.")
    next_step = _("Choose one with exactly the amount debited.")


class OtherCurrency(ClubError):
    code = "other_currency"
    what = _("The file is in %(told)s, but the club's books are in %(currency)s.")
    next_step = _("Upload files of accounts in that currency.")


class FileHasReturns(ClubError):
    code = "file_has_returns"
    what = _("A transaction in this file returned a payment.")
    next_step = _("Reopen the other transactions one by one; payments returned by the bank stay returned.")
