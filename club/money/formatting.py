"""Display texts for money and for the reasons behind fees."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from club.models import ConcessionKind, Payment
from club.money.amounts import EXPONENTS
from club.money.fees import WhyNot
from club.money.payment_codes import NoCode
from club.money.selectors.books import CANCELLED, OPEN, OVERDUE, PAID, PART_PAID, WRITTEN_OFF, free_amount
from club.money.selectors.reminders import NotReminded, ReminderLine

STATE_LABELS: dict[str, Any] = {
    OPEN: pgettext_lazy("an invoice", "open"),
    PART_PAID: pgettext_lazy("an invoice", "partly paid"),
    OVERDUE: pgettext_lazy("an invoice", "overdue"),
    PAID: pgettext_lazy("an invoice", "paid"),
    CANCELLED: pgettext_lazy("an invoice", "cancelled"),
    WRITTEN_OFF: pgettext_lazy("an invoice", "written off"),
}
WHY_NOT: dict[str, Any] = {
    WhyNot.HONORARY: gettext_lazy("Honorary members pay nothing."),
    WhyNot.DAY_GUEST: gettext_lazy("Day guests pay no fee in a fee run."),
    WhyNot.APPLIED: gettext_lazy("The membership application is not accepted yet."),
    WhyNot.PAUSED: gettext_lazy("The membership is paused."),
    WhyNot.ENDED: gettext_lazy("The membership ended before this period."),
    WhyNot.NOT_YET: gettext_lazy("The membership begins after this period."),
    WhyNot.ALREADY: gettext_lazy("Another fee run already covers this period."),
    WhyNot.NO_RULE: gettext_lazy("The plan has no fee yet."),
    WhyNot.NOTHING: gettext_lazy("The plan costs nothing for this period."),
    WhyNot.EXEMPT: gettext_lazy("Exempt under this person's fee terms."),
    WhyNot.REDUCED_AWAY: gettext_lazy("The reduction covers the full fee."),
    WhyNot.HOUSEHOLD_FREE: gettext_lazy("Free: enough members of this household already pay."),
    WhyNot.HOUSEHOLD_CAP: gettext_lazy("The household has reached its maximum."),
    WhyNot.BY_HAND: gettext_lazy("Set to zero manually."),
}
NO_CODE: dict[str, Any] = {
    NoCode.CURRENCY: gettext_lazy("No code to scan: payment codes work for euros only."),
    NoCode.NO_IBAN: gettext_lazy("No code to scan: the club's IBAN is missing."),
    NoCode.NO_NAME: gettext_lazy("No code to scan: the club's account holder is missing."),
    NoCode.AMOUNT: gettext_lazy("No code to scan: nothing is open, or the amount is too large for a code."),
}
NOT_REMINDED: dict[str, Any] = {
    NotReminded.NOT_DUE: gettext_lazy("Not overdue yet."),
    NotReminded.WAITING: gettext_lazy("The next step is not due yet."),
    NotReminded.LAST_TAKEN: gettext_lazy(
        "The last reminder step is done: talk to the member, or write the invoice off."
    ),
    NotReminded.NO_STEPS: gettext_lazy("The club has no reminder steps."),
}


def amount_text(amount: int, currency: str) -> str:
    """Format an amount in the reader's number format, with its currency."""
    digits = EXPONENTS.get(currency, 2)
    sign, whole = "\N{MINUS SIGN}" if amount < 0 else "", abs(amount)
    units, rest = divmod(whole, 10**digits)
    plain = f"{units}.{rest:0{digits}}" if digits else str(units)
    details = number_format(plain, decimal_pos=digits, use_l10n=True, force_grouping=True)
    return f"{sign}{details}\N{NO-BREAK SPACE}{currency}"


def payment_message(payment: Payment) -> str:
    """Message for a recorded payment, with the part that is on no invoice."""
    details = _("Payment %(number)s saved.") % {"number": payment.pk}
    free = free_amount(payment)
    if free <= 0:
        return details
    more = _("%(amount)s exceeds the amount due and stays as the member's credit.")
    return " ".join((details, more % {"amount": amount_text(free, payment.currency)}))


def why_not_text(code: str) -> str:
    """Text of the reason why a person is not charged."""
    return str(WHY_NOT.get(code, code))


def fact_text(fact: Mapping[str, Any], currency: str) -> str:
    """Text of one reason behind an amount."""
    words = {
        "months": gettext_lazy("%(count)s of %(of)s months"),
        "days": gettext_lazy("%(count)s of %(of)s days"),
        "age": gettext_lazy("aged %(age)s: %(percent)s%% less"),
        "concession": gettext_lazy("%(kind)s: %(percent)s%% reduction"),
        "household_cap": gettext_lazy("household maximum: %(most)s"),
        "household_free": gettext_lazy("member number %(place)s of the household"),
        "by_hand": gettext_lazy("set manually instead of %(was)s: %(reason)s"),
    }
    details = {
        name: amount_text(value, currency) if name in {"amount", "most", "was"} else value
        for name, value in fact.items()
    }
    if "kind" in details:
        details["kind"] = ConcessionKind(details["kind"]).label
    return _plan_text(details) if fact["code"] == "plan" else str(words[fact["code"]]) % details


def _plan_text(details: Mapping[str, Any]) -> str:
    if details["per"] == "month":
        return _("%(plan)s, %(amount)s a month") % details
    if details["per"] == "year":
        return _("%(plan)s, %(amount)s a year") % details
    return _("%(plan)s, %(amount)s") % details


def not_reminded_text(line: ReminderLine) -> str:
    """Text of why an invoice is not reminded of now, and from which day on it will be."""
    words = str(NOT_REMINDED[line.why_not]) if line.why_not is not None else ""
    if line.next_on is None:
        return words
    day = date_format(line.next_on, "SHORT_DATE_FORMAT")
    return f"{words} " + _("The next step is due on %(day)s.") % {"day": day}
