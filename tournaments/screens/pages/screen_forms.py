"""Forms of the page for screens."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, ScreenContent, ScreenFamily
from tournaments.screens.models import DEFAULT_PAGE_SECONDS, MAX_PAGE_SECONDS, MIN_PAGE_SECONDS

MAX_MINUTES = 24 * 60


class FamilyForm(forms.Form):
    """Form of the content of a family of screens."""

    name = forms.CharField(label=_("Group name"), max_length=60)
    contents = forms.MultipleChoiceField(
        label=_("Content, in order"),
        choices=ScreenContent.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    sections = forms.TypedMultipleChoiceField(
        label=_("Sections"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Blank: all sections."),
    )
    notice = forms.CharField(
        label=_("Notice text"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    seconds = forms.IntegerField(
        label=_("Seconds per page"),
        min_value=MIN_PAGE_SECONDS,
        max_value=MAX_PAGE_SECONDS,
        initial=DEFAULT_PAGE_SECONDS,
    )
    is_dark = forms.BooleanField(label=_("Light text on dark"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, event: Event, family: ScreenFamily | None = None, **kwargs: Any) -> None:
        if family is not None:
            names = ("name", "contents", "sections", "notice", "seconds", "is_dark", "version")
            kwargs["initial"] = {name: getattr(family, name) for name in names}
            kwargs["prefix"] = f"family-{family.pk}"
        super().__init__(*args, **kwargs)
        choices = [(row.pk, row.name) for row in event.sections.order_by("position", "pk")]
        self.fields["sections"].choices = choices  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}


class ClockForm(forms.Form):
    """Form of the end of the hall clock: some minutes from now, or a moment."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MAX_MINUTES, required=False)
    moment = forms.IntegerField(required=False, min_value=0, max_value=2**32)  # seconds since 1970
    label = forms.CharField(label=_("Clock label"), max_length=60, required=False)

    def ends_at(self, now: datetime) -> datetime | None:
        """Return the moment; None stops the clock."""
        moment, minutes = self.cleaned_data["moment"], self.cleaned_data["minutes"]
        if moment:
            return datetime.fromtimestamp(moment, tz=now.tzinfo)
        return now + timedelta(minutes=minutes) if minutes else None
