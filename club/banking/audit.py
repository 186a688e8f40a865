"""Audit vocabulary for actions with bank files."""

from django.utils.translation import gettext_lazy as _

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import MovementState

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.bank_file.read": _(
            "%(who)s imported a bank file. New transactions: %(after_movements)s, already known: "
            "%(after_known)s."
        ),
        "club.bank_file.taken_back": _(
            "%(who)s undid the import of a bank file, transactions: %(before_movements)s."
        ),
        "club.bank.booked": _("%(who)s booked bank transactions: %(after_booked)s."),
        "club.bank_movement.set_aside": _("%(who)s set a bank transaction aside. %(reason)s"),
        "club.bank_movement.taken_up": _("%(who)s reopened a bank transaction."),
    },
    shown_by={
        Capability.KEEP_MONEY: ("club.bank_file", "club.bank", "club.bank_movement"),
    },
    kinds={
        "club.bankfile": Kind(_("bank file")),
        "club.bankmovement": Kind(_("bank transaction")),
    },
    fields={
        "movements": _("new transactions"),
        "known": _("already known"),
        "balances_add_up": _("balances match"),
        "booked": _("booked transactions"),
        "movement_numbers": _("transaction numbers"),
        "movement_state": _("state"),
        "payment": _("payment number"),
        "amount": _("amount in the smallest currency unit"),
        "currency": _("currency"),
    },
    values={"movement_state": choice_labels(MovementState)},
    reasons={
        "bank_file_is_gone": _("the import was undone. Import the file again; its bookings no longer count."),
        "movement_waits": _(
            "the transaction is pending again. Book it or set it aside on the bank files page."
        ),
    },
)
