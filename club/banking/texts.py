"""Sentences for refusals about bank files, and display texts for results of the matching."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.banking.formats.matching import Sureness, Why

_COLUMNS = _("Say below what the columns hold, or ask the bank for CAMT.053.")
_WHOLE = _("Fetch the file from the bank again: nothing of it was taken.")

FAULTS: dict[str, tuple[Any, Any]] = {
    "empty": (_("The file is empty."), _WHOLE),
    "too_large": (_("The file is too large."), _("Fetch shorter spans of time from the bank.")),
    "too_many_files": (_("The zip holds too many files."), _("Send them a few at a time.")),
    "zip_in_zip": (_("There is a zip inside of the zip."), _("Unpack it and send what is inside.")),
    "bad_zip": (_("The zip cannot be opened."), _WHOLE),
    "not_xml": (_("The file is cut off or damaged, in line %(line)s."), _WHOLE),
    "forbidden_xml": (_("The file holds what no statement of a bank holds."), _WHOLE),
    "not_camt": (
        _("This is no statement of ISO 20022, but “%(told)s”."),
        _("Ask the bank for CAMT.053 or CSV."),
    ),
    "not_a_statement": (
        _("This is %(told)s, which does not say what was booked for good."),
        _("Ask the bank for the statement, CAMT.053."),
    ),
    "no_statement": (_("The file holds no statement."), _("Choose days on which something was booked.")),
    "no_account": (_("The statement does not say of which account it is."), _WHOLE),
    "balances_differ": (
        _("The balances of the statement and its entries do not add up."),
        _WHOLE,
    ),
    "other_currency": (
        _("Entry %(line)s is in another currency than its account: %(told)s."),
        _("Leave that account out."),
    ),
    "no_direction": (
        _("Line %(line)s does not say whether money came or went: “%(told)s”."),
        _COLUMNS,
    ),
    "both_directions": (_("In line %(line)s money both came and went: “%(told)s”."), _COLUMNS),
    "no_amount": (_("Line %(line)s has no amount that can be read: “%(told)s”."), _COLUMNS),
    "no_day": (_("Line %(line)s has no day that can be read: “%(told)s”."), _COLUMNS),
    "no_currency": (_("Line %(line)s has no currency that can be read: “%(told)s”."), _COLUMNS),
    "marks_differ": (_("Amounts are written in two ways, 1.00 and 1,00."), _COLUMNS),
    "no_columns": (_("Nothing says which column holds the day and the amount."), _COLUMNS),
    "not_a_table": (
        _("This is neither a statement of ISO 20022 nor a table."),
        _("Ask the bank for CAMT.053 or CSV."),
    ),
    "too_many_lines": (
        _("The file has more than %(told)s lines."),
        _("Fetch shorter spans of time from the bank."),
    ),
}
"""Texts of file faults, by the codes of `club.banking.formats`."""

TEXTS: dict[str, tuple[Any, Any]] = {
    **{f"bank_file_{fault}": words for fault, words in FAULTS.items()},
    "bank_file_refused": (_("The file cannot be read."), _WHOLE),
    "nothing_new_in_file": (
        _("Everything in this file is known already: %(known)s movements."),
        _("Nothing needs to be done. What still waits stands below."),
    ),
    "unknown_bank_file": (_("There is no such bank file."), _("Load the page of bank files again.")),
    "unknown_movement": (
        _("There is no such movement of the bank."),
        _("Load the page of bank files again."),
    ),
    "movement_settled": (
        _("%(who)s has dealt with this movement already: %(state)s."),
        _("Load the page again to see how it stands."),
    ),
    "movement_not_settled": (
        _("Nothing was done with this movement that can be taken back."),
        _("Book it or set it aside."),
    ),
    "nothing_ticked": (_("No movement is ticked."), _("Tick those that are to be booked.")),
    "none_booked": (
        _("None of the %(skipped)s movements could be booked: they, or their invoices, changed meanwhile."),
        _("Look at the list again: it shows how they stand."),
    ),
    "parts_do_not_fit": (
        _("The parts are not those of this movement."),
        _("Choose invoices of at most the amount that came, each once."),
    ),
    "nobody_named": (
        _("Nothing says whose money this is."),
        _("Choose an invoice, or the person whose credit it becomes."),
    ),
    "wrong_direction": (
        _("Money that left the account pays no invoice, and money that came gives none back."),
        _("Choose what fits the sign of the amount."),
    ),
    "not_that_amount": (
        _("What you chose is of another amount or currency."),
        _("Choose one of exactly the amount that left the account."),
    ),
    "other_currency": (
        _("The file is in %(told)s; the club keeps its books in %(currency)s."),
        _("Send files of accounts in that currency."),
    ),
    "file_has_returns": (
        _("A payment was given back by a movement of this file."),
        _("Take the other movements up again one by one: what the bank gave back stays given back."),
    ),
}

SURENESS: dict[str, Any] = {
    Sureness.EXACT: pgettext_lazy("a suggestion is", "certain"),
    Sureness.LIKELY: pgettext_lazy("a suggestion is", "likely"),
    Sureness.POSSIBLE: pgettext_lazy("a suggestion is", "possible"),
    Sureness.NONE: pgettext_lazy("a suggestion is", "unknown"),
}

WHY: dict[str, Any] = {
    Why.REFERENCE: _("its reference is told"),
    Why.NUMBER: _("its number is told"),
    Why.AMOUNT: _("the amount fits"),
    Why.SUM: _("together they make up the amount"),
    Why.NAME: _("the name fits"),
    Why.ACCOUNT: _("paid from this account before"),
    Why.PART: _("only a part of it"),
    Why.OVER: _("more than is open: the rest becomes credit"),
    Why.SEVERAL: _("others would fit as well"),
    Why.OTHER_CURRENCY: _("the invoice is in another currency"),
}

FIELDS: dict[str, Any] = {
    "": _("not read"),
    "booked_on": _("day"),
    "value_on": _("value date"),
    "amount": _("amount"),
    "debit": _("amount that went"),
    "credit": _("amount that came"),
    "sign": _("whether it came or went"),
    "currency": _("currency"),
    "name": _("name"),
    "iban": _("account of the other side"),
    "account": _("account of the club"),
    "reference": _("reference"),
    "text": _("text"),
    "bank_id": _("the bank's own number"),
}
"""Labels of the fields that a table's column may contain."""
