"""Forms of ladders."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.variant_choices import games_of_clubs
from tournaments.ladders.models import MOST_DAYS, MOST_PLACES, Newcomers, OnDraw, OnRefusal, OnWin
from tournaments.models import RatingList


def _days(label: Any, initial: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, initial=initial, min_value=0, max_value=MOST_DAYS, help_text=help_text
    )


def _places(label: Any, initial: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, initial=initial, min_value=0, max_value=MOST_PLACES, help_text=help_text
    )


class LadderForm(forms.Form):
    """A ladder with its rules."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31)
    name = forms.CharField(label=_("Name"), max_length=120)
    variant = forms.ChoiceField(label=_("Game"), required=False)
    reach = _places(_("Challenge range (places above)"), 3, _("0: any place above."))
    answer_days = _days(_("Days to answer"), 7)
    play_days = _days(_("Days to play"), 14)
    win = forms.ChoiceField(label=_("After a win"), choices=OnWin.choices, initial=OnWin.TAKE)
    draw = forms.ChoiceField(label=_("After a draw"), choices=OnDraw.choices, initial=OnDraw.STAY)
    refusal = forms.ChoiceField(
        label=_("If declined or not answered"), choices=OnRefusal.choices, initial=OnRefusal.TAKE
    )
    refusal_drop = _places(_("Places lost for declining"), 1)
    protection_days = _days(_("Protected days after a game"), 3)
    rematch_days = _days(_("Days before a rematch"), 14)
    newcomers = forms.ChoiceField(
        label=_("New players start"), choices=Newcomers.choices, initial=Newcomers.BOTTOM
    )
    rating_list = forms.ChoiceField(label=_("Rating list"), required=False)
    idle_days = _days(_("Days without a game before places are lost"), 0, _("0: none."))
    idle_drop = _places(_("Places lost for inactivity"), 1)
    is_public = forms.BooleanField(label=_("Visible to everyone"), required=False)

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
        lists = RatingList.objects.filter(organisation=organisation_id or 0).order_by("name")
        chosen = [(str(one.pk), one.name) for one in lists]
        self.fields["rating_list"] = forms.ChoiceField(
            label=_("Rating list"),
            required=False,
            choices=[("", _("none")), *chosen],
            help_text=_("Sets where new players start."),
        )

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "version"}
        chosen = given.pop("rating_list")
        return given | {"rating_list_id": int(chosen) if chosen else None}


class AwayForm(forms.Form):
    """Form of the last day of an absence."""

    until = forms.DateField(required=False)


class MoveForm(forms.Form):
    """Form of a manual change of place."""

    place = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    reason = forms.CharField(max_length=500, required=False)
