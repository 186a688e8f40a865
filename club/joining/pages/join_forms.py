"""Forms of requests to join and of their settings."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.name_normalization import require_visible
from club.joining.models import MAX_AGE, MAX_FULL_AGE
from club.joining.selectors import newest_texts
from club.joining.services.join_requests import JoinAsked
from club.members.pages.member_forms import OneClubForm, PlanField, day_field
from club.models import ConsentText, JoinForm, Organisation


def _autofill_field(kind: str) -> forms.TextInput:
    """Text field with browser autofill."""
    return forms.TextInput(attrs={"autocomplete": kind})


class JoinRequestForm(OneClubForm):
    """Form of the applicant, the membership and the consents."""

    name = forms.CharField(
        label=_("Name"), max_length=200, validators=[require_visible], widget=_autofill_field("name")
    )
    email = forms.EmailField(label=_("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    born_on = day_field(_("Birth date"))
    plan = PlanField()
    phone = forms.CharField(
        label=_("Telephone"), max_length=60, required=False, widget=_autofill_field("tel")
    )
    address = forms.CharField(
        label=_("Link"), max_length=300, required=False, widget=_autofill_field("street-address")
    )
    languages = forms.CharField(
        label=_("Languages spoken"), max_length=120, required=False, widget=_autofill_field("off")
    )
    federation = forms.CharField(
        label=_("Federation"), max_length=40, required=False, widget=_autofill_field("off")
    )
    federation_number = forms.CharField(
        label=_("Federation number"), max_length=40, required=False, widget=_autofill_field("off")
    )
    message = forms.CharField(
        label=_("Message to the club"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    guardian_name = forms.CharField(
        label=_("Name of the guardian"),
        max_length=200,
        required=False,
        widget=_autofill_field("off"),
    )
    guardian_email = forms.EmailField(
        label=_("Email of the guardian"),
        required=False,
        help_text=_("We send a page to sign to this address. Not needed if the guardian signs below."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    guardian_signature = forms.CharField(
        label=_("Signature of the guardian"),
        max_length=200,
        required=False,
        help_text=_("Typed by the guardian, in full."),
        widget=_autofill_field("off"),
    )
    guardian_agrees = forms.BooleanField(label=_("I am the guardian, and I agree"), required=False)
    website = forms.CharField(required=False, max_length=200)  # honeypot: invisible to people
    once = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, club: Organisation, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.texts: list[ConsentText] = newest_texts(organisation_id=club.pk)
        for text in self.texts:
            self.fields[f"agrees_{text.pk}"] = forms.BooleanField(
                label=text.get_kind_display(), required=False
            )

    def clean_born_on(self) -> Any:
        """Require a birth date of a living person."""
        day, today = self.cleaned_data["born_on"], timezone.localdate()
        if not today.year - MAX_AGE <= day.year or day > today:
            raise forms.ValidationError(_("Enter your birth date."))
        return day

    def clean(self) -> dict[str, Any]:
        """Require a name and a tick for a signature."""
        given: dict[str, Any] = super().clean() or {}
        if bool(given.get("guardian_signature")) != bool(given.get("guardian_agrees")):
            self.add_error("guardian_agrees", _("To sign, type the name and tick this box."))
        return given

    def consents(self) -> list[tuple[ConsentText, forms.BoundField]]:
        """Yield each text with its consent checkbox."""
        return [(text, self[f"agrees_{text.pk}"]) for text in self.texts]

    def asked(self, **more: Any) -> JoinAsked:
        """Submitted data for the service."""
        names = (
            *("name", "email", "born_on", "phone", "address", "languages", "federation", "message"),
            *("federation_number", "guardian_name", "guardian_email", "guardian_signature"),
        )
        return JoinAsked(
            **{name: self.cleaned_data[name] for name in names},
            plan_id=self.cleaned_data["plan"].pk,
            agreed=[text.pk for text in self.texts if self.cleaned_data[f"agrees_{text.pk}"]],
            sent_once=self.cleaned_data["once"],
            **more,
        )


class SignatureForm(forms.Form):
    """Form of a guardian's signature."""

    signature = forms.CharField(
        label=_("Your name"), max_length=200, validators=[require_visible], widget=_autofill_field("name")
    )
    agrees = forms.BooleanField(label=_("I am the guardian, and I agree"))


class JoinSettingForm(OneClubForm):
    """Settings of the public form."""

    is_open = forms.BooleanField(label=_("Anyone can ask to join with this form"), required=False)
    welcome = forms.CharField(
        label=_("Welcome text"),
        required=False,
        max_length=2000,
        help_text=_("Shown above the form."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    full_age = forms.IntegerField(
        label=_("Age of majority"),
        min_value=0,
        max_value=MAX_FULL_AGE,
        help_text=_("Younger applicants need the signature of a guardian."),
    )

    def __init__(self, *args: Any, held: JoinForm, **kwargs: Any) -> None:
        kwargs["initial"] = {name: getattr(held, name) for name in ("is_open", "welcome", "full_age")}
        super().__init__(*args, **kwargs)
