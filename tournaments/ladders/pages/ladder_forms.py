"""Forms of ladders."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.variant_names import games_of_clubs
from tournaments.ladders.models import LIMITS, SETTINGS, setting_field
from tournaments.models import Ladder, RatingList

LIST_AT = SETTINGS.index("newcomers") + 1  # the rating list that places new players


class LadderForm(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    """A ladder with its settings; the fields come from the model."""

    field_order = ("version",)

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31)

    class Meta:
        model = Ladder
        fields = ("name", "variant", *SETTINGS[:LIST_AT], "rating_list", *SETTINGS[LIST_AT:], "is_public")
        labels = {
            "win": _("After a win"),
            "draw": _("After a draw"),
            "refusal": _("If declined or not answered"),
        }

    def __init__(
        self,
        *args: Any,
        organisation_id: int | None = None,
        clubs: frozenset[int] = frozenset(),
        **kwargs: Any,
    ) -> None:
        """Set the club of the ladder; a new ladder has a choice of clubs."""
        super().__init__(*args, **kwargs)
        mine = clubs or frozenset({organisation_id or 0})
        games = games_of_clubs(mine, chosen=self.initial.get("variant", ""))
        self.fields["variant"] = forms.ChoiceField(
            label=_("Game"), required=False, choices=[("", _("all variants")), *games]
        )
        self.fields["rating_list"] = forms.ModelChoiceField(
            RatingList.objects.filter(organisation=organisation_id or 0).order_by("name"),
            label=_("Rating list"),
            required=False,
            empty_label=_("none"),
            help_text=_("Sets where new players start."),
        )
        for name, most in LIMITS.items():
            self.fields[name] = setting_field(name).formfield(max_value=most)

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "version"}
        chosen = given.pop("rating_list")
        return given | {"rating_list_id": chosen.pk if chosen else None}


class AwayForm(forms.Form):
    """Form of the last day of an absence."""

    until = forms.DateField(required=False)


class MoveForm(forms.Form):
    """Form of a manual change of place."""

    place = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    reason = forms.CharField(max_length=500, required=False)
