"""Forms of the games app."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.core.selectors import DEMO_CLUB, organisation_list
from games.house_rules.variant_choices import Group, games_of_archive, games_of_clubs, games_of_everybody
from games.house_rules.variant_names import grouped_names
from games.laws.books import DEFAULT_BOOK, LAW_BOOKS
from games.models import FirstResult, HouseRules, SameMoves, Winner


def law_book_choices() -> list[tuple[str, str]]:
    """Return all law books by name."""
    return [(book.key, book.name) for book in LAW_BOOKS.values()]


VARIANT_NAMES: list[Any] = [*grouped_names()]
ANY: Any = ("", pgettext_lazy("filter", "any"))
FIRST_FIGURES = [("white", "white"), ("black", "black")]
FOUND_OUT: Any = ("", _("Detect from the record"))


def any_of(choices: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Prepend "any" to the choices."""
    return [ANY, *choices]


class InputMixin:
    """Mixin: adds the design system's class to every control, and points to its help and its error."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # type: ignore[attr-defined]
            field.widget.attrs["class"] = f"input {field.widget.attrs.get('class', '')}".strip()


class GameMixin(InputMixin):
    """The field `variant` has the shipped games and house rules; rules known by key may be requested."""

    before_games: tuple[Any, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self["variant"].value()  # type: ignore[index]
        games = self.games(chosen=asked if isinstance(asked, str) else "")
        self.fields["variant"].choices = [*self.before_games, *games]  # type: ignore[attr-defined]

    def games(self, *, chosen: str) -> list[Group]:
        """The games in groups."""
        return games_of_everybody(chosen=chosen)


class CheckForm(GameMixin, forms.Form):
    """Form of a record to be judged: text or a file, the law book and, when known, the variant.

    The browser may complete the text: with completion off it forgets it when the visitor comes back.
    """

    before_games = (FOUND_OUT,)
    pdn = forms.CharField(
        label=_("Game record (PDN)"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "autocapitalize": "none",
                "placeholder": "1. 11-15 23-19 2. 8-11 22-17 …",
            }
        ),
    )
    file = forms.FileField(
        label=_("PDN file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"class": "input--file", "accept": ".pdn,.txt,text/plain"}),
    )
    law_book = forms.ChoiceField(
        label=_("Law book"), choices=law_book_choices, required=False, initial=DEFAULT_BOOK.key
    )
    variant = forms.ChoiceField(label=_("Variant"), required=False)
    play_on = forms.BooleanField(label=_("Continue after illegal moves"), required=False)
    # Side of the first figure in untagged results: the earlier choice, and the switch among the verdicts.
    first_result = forms.ChoiceField(choices=FIRST_FIGURES, required=False)
    read_first = forms.ChoiceField(choices=FIRST_FIGURES, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse an empty form: there must be a record to judge."""
        given = super().clean() or self.cleaned_data
        if not (given.get("pdn") or "").strip() and given.get("file") is None and not self.errors:
            self.add_error("pdn", _("Paste or type a game record, or choose a PDN file."))
        return given


def _sheet_field(label: Any) -> forms.CharField:
    attrs = {"rows": 9, "spellcheck": "false", "autocapitalize": "none"}
    return forms.CharField(
        label=label,
        strip=False,
        widget=forms.Textarea(attrs=attrs),
        error_messages={"required": _("Paste or type this score sheet.")},
    )


class CompareForm(GameMixin, forms.Form):
    """Two score sheets of one game."""

    before_games = (FOUND_OUT,)
    first = _sheet_field(_("First sheet"))
    second = _sheet_field(_("Second sheet"))
    variant = forms.ChoiceField(label=_("Variant"), required=False)


class AdjudicationForm(GameMixin, forms.Form):
    """Form of a position to adjudicate; `offered` are house rules already loaded."""

    def __init__(self, *args: Any, offered: list[HouseRules] | None = None, **kwargs: Any) -> None:
        self.offered = offered
        super().__init__(*args, **kwargs)

    def games(self, *, chosen: str) -> list[Group]:
        """The games in groups."""
        return games_of_everybody(chosen=chosen, offered=self.offered)

    variant = forms.ChoiceField(label=_("Variant"))
    fen = forms.CharField(
        label=_("Position"),
        max_length=400,
        help_text=_("Side to move, then the squares of each side: W:W18,K27:B9,12."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )
    law_book = forms.ChoiceField(
        label=_("Law book"),
        required=False,
        choices=lambda: [("", _("default for the variant")), *law_book_choices()],
    )


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
    archive_import = forms.IntegerField(
        required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput
    )

    def games(self, *, chosen: str) -> list[Group]:
        """The shipped games, and the rules of houses that games were played by."""
        return games_of_archive(chosen=chosen)


class ImportForm(GameMixin, forms.Form):
    """Form of a file for the archive; with several clubs it has a choice of club."""

    before_games = (FOUND_OUT,)
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
