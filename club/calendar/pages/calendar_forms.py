"""Forms for venues and dates."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.calendar.models import MAX_MINUTES
from club.calendar.selectors import venues_of
from club.members.pages.member_forms import OneClubForm, day_field, line_field, text_field
from club.models import DateKind, Repeats, Venue


def clock_field(label: Any, help_text: Any = "") -> forms.TimeField:
    """Optional time field."""
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, help_text=help_text, widget=widget)


class VenueField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Optional choice of one of the club's venues."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Venue"),
            queryset=Venue.objects.none(),
            required=False,
            empty_label="\N{EN DASH}",
            **kwargs,
        )


class WithVenue(OneClubForm):
    """Form that offers the venues in use and the current one.

    A page with many such forms queries the venues once and passes the list to each of them.
    """

    def __init__(self, *args: Any, venues: Sequence[Venue] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["venue"]
        assert isinstance(field, VenueField)  # noqa: S101 - declared below
        current = self.initial.get("venue")
        rows = venues_of(organisation_id=self.club.pk)
        field.queryset = rows.filter(Q(is_used=True) | Q(pk=current))
        if venues is not None:
            offered = [(one.pk, str(one)) for one in venues if one.is_used or one.pk == current]
            field.widget.choices = [("", field.empty_label), *offered]


class VenueForm(OneClubForm):
    """Form of a venue."""

    name = line_field(_("Name"), length=120)
    room = line_field(_("Room"), length=120, required=False)
    address = line_field(_("Link"), length=300, required=False)
    directions = text_field(_("How to get there"), length=2000)
    accessibility = text_field(
        _("Accessibility"), length=1000, rows=2, help_text=_("Steps, lift, toilets, parking, induction loop.")
    )
    opening_hours = text_field(_("Opening hours"), length=1000, rows=2)
    latitude = forms.DecimalField(
        label=_("Latitude"), required=False, min_value=-90, max_value=90, max_digits=8, decimal_places=5
    )
    longitude = forms.DecimalField(
        label=_("Longitude"), required=False, min_value=-180, max_value=180, max_digits=8, decimal_places=5
    )
    contact_name = line_field(_("Key holder"), length=200, required=False, help_text=_("Staff only."))
    contact_email = forms.EmailField(label=_("Key holder's email"), required=False)
    contact_phone = line_field(_("Key holder's telephone"), length=40, required=False)
    is_used = forms.BooleanField(label=_("In use"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        """Require both coordinates of a map position or none."""
        given = super().clean() or {}
        both = {given.get("latitude") is None, given.get("longitude") is None}
        if len(both) > 1:
            self.add_error("longitude", _("Enter both latitude and longitude, or neither."))
        return given


class DateForm(WithVenue):
    """Form of a date, single or recurring."""

    title = line_field(pgettext_lazy("of a date", "Title"), length=160)
    kind = forms.ChoiceField(label=_("Type"), choices=DateKind.choices)
    first_on = day_field(_("First day"))
    begins_at = clock_field(_("Begins at"), _("Blank: the whole day."))
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MAX_MINUTES, initial=180)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        help_text=_("Time zone of the venue, such as Europe/Amsterdam."),
        widget=forms.TextInput(attrs={"data-own-zone": "", "autocomplete": "off"}),
    )
    venue = VenueField()
    repeats = forms.ChoiceField(label=_("Repeats"), choices=Repeats.choices)
    every = forms.IntegerField(label=_("Interval in weeks or months"), min_value=1, max_value=52, initial=1)
    until = day_field(_("Until"), required=False, help_text=_("The last possible day."))
    notes = text_field(_("Information"), length=2000)
    is_public = forms.BooleanField(
        label=_("Public"),
        required=False,
        initial=True,
        help_text=_("Otherwise visible to signed-in members only, and in their personal calendars."),
    )


class DayForm(WithVenue):
    """Form that moves one day of a date to another day, time or venue."""

    on = forms.DateField(widget=forms.HiddenInput())
    moved_to = day_field(_("New date"))
    begins_at = clock_field(_("Begins at"), _("Blank: the usual time."))
    venue = VenueField()
    note = line_field(_("Reason"), length=300, required=False)


class CancelDayForm(OneClubForm):
    """Form with the reason for cancelling one day of a date."""

    on = forms.DateField(widget=forms.HiddenInput())
    note = line_field(_("Reason"), length=300, required=False)
