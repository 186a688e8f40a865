"""Forms of rating lists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.variant_names import games_of_clubs
from tournaments.models import RatedSpeed
from tournaments.ratings.formulas.registry import COMPUTED
from tournaments.ratings.models import MAX_RATING


class ListForm(forms.Form):
    """A rating list."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(label=_("Name"), max_length=120)
    formula = forms.ChoiceField(label=_("Formula"))
    variant = forms.ChoiceField(label=_("Game"), required=False)
    speed = forms.ChoiceField(label=_("Speed"), choices=RatedSpeed.choices, initial=RatedSpeed.ANY)
    initial_rating = forms.IntegerField(
        label=_("Initial rating"),
        min_value=0,
        max_value=MAX_RATING,
        initial=1500,
        help_text=_("0: the formula's own initial rating."),
    )
    is_public = forms.BooleanField(label=_("Visible to everyone"), required=False)
    counts_nights = forms.BooleanField(
        label=_("Club nights count when they end"),
        required=False,
        initial=True,
        help_text=_("For seasons that use this list. Otherwise, count each night with one tap."),
    )

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
