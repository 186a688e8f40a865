"""Forms of records to judge, of score sheets to compare and of positions to adjudicate."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.pages.forms import DETECTED, GameMixin
from games.house_rules.variant_names import Group, public_games
from games.judging.services.saved_checks import DAYS
from games.laws.books import DEFAULT_BOOK, LAW_BOOKS
from games.models import HouseRules


def law_book_choices() -> list[tuple[str, str]]:
    """Return all law books by name."""
    return [(book.key, book.name) for book in LAW_BOOKS.values()]


FIRST_FIGURES = [("white", "white"), ("black", "black")]


class CheckForm(GameMixin, forms.Form):
    """Form of a record to be judged: text or a file, the law book and, when known, the variant.

    The browser may complete the text: with completion off it forgets it when the visitor comes back.
    """

    before_games = (DETECTED,)
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


class KeepForm(CheckForm):
    """Form of a checked record to be kept under a link."""

    days = forms.TypedChoiceField(choices=[(days, days) for days in DAYS], coerce=int)


class CompareForm(GameMixin, forms.Form):
    """Two score sheets of one game."""

    before_games = (DETECTED,)
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
        return public_games(chosen=chosen, offered=self.offered)

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
