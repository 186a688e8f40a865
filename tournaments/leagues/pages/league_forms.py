"""Forms of a league at the director's desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.league_rules import (
    MAX_DAYS,
    MAX_LOANS,
    MAX_TOLERANCE,
    rules_as_form_data,
    rules_as_options,
)
from tournaments.core.pages.event_times import LocalMoment
from tournaments.models import CaptainRole, Section

MAX_RATING = 9999
MAX_TEAMS_PER_CLUB = 99
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class LeagueRulesForm(forms.Form):
    """Rules of a league."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    board_order = forms.ChoiceField(
        label=_("Board order"),
        widget=forms.RadioSelect,
        choices=[
            ("list", pgettext_lazy("order of boards", "as in the team list")),
            ("rating", pgettext_lazy("order of boards", "by rating, with a tolerance")),
            ("free", pgettext_lazy("order of boards", "any")),
        ],
    )
    rating_tolerance = forms.IntegerField(
        label=_("Rating tolerance"),
        min_value=0,
        max_value=MAX_TOLERANCE,
        required=False,
        help_text=_("How much higher a player on a lower board may be rated."),
    )
    reserve_limit = forms.IntegerField(
        label=_("Matches a reserve may play for higher teams"),
        min_value=0,
        max_value=MAX_LOANS,
        required=False,
    )
    transfers_until = forms.DateField(
        label=_("Last day for squad changes without a reason"), required=False, widget=DAY
    )
    confirm_within = forms.IntegerField(
        label=_("Days until unanswered results are confirmed"),
        min_value=0,
        max_value=MAX_DAYS,
        help_text=_("0: never automatically."),
    )

    @staticmethod
    def initial_values(section: Section) -> dict[str, Any]:
        """Return the rules of a section as initial values."""
        return rules_as_form_data(section) | {"version": section.version}

    def options(self) -> dict[str, Any]:
        """Return the rules in the form of section options."""
        told = dict(self.cleaned_data)
        told.pop("version")
        return rules_as_options(**told)


class FixtureForm(forms.Form):
    """Date and place of a match, and the parties to the agreement."""

    starts_at = LocalMoment(
        label=_("Date and time"), required=False, help_text=_("Blank: the date of the round.")
    )
    is_postponed = forms.BooleanField(label=_("Postponed, no date yet"), required=False)
    venue = forms.CharField(
        label=_("Venue"), max_length=200, required=False, help_text=_("Blank: the home team's venue.")
    )
    address = forms.CharField(label=_("Address of the venue"), max_length=300, required=False)
    agreed_by = forms.CharField(label=_("Agreed by"), max_length=200, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class HomeForm(forms.Form):
    """Club and home venue of a team."""

    club_slug = forms.SlugField(label=_("Club's short name on this site"), max_length=80, required=False)
    place_in_club = forms.IntegerField(
        label=_("Team number in the club"),
        min_value=1,
        max_value=MAX_TEAMS_PER_CLUB,
        initial=1,
        help_text=_("1 is the first team; reserves come from teams with a higher number."),
    )
    venue = forms.CharField(label=_("Home venue"), max_length=200, required=False)
    address = forms.CharField(label=_("Address of the venue"), max_length=300, required=False)


class CaptainForm(forms.Form):
    """Captain of a team."""

    name = forms.CharField(label=_("Name"), max_length=200)
    email = forms.EmailField(
        label=_("Email"), required=False, help_text=_("The link to the team pages is sent to this address.")
    )
    role = forms.ChoiceField(
        label=_("Role"), widget=forms.RadioSelect, choices=CaptainRole.choices, initial=CaptainRole.CAPTAIN
    )


class PlayerForm(forms.Form):
    """A new player of a squad; the audit log stores names in lines with semicolons."""

    name = forms.RegexField(r"^[^;\t\r\n]*$", label=_("Name"), max_length=200)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=MAX_RATING, required=False)
    email = forms.EmailField(label=_("Email"), required=False)
    plays_from = forms.DateField(label=_("Plays from"), required=False, widget=DAY)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("Required after the last day for squad changes."),
    )
