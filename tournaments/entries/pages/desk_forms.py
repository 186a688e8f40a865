"""Forms of the director's desk."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entries.errors import EntryFactsWrong
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.models import Entry


class ForbiddenPairForm(forms.Form):
    """Two players of a forbidden pair, and its rounds."""

    first_id = forms.TypedChoiceField(label=_("First player"), coerce=int)
    second_id = forms.TypedChoiceField(label=_("Second player"), coerce=int)
    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=MAX_ROUNDS, initial=1)
    last_round = forms.IntegerField(label=_("To round"), min_value=1, max_value=MAX_ROUNDS)

    def __init__(self, entries: Iterable[Entry], rounds: int, *args: Any) -> None:
        super().__init__(*args)
        choices = [(entry.pk, entry.name) for entry in entries]
        for name, chosen in (("first_id", choices), ("second_id", choices[1:] + choices[:1])):
            field = self.fields[name]
            if isinstance(field, forms.TypedChoiceField):
                field.choices = chosen
        self.fields["last_round"].initial = rounds


class EntryFactsForm(forms.Form):
    """Data of a player, for correction."""

    name = forms.CharField(label=_("Name"), max_length=200)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=4000, required=False)
    federation = forms.RegexField(r"^[A-Za-z]{3}$", label=_("Federation"), required=False)
    club_name = forms.CharField(label=_("Club"), max_length=120, required=False)

    def facts(self) -> dict[str, Any]:
        """Return the values in the form of an entry; refuse invalid ones."""
        if not self.is_valid():
            wrong = ", ".join(str(self.fields[name].label) for name in self.errors)
            raise EntryFactsWrong(fields=wrong)
        given = self.cleaned_data
        return {
            "name": " ".join(given["name"].split()),
            "rating": given["rating"] or 0,
            "federation": given["federation"].upper(),
            "club_name": given["club_name"],
        }


class EntriesForm(forms.Form):
    """A list of players, typed or pasted."""

    players = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "One player per line, for example “Maria Jansen 1702”. Federation and club are optional; "
            "separate them by tab or semicolon."
        ),
        max_length=200_000,
        strip=False,
    )
