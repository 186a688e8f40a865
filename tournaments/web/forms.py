"""Forms of the director's desk."""

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.laws.books import LAW_BOOKS
from games.rules import VARIANTS
from games.variant_names import variant_name
from tournaments.models import Event, Section
from tournaments.openings import DECK_NAMES
from tournaments.presets import PRESETS
from tournaments.systems import SYSTEMS


class NewEventForm(forms.Form):
    """A new event: what it is called, and what is played."""

    name = forms.CharField(label=_("Name"), max_length=200)
    preset = forms.ChoiceField()
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    venue = forms.CharField(label=_("Venue"), max_length=200, required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["preset"] = forms.ChoiceField(
            label=_("What is played"),
            widget=forms.RadioSelect,
            choices=[(one.key, f"{one.name}: {one.text}") for one in PRESETS.values()],
            initial=next(iter(PRESETS)),
        )


class EventForm(forms.ModelForm[Event]):
    """What is told of an event."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    language = forms.ChoiceField(
        label=_("Language of its pages"),
        required=False,
        choices=[("", _("as the visitor's browser says")), *settings.LANGUAGES],
        help_text=_("For visitors who have not chosen one."),
    )

    class Meta:
        model = Event
        fields = ("name", "starts_on", "ends_on", "venue", "description", "language")
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "description": forms.Textarea(attrs={"rows": 4}),
        }


class SectionForm(forms.ModelForm[Section]):
    """What a section is pinned to."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    tie_break_list = forms.CharField(
        label=_("Tie-breaks"), required=False, help_text=_("Codes in order, with commas: BH/C1, BH, SB, WIN.")
    )

    class Meta:
        model = Section
        fields = (
            *("name", "variant", "law_book", "system", "rounds", "games_per_pairing", "scoring"),
            *("win_points", "draw_points", "loss_points", "bye_points", "deck", "one_ballot_a_round"),
            *("initial_colour", "clock"),
        )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices: dict[str, list[tuple[str, str | Promise]]] = {
            "variant": [(key, variant_name(key)) for key in VARIANTS],
            "law_book": [(key, book.name) for key, book in LAW_BOOKS.items()],
            "system": [(key, system.name) for key, system in SYSTEMS.items()],
        }
        for name, given in choices.items():
            label = self.fields[name].label
            self.fields[name] = forms.ChoiceField(label=label, choices=given)
        decks = [("", _("none: play begins as one pleases")), *DECK_NAMES.items()]
        self.fields["deck"] = forms.ChoiceField(
            label=self.fields["deck"].label, choices=decks, required=False
        )
        self.fields["tie_break_list"].initial = ", ".join(self.instance.tie_breaks)

    def clean_tie_break_list(self) -> list[str]:
        """The codes, one by one."""
        return [code.strip() for code in self.cleaned_data["tie_break_list"].split(",") if code.strip()]


class EntriesForm(forms.Form):
    """A list of players, typed or pasted."""

    players = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_(
            "One a line: the name, and if you like a tab or semicolon and rating, federation and club."
        ),
        max_length=200_000,
        strip=False,
    )
