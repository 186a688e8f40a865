"""Forms for roles, passes and tokens."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.accounts.services.passes import MAX_DURATION
from club.core.capabilities import Capability
from club.core.pages.current_club import end_of
from club.members.pages.member_forms import day_field
from club.models import PassLevel, Role

MAX_PASSES = 24
DURATIONS = (
    (7, _("a week")),
    (30, _("30 days")),
    (90, _("90 days")),
    (365, _("a year")),
)


class RoleForm(forms.Form):
    """Account, role, place and an optional end."""

    email = forms.EmailField(label=_("Email of the account"))
    role = forms.ChoiceField(label=_("Role"))
    place = forms.ChoiceField(label=_("Where"), required=False)
    last_day = day_field(_("Last day"), required=False, help_text=_("Blank: no end date."))
    reason = forms.CharField(label=_("Reason"), required=False, max_length=500)

    def __init__(
        self, *args: Any, roles: Iterable[Role], places: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        given = set(roles)
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role.value, role.label) for role in Role if role in given
        ]
        _offer_places(self, places)

    def clean_last_day(self) -> Any:
        """Refuse a day in the past."""
        day = self.cleaned_data["last_day"]
        if day is not None and end_of(day) <= timezone.now():
            raise forms.ValidationError(_("This day is in the past. Choose a later one."))
        return day


class PassForm(forms.Form):
    """Label, level, boards, end and number of new passes."""

    label = forms.CharField(
        label=_("Issued to"), max_length=90, help_text=_("A name or a table, printed on the sheet.")
    )
    count = forms.IntegerField(label=_("Quantity"), min_value=1, max_value=MAX_PASSES, initial=1)
    level = forms.ChoiceField(
        label=_("Level"),
        choices=PassLevel.choices,
        help_text=_("A helper enters results; a deputy also corrects them and files incidents."),
    )
    place = forms.ChoiceField(label=_("Where"), required=False)
    first_board = forms.IntegerField(label=_("First board"), required=False, min_value=1, max_value=10_000)
    last_board = forms.IntegerField(label=_("Last board"), required=False, min_value=1, max_value=10_000)
    last_day = day_field(_("Last day"))

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_places(self, places)
        today = timezone.localdate()
        self.fields["last_day"].initial = today
        last = today + MAX_DURATION - timedelta(days=1)
        self.fields["last_day"].widget.attrs |= {"min": today.isoformat(), "max": last.isoformat()}

    def clean(self) -> dict[str, Any]:
        """Check the order of the boards."""
        given = super().clean() or self.cleaned_data
        first, last = given.get("first_board"), given.get("last_board")
        if first is not None and last is not None and first > last:
            self.add_error("last_board", _("The last board cannot be lower than the first."))
        return given


class CodeForm(forms.Form):
    """Eight digits of a pass."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("The eight digits under the QR code on the sheet."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class TokenForm(forms.Form):
    """Name, device, end and abilities of a token."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("What the token is for."))
    device = forms.CharField(label=_("Device or program"), max_length=100, required=False)
    days = forms.TypedChoiceField(label=_("Expires after"), choices=DURATIONS, coerce=int, initial=90)
    abilities = forms.MultipleChoiceField(
        label=_("Permissions"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If nothing is ticked, the token can only read public data."),
    )

    def __init__(self, *args: Any, abilities: Iterable[Capability], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["abilities"].choices = [  # type: ignore[attr-defined]
            (ability.value, ability.label) for ability in abilities
        ]


def _offer_places(form: forms.Form, places: list[tuple[str, str]]) -> None:
    """Show the place field only if there is a choice."""
    form.fields["place"].choices = places  # type: ignore[attr-defined]
    if len(places) == 1:
        form.fields["place"].widget = forms.HiddenInput()
        form.fields["place"].initial = places[0][0]
