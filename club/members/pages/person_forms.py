"""Forms of persons and invitations."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import accounts_to_link, clubs_of
from club.models import Organisation, Person, User


class ClubChoiceForm(forms.Form):
    """Form with a club; the field is omitted if there is only one choice."""

    organisation = forms.ModelChoiceField(
        label=_("Club"), queryset=Organisation.objects.none(), empty_label=None
    )

    def __init__(self, *args: Any, actor: Actor, capability: Capability, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = clubs_of(actor=actor, capability=capability)
        field = self.fields["organisation"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = clubs
        found = list(clubs[:2])
        if len(found) == 1:
            field.widget, field.initial = forms.HiddenInput(), found[0].pk


def language_field() -> forms.ChoiceField:
    """Choice of the person's language for mails."""
    return forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("Site default")), *settings.LANGUAGES]
    )


def mail_field(help_text: Any = "") -> forms.EmailField:
    """Mail address field."""
    return forms.EmailField(
        label=_("Email"),
        required=False,
        help_text=help_text,
        error_messages={"invalid": _("Enter a valid email address, such as name@example.org.")},
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class PersonForm(forms.Form):
    """Form of a person."""

    name = forms.CharField(
        label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    email = mail_field()
    language = language_field()


class NewPersonForm(ClubChoiceForm, PersonForm):
    """Form of a new person."""

    field_order = ("organisation", "name", "email", "language")


class LinkForm(forms.Form):
    """Form of the person's account."""

    account = forms.ModelChoiceField(
        label=_("Account"), queryset=User.objects.none(), empty_label=_("Choose an account")
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["account"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = accounts_to_link(person=person)
