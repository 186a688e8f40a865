"""Forms of persons and invitations."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from club.accounts.services.roles import grantable_roles
from club.core.access import Scope
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import accounts_to_link, clubs_of, persons_kept
from club.models import Organisation, Person, Role, User

DAYS = ((1, _("one day")), (7, _("a week")), (30, _("a month")))


class OfClub(forms.Form):
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


class NewPersonForm(OfClub, PersonForm):
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


class InvitationForm(OfClub):
    """Form of an invitation: address, role and validity."""

    role = forms.ChoiceField(label=_("Role"))
    email = mail_field(_("Leave blank to get a QR code instead of an email."))
    person = forms.ModelChoiceField(
        label=_("Person"),
        queryset=Person.objects.none(),
        required=False,
        empty_label=_("New person"),
        help_text=_("The account that accepts is linked to this person."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=7)
    language = language_field()
    field_order = ("organisation", "role", "email", "person", "days", "language")

    def __init__(self, *args: Any, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, actor=actor, capability=Capability.GRANT_ROLES, **kwargs)
        clubs = clubs_of(actor=actor, capability=Capability.GRANT_ROLES)
        roles = {role for club in clubs for role in grantable_roles(actor=actor, scope=Scope(club.pk))}
        role_field, person_field = self.fields["role"], self.fields["person"]
        assert isinstance(role_field, forms.ChoiceField)  # noqa: S101 - declared above
        assert isinstance(person_field, forms.ModelChoiceField)  # noqa: S101 - the same
        role_field.choices = [choice for choice in Role.choices if Role(choice[0]) in roles]
        role_field.initial = Role.PLAYER
        person_field.queryset = persons_kept(actor=actor).filter(user=None, organisation__in=clubs)

    def clean(self) -> dict[str, Any]:
        """Check that a person is invited by the club that manages them."""
        cleaned: dict[str, Any] = super().clean() or {}
        person, club = cleaned.get("person"), cleaned.get("organisation")
        if person is not None and club is not None and person.organisation_id != club.pk:
            self.add_error("person", _("This person belongs to another club. Choose that club above."))
        return cleaned
