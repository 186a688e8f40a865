"""Forms of members."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.forms import model_to_dict
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from club.members.pages.person_forms import PersonField, language_field, mail_field
from club.members.selectors.members import CURRENT, managed_by, plans_of
from club.models import (
    ConsentKind,
    ContactKind,
    Membership,
    MembershipPlan,
    MembershipState,
    NoteSight,
    Organisation,
    PlanKind,
)

EARLIEST, LATEST = date(1850, 1, 1), date(2199, 12, 31)


def validate_plausible_day(day: date) -> None:
    """Refuse an implausible year: 0202 while typing, 1026 for 2026."""
    if not EARLIEST <= day <= LATEST:
        raise ValidationError(_("Check the year: it is %(year)s.") % {"year": day.year})


def validate_past_day(day: date) -> None:
    """Refuse a day in the future."""
    if day > timezone.localdate():
        raise ValidationError(_("This day is in the future."))


def day_field(
    label: Any, *, required: bool = True, help_text: Any = "", initial: Callable[[], date] | None = None
) -> forms.DateField:
    """Date field with the browser's date picker."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        initial=initial,
        widget=widget,
        validators=[validate_plausible_day],
    )


def birth_date_field() -> forms.DateField:
    """Optional birth date field."""
    field = day_field(_("Birth date"), required=False)
    field.validators.append(validate_past_day)
    return field


def line_field(
    label: Any,
    *,
    length: int,
    required: bool = True,
    help_text: Any = "",
    autofill: str = "off",
    validators: Sequence[Callable[[Any], None]] = (),
) -> forms.CharField:
    """Text field of one line; `autofill` is what the browser may fill in (HTML's autocomplete)."""
    return forms.CharField(
        label=label,
        max_length=length,
        required=required,
        help_text=help_text,
        validators=validators,
        widget=forms.TextInput(attrs={"autocomplete": autofill}),
    )


def text_field(
    label: Any, *, length: int, rows: int = 3, required: bool = False, help_text: Any = ""
) -> forms.CharField:
    """Text field of some lines."""
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(
        label=label, max_length=length, required=required, help_text=help_text, widget=widget
    )


class PlanField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Choice of one of the club's plans."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Plan"), queryset=MembershipPlan.objects.none(), empty_label=None, **kwargs)


