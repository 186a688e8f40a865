"""Forms of teams at the director's desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.team_rules import MOST_CYCLES, team_rules
from tournaments.models import Section, TeamMember
from tournaments.pairing.lexicographic.team_colours import PreferenceType


class MembersForm(forms.Form):
    """The members of a team, the first board first; an empty list is valid."""

    members = forms.CharField(
        label=_("Members in the order of boards"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "One a line: the name, and if you like a semicolon or tab, the rating, and the number in the "
            "federation. The order of the lines is that of the boards."
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
        label=_("Colours that a team prefers on its first board"),
        widget=forms.RadioSelect,
        choices=[
            (PreferenceType.A.value, _("type A: a side had twice running, or two matches ahead")),
            (PreferenceType.B.value, _("type B: also the other side than last time")),
            (PreferenceType.NONE.value, _("no preferences")),
        ],
        help_text=_("C.04.6 1.7; of a Swiss alone."),
    )
    first_by_second_score = forms.BooleanField(
        label=_("Of two teams with equal scores the second score tells which is the first"), required=False
    )
    free_board_order = forms.BooleanField(
        label=_("Members may sit in any order"),
        required=False,
        help_text=_("Otherwise they sit in the order of the team's list."),
    )
    cycles = forms.IntegerField(
        label=_("How often everybody meets everybody in a round robin"), min_value=1, max_value=MOST_CYCLES
    )

    @staticmethod
    def shown(section: Section) -> dict[str, Any]:
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
