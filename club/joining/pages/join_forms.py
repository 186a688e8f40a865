"""Forms of requests to join and of their settings."""

from typing import Any

from django import forms
from django.forms import model_to_dict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.name_normalization import require_visible
from club.joining.models import MAX_AGE, MAX_FULL_AGE
from club.joining.selectors import newest_texts
from club.joining.services.join_requests import JoinAsked
from club.members.pages.member_forms import OneClubForm, PlanField, day_field, line_field, text_field
from club.models import ConsentText, JoinForm, Organisation


class JoinRequestForm(OneClubForm):
    """Form of the applicant, the membership and the consents."""

    name = line_field(_("Name"), length=200, autofill="name", validators=[require_visible])
    email = forms.EmailField(label=_("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    born_on = day_field(_("Birth date"))
    plan = PlanField()
    phone = line_field(_("Telephone"), length=60, required=False, autofill="tel")
    address = line_field(_("Link"), length=300, required=False, autofill="street-address")
    languages = line_field(_("Languages spoken"), length=120, required=False)
    federation = line_field(_("Federation"), length=40, required=False)
    federation_number = line_field(_("Federation number"), length=40, required=False)
    message = text_field(_("Message to the club"), length=1000)
    guardian_name = line_field(_("Name of the guardian"), length=200, required=False)
    guardian_email = forms.EmailField(
        label=_("Email of the guardian"),
        required=False,
        help_text=_("We send a page to sign to this address. Not needed if the guardian signs below."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    guardian_signature = line_field(
        _("Signature of the guardian"),
        length=200,
        required=False,
        help_text=_("Typed by the guardian, in full."),
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

    signature = line_field(_("Your name"), length=200, autofill="name", validators=[require_visible])
    agrees = forms.BooleanField(label=_("I am the guardian, and I agree"))


class JoinSettingForm(OneClubForm):
    """Settings of the public form."""

    is_open = forms.BooleanField(label=_("Anyone can ask to join with this form"), required=False)
    welcome = text_field(_("Welcome text"), length=2000, rows=4, help_text=_("Shown above the form."))
    full_age = forms.IntegerField(
        label=_("Age of majority"),
        min_value=0,
        max_value=MAX_FULL_AGE,
        help_text=_("Younger applicants need the signature of a guardian."),
    )

    def __init__(self, *args: Any, held: JoinForm, **kwargs: Any) -> None:
        kwargs["initial"] = model_to_dict(held, self.base_fields)
        super().__init__(*args, **kwargs)