class OneClubForm(forms.Form):
    """Form for the members of one club, with unique HTML ids: a page has several."""

    def __init__(self, *args: Any, club: Organisation, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{type(self).__name__.lower()}_%s")
        super().__init__(*args, **kwargs)
        self.club = club
        field = self.fields.get("plan")
        if isinstance(field, PlanField):
            field.queryset = self.plans()

    def plans(self) -> QuerySet[MembershipPlan]:
        """Plans to choose from."""
        return plans_of(organisation_id=self.club.pk).filter(is_offered=True)


class FilterForm(OneClubForm):
    """Filters of the member list."""

    q = forms.CharField(label=_("Name"), required=False)
    plan = PlanField(required=False)
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("not ended")), *MembershipState.choices, ("any", _("all"))],
    )
    lacks = forms.ChoiceField(
        label=_("Consent missing"), required=False, choices=[("", "\N{EN DASH}"), *ConsentKind.choices]
    )
    month = forms.TypedChoiceField(
        label=_("Birthday month"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "\N{EN DASH}"), *MONTHS.items()],
    )

    def __init__(self, *args: Any, sees_plans: bool, sees_private: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["plan"].empty_label = "\N{EN DASH}"  # type: ignore[attr-defined]
        hidden = ([] if sees_plans else ["plan", "state"]) + ([] if sees_private else ["lacks", "month"])
        for name in hidden:
            del self.fields[name]

    def plans(self) -> QuerySet[MembershipPlan]:
        """All plans, offered or not."""
        return plans_of(organisation_id=self.club.pk)

    def chosen(self) -> dict[str, Any]:
        """Valid filters; invalid ones are dropped."""
        given = self.cleaned_data if self.is_valid() else {}
        plan = given.get("plan")
        return {
            "words": given.get("q", ""),
            "state": given.get("state") or CURRENT,
            "plan_id": plan.pk if plan is not None else None,
            "lacks_consent": given.get("lacks", ""),
            "birthday_month": given.get("month"),
        }


class NewMemberForm(OneClubForm):
    """Form of a new person and their membership."""

    name = line_field(_("Name"), length=200)
    plan = PlanField()
    starts_on = day_field(_("Member from"), initial=timezone.localdate)
    email = mail_field()
    phone = line_field(_("Telephone"), length=60, required=False)
    born_on = birth_date_field()
    language = language_field()


class DetailsForm(OneClubForm):
    """Form of a person's details, without name and mail address."""

    sort_name = line_field(_("Name in lists"), length=200, help_text=_("Family name first."))
    title = line_field(_("Title"), length=20, required=False)
    languages = line_field(_("Languages spoken"), length=120, required=False)
    born_on = birth_date_field()


class ContactForm(OneClubForm):
    """Form of a contact."""

    kind = forms.ChoiceField(label=_("Type"), choices=ContactKind.choices, initial=ContactKind.PHONE)
    value = line_field(_("Number or address"), length=300)
    label = line_field(_("Label"), length=60, required=False)
    is_preferred = forms.BooleanField(label=_("Preferred"), required=False)


class NumberForm(OneClubForm):
    """Form of a number at a federation."""

    body = line_field(_("Federation"), length=40)
    number = line_field(
        _("Number"), length=40, required=False, help_text=_("Leave blank to remove the number.")
    )


class NoteForm(OneClubForm):
    """Form of a note."""

    text = text_field(_("Note"), length=4000, required=True)
    sight = forms.ChoiceField(label=_("Visible to"), choices=NoteSight.choices)

    def __init__(self, *args: Any, sights: list[NoteSight], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sight"].choices = [(one.value, one.label) for one in sights]  # type: ignore[attr-defined]


class HouseholdForm(OneClubForm):
    """Form of a person's household."""

    household = line_field(
        _("Household"),
        length=120,
        required=False,
        help_text=_("Name of an existing or new household; blank for none."),
    )

    def clean(self) -> dict[str, Any]:
        """Name the household within the club."""
        return {"organisation_id": self.club.pk, "name": self.cleaned_data.get("household", "")}


class GuardianForm(OneClubForm):
    """Form of a guardian, found by name."""

    guardian = PersonField(
        _("Guardian"),
        help_text=_("A person managed by the club."),
        unknown=_("The club has no person with this name. Add the person first."),
    )
    may_sign = forms.BooleanField(label=_("Signs consents"), required=False, initial=True)
    until = day_field(_("Until"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["guardian"].queryset = managed_by(organisation_id=self.club.pk)  # type: ignore[attr-defined]


class MembershipForm(OneClubForm):
    """Form of a membership, new or existing, of a known person."""

    plan = PlanField()
    starts_on = day_field(_("From"))
    ends_on = day_field(_("Until"), required=False)

    def __init__(self, *args: Any, held: Membership | None = None, **kwargs: Any) -> None:
        self.held = held
        kwargs["initial"] = {"starts_on": timezone.localdate()}
        if held is not None:
            kwargs["initial"] = model_to_dict(held, self.base_fields)
            kwargs["auto_id"] = f"membership_{held.pk}_%s"
        super().__init__(*args, **kwargs)

    def plans(self) -> QuerySet[MembershipPlan]:
        """Plans on offer, and the current one."""
        if self.held is None:
            return super().plans()
        return plans_of(organisation_id=self.club.pk).filter(Q(is_offered=True) | Q(pk=self.held.plan_id))


class LastDayForm(OneClubForm):
    """Form of the last day of a membership, by default today."""

    on = day_field(_("Last day"), required=False)


class PlanForm(OneClubForm):
    """Form of a plan."""

    name = line_field(_("Name"), length=80)
    kind = forms.ChoiceField(label=_("Membership type"), choices=PlanKind.choices)
    is_offered = forms.BooleanField(label=_("Offered to new members"), required=False, initial=True)


class HouseholdNameForm(OneClubForm):
    """Form of a household's name."""

    name = line_field(_("Name"), length=120)


class ConsentTextForm(OneClubForm):
    """Form of a consent text."""

    kind = forms.ChoiceField(label=_("Consent"), choices=ConsentKind.choices)
    text = text_field(_("Text"), length=4000, rows=4, required=True)
