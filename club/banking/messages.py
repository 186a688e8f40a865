"""Labels of results of the matching, and of the fields of a table."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.banking.formats.matching import MatchConfidence, MatchReason

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
