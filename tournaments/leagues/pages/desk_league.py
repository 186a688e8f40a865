"""A league at the desk: rules and season, open tasks, one match, squads and captains of its teams."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.messages import RefusalText
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import OK, UNPROCESSABLE, actor_of, key_in, phone_uri, site_of
from tournaments.core.pages.event_times import render_in_zone, zone_of
from tournaments.core.scopes import of_captain, of_entry, of_member, of_pairing, of_section
from tournaments.events.services.events import change_section
from tournaments.leagues.captain_links import captain_secret
from tournaments.leagues.pages.league_forms import (
    CaptainForm,
    FixtureForm,
    HomeForm,
    LeagueRulesForm,
    PlayerForm,
)
from tournaments.leagues.selectors.fixtures import FixtureLine, fixture_line, fixture_lines, league_state
from tournaments.leagues.selectors.squads import reserves_for, squad_lines
from tournaments.leagues.services.captains import name_captain, remove_captain, renew_link, restore_captain
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import accept_match_report
from tournaments.leagues.services.squads import (
    end_player,
    lend_reserve,
    register_player,
    remove_player,
    set_home,
)
from tournaments.models import Captain, Entry, LeagueTeam, Section, TeamMember

MAX_REASON_LENGTH: Final = 500


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def league(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show a league: open tasks, teams and rules; posting saves the rules."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = LeagueRulesForm(request.POST or None, initial=LeagueRulesForm.initial_values(row))
    sent = submit(
        request,
        form,
        lambda: change_section(
            section_id=section_id,
            version=form.cleaned_data["version"],
            actor=actor_of(request),
            options=form.options(),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_league", section_id)
    lines = fixture_lines(row)
    context = {
        "section": "desk",
        "tab": "league",
        "one": row,
        "form": form,
        "refusal": sent.refusal,
        "lines": lines,
        "state": league_state(row, lines),
        "teams": row.entries.prefetch_related("captains", "members").order_by("name", "pk"),
        "has_rounds": row.round_rows.exists(),
    }
    return render_in_zone(row.event, request, "tournaments/leagues/desk/league.html", context, sent.status)


SEASON_ACTS: Final[dict[str, Callable[..., Any]]] = {"draw": draw_season, "take-back": delete_season_rounds}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def season_act(request: HttpRequest, section_id: int, act: str) -> HttpResponse:
    """Publish the season, or delete it."""
    if act not in SEASON_ACTS:
        raise Http404(act)
    _run_action(request, lambda: SEASON_ACTS[act](section_id=section_id, actor=actor_of(request)))
    return redirect("tournaments:desk_league", section_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def fixture(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Show one match of a league; posting changes its day or venue."""
    line = fixture_line(pairing_id)
    if line is None:
        raise Http404(pairing_id)
    event = line.fixture.pairing.round.section.event
    with timezone.override(zone_of(event)):
        form = FixtureForm(request.POST or None, initial=_initial_values(line))
        sent = submit(
            request,
            form,
            lambda: move_fixture(pairing_id=pairing_id, actor=actor_of(request), **form.cleaned_data),
            success=_("Saved."),
        )
        if sent.is_done:
            return redirect("tournaments:desk_fixture", pairing_id)
        handed = set(line.fixture.line_ups.values_list("entry_id", flat=True))
        context = {
            "section": "desk",
            "tab": "league",
            "one": line.fixture.pairing.round.section,
            "line": line,
            "form": form,
            "refusal": sent.refusal,
            "teams": [(team, team.pk in handed) for team in (line.home, line.guests)],
        }
        return render(request, "tournaments/leagues/desk/fixture.html", context, status=sent.status)


def _initial_values(line: FixtureLine) -> dict[str, Any]:
    row = line.fixture
    known = {name: getattr(row, name) for name in ("starts_at", "venue", "address", "agreed_by")}
    return known | {"is_postponed": row.state == "postponed"}


