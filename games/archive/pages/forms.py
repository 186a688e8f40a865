"""Forms of the archive: a search, and a file to import."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.core.selectors import DEMO_CLUB, organisation_list
from games.house_rules.pages.forms import DETECTED, GameMixin
from games.house_rules.variant_names import Group, games_of_archive, games_of_clubs
from games.judging.pages.forms import law_book_choices
from games.laws.books import DEFAULT_BOOK
from games.models import FirstResult, SameMoves, Winner

ANY: Any = ("", pgettext_lazy("filter", "any"))
LIST_ORDERS: Any = (
    ("newest", _("newest first")),
    ("strongest", _("strongest players first")),
)


def any_of(choices: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Prepend "any" to the choices."""
    return [ANY, *choices]


class SearchForm(GameMixin, forms.Form):
    """Search form of games; empty fields do not filter."""

    before_games = (ANY,)
    player = forms.CharField(label=_("Player"), required=False, max_length=100)
    event = forms.CharField(label=_("Event or venue"), required=False, max_length=100)
    year = forms.IntegerField(
        label=_("Year"),
        required=False,
        min_value=1500,
        max_value=2999,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    winner = forms.ChoiceField(
        label=_("Result"), required=False, choices=lambda: any_of(list(Winner.choices))
    )
    findings = forms.ChoiceField(
        label=_("Verdict"),
        required=False,
        choices=lambda: any_of(
            [
                ("findings", _("with findings")),
                ("illegal", _("with an illegal move")),
                ("claims", _("with a draw claim")),
                ("clean", _("without findings")),
            ]
        ),
    )
    order = forms.ChoiceField(label=_("Order"), required=False, choices=LIST_ORDERS)
    archive_import = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def games(self, *, chosen: str) -> list[Group]:
        """The shipped games, and the rules of houses that games were played by."""
        return games_of_archive(chosen=chosen)


class ImportForm(GameMixin, forms.Form):
    """Form of a file for the archive; with several clubs it has a choice of club."""

    before_games = (DETECTED,)
    file = forms.FileField(
        label=_("PDN file"),
        widget=forms.FileInput(attrs={"class": "input--file", "accept": ".pdn,.txt,text/plain"}),
        allow_empty_file=True,
        error_messages={"required": _("Choose a PDN file.")},
    )
    club = forms.ChoiceField(label=_("Club"))
    law_book = forms.ChoiceField(
        label=_("Law book"), choices=law_book_choices, required=False, initial=DEFAULT_BOOK.key
    )
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    first_result = forms.ChoiceField(
        label=_("Meaning of an American 1-0"), choices=FirstResult.choices, required=False
    )
    same_moves = forms.ChoiceField(
        label=_("Games with the same moves"),
        choices=SameMoves.choices,
        required=False,
        help_text=_("Applies if players, event, date, round or result differ."),
    )

    def __init__(self, *args: Any, among: frozenset[int] | None = None, **kwargs: Any) -> None:
        self.among = among
        super().__init__(*args, **kwargs)
        clubs = [
            (club.slug, club.name)
            for club in organisation_list()
            if club.slug != DEMO_CLUB and (among is None or club.pk in among)
        ]
        if len(clubs) > 1:
            self.fields["club"] = forms.ChoiceField(label=_("Club"), choices=clubs)
            self.fields["club"].widget.attrs["class"] = "input"
        else:
            del self.fields["club"]

    def games(self, *, chosen: str) -> list[Group]:
        """The games of the clubs that may receive the file."""
        return games_of_clubs(self.among, chosen=chosen)
