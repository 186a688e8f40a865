"""Invoices, credit notes and receipts as PDF, with a QR code for banking apps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.models import CreditNote, Invoice, InvoiceLine, LedgerEntry, Payment
from club.money.formatting import NO_CODE, amount_text
from club.money.payment_codes import in_fours, transfer_text, why_no_code
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import Column

if TYPE_CHECKING:
    from club.paper.paper import Paper

SIZE = 11
CODE_WIDTH = 46.0


def invoice_paper(invoice: Invoice, lines: Sequence[InvoiceLine]) -> bytes:
    """Render an invoice as it was sent: the amount, the account and the code of the transfer."""
    sheet = _sheet(invoice, _("Invoice %(number)s") % {"number": invoice.code})
    _address(sheet, invoice)
    _facts(
        sheet,
        (_("Date"), _day(invoice.issued_on)),
        (_("Due by"), _day(invoice.due_on)),
        (_("Reference"), in_fours(invoice.reference)),
    )
    sheet.ln(3)
    sheet.paragraph(invoice.subject, size=SIZE, style="B")
    rows = [(line.text, amount_text(line.amount, invoice.currency)) for line in lines]
    rows.append((_("Total"), amount_text(invoice.total, invoice.currency)))
    _table(sheet, rows)
    if invoice.tax_note:
        sheet.ln(2)
        sheet.paragraph(invoice.tax_note, size=9)
    _how_to_pay(sheet, invoice)
    return bytes(sheet.output())


def credit_note_paper(note: CreditNote, counters: Sequence[LedgerEntry]) -> bytes:
    """Render the credit note of a cancelled invoice: its counter-entries, the reason, and the invoice."""
    invoice = note.invoice
    sheet = _sheet(invoice, _("Credit note %(number)s") % {"number": note.code}, foot=note.code)
    _address(sheet, invoice)
    answered = f"{invoice.code}, {_day(invoice.issued_on)}"
    _facts(sheet, (_("Date"), _day(note.issued_on)), (_("Allocated to invoice"), answered))
    sheet.ln(3)
    reasons = dict.fromkeys(entry.reason for entry in counters if entry.reason)
    sheet.paragraph(_("The invoice is cancelled; nothing is due."), size=SIZE)
    for reason in reasons:
        sheet.paragraph(_("Reason: %(reason)s") % {"reason": reason}, size=SIZE)
    sheet.ln(2)
    rows = [
        (_("%(entry)s, reversed") % {"entry": _kind_name(entry)}, amount_text(entry.amount, invoice.currency))
        for entry in counters
    ]
    total = sum(entry.amount for entry in counters)
    _table(sheet, [*rows, (_("Total"), amount_text(total, invoice.currency))])
    if invoice.tax_note:
        sheet.ln(2)
        sheet.paragraph(invoice.tax_note, size=9)
    return bytes(sheet.output())


def receipt_paper(payment: Payment, parts: Sequence[tuple[Invoice, int]], club: str) -> bytes:
    """Render the receipt of a payment with the invoices that it paid."""
    title = _("Receipt %(number)s") % {"number": payment.pk}
    sheet = blank_paper(title=title)
    sheet.foot = club
    sheet.add_page()
    sheet.heading(above=club, title=title)
    sheet.ln(6)
    _facts(
        sheet,
        (pgettext("a payment", "From"), payment.payer.name),
        (_("Received"), _day(payment.received_on)),
        (_("Method"), payment.get_method_display()),
        (pgettext("of money", "Amount"), amount_text(payment.amount, payment.currency)),
    )
    sheet.ln(3)
    rows = [
        (_("Invoice %(number)s") % {"number": row.code}, amount_text(amount, row.currency))
        for row, amount in parts
    ]
    left = payment.amount - sum(amount for _invoice, amount in parts)
    if rows and left > 0:
        rows.append((_("Not allocated"), amount_text(left, payment.currency)))
    if rows:
        _table(sheet, rows)
    if payment.text:
        sheet.ln(2)
        sheet.paragraph(payment.text, size=9)
    return bytes(sheet.output())


def code_of_transfer(invoice: Invoice, amount: int) -> str:
    """Text of the transfer's QR code, or empty."""
    known = {"currency": invoice.currency, "iban": invoice.iban, "name": invoice.creditor_name}
    if why_no_code(**known, amount=amount) is not None:
        return ""
    return transfer_text(
        bic=invoice.bic,
        name=invoice.creditor_name,
        iban=invoice.iban,
        amount=amount,
        reference=invoice.reference,
    )


def why_no_transfer(invoice: Invoice, amount: int) -> str:
    """Text of why an invoice has no code; empty if it has one."""
    known = {"currency": invoice.currency, "iban": invoice.iban, "name": invoice.creditor_name}
    why = why_no_code(**known, amount=amount)
    return "" if why is None else str(NO_CODE[why])


def _sheet(invoice: Invoice, title: str, *, foot: str = "") -> Paper:
    sheet = blank_paper(title=title)
    sheet.foot = f"{invoice.organisation.name}, {foot or invoice.code}"
    sheet.add_page()
    sheet.heading(above=invoice.organisation.name, title=title)
    sheet.ln(6)
    return sheet


def _address(sheet: Paper, invoice: Invoice) -> None:
    sheet.paragraph(invoice.payer_name, size=SIZE, style="B")
    if invoice.payer_address:
        sheet.paragraph(invoice.payer_address.replace(", ", "\n"), size=SIZE)
    sheet.ln(6)


def _facts(sheet: Paper, *facts: tuple[str, str], beside: float = 0.0) -> None:
    """Print a label and its value per line; a width of `beside` remains free at the right."""
    for label, value in facts:
        y = sheet.get_y() + 5
        sheet.words(label, x=sheet.l_margin, y=y, width=40, size=SIZE)
        sheet.words(value, x=sheet.l_margin + 42, y=y, width=sheet.epw - 42 - beside, size=SIZE, style="B")
        sheet.set_y(y + 1)


def _table(sheet: Paper, rows: Sequence[tuple[str, str]]) -> None:
    columns = [Column(_("Event or correction"), 4), Column(pgettext("of money", "Amount"), 1.2, "R")]
    sheet.ruled_table(columns, rows, size=SIZE)


def _how_to_pay(sheet: Paper, invoice: Invoice) -> None:
    sheet.ln(8)
    if sheet.get_y() + CODE_WIDTH > sheet.low:
        sheet.add_page()
    top = sheet.get_y()
    if invoice.iban:
        facts = [(_("To the account"), in_fours(invoice.iban)), (_("Account holder"), invoice.creditor_name)]
        if invoice.bic:
            facts.append(("BIC", invoice.bic))
        facts.append((_("With the reference"), in_fours(invoice.reference)))
        _facts(sheet, *facts, beside=CODE_WIDTH)
    code = code_of_transfer(invoice, invoice.total)
    if not code:
        sheet.ln(3)
        sheet.paragraph(why_no_transfer(invoice, invoice.total), size=9)
        return
    sheet.code(code, x=sheet.w - sheet.r_margin - CODE_WIDTH, y=top, width=CODE_WIDTH)
    sheet.ln(4)
    sheet.paragraph(_("The code fills in the transfer in your banking app."), size=9)


def _kind_name(entry: LedgerEntry) -> str:
    of = entry.reverses
    return of.get_kind_display() if of is not None else entry.get_kind_display()


def _day(day: date) -> str:
    return date_format(day, "DATE_FORMAT")