FIXTURE_ACTS: Final[dict[str, Callable[..., Any]]] = {
    "strike": strike_fixture,
    "play": reinstate_fixture,
    "stand": accept_match_report,
}


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_pairing)
def fixture_act(request: HttpRequest, pairing_id: int, act: str) -> HttpResponse:
    """Cancel a match, reinstate it, or accept the report of one captain."""
    if act not in FIXTURE_ACTS:
        raise Http404(act)
    reason = request.POST.get("reason", "")[:MAX_REASON_LENGTH]
    _run_action(
        request,
        lambda: FIXTURE_ACTS[act](pairing_id=pairing_id, actor=actor_of(request), reason=reason),
    )
    return redirect("tournaments:desk_fixture", pairing_id)


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_entry)
def squad(request: HttpRequest, entry_id: int) -> HttpResponse:
    """A team of a league: its home, its captains, its squad."""
    return _squad_page(request, entry_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def squad_act(request: HttpRequest, entry_id: int, act: str) -> HttpResponse:
    """Set the home of a team, name a captain, add a player, or lend a reserve."""
    if act not in SQUAD_ACTS:
        raise Http404(act)
    made = SQUAD_ACTS[act](request.POST)
    try:
        sent = submit(
            request, made, lambda: SERVICES[act](request, entry_id, made.cleaned_data), success=_("Saved.")
        )
    except ValidationError as error:
        words = RefusalText(" ".join(error.messages), _("Correct it and send it again."))
        return _squad_page(request, entry_id, {act: made}, words, UNPROCESSABLE)
    if sent.is_done:
        return redirect("tournaments:desk_squad", entry_id)
    return _squad_page(request, entry_id, {act: made}, sent.refusal, sent.status)


class _ReserveForm(Form):
    """Form with the member alone, chosen from those on the page."""

    def clean(self) -> dict[str, Any]:
        """Return the key of the member; 0 for no member."""
        return {"member_id": key_in(self.data.get("member", "")), "reason": ""}


SQUAD_ACTS: Final[dict[str, type[Form]]] = {
    "home": HomeForm,
    "captain": CaptainForm,
    "player": PlayerForm,
    "reserve": _ReserveForm,
}


def _name(request: HttpRequest, entry_id: int, told: dict[str, Any]) -> None:
    name_captain(
        entry_id=entry_id,
        site=site_of(request),
        language=get_language() or "",
        actor=actor_of(request),
        **told,
    )


def _register(request: HttpRequest, entry_id: int, told: dict[str, Any]) -> None:
    facts = told | {"rating": told["rating"] or 0}
    register_player(entry_id=entry_id, actor=actor_of(request), **facts)


SERVICES: Final[dict[str, Callable[[HttpRequest, int, dict[str, Any]], object]]] = {
    "home": lambda request, entry_id, told: set_home(entry_id=entry_id, actor=actor_of(request), **told),
    "captain": _name,
    "player": _register,
    "reserve": lambda request, entry_id, told: lend_reserve(
        entry_id=entry_id, actor=actor_of(request), **told
    ),
}


def _squad_page(
    request: HttpRequest,
    entry_id: int,
    forms: dict[str, Form] | None = None,
    refusal: RefusalText | None = None,
    status: int = OK,
) -> HttpResponse:
    rows = Entry.objects.select_related("section__event", "league_team__club")
    team = get_object_or_404(rows, pk=entry_id)
    forms = forms or {}
    home: LeagueTeam | None = getattr(team, "league_team", None)
    at_home = {
        "club_slug": home.club.slug if home and home.club else "",
        "place_in_club": home.place_in_club if home else 1,
        "venue": home.venue if home else "",
        "address": home.address if home else "",
    }
    captains = team.captains.filter(removed_at__isnull=True).order_by("role", "pk")
    context = {
        "section": "desk",
        "tab": "league",
        "one": team.section,
        "team": team,
        "squad": squad_lines(team),
        "reserves": reserves_for(team),
        "captains": [(one, phone_uri(request, f"/t/{captain_secret(one)}/")) for one in captains],
        "home_form": forms.get("home") or HomeForm(initial=at_home),
        "captain_form": forms.get("captain") or CaptainForm(),
        "player_form": forms.get("player") or PlayerForm(),
        "refusal": refusal,
    }
    return render(request, "tournaments/leagues/desk/squad.html", context, status=status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_member)
def player_act(request: HttpRequest, member_id: int, act: str) -> HttpResponse:
    """Set the last day of a player, or remove a player who was never lined up."""
    row = get_object_or_404(TeamMember, pk=member_id)
    reason = request.POST.get("reason", "")[:MAX_REASON_LENGTH]
    facts: dict[str, Any] = {"member_id": member_id, "actor": actor_of(request), "reason": reason}
    if act == "until":
        try:
            day = parse_date(request.POST.get("plays_until", ""))
        except ValueError:
            day = None
        _run_action(request, lambda: end_player(plays_until=day, **facts))
    elif act == "remove":
        _run_action(request, lambda: remove_player(**facts))
    else:
        raise Http404(act)
    return redirect("tournaments:desk_squad", row.entry_id)


CAPTAIN_ACTS: Final[dict[str, Callable[..., Any]]] = {
    "remove": remove_captain,
    "renew": renew_link,
    "restore": restore_captain,
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_captain)
def captain_act(request: HttpRequest, captain_id: int, act: str) -> HttpResponse:
    """Remove a captain, or renew the link."""
    if act not in CAPTAIN_ACTS:
        raise Http404(act)
    row = get_object_or_404(Captain, pk=captain_id)
    _run_action(request, lambda: CAPTAIN_ACTS[act](captain_id=captain_id, actor=actor_of(request)))
    return redirect("tournaments:desk_squad", row.entry_id)


def _run_action(request: HttpRequest, does: Callable[[], object]) -> None:
    """Run an action and show its success or refusal on the next page."""
    with Refusals(request):
        does()
        messages.success(request, _("Saved."))
