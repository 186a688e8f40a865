"""Personal data in bank files."""

from django.utils.translation import gettext_lazy as _

from club.privacy.personal_data_sets import Fate, hold

hold(
    "club.bank_movements",
    "club.BankMovement.payment__payer",
    label=_("payments as the bank told them"),
    fate=Fate.NEUTRAL,
    why=_("Day and amount stay with the books, without the name, the account and the text."),
    tells=("booked_on", "amount", "currency", "name", "iban", "text"),
    names=("name",),
    empties=("iban", "reference", "end_to_end", "text"),
)
