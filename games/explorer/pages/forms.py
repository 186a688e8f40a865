"""Forms of the explorer: filters of the games, a pattern of pieces, an ending."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.core.selectors import organisation_list
from games.archive.pages.forms import ANY, LIST_ORDERS, any_of
from games.explorer.lines import MOST_IN_ENDING
from games.explorer.selectors.explorer import ORDERS
from games.explorer.selectors.reached import ExplorerFilters
from games.house_rules.pages.forms import GameMixin
from games.house_rules.variant_names import Group, games_of_archive
from games.models import Winner

FILTERS = ("club", "player", "year_from", "year_to", "winner")


def _year(label: Any) -> forms.IntegerField:
    numeric = forms.TextInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=1500, max_value=2999, widget=numeric)


class FilterForm(GameMixin, forms.Form):
    """The variant, and filters of the games that count; empty ones do not filter."""

    variant = forms.ChoiceField(label=_("Variant"))
    player = forms.CharField(label=_("Player"), required=False, max_length=100)
    year_from = _year(_("From year"))
    year_to = _year(_("To year"))
    winner = forms.ChoiceField(
        label=_("Result"), required=False, choices=lambda: any_of(list(Winner.choices))
    )
    club = forms.ChoiceField(label=_("Club"), required=False)
    order = forms.ChoiceField(label=_("Games shown"), required=False, choices=LIST_ORDERS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = [(club.slug, club.name) for club in organisation_list()]
        self.fields["club"].choices = [ANY, *clubs]  # type: ignore[attr-defined]
        if len(clubs) <= 1:
            self.fields["club"].widget = forms.HiddenInput()

    def games(self, *, chosen: str) -> list[Group]:
        """The shipped games, and the rules of houses that games were played by."""
        return games_of_archive(chosen=chosen)

    @property
    def filters(self) -> ExplorerFilters:
        """The filters that are valid; an invalid field is reported and does not filter."""
        if not self.is_bound:
            return ExplorerFilters()
        self.is_valid()
        given = {name: self.cleaned_data.get(name) for name in FILTERS}
        return ExplorerFilters(**{name: value for name, value in given.items() if value not in {"", None}})

    @property
    def chosen_order(self) -> str:
        """The order of the games listed; the newest come first by default."""
        is_valid = self.is_bound and (self.is_valid() or "order" in self.cleaned_data)
        return (self.cleaned_data["order"] if is_valid else "") or ORDERS[0]


class PatternForm(FilterForm):
    """A position set up on the board; its side to move, other pieces and empty squares."""

    fen = forms.CharField(
        label=_("Position"),
        max_length=400,
        required=False,
        help_text=_("Side to move, then the squares of each side: W:W18,K27:B9,12."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )
    any_side = forms.BooleanField(label=_("Either side to move"), required=False)
    others = forms.BooleanField(label=_("Other pieces may be on the board"), required=False)
    empty = forms.CharField(
        label=_("Empty squares"),
        max_length=200,
        required=False,
        help_text=_("Squares where nothing may stand, separated by commas."),
    )


def _count(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=MOST_IN_ENDING,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class EndingForm(GameMixin, forms.Form):
    """Pieces that were left in a game."""

    variant = forms.ChoiceField(label=_("Variant"))
    white_men = _count(_("White men"))
    white_kings = _count(_("White kings"))
    black_men = _count(_("Black men"))
    black_kings = _count(_("Black kings"))
    stood = forms.IntegerField(
        label=_("Moves played with them, at least"),
        required=False,
        min_value=0,
        max_value=500,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    either_colour = forms.BooleanField(label=_("Also with colours swapped"), required=False)
    is_final = forms.BooleanField(label=_("Only where the game ended so"), required=False)

    def games(self, *, chosen: str) -> list[Group]:
        """The shipped games, and the rules of houses that games were played by."""
        return games_of_archive(chosen=chosen)
