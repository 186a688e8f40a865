"""Forms of accounts."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from club.accounts.services.accounts import NAME_WIDTH
from club.models import OrganisationKind, User

INVITED_ADDRESS_KEY = "invited_address"
"""Session key of the address to which an open invitation was sent."""


def name_field() -> forms.CharField:
    """Field for the name of a person; a single one, as names differ in their number of parts."""
    return forms.CharField(
        label=_("Your name"), max_length=NAME_WIDTH, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )


class SignUpForm(SignupForm):  # type: ignore[misc]
    """A new account: name, address, password."""

    name = name_field()
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email")
        self.fields["email"].error_messages["invalid"] = _(
            "Enter a valid email address, such as name@example.org."
        )

    def clean(self) -> dict[str, Any]:
        """Validate the password against the name as well."""
        cleaned: dict[str, Any] = super().clean()
        cleaned["first_name"] = " ".join(cleaned.get("name", "").split())
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the account. If there is one already, hash as well: the time does not show it."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved


class AccountForm(forms.Form):
    """Name and language of an account."""

    name = name_field()
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("Browser language")), *settings.LANGUAGES],
        help_text=_("Used for pages and messages."),
    )


class WelcomeForm(forms.Form):
    """The first account and the first club."""

    name = name_field()
    email = forms.EmailField(
        label=_("Email"),
        help_text=_("Used to sign in."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=_("At least ten characters. Try four unrelated words."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    club = forms.CharField(label=_("Name of your club or federation"), max_length=200)
    kind = forms.ChoiceField(label=_("Type"), choices=OrganisationKind.choices, initial=OrganisationKind.CLUB)

    def clean(self) -> dict[str, Any]:
        """Validate the password against the name and the address."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "password" in cleaned and "email" in cleaned:
            user = User(email=cleaned["email"], first_name=cleaned.get("name", ""))
            try:
                validate_password(cleaned["password"], user)
            except forms.ValidationError as found:
                self.add_error("password", found)
        return cleaned


class NewClubForm(forms.Form):
    """Another club of the site."""

    name = forms.CharField(label=_("Name of your club or federation"), max_length=200)
    kind = forms.ChoiceField(label=_("Type"), choices=OrganisationKind.choices, initial=OrganisationKind.CLUB)
