"""Personal data in bank files."""

from django.utils.translation import gettext_lazy as _

from club.privacy.personal_data_sets import OnErasure, register_data_set

register_data_set(
    "club.bank_movements",
    "club.BankMovement.payment__payer",
    label=_("payments as reported by the bank"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("The date and amount stay in the books, without name, account and text."),
    tells=("booked_on", "amount", "currency", "name", "iban", "text"),
    names=("name",),
    empties=("iban", "reference", "end_to_end", "text"),
)
