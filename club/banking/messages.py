"""Sentences for refusals about bank files, and display texts for results of the matching."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.banking.formats.matching import MatchConfidence, MatchReason

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

TEXTS: dict[str, tuple[Any, Any]] = {
    **{f"bank_file_{fault}": words for fault, words in FAULTS.items()},
    "bank_file_refused": (_("The file cannot be read."), _WHOLE),
    "nothing_new_in_file": (
        _("This file contains nothing new. Transactions already known: %(known)s."),
        _("No action is needed. Pending transactions are listed below."),
    ),
    "unknown_bank_file": (_("This bank file does not exist."), _("Reload the bank files page.")),
    "unknown_movement": (
        _("This bank transaction does not exist."),
        _("Reload the bank files page."),
    ),
    "movement_settled": (
        _("%(who)s has already processed this transaction: %(state)s."),
        _("Reload the page to see the current state."),
    ),
    "movement_not_settled": (
        _("There is nothing to reverse for this transaction."),
        _("Book it or set it aside."),
    ),
    "nothing_ticked": (_("No transaction is selected."), _("Select the transactions to book.")),
    "none_booked": (
        _(
            "None of the %(skipped)s transactions could be booked, because they or their invoices have "
            "changed."
        ),
        _("Check the list again; it shows the current state."),
    ),
    "parts_do_not_fit": (
        _("The selected invoices do not fit this transaction."),
        _("Choose invoices that add up to no more than the amount received, each only once."),
    ),
    "nobody_named": (
        _("No invoice or person is selected."),
        _("Choose an invoice, or the person to credit."),
    ),
    "wrong_direction": (
        _("A debit cannot pay an invoice, and a credit cannot be a refund."),
        _("Choose an option that fits the sign of the amount."),
    ),
    "not_that_amount": (
        _("Your choice has a different amount or currency."),
        _("Choose one with exactly the amount debited."),
    ),
    "other_currency": (
        _("The file is in %(told)s, but the club's books are in %(currency)s."),
        _("Upload files of accounts in that currency."),
    ),
    "file_has_returns": (
        _("A transaction in this file returned a payment."),
        _("Reopen the other transactions one by one; payments returned by the bank stay returned."),
    ),
}

CONFIDENCE_LABELS: dict[str, Any] = {
    MatchConfidence.EXACT: pgettext_lazy("a suggestion is", "certain"),
    MatchConfidence.LIKELY: pgettext_lazy("a suggestion is", "likely"),
    MatchConfidence.POSSIBLE: pgettext_lazy("a suggestion is", "possible"),
    MatchConfidence.NONE: pgettext_lazy("a suggestion is", "unknown"),
}

REASON_LABELS: dict[str, Any] = {
    MatchReason.REFERENCE: _("its reference is given"),
    MatchReason.NUMBER: _("its number is given"),
    MatchReason.AMOUNT: _("the amount matches"),
    MatchReason.SUM: _("together they match the amount"),
    MatchReason.NAME: _("the name matches"),
    MatchReason.ACCOUNT: _("paid from this account before"),
    MatchReason.PART: _("only part of the amount due"),
    MatchReason.OVER: _("more than is due: the rest becomes credit"),
    MatchReason.SEVERAL: _("others would also fit"),
    MatchReason.OTHER_CURRENCY: _("the invoice is in another currency"),
}

FIELDS: dict[str, Any] = {
    "": _("not imported"),
    "booked_on": _("day"),
    "value_on": _("value date"),
    "amount": _("amount"),
    "debit": _("amount debited"),
    "credit": _("amount credited"),
    "sign": _("credit or debit"),
    "currency": _("currency"),
    "name": _("name"),
    "iban": _("counterparty account"),
    "account": _("club account"),
    "reference": _("reference"),
    "text": _("text"),
    "bank_id": _("the bank's own number"),
}
"""Labels of the fields that a table's column may contain."""
