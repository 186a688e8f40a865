"""Forms of notices."""

from typing import Any

from django import forms
from django.conf import settings
from django.forms import model_to_dict
from django.utils.translation import gettext_lazy as _

from club.members.pages.member_forms import OneClubForm, line_field, text_field
from club.members.pages.person_forms import language_field, person_named
from club.models import Notice, NoticeKind
from club.notices.notice_groups import PERSON, key_of, offered
from club.notices.notice_sources import persons_of_club

TEXT_LENGTH = 20_000
MAX_LINES = 200


class NoticeForm(OneClubForm):
    """Form of a notice and its groups."""

    groups = forms.MultipleChoiceField(
        label=_("Recipients"), required=False, widget=forms.CheckboxSelectMultiple
    )
    persons = forms.CharField(
        label=_("Additional people"),
        required=False,
        max_length=10_000,
        help_text=_("One name per line."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("Type"),
        choices=NoticeKind.choices,
        help_text=_("People who opted out of this kind do not get it."),
    )
    subject = line_field(_("Subject"), length=200)
    text = text_field(
        _("Text"),
        length=TEXT_LENGTH,
        rows=10,
        required=True,
        help_text=_("Lines that start with a dash become a list; *text between asterisks* is bold."),
    )
    language = language_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["groups"].choices = [  # type: ignore[attr-defined]
            (one.key, f"{label}: {one.label}") for label, choices in offered(self.club.pk) for one in choices
        ]

    @staticmethod
    def initial_of(row: Notice) -> dict[str, Any]:
        """Initial data of the form for a notice."""
        numbers = [one.partition(":")[2] for one in row.groups if one.startswith(f"{PERSON}:")]
        names = persons_of_club(row.organisation_id).filter(pk__in=numbers).order_by("search_key", "pk")
        return model_to_dict(row, ["kind", "subject", "text", "language"]) | {
            "groups": [one for one in row.groups if not one.startswith(f"{PERSON}:")],
            "persons": "\n".join(one.name for one in names),
        }

    def clean_persons(self) -> list[str]:
        """Return the person named on each line."""
        lines = [line.strip() for line in self.cleaned_data["persons"].splitlines() if line.strip()]
        if len(lines) > MAX_LINES:
            raise forms.ValidationError(_("Too many names. Choose a group instead."))
        known = persons_of_club(self.club.pk).distinct()
        unknown = _("The club has no person named “%(name)s”.")
        return [key_of(PERSON, str(person_named(known, line, unknown=unknown).pk)) for line in lines]

    def clean(self) -> dict[str, Any]:
        """Require at least one recipient."""
        given = super().clean() or {}
        if not self.errors and not given.get("groups") and not given.get("persons"):
            self.add_error("groups", _("Choose a group or enter a name."))
        return given

    def facts(self) -> dict[str, Any]:
        """Arguments for the service."""
        given = dict(self.cleaned_data)
        return given | {"groups": [*given["groups"], *given.pop("persons")]}


class OtherLanguageForm(OneClubForm):
    """Form of a translation of the notice."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    subject = line_field(_("Subject"), length=200, required=False)
    text = text_field(_("Text"), length=TEXT_LENGTH, rows=10, help_text=_("Blank: no text in this language."))


class ScheduleForm(OneClubForm):
    """Form of the time at which a notice is sent."""

    send_at = forms.DateTimeField(
        label=_("Send at"),
        help_text=_("Time in UTC."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )


class SaveGroupForm(OneClubForm):
    """Form that names the groups of a notice."""

    name = line_field(_("Name"), length=80)
