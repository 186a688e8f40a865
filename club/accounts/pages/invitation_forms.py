"""Form of an invitation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.accounts.services.roles import grantable_roles
from club.core.access import Scope
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.pages.person_forms import ClubChoiceForm, language_field, mail_field
from club.members.selectors.persons import clubs_of, managed_persons
from club.models import Person, Role

DAYS = ((1, _("one day")), (7, _("a week")), (30, _("a month")))


class InvitationForm(ClubChoiceForm):
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
        role_field: Any = self.fields["role"]
        role_field.choices = [choice for choice in Role.choices if Role(choice[0]) in roles]
        role_field.initial = Role.PLAYER
        persons = managed_persons(actor=actor).filter(user=None, organisation__in=clubs)
        self.fields["person"].queryset = persons  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Check that a person is invited by the club that manages them."""
        cleaned: dict[str, Any] = super().clean() or {}
        person, club = cleaned.get("person"), cleaned.get("organisation")
        if person is not None and club is not None and person.organisation_id != club.pk:
            self.add_error("person", _("This person belongs to another club. Choose that club above."))
        return cleaned
