"""A new event on one page: what is played, how, how many rounds, when, where, and who sees it."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import SITE, may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import number_of, selected_club
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from club.members.selectors.persons import clubs_of
from club.models import Organisation
from games.ballots import DECKS
from games.house_rules.selectors import variant_named
from games.house_rules.variant_names import games_of_club
from games.rules.position import Position
from tournaments.core.openings import DECK_NAMES
from tournaments.core.pages.event_times import zone_field
from tournaments.events.formats import (
    FORMATS,
    MAX_HOURS,
    MAX_PLAYERS,
    MINUTES_AN_HOUR,
    TEAM_BOARDS,
    Choices,
    is_table,
    plan_text,
    planned_of,
    section_rules,
    usual_text,
)
from tournaments.events.models.section import MAX_ROUNDS, MAX_TEAM_BOARDS
from tournaments.events.presets import PRESETS
from tournaments.events.services.events import create_event
from tournaments.events.services.new_events import usual_choices
from tournaments.models import Event

OWN: Final = "own"
PACES: Final[dict[str, str | Promise]] = {
    "3+2": gettext_lazy("Blitz 3+2"),
    "5+3": gettext_lazy("Blitz 5+3"),
    "10+5": gettext_lazy("Rapid 10+5"),
    "15+5": gettext_lazy("Rapid 15+5"),
    "25+10": gettext_lazy("Rapid 25+10"),
    "60+30": gettext_lazy("Classical 60+30"),
    "80+60": gettext_lazy("Classical 80+60"),
    "": pgettext_lazy("time control", "None yet"),
    OWN: gettext_lazy("Another time control"),
}
GAMES: Final = ((1, gettext_lazy("One game")), (2, gettext_lazy("Two games, colours reversed")))
HIDDEN, PUBLIC = "hidden", "public"


class GameCard(NamedTuple):
    """A game with the picture of its first position."""

    key: str
    name: str | Promise
    fen: str


class EventWizardForm(forms.Form):
    """A new event with its first section; the name is enough."""

    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        max_length=200,
        widget=forms.TextInput(attrs={"autofocus": "", "autocomplete": "off"}),
    )
    preset = forms.CharField(required=False, widget=forms.HiddenInput)
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    system = forms.ChoiceField(
        label=gettext_lazy("System"), choices=[(one.system, one.title) for one in FORMATS.values()]
    )
    games = forms.TypedChoiceField(
        label=gettext_lazy("Games against each opponent"), choices=GAMES, coerce=int, required=False
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Boards of a team"),
        min_value=1,
        max_value=MAX_TEAM_BOARDS,
        required=False,
        help_text=gettext_lazy("For events of teams."),
    )
    deck = forms.ChoiceField(
        label=gettext_lazy("Openings"),
        choices=[("", gettext_lazy("Free opening")), *DECK_NAMES.items()],
        required=False,
    )
    players = forms.IntegerField(
        label=gettext_lazy("Expected players or teams"), min_value=2, max_value=MAX_PLAYERS, required=False
    )
    hours = forms.DecimalField(
        label=gettext_lazy("Hours of play"),
        min_value=Decimal("0.5"),
        max_value=MAX_HOURS,
        decimal_places=1,
        required=False,
        help_text=gettext_lazy("Over all days, without meals."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MAX_ROUNDS, required=False
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Time control"),
        choices=list(PACES.items()),
        required=False,
        help_text=gettext_lazy("Minutes for each player + seconds a move."),
    )
    clock = forms.CharField(
        label=gettext_lazy("Another time control"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("For example 20+10."),
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=200, required=False)
    time_zone = zone_field()
    shown = forms.ChoiceField(
        label=gettext_lazy("Who sees the event"),
        choices=[
            (HIDDEN, gettext_lazy("Only the organisers, until you publish it")),
            (PUBLIC, gettext_lazy("Everybody, at once")),
        ],
        initial=HIDDEN,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, home: Organisation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = games_of_club(home.pk)
        self.fields["game"].choices = [choice for _label, choices in self.groups for choice in choices]  # type: ignore[attr-defined]

    def clean_hours(self) -> int:
        """Return the time of play in minutes; 0 without one."""
        return int((self.cleaned_data["hours"] or 0) * MINUTES_AN_HOUR)

    def clean(self) -> dict[str, Any]:
        """Check that the last day is not before the first, and that drawn openings fit the game."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = given.get("starts_on"), given.get("ends_on")
        if last and (first is None or last < first):
            self.add_error("ends_on", _("Choose a last day that is not before the first day."))
        deck = DECKS.get(given.get("deck") or "")
        if deck is not None and "game" in given and given["game"] not in deck.variants:
            self.add_error(
                "deck", _("These openings belong to another game. Choose others, or free openings.")
            )
        if given.get("pace") == OWN and not given.get("clock"):
            self.add_error("clock", _("Enter the time control, or choose one of the list."))
        return given

    def choices(self) -> Choices:
        """Return the valid answers about the section."""
        given = self.cleaned_data
        is_team = FORMATS[given["system"]].is_team
        return Choices(
            system=given["system"],
            variant=given["game"],
            preset=given["preset"] if given["preset"] in PRESETS else "",
            games=(given["boards"] or TEAM_BOARDS) if is_team else given["games"] or 1,
            deck=given["deck"],
            players=given["players"] or 0,
            rounds=given["rounds"] or 0,
            minutes=given["hours"],
            clock=given["clock"] if given["pace"] == OWN else given["pace"],
        )

    def event_facts(self) -> dict[str, Any]:
        """Return the arguments of `create_event`."""
        given, answers = self.cleaned_data, self.choices()
        names = ("name", "starts_on", "ends_on", "venue", "time_zone")
        return {
            **{name: given[name] for name in names},
            "preset": answers.preset,
            "rules": section_rules(answers),
            "is_public": given["shown"] == PUBLIC,
        }


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS)
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form of a new event; POST creates it and leads to the players of its section."""
    actor = actor_of(request)
    homes = clubs_of(actor=actor, capability=Capability.RUN_EVENTS)
    home = selected_club(request, homes)
    if home is None:
        context = {"section": "desk", "may_add": may(actor, Capability.ADD_CLUBS, SITE)}
        return render(request, "tournaments/events/desk/no_club.html", context)
    form = EventWizardForm(
        request.POST if request.method == "POST" else None, home=home, initial=_initial(request, home)
    )

    def create() -> Event:
        return create_event(organisation_id=number_of(home), actor=actor, **form.event_facts())

    sent = submit(request, form, create)
    if sent.is_done:
        return redirect("tournaments:desk_entries", sent.result.sections.get().pk)
    context = {
        "section": "desk",
        "form": form,
        "homes": list(homes),
        "home": home,
        "groups": [(label, list(_cards(choices))) for label, choices in form.groups],
        "formats": [one for one in FORMATS.values() if one.is_common],
        "more_formats": [one for one in FORMATS.values() if not one.is_common],
        "presets": [(one, fill_of(one.key, home.pk)) for one in PRESETS.values()],
        "tables": [key for key in FORMATS if is_table(key)],
        "teams": [key for key, one in FORMATS.items() if one.is_team],
        "decks": {key: list(deck.variants) for key, deck in DECKS.items()},
        "plan": usual_text(usual_choices(form["preset"].value() or "", home.pk)),
        "refusal": sent.refusal,
    }
    return render(request, "tournaments/events/desk/new_event.html", context, status=sent.status)


@require_safe
@needs(Capability.RUN_EVENTS)
def round_plan(request: HttpRequest) -> HttpResponse:
    """Suggest the number of rounds for the answers so far, as JSON for the page."""
    asked = PlanForm(request.GET)
    if not asked.is_valid():
        return JsonResponse({"text": "", "rounds": 0})
    given = asked.choices()
    plan = planned_of(given)
    if plan is None:
        return JsonResponse({"text": usual_text(given), "rounds": 0})
    return JsonResponse({"text": plan_text(plan), "rounds": plan.rounds})


class PlanForm(forms.Form):
    """Answers of the page on which a suggested number of rounds depends."""

    system = forms.ChoiceField(choices=[(key, key) for key in FORMATS])
    players = forms.IntegerField(min_value=2, max_value=MAX_PLAYERS, required=False)
    games = forms.IntegerField(min_value=1, max_value=MAX_TEAM_BOARDS, required=False)
    hours = forms.DecimalField(min_value=0, max_value=MAX_HOURS, required=False)
    clock = forms.CharField(max_length=60, required=False)

    def choices(self) -> Choices:
        """Return the valid answers."""
        given = self.cleaned_data
        return Choices(
            system=given["system"],
            variant="",
            games=given["games"] or 1,
            players=given["players"] or 0,
            minutes=int((given["hours"] or 0) * MINUTES_AN_HOUR),
            clock=given["clock"],
        )


def fill_of(preset: str, organisation_id: int) -> dict[str, Any]:
    """Return the fields of the form that a preset fills in; without one those that depend on the club."""
    usual = usual_choices(preset, organisation_id)
    is_team = FORMATS[usual.system].is_team
    is_listed = usual.clock in PACES
    return {
        "preset": preset,
        "game": usual.variant,
        "system": usual.system,
        "games": 1 if is_team else usual.games,
        "boards": usual.games if is_team else "",
        "deck": usual.deck,
        "rounds": usual.rounds or "",
        "pace": usual.clock if is_listed else OWN,
        "clock": "" if is_listed else usual.clock,
    }


def _initial(request: HttpRequest, home: Organisation) -> dict[str, Any]:
    """Fields before the director has answered: the preset of the address, else the club's last game."""
    asked = request.GET.get("preset", "")
    return {"time_zone": home.time_zone} | fill_of(asked if asked in PRESETS else "", home.pk)


def _cards(choices: Iterable[tuple[str, str | Promise]]) -> Iterable[GameCard]:
    for key, name in choices:
        rules = variant_named(key)
        yield GameCard(key, name, Position.start(rules).to_fen(rules))
