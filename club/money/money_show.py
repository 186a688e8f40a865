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

STATE_WORDS: dict[str, Any] = {
    OPEN: pgettext_lazy("an invoice", "open"),
    PART_PAID: pgettext_lazy("an invoice", "paid in part"),
    OVERDUE: pgettext_lazy("an invoice", "overdue"),
    PAID: pgettext_lazy("an invoice", "paid"),
    CANCELLED: pgettext_lazy("an invoice", "cancelled"),
    WRITTEN_OFF: pgettext_lazy("an invoice", "written off"),
}
WHY_NOT: dict[str, Any] = {
    WhyNot.HONORARY: gettext_lazy("An honorary member pays nothing."),
    WhyNot.DAY_GUEST: gettext_lazy("A day guest pays no fee of a run."),
    WhyNot.APPLIED: gettext_lazy("The membership is only applied for."),
    WhyNot.PAUSED: gettext_lazy("The membership rests."),
    WhyNot.ENDED: gettext_lazy("The membership had ended before this time."),
    WhyNot.NOT_YET: gettext_lazy("The membership begins after this time."),
    WhyNot.ALREADY: gettext_lazy("Another run charged this time already."),
    WhyNot.NO_RULE: gettext_lazy("The plan has no fee yet."),
    WhyNot.NOTHING: gettext_lazy("The plan costs nothing for this time."),
    WhyNot.EXEMPT: gettext_lazy("Exempt, as the terms of the person say."),
    WhyNot.REDUCED_AWAY: gettext_lazy("The reduction takes everything off."),
    WhyNot.HOUSEHOLD_FREE: gettext_lazy("Enough others of the household pay."),
    WhyNot.HOUSEHOLD_CAP: gettext_lazy("The others of the household reach the most it pays."),
    WhyNot.BY_HAND: gettext_lazy("Set to nothing by hand."),
}
NO_CODE: dict[str, Any] = {
    NoCode.CURRENCY: gettext_lazy("There is no code to scan: banks read them for euros alone."),
    NoCode.NO_IBAN: gettext_lazy("There is no code to scan: the club has not said its IBAN."),
    NoCode.NO_NAME: gettext_lazy("There is no code to scan: the club has not said who holds its account."),
    NoCode.AMOUNT: gettext_lazy("There is no code to scan: no amount is open that a code has room for."),
}
NOT_REMINDED: dict[str, Any] = {
    NotReminded.NOT_DUE: gettext_lazy("Still in time."),
    NotReminded.WAITING: gettext_lazy("The next step is not due."),
    NotReminded.LAST_TAKEN: gettext_lazy("The last step was taken: talk to them, or write it off."),
    NotReminded.NO_STEPS: gettext_lazy("The club has no steps of reminding."),
}


def amount_text(amount: int, currency: str) -> str:
    """Format an amount in the reader's number format, with its currency."""
    digits = EXPONENTS.get(currency, 2)
    sign, whole = "\N{MINUS SIGN}" if amount < 0 else "", abs(amount)
    units, rest = divmod(whole, 10**digits)
    plain = f"{units}.{rest:0{digits}}" if digits else str(units)
    told = number_format(plain, decimal_pos=digits, use_l10n=True, force_grouping=True)
    return f"{sign}{told}\N{NO-BREAK SPACE}{currency}"


def payment_told(payment: Payment) -> str:
    """Message for a recorded payment, with the part that is on no invoice."""
    told = _("The payment %(number)s is written down.") % {"number": payment.pk}
    free = free_amount(payment)
    if free <= 0:
        return told
    more = _("%(amount)s of it is more than was open, and stays as credit of the member.")
    return " ".join((told, more % {"amount": amount_text(free, payment.currency)}))


def why_not_text(code: str) -> str:
    """Text of the reason why a person is not charged."""
    return str(WHY_NOT.get(code, code))


def fact_text(fact: Mapping[str, Any], currency: str) -> str:
    """Text of one reason behind an amount."""
    words = {
        "months": gettext_lazy("%(count)s of %(of)s months"),
        "days": gettext_lazy("%(count)s of %(of)s days"),
        "age": gettext_lazy("aged %(age)s: %(percent)s%% less"),
        "concession": gettext_lazy("%(kind)s: %(percent)s%% less"),
        "household_cap": gettext_lazy("the household pays %(most)s at most"),
        "household_free": gettext_lazy("member number %(place)s of the household"),
        "by_hand": gettext_lazy("by hand instead of %(was)s: %(reason)s"),
    }
    told = {
        name: amount_text(value, currency) if name in {"amount", "most", "was"} else value
        for name, value in fact.items()
    }
    if "kind" in told:
        told["kind"] = ConcessionKind(told["kind"]).label
    return _plan_text(told) if fact["code"] == "plan" else str(words[fact["code"]]) % told


def _plan_text(told: Mapping[str, Any]) -> str:
    if told["per"] == "month":
        return _("%(plan)s, %(amount)s a month") % told
    if told["per"] == "year":
        return _("%(plan)s, %(amount)s a year") % told
    return _("%(plan)s, %(amount)s") % told


def not_reminded_text(line: ReminderLine) -> str:
    """Text of why an invoice is not reminded of now, and from which day on it will be."""
    words = str(NOT_REMINDED[line.why_not]) if line.why_not is not None else ""
    if line.next_on is None:
        return words
    day = date_format(line.next_on, "SHORT_DATE_FORMAT")
    return f"{words} " + _("The next step is due on %(day)s.") % {"day": day}
