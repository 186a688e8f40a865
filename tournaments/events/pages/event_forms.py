"""Forms of events and sections at the desk."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from club.core.errors import EndsBeforeStart
from club.core.messages import refusal_text
from games.house_rules.variant_names import games_of_club
from games.laws.books import LAW_BOOKS
from tournaments.core.openings import DECK_NAMES
from tournaments.core.refusal_messages import refusal_text as standings_text
from tournaments.events.presets import PRESETS
from tournaments.events.systems import SYSTEMS
from tournaments.models import Event, Section
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.ranking import codes_of

MATCH_POINTS = ("match_win_points", "match_draw_points", "match_loss_points", "match_bye_points")
"""Fields for sections of teams alone."""
MAX_TIE_BREAKS_LENGTH = 400


class PresetForm(forms.Form):
    """Kind of a further section of an event."""

    preset = forms.ChoiceField()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["preset"] = forms.ChoiceField(
            label=_("Type of event"),
            choices=[(one.key, one.name) for one in PRESETS.values()],
            initial=next(iter(PRESETS)),
        )
        self.presets = tuple(PRESETS.values())


class EventForm(forms.ModelForm[Event]):
    """Data of an event."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    language = forms.ChoiceField(
        label=_("Page language"),
        required=False,
        choices=[("", _("Visitor's browser language")), *settings.LANGUAGES],
        help_text=_("For visitors who have not chosen a language."),
    )

    class Meta:
        model = Event
        fields = (
            *("name", "starts_on", "ends_on", "venue", "address", "contact_name", "contact_email"),
            *("contact_phone", "language", "time_zone", "directions", "fee_note", "description"),
        )
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "description": forms.Textarea(attrs={"rows": 4}),
            "directions": forms.Textarea(attrs={"rows": 3}),
            "fee_note": forms.Textarea(attrs={"rows": 2}),
        }
        help_texts = {
            "contact_email": _("Shown on the public page of the event."),
            "time_zone": _("Time zone of the hall, for example Europe/Amsterdam. Blank: UTC."),
            "fee_note": _("The fees are listed with the prizes of each section."),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first with a readable message; the table's own constraint has none."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        days = {name: given.get(name) for name in ("starts_on", "ends_on")}
        if days["starts_on"] and days["ends_on"] and days["ends_on"] < days["starts_on"]:
            self.add_error("ends_on", refusal_text(EndsBeforeStart(**days)).what)
        return given


class SectionForm(forms.ModelForm[Section]):
    """Pinned rules of a section."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    tie_break_list = forms.CharField(
        label=_("Tie-breaks"),
        required=False,
        max_length=MAX_TIE_BREAKS_LENGTH,
        help_text=_("Codes in order, separated by commas: BH/C1, BH, SB, WIN."),
    )

    class Meta:
        model = Section
        fields = (
            *("name", "variant", "law_book", "system", "rounds", "games_per_pairing", "scoring"),
            *MATCH_POINTS,
            *("win_points", "draw_points", "loss_points", "bye_points", "deck", "one_ballot_a_round"),
            *("initial_colour", "clock", "player_reports", "second_pass"),
            "upset_difference",
        )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices: dict[str, list[Any]] = {
            "variant": games_of_club(self.instance.event.organisation_id, chosen=self.instance.variant),
            "law_book": [(key, book.name) for key, book in LAW_BOOKS.items()],
            "system": [(key, system.name) for key, system in SYSTEMS.items()],
        }
        for name, given in choices.items():
            label = self.fields[name].label
            self.fields[name] = forms.ChoiceField(label=label, choices=given)
        if self.instance.is_team:
            for name in ("win_points", "draw_points", "loss_points", "bye_points"):
                self.fields[name].help_text = _("Per board.")
        else:
            for name in MATCH_POINTS:
                del self.fields[name]
            self.fields["bye_points"].help_text = _(
                "Points per game for the player without an opponent when the number of players is odd."
            )
        decks = [("", _("Free opening")), *DECK_NAMES.items()]
        self.fields["deck"] = forms.ChoiceField(
            label=self.fields["deck"].label, choices=decks, required=False
        )
        self.fields["tie_break_list"].initial = ", ".join(self.instance.tie_breaks)

    def clean_tie_break_list(self) -> list[str]:
        """Return the codes one by one; an unknown one is refused with the error of the standings."""
        codes = [code.strip() for code in self.cleaned_data["tie_break_list"].split(",") if code.strip()]
        try:
            codes_of(codes)
        except StandingsRefusal as refusal:
            words = standings_text(refusal)
            raise forms.ValidationError(f"{words.what} {words.next_step}") from refusal
        return codes
