"""Forms of teams at the director's desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.league_rules import MAX_CYCLES, team_rules
from tournaments.models import Section, TeamMember
from tournaments.pairing.lexicographic.team_colours import PreferenceType


class MembersForm(forms.Form):
    """The members of a team, the first board first; an empty list is valid."""

    members = forms.CharField(
        label=_("Members in board order"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "One per line, in board order: name, then (optional) rating and federation number, "
            "separated by semicolon or tab."
        ),
        max_length=50_000,
        required=False,
    )


class MemberForm(forms.ModelForm[TeamMember]):
    """The data of a member."""

    class Meta:
        model = TeamMember
        fields = ("name", "rating", "federation_number")


class TeamRulesForm(forms.Form):
    """The rules of a team event."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    team_preference = forms.ChoiceField(
        label=_("Colour preference of a team on board 1"),
        widget=forms.RadioSelect,
        choices=[
            (PreferenceType.A.value, _("type A: same colour twice in a row, or a surplus of two matches")),
            (PreferenceType.B.value, _("type B: also the opposite of the last colour")),
            (PreferenceType.NONE.value, _("no preferences")),
        ],
        help_text=_("Swiss only (C.04.6 1.7)."),
    )
    first_by_second_score = forms.BooleanField(
        label=_("For teams with equal scores, use the secondary score to decide the first team"),
        required=False,
    )
    free_board_order = forms.BooleanField(
        label=_("Allow any board order"),
        required=False,
        help_text=_("Otherwise they sit in the order of the team list."),
    )
    cycles = forms.IntegerField(label=_("Number of round-robin cycles"), min_value=1, max_value=MAX_CYCLES)

    @staticmethod
    def initial_values(section: Section) -> dict[str, Any]:
        """Return the rules of a section as initial values of the form."""
        rules = team_rules(section)
        return {
            "version": section.version,
            "team_preference": rules.preference.value,
            "first_by_second_score": rules.first_by_second_score,
            "free_board_order": rules.free_order,
            "cycles": rules.cycles,
        }

    def options(self) -> dict[str, Any]:
        """Return the rules as a section stores them."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}
