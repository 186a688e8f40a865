"""Forms of the set-up: rows of classes, fees, prizes, officials, the schedule, a copy of an event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.pages.event_times import LocalMoment
from tournaments.entries.models.entry import MAX_RATING
from tournaments.events.money import CURRENCY, decimals_of, smallest_units
from tournaments.models import OfficialRole, PrizeKind, PrizeSharing, Section

FIRST_YEAR, LAST_YEAR = 1900, 2100
MAX_PLACES, MAX_BOARD_NUMBER = 200, 9999
SCHEDULED = 15  # rows at least, where a section may have as many rounds as its table takes


class RowForm(forms.Form):
    """One row of a list; the formset ignores an unchanged row."""

    def row(self) -> dict[str, Any]:
        """Return the row in the form of the services."""
        return {name: value for name, value in self.cleaned_data.items() if name != "DELETE"}


class ClassRowForm(RowForm):
    """A class."""

    name = forms.CharField(label=_("Name"), max_length=60)
    lowest_rating = forms.IntegerField(
        label=_("Rating from"), required=False, min_value=0, max_value=MAX_RATING
    )
    highest_rating = forms.IntegerField(
        label=_("Rating to"), required=False, min_value=0, max_value=MAX_RATING
    )
    born_from = forms.IntegerField(
        label=_("Born from"), required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR
    )
    born_to = forms.IntegerField(
        label=_("Born to"), required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR
    )
    words = forms.CharField(label=_("Or description"), required=False, max_length=200)
    was = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Refuse a lower limit above the upper one."""
        given: dict[str, Any] = super().clean() or {}
        for low, high in (("lowest_rating", "highest_rating"), ("born_from", "born_to")):
            first, last = given.get(low), given.get(high)
            if first is not None and last is not None and first > last:
                self.add_error(high, _("The end must not be below the start."))
        return given


def amount_field(label: Any) -> forms.CharField:
    """Return the field of an amount as typed."""
    widget = forms.TextInput(attrs={"inputmode": "decimal"})
    return forms.CharField(label=label, required=False, max_length=14, widget=widget)


def currency_field(*, required: bool = True) -> forms.CharField:
    """Return the field of a currency."""
    widget = forms.TextInput(attrs={"autocapitalize": "characters"})
    return forms.CharField(label=_("Currency"), required=required, max_length=3, widget=widget)


def _class_field(section: Section) -> forms.ChoiceField:
    names = [one.name for one in section.classes.all()]
    choices = [("", pgettext_lazy("no class of a section", "none")), *((name, name) for name in names)]
    return forms.ChoiceField(label=_("Class"), required=False, choices=choices)


class MoneyForm(RowForm):
    """A row with an amount in a currency."""

    def units(self, currency: str) -> int:
        """Return the typed amount in the smallest unit; add a field error if it is no amount."""
        text = self.cleaned_data.get("amount", "")
        units = smallest_units(text, currency) if text else 0
        if units is None:
            decimals = decimals_of(currency)
            told = _("Enter a number with at most %(decimals)s decimal places.")
            self.add_error("amount", str(told) % {"decimals": decimals})
        return units or 0

    def check_currency(self, currency: str) -> None:
        """Add a field error if this is no code of a currency."""
        if not CURRENCY.fullmatch(currency):
            self.add_error("currency", _("Enter three capital letters, for example EUR or USD."))


class FeeRowForm(MoneyForm):
    """A fee, for information."""

    label = forms.CharField(label=_("Purpose"), max_length=120, required=False)
    amount = amount_field(_("Amount"))
    currency = currency_field()

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["category"] = _class_field(section)
        self.order_fields(["category", "label", "amount", "currency"])

    def clean(self) -> dict[str, Any]:
        """Parse the amount by its currency."""
        given: dict[str, Any] = super().clean() or {}
        currency = given.get("currency", "").upper()
        given |= {"currency": currency, "amount": self.units(currency)}
        if currency:
            self.check_currency(currency)
        return given


class PrizeRowForm(MoneyForm):
    """A prize."""

    kind = forms.ChoiceField(label=_("Prize for"), choices=PrizeKind.choices, initial=PrizeKind.MAIN)
    board_number = forms.IntegerField(
        label=_("Board"), required=False, min_value=1, max_value=MAX_BOARD_NUMBER
    )
    place = forms.IntegerField(
        label=pgettext_lazy("in the standings", "Place"), min_value=1, max_value=MAX_PLACES
    )
    amount = amount_field(_("Amount"))
    thing = forms.CharField(label=_("Prize in kind"), required=False, max_length=120)

    def __init__(self, *args: Any, section: Section, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency
        self.fields["category"] = _class_field(section)
        self.order_fields(["kind", "category", "board_number", "place", "amount", "thing"])
        if not section.is_team and self.initial.get("kind") != PrizeKind.BOARD:
            del self.fields["board_number"]
            kinds = [choice for choice in PrizeKind.choices if choice[0] != PrizeKind.BOARD]
            self.fields["kind"].choices = kinds  # type: ignore[attr-defined]

    def has_changed(self) -> bool:
        """Ignore a spare row without a prize: its place is a suggestion."""
        return super().has_changed() and not (self.empty_permitted and set(self.changed_data) <= {"place"})

    def clean(self) -> dict[str, Any]:
        """Parse the amount by the currency of all prizes."""
        given: dict[str, Any] = super().clean() or {}
        given["amount"] = self.units(self.currency)
        return given


class PrizeHeadForm(forms.Form):
    """Common settings of all prizes of a section."""

    currency = forms.CharField(
        label=_("Currency"),
        max_length=3,
        required=False,
        help_text=_("Three letters, for example EUR. Only prizes of money need it."),
    )
    sharing = forms.ChoiceField(
        label=_("Prizes for tied players"), choices=PrizeSharing.choices, widget=forms.RadioSelect
    )

    def clean_currency(self) -> str:
        """Return the currency in capitals."""
        currency: str = self.cleaned_data["currency"].upper()
        return currency


class OfficialRowForm(RowForm):
    """An official of an event."""

    role = forms.ChoiceField(label=_("Role"), choices=OfficialRole.choices, initial=OfficialRole.ARBITER)
    name = forms.CharField(label=_("Name"), max_length=200)


class ScheduleForm(forms.Form):
    """Start times of the rounds."""

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = list(section.round_times.all())
        last = max((one.number for one in known), default=0)
        self.numbers = range(1, 1 + min(section.rounds, max(SCHEDULED, last + 1)))
        for number in self.numbers:
            label = _("Round %(number)s") % {"number": number}
            self.fields[f"round-{number}"] = LocalMoment(label=label, required=False)
        for one in known:
            if one.number in self.numbers:
                self.fields[f"round-{one.number}"].initial = one.starts_at

    def rows(self) -> list[dict[str, Any]]:
        """Return the rounds with a start time."""
        times = [(number, self.cleaned_data[f"round-{number}"]) for number in self.numbers]
        return [{"number": number, "starts_at": moment} for number, moment in times if moment]


class CloneForm(forms.Form):
    """A copy of an event."""

    name = forms.CharField(label=_("Name"), max_length=200)
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The schedule shifts by the same number of days."),
    )
    with_entries = forms.BooleanField(
        label=_("Copy confirmed players"),
        required=False,
        help_text=_("Teams are copied with their members."),
    )
    with_screens = forms.BooleanField(
        label=_("Copy screens in the hall"),
        required=False,
        help_text=_("Content and location are copied; each screen gets a new address."),
    )
