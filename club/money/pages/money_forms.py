"""Forms about money."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.members.pages.member_forms import day_field, line_field, text_field
from club.members.pages.person_forms import PersonField
from club.models import ConcessionKind, FeePart, FeePer, Organisation, PaymentMethod
from club.money.amounts import EXPONENTS, amount_in, plain_amount
from club.money.selectors.books import people_of


class AmountField(forms.CharField):
    """Amount of money; its value is whole minor units."""

    def __init__(self, *, label: Any, required: bool = True, help_text: Any = "") -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(label=label, required=required, max_length=20, help_text=help_text, widget=widget)
        self.currency = "EUR"

    def prepare_value(self, value: Any) -> Any:
        """Format minor units as they are typed."""
        return plain_amount(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """Parse the typed amount into minor units."""
        text = super().clean(value)
        if not text:
            return None
        amount = amount_in(text, self.currency)
        if amount is None:
            raise forms.ValidationError(_("Enter an amount such as 12.50."))
        return amount


class BooksForm(forms.Form):
    """Form about the books of one club; a page has several."""

    def __init__(
        self, *args: Any, club: Organisation, currency: str = "EUR", name: str = "", **kwargs: Any
    ) -> None:
        kwargs.setdefault("auto_id", f"{name or type(self).__name__.lower()}_%s")
        super().__init__(*args, **kwargs)
        self.club = club
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.currency = currency
            elif isinstance(field, PersonField):
                field.queryset = people_of(organisation_id=club.pk)


class PeriodForm(BooksForm):
    """Period of a run."""

    starts_on = day_field(_("From"))
    ends_on = day_field(_("Until"))


class AdjustForm(BooksForm):
    """Manual amount of a person; an empty amount restores the computed one."""

    person = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    amount = AmountField(label=pgettext_lazy("of money", "Amount"), required=False)
    reason = line_field(_("Reason"), length=300, required=False)


class SettingsForm(BooksForm):
    """Money settings of the club."""

    creditor_name = line_field(_("Account holder"), length=70, required=False)
    iban = line_field("IBAN", length=42, required=False)
    bic = line_field("BIC", length=11, required=False)
    currency = forms.ChoiceField(label=_("Currency"), choices=[(one, one) for one in sorted(EXPONENTS)])
    payment_days = forms.IntegerField(label=_("Payment term in days"), min_value=0, max_value=366)
    number_pattern = line_field(
        _("Invoice number format"), length=30, help_text=_("Must contain {year} and {number}.")
    )
    tax_note = line_field(_("Tax note"), length=200, required=False)
    household_most = AmountField(label=_("Household maximum per year"), required=False)
    household_free_from = forms.IntegerField(
        label=_("Free from household member number"), min_value=2, max_value=99, required=False
    )
    reminds_by_itself = forms.BooleanField(label=_("Send reminders automatically"), required=False)


class RuleForm(BooksForm):
    """Fee of a plan."""

    amount = AmountField(label=pgettext_lazy("of money", "Amount"))
    per = forms.ChoiceField(label=pgettext_lazy("a fee", "Per"), choices=FeePer.choices)
    part = forms.ChoiceField(label=_("Members for part of a period pay"), choices=FeePart.choices)
    bands = text_field(
        _("Reductions by age"),
        length=500,
        rows=2,
        help_text=_("One per line: from age, to age, per cent off. Example: 0 17 50."),
    )

    def clean_bands(self) -> list[tuple[int, int, int]]:
        """Parse the reductions, one per line."""
        found = []
        for line in self.cleaned_data["bands"].splitlines():
            numbers = line.replace("%", " ").replace("-", " ").replace(",", " ").split()
            if not numbers:
                continue
            if len(numbers) != 3 or not all(one.isascii() and one.isdecimal() for one in numbers):  # noqa: PLR2004 - two ages and a percentage
                raise forms.ValidationError(_("Enter three numbers per line, such as 0 17 50."))
            low, high, percent = (min(int(one[:4]), 999) for one in numbers)
            found.append((low, high, percent))
        return found


class StepForm(BooksForm):
    """Reminder step."""

    days = forms.IntegerField(label=_("Days after the due date"), min_value=1, max_value=366, required=False)
    fee = AmountField(label=_("Fee"), required=False)
    text = text_field(pgettext_lazy("of a mail", "Text"), length=2000, rows=2)


class TermsForm(BooksForm):
    """Terms of one person's fees."""

    person = PersonField(_("Person"))
    payer = PersonField(_("Paid by"), required=False, help_text=_("Blank: the person or a guardian."))
    kind = forms.ChoiceField(label=_("Reduction"), choices=ConcessionKind.choices)
    percent = forms.IntegerField(label=_("Reduction in per cent"), min_value=0, max_value=100, required=False)
    until = day_field(_("Until"), required=False)
    reason = line_field(_("Reason"), length=300, required=False)


class PaymentForm(BooksForm):
    """Received payment."""

    payer = PersonField(pgettext_lazy("a payment", "From"))
    amount = AmountField(label=pgettext_lazy("of money", "Amount"))
    received_on = day_field(_("Received"), initial=timezone.localdate)
    method = forms.ChoiceField(
        label=_("Method"), choices=PaymentMethod.choices[:2], initial=PaymentMethod.CASH
    )
    text = line_field(_("Text"), length=300, required=False)
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)


class PayForm(PaymentForm):
    """Payment of one invoice."""

    payer = None  # type: ignore[assignment]  # the invoice names the payer


class RefundForm(BooksForm):
    """Refund."""

    amount = AmountField(label=pgettext_lazy("of money", "Amount"))
    reason = line_field(_("Reason"), length=300)
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)


class InvoiceForm(BooksForm):
    """Invoice for something else than a fee."""

    payer = PersonField(pgettext_lazy("a recipient", "To"))
    subject = line_field(_("Prize for"), length=200)
    amount = AmountField(label=pgettext_lazy("of money", "Amount"))
