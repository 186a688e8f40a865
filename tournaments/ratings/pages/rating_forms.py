"""Forms of rating lists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.variant_names import games_of_clubs
from tournaments.models import RatingList
from tournaments.ratings.formulas.registry import COMPUTED
from tournaments.ratings.models import MAX_RATING


class ListForm(forms.ModelForm[RatingList]):
    """A rating list."""

    field_order = ("version",)

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    initial_rating = forms.IntegerField(
        label=_("Initial rating"),
        min_value=0,
        max_value=MAX_RATING,
        initial=1500,
        help_text=_("0: the formula's own initial rating."),
    )

    class Meta:
        model = RatingList
        fields = ("name", "formula", "variant", "speed", "initial_rating", "is_public", "counts_nights")

    def __init__(self, *args: Any, clubs: frozenset[int], **kwargs: Any) -> None:
        """Restrict the clubs of the list."""
        super().__init__(*args, **kwargs)
        self.fields["formula"] = forms.ChoiceField(
            label=_("Formula"), choices=[(key, one.name) for key, one in COMPUTED.items()], initial="elo"
        )
        games = games_of_clubs(clubs, chosen=self.initial.get("variant", ""))
        self.fields["variant"] = forms.ChoiceField(
            label=_("Game"),
            required=False,
            choices=[("", _("all variants except house rules")), *games],
            help_text=_("Games with house rules need a list for exactly those rules."),
        )

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}


class CorrectionForm(forms.Form):
    """A rating set by hand."""

    player = forms.CharField(
        label=_("Player"),
        max_length=200,
        help_text=_("A person in the club."),
        widget=forms.TextInput(attrs={"list": "names", "autocomplete": "off"}),
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=1, max_value=MAX_RATING)
    reason = forms.CharField(label=_("Reason"), max_length=500)
