"""Filter form of the audit log."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.audit.messages import action_label, kind_label
from club.audit.selectors import (
    TrailFilters,
    clubs_with_audit_log,
    visible_actions,
    visible_kinds,
)
from club.core.actor import Actor

DAY = forms.DateInput(attrs={"type": "date", "class": "input"}, format="%Y-%m-%d")
TEXT = forms.TextInput(attrs={"class": "input", "autocomplete": "off"})
CHOICE = forms.Select(attrs={"class": "input"})


class TrailForm(forms.Form):
    """Filters of the audit log; addresses contain every field."""

    since = forms.DateField(label=_("From"), required=False, widget=DAY)
    until = forms.DateField(label=_("Until"), required=False, widget=DAY)
    who = forms.CharField(label=_("Who"), required=False, max_length=100, widget=TEXT)
    action = forms.ChoiceField(label=_("Action"), required=False, widget=CHOICE)
    kind = forms.ChoiceField(label=_("About"), required=False, widget=CHOICE)
    club = forms.ChoiceField(label=_("Club"), required=False, widget=CHOICE)
    target_id = forms.CharField(required=False, max_length=130, widget=forms.HiddenInput)
    user_id = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    pass_id = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)

    def __init__(self, *args: Any, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everything = [("", _("all"))]
        actions = sorted((action_label(action), action) for action in visible_actions(actor=actor))
        fields: dict[str, Any] = self.fields
        fields["action"].choices = everything + [(action, label) for label, action in actions]
        fields["kind"].choices = everything + [
            (kind, kind_label(kind)) for kind in visible_kinds(actor=actor)
        ]
        clubs = [(club.slug, club.name) for club in clubs_with_audit_log(actor=actor)]
        fields["club"].choices = [("", _("all clubs")), *clubs]
        if len(clubs) < 2:  # noqa: PLR2004 - nothing to choose
            fields["club"].widget = forms.HiddenInput()

    def filters(self) -> TrailFilters:
        """Return the valid fields as filters; an invalid one is reported in the form and left out."""
        self.is_valid()
        given = {name: value for name, value in self.cleaned_data.items() if value not in {"", None}}
        return TrailFilters(**given)
