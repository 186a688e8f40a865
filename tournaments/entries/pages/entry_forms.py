"""Forms of the public entry and of the admission settings."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.names import require_visible
from tournaments.core.pages.event_times import LocalMoment
from tournaments.entries.models.entry import MAX_RATING
from tournaments.entries.services.entry_requests import EntryRequest
from tournaments.models import Admission, Entry, Section

OLDEST = 120


class EntryForm(forms.Form):
    """Public entry form: the player and the sections."""

    name = forms.CharField(
        label=_("Name"),
        max_length=200,
        validators=[require_visible],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As it should appear in the list of players."),
    )
    email = forms.EmailField(
        label=_("Email"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    club_name = forms.CharField(label=_("Club"), max_length=120, required=False)
    federation = forms.RegexField(
        r"(?i)[a-z]{3}",
        label=_("Federation"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": 3, "autocapitalize": "characters"}),
        help_text=_("Three letters, for example NED."),
    )
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=MAX_RATING)
    federation_id = forms.CharField(label=_("Federation number"), max_length=20, required=False)
    birth_year = forms.IntegerField(
        label=_("Year of birth"), required=False, help_text=_("Used for age classes only; never published.")
    )
    message = forms.CharField(
        label=_("Message to the organiser"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    agrees = forms.BooleanField(
        label=_("I agree to the publication of my name, club, federation, rating, class and results."),
    )
    website = forms.CharField(required=False, max_length=200)  # for programs: people do not see it
    once = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections
        days = {"days": settings.CONTACTS_KEPT_DAYS}
        told = _("For the confirmation. Never published; deleted %(days)s days after the event.")
        self.fields["email"].help_text = told % days
        choices = [(str(section.pk), section.name) for section in sections]
        self.fields["sections"] = forms.MultipleChoiceField(
            label=_("Sections"), choices=choices, required=len(sections) > 1
        )
        for section in sections:
            classes = [(one.name, one.name) for one in section.classes.all()]
            self.fields[f"class-{section.pk}"] = forms.ChoiceField(choices=classes, required=False)
        if not any(one.asks_birth_year for section in sections for one in section.classes.all()):
            del self.fields["birth_year"]

    def clean_birth_year(self) -> int | None:
        """Accept the birth years of living people."""
        year: int | None = self.cleaned_data["birth_year"]
        this_year = timezone.now().year
        if year is not None and not this_year - OLDEST <= year <= this_year:
            raise forms.ValidationError(_("Enter the year with four digits."))
        return year

    @property
    def section_ids(self) -> list[int]:
        """Return the chosen sections; a single section is chosen by default."""
        if len(self.sections) == 1:
            return [self.sections[0].pk]
        return [int(key) for key in self.cleaned_data["sections"]]

    def request(self, **more: Any) -> EntryRequest:
        """Return the sent data in the form that services take."""
        given = self.cleaned_data
        return EntryRequest(
            name=given["name"],
            email=given["email"],
            rating=given["rating"] or 0,
            club_name=" ".join(given["club_name"].split()),
            federation=given["federation"].upper(),
            federation_id=given["federation_id"],
            birth_year=given.get("birth_year"),
            message=given["message"],
            sent_once=given["once"],
            categories={section.pk: given[f"class-{section.pk}"] for section in self.sections},
            **more,
        )


def initial_values(entry: Entry | None, *, name: str, email: str) -> dict[str, Any]:
    """Return initial values for a person who is signed in."""
    known = {"name": name, "email": email}
    if entry is None:
        return known
    names = ("club_name", "federation", "federation_id", "birth_year")
    return known | {"rating": entry.rating or None} | {one: getattr(entry, one) for one in names}


class AdmissionForm(forms.ModelForm[Admission]):
    """Admission settings of a section."""

    closes_at = LocalMoment(label=_("Entry deadline"), required=False)

    class Meta:
        model = Admission
        fields = ("is_open", "closes_at", "places", "has_waiting_list", "is_reviewed", "moves_up_alone")
        help_texts = {
            "places": _("Blank: no limit."),
            "is_reviewed": _("Otherwise entries are accepted at once while places are free."),
            "moves_up_alone": _("Otherwise the inbox suggests it."),
        }
