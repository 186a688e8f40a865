"""Audit vocabulary for actions with bank files."""

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import MovementState

AUDIT_WORDS = AuditWords(
    sentences={
        "club.bank_file.read": _(
            "%(who)s read a bank file: %(after_movements)s movements are new, %(after_known)s were known."
        ),
        "club.bank_file.taken_back": _("%(who)s took back a bank file with %(before_movements)s movements."),
        "club.bank.booked": _("%(who)s booked %(after_booked)s movements of the bank."),
        "club.bank_movement.set_aside": _("%(who)s set a movement of the bank aside. %(reason)s"),
        "club.bank_movement.taken_up": _("%(who)s took a movement of the bank up again."),
    },
    kinds={
        "club.bankfile": Kind(_("bank file")),
        "club.bankmovement": Kind(_("movement of the bank")),
    },
    fields={
        "movements": _("new movements"),
        "known": _("known already"),
        "balances_add_up": _("balances add up"),
        "booked": _("movements booked"),
        "movement_numbers": _("numbers of the movements"),
        "movement_state": _("state"),
        "payment": _("number of the payment"),
        "amount": _("amount in the smallest unit"),
        "currency": _("currency"),
    },
    values={"movement_state": labels(MovementState)},
    reasons={
        "bank_file_is_gone": _(
            "the file was taken back. Read it again: what was booked by it counts no more."
        ),
        "bank_file_is_used": _(
            "a payment was given back or refunded since. Take the movements up one by one."
        ),
        "movement_is_gone": _("a movement of it is no longer there."),
        "movement_moved_on": _("something else was done with a movement of it since."),
        "movement_waits": _("the movement waits again. Book it, or set it aside, on the page of bank files."),
    },
)
