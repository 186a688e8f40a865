"""Forms of persons and invitations."""

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.requests import parse_number
from club.members.selectors.persons import accounts_to_link, clubs_of
from club.models import Organisation, Person, User

MAX_NAMES = 5
UNKNOWN_PERSON = _("The club has no person with this name.")


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


def person_named(known: QuerySet[Person], name: str, *, unknown: Any) -> Person:
    """Return the only person with these words in the name, or the one of this very name.

    Raises a ValidationError: `unknown` if there is none.
    """
    for word in fold_name(name).split():
        known = known.filter(search_key__contains=word)
    found = list(known[: MAX_NAMES + 1])
    exact = [one for one in found if fold_name(one.name) == fold_name(name)]
    found = exact if len(exact) == 1 else found
    if len(found) == 1:
        return found[0]
    if not found:
        raise forms.ValidationError(unknown, params={"name": name})
    names = ", ".join(one.name for one in found[:MAX_NAMES])
    raise forms.ValidationError(
        _("Several people match: %(names)s. Enter more of the name."), params={"names": names}
    )


class PersonField(forms.CharField):
    """Person among those of `queryset`, typed as a name or number; its value is the row."""

    queryset = Person.objects.none()  # set by the form

    def __init__(
        self,
        label: Any,
        *,
        required: bool = True,
        help_text: Any = "",
        unknown: Any = UNKNOWN_PERSON,
    ) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(label=label, required=required, max_length=200, help_text=help_text, widget=widget)
        self.unknown = unknown

    def clean(self, value: Any) -> Any:
        """Find the person."""
        text = super().clean(value)
        if not text:
            return None
        number = parse_number(text)
        known = self.queryset if number is None else self.queryset.filter(pk=number)
        return person_named(known, text if number is None else "", unknown=self.unknown)


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
        self.fields["account"].queryset = accounts_to_link(person=person)  # type: ignore[attr-defined]
