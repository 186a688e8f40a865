"""Audit vocabulary for actions with money."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import FeePart, FeePer, PaymentMethod

AUDIT_WORDS = AuditWords(
    sentences={
        "club.money.settings_kept": _("%(who)s said how the club keeps its money."),
        "club.fee_rule.kept": _("%(who)s said what the plan “%(what)s” costs."),
        "club.fee_rule.removed": _("%(who)s took the fee of the plan “%(what)s” away."),
        "club.reminder_steps.kept": _("%(who)s said in which steps the club reminds."),
        "club.fee_terms.kept": _("%(who)s said what holds for the fees of %(what)s."),
        "club.fee_run.adjusted": _("%(who)s put a fee right by hand. %(what)s."),
        "club.fee_run.booked": _(
            "%(who)s booked a fee run: %(after_charged)s pay, %(after_left_out)s do not. %(what)s."
        ),
        "club.fee_run.cancelled": _(
            "%(who)s cancelled a fee run with %(before_invoices)s invoices. %(what)s."
        ),
        "club.invoice.issued": _("%(who)s wrote the invoice %(what)s."),
        "club.invoice.cancelled": _("%(who)s cancelled the invoice %(what)s."),
        "club.invoice.written_off": _("%(who)s wrote off what was open on the invoice %(what)s."),
        "club.invoice.claimed_again": _("%(who)s asked again for what was written off of %(what)s."),
        "club.invoice.reminded": _("%(who)s reminded of the invoice %(what)s, step %(after_step)s."),
        "club.payment.recorded": _("%(who)s wrote down the payment %(what)s."),
        "club.payment.countered": _("%(who)s took the payment %(what)s back."),
        "club.payment.put": _("%(who)s put the payment %(what)s to the invoice %(after_invoice)s."),
        "club.payment.taken_off": _("%(who)s took the payment %(what)s off the invoice %(before_invoice)s."),
        "club.payment.refunded": _("%(who)s paid something of the payment %(what)s back."),
        "club.payment.refund_countered": _("%(who)s took back what was paid back of the payment %(what)s."),
        "club.year.closed": _("%(who)s closed the books of %(what)s."),
        "club.year.opened": _("%(who)s opened the books of %(what)s again."),
        "club.money.exported": _("%(who)s took the books of %(what)s as a file."),
    },
    kinds={
        "club.moneysettings": Kind(_("money settings")),
        "club.feerule": Kind(_("fee of a plan")),
        "club.feeterms": Kind(_("terms of fees")),
        "club.feerun": Kind(_("fee run")),
        "club.invoice": Kind(_("invoice")),
        "club.payment": Kind(_("payment")),
        "club.closedyear": Kind(_("closed year")),
    },
    fields={
        "invoice": _("invoice"),
        "invoice_number": _("number of the invoice in the books"),
        "payer": _("number of who pays"),
        "amount": _("amount in the smallest unit"),
        "currency": _("currency"),
        "creditor_name": _("account holder"),
        "iban": "IBAN",
        "bic": "BIC",
        "number_pattern": _("numbers of invoices"),
        "tax_note": _("note on tax"),
        "payment_days": _("days to pay"),
        "household_most": _("most a household pays in a year"),
        "household_free_from": _("free in a household from member number"),
        "reminds_by_itself": _("reminders go out by themselves"),
        "per": pgettext_lazy("a fee", "for a"),
        "part": _("part of the time"),
        "bands": _("reductions by age"),
        "reminder_steps": _("steps of reminding"),
        "method": _("how"),
        "received_on": _("received"),
        "ledger_entry": _("number of the entry in the books"),
        "invoices": _("invoices"),
        "charged": _("pay"),
        "left_out": _("do not pay"),
        "step": _("step"),
        "fee": pgettext_lazy("of a reminder", "fee"),
        "was_sent": _("sent by mail"),
        "year": _("year"),
    },
    values={"per": labels(FeePer), "part": labels(FeePart), "method": labels(PaymentMethod)},
    reasons={
        "books_are_countered": _("what is in the books stays there. Answer it on its page by another entry."),
        "invoice_is_gone": _("the invoice is no longer as the entry tells."),
        "invoice_is_paid": _("something was paid on it since. Take the payment off first."),
        "payment_moved_on": _("something else was done with the payment since."),
        "fees_changed_since": _("it was changed again since."),
        "reminder_is_out": _("a mail is on its way and cannot be called back. Write its fee off instead."),
        "year_is_not_so": _("the year is open or closed again by now, or a later one is closed."),
        "terms_are_theirs": _(
            "why somebody pays less is not on the trail. Write it anew on the page of fees."
        ),
        "books_are_out": _("whoever has the file keeps it."),
    },
)
