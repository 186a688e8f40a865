"""Forms of appeals: the rules and the committee, filing, voting, and the ruling of the committee."""

from typing import Any

from django import forms
from django.forms import model_to_dict
from django.utils.translation import gettext_lazy as _

from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.pages.case_forms import KEEPS_LOSS, ReachingForm
from tournaments.cases.services.rulings import RulingDecision
from tournaments.conduct import Consequence
from tournaments.events.money import amount_text
from tournaments.events.pages.setup_forms import MoneyForm, RowForm, amount_field, currency_field
from tournaments.models import Appeal, AppealRules, Entry, Outcome, Ruling, Vote

MAX_MINUTES = 7 * 24 * 60
MAX_POINTS = 999


class AppealRulesForm(MoneyForm):
    """Time limit and deposit of appeals."""

    minutes = forms.IntegerField(
        label=_("Time limit for appeals (minutes)"), min_value=1, max_value=MAX_MINUTES
    )
    amount = amount_field(_("Deposit"))
    currency = currency_field(required=False)
    words = forms.CharField(
        label=_("Further appeal rules"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    @staticmethod
    def as_typed(rules: AppealRules) -> dict[str, Any]:
        """Return the rules as initial values."""
        known = model_to_dict(rules, ("minutes", "currency", "words"))
        return known | {"amount": amount_text(rules.deposit, rules.currency)}

    def clean(self) -> dict[str, Any]:
        """Parse the deposit into the smallest unit of its currency."""
        given: dict[str, Any] = super().clean() or {}
        currency = given.get("currency", "").upper()
        units = self.units(currency)
        if units or currency:
            self.check_currency(currency)
        return given | {"currency": currency, "deposit": units}

    def rules(self) -> dict[str, Any]:
        """Return the rules in the form of the service."""
        return {name: self.cleaned_data[name] for name in ("minutes", "deposit", "currency", "words")}


class MemberRowForm(RowForm):
    """A person eligible for the committee."""

    name = forms.CharField(label=_("Name"), max_length=200)
    club_name = forms.CharField(label=_("Club"), required=False, max_length=120)
    is_chair = forms.BooleanField(label=_("chair"), required=False)
    is_substitute = forms.BooleanField(label=_("substitute"), required=False)


class FileForm(forms.Form):
    """A party's appeal."""

    appellant = forms.TypedChoiceField(label=_("Appellant"), coerce=int, widget=forms.RadioSelect)
    grounds = forms.CharField(label=_("Grounds"), max_length=4000, widget=forms.Textarea(attrs={"rows": 4}))
    deposit_taken = forms.BooleanField(label=_("Deposit paid"), required=False)
    late_reason = forms.CharField(
        label=_("Reason for accepting it late"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self, *args: Any, parties: list[Entry], has_deposit: bool, is_late: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["appellant"].choices = [(one.pk, one.name) for one in parties]  # type: ignore[attr-defined]
        if not has_deposit:
            del self.fields["deposit_taken"]
        if not is_late:
            del self.fields["late_reason"]

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service; what was not asked keeps its default."""
        given = {"deposit_taken": False, "late_reason": "", **self.cleaned_data}
        return given | {"appellant_id": given.pop("appellant")}


class VoteForm(forms.Form):
    """Vote of a committee member."""

    vote = forms.ChoiceField(label=_("Your vote"), choices=Vote.choices, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Reasons"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 5})
    )


class DecisionForm(ReachingForm):
    """The published decision, with the new ruling if it is changed."""

    words = forms.CharField(
        label=_("Published decision"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    consequence = forms.ChoiceField(
        label=_("New consequence"),
        choices=[
            one for one in CONSEQUENCES if one[0] != Consequence.TIME_PENALTY
        ],  # the game is over by then
    )
    points = forms.IntegerField(label=_("Points deducted"), required=False, min_value=1, max_value=MAX_POINTS)
    outcome = forms.ChoiceField(
        label=_("Result of the game"),
        required=False,
        choices=[
            ("", _("set by the consequence, otherwise as before the ruling")),
            *((one, label) for one, label in Outcome.choices if one != Outcome.PENDING),
        ],
    )

    keeps_loss = forms.BooleanField(label=KEEPS_LOSS, required=False)

    def __init__(self, *args: Any, appeal: Appeal, is_changed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruling: Ruling = appeal.ruling
        self.is_changed = is_changed
        if not is_changed:
            for name in ("consequence", "points", "outcome", "keeps_loss", "confirms_effects"):
                del self.fields[name]

    def decided(self) -> RulingDecision | None:
        """Return the new ruling, with the committee's reason; None if the old one is upheld."""
        if not self.is_changed:
            return None
        given = self.cleaned_data
        return RulingDecision(
            consequence=given["consequence"],
            incident=self.ruling.incident,
            points=given["points"] or 0,
            outcome=given["outcome"],
            keeps_loss=given["keeps_loss"],
            confirms_effects=given["confirms_effects"],
            articles=tuple(self.ruling.articles),
            reason=given["words"],
        )


class NameForm(forms.Form):
    """A committee member in the place of one without a substitute."""

    name = forms.CharField(label=_("Name"), max_length=200)
    club_name = forms.CharField(label=_("Club"), required=False, max_length=120)
    despite = forms.CharField(
        label=_("Reason, if this person has a conflict of interest"), required=False, max_length=300
    )
