"""Desk pages of teams: members, typed or pasted in the order of boards, and line-ups."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.core.access import may
from club.core.capabilities import Capability
from club.core.messages import RefusalText
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of, key_in
from tournaments.core.league_rules import team_rules
from tournaments.core.scopes import of_entry, of_member, of_pairing, of_section
from tournaments.core.services.locks import section_scope
from tournaments.events.models.section import MAX_TEAM_BOARDS
from tournaments.events.selectors.sections import GAMES
from tournaments.events.services.events import change_section
from tournaments.models import Entry, Pairing, Section, TeamMember
from tournaments.teams.line_ups import is_begun, seated, side_of
from tournaments.teams.member_lines import MemberLine, read_members
from tournaments.teams.pages.team_forms import MemberForm, MembersForm, TeamRulesForm
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_DESK, scope=of_entry)
def members(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show the members of a team; a POST replaces the list, or changes nothing and shows the error."""
    team = get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id)
    lines = [MemberLine(one.name, one.rating, one.federation_number).text for one in team.members.all()]
    form = MembersForm(request.POST or None, initial={"members": "\n".join(lines)})
    sent = submit(
        request,
        form,
        lambda: replace_members(
            entry_id=entry_id, lines=read_members(form.cleaned_data["members"]), actor=actor_of(request)
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_members", entry_id)
    context = {
        "section": "desk",
        "one": team.section,
        "team": team,
        "members": [
            (one, MemberForm(instance=one, auto_id=f"member-{one.pk}-%s")) for one in team.members.all()
        ],
        "form": form,
        "refusal": sent.refusal,
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(team.section)),
        "tab": "entries",
    }
    return render(request, "tournaments/teams/desk/members.html", context, status=sent.status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_member)
def member(request: HttpRequest, member_id: int) -> HttpResponse:
    """Change the data of a member."""
    row = get_object_or_404(TeamMember.objects.select_related("entry__section__event"), pk=member_id)
    form = MemberForm(request.POST, instance=row)
    entry_id = row.entry_id
    if form.is_valid():
        with Refusals(request):
            change_member(member_id=member_id, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
    else:
        messages.error(request, " ".join(str(text) for found in form.errors.values() for text in found))
    return redirect("tournaments:desk_members", entry_id)


class TeamSeats(NamedTuple):
    """A team of a match: its members with the board of each (0: none), and the ids of its line-up."""

    team: Entry
    members: list[tuple[TeamMember, int]]
    was: str
    refusal: RefusalText | None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.CORRECT_RESULTS, scope=of_pairing)
def line_ups(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Show the line-ups of both teams of a match; a POST sets one of them."""
    team_id = key_in(request.POST.get("team", ""))
    sent = submit(
        request,
        None,
        lambda: set_line_up(
            pairing_id=pairing_id,
            entry_id=team_id,
            members=_chosen(request),
            was=_was(request.POST.get("was")),
            actor=actor_of(request),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_line_ups", pairing_id)
    rows = Pairing.objects.select_related("round__section__event", "white", "black").prefetch_related(GAMES)
    pairing = get_object_or_404(rows, pk=pairing_id)
    games = list(pairing.games.all())
    teams = [one for one in (pairing.white, pairing.black) if one is not None]
    context: dict[str, Any] = {
        "section": "desk",
        "one": pairing.round.section,
        "round": pairing.round,
        "pairing": pairing,
        "boards": len(games),
        "teams": [_seats(pairing, one, sent.refusal if one.pk == team_id else None) for one in teams],
        "refusal": sent.refusal if team_id not in {one.pk for one in teams} else None,
        "is_begun": is_begun(games),
        "free_order": team_rules(pairing.round.section).free_order,
        "tab": "rounds",
    }
    return render(request, "tournaments/teams/desk/line_ups.html", context, status=sent.status)


def _was(text: str | None) -> list[int] | None:
    return None if text is None else [key_in(one) for one in text.split(",") if one]


def _chosen(request: HttpRequest) -> list[int]:
    """Return the checked members, by the board numbers entered, otherwise in the order of the page."""
    marked = [key_in(one) for one in request.POST.getlist("member")]
    places = {key: key_in(request.POST.get(f"board-{key}", "")) for key in marked}
    return sorted(marked, key=lambda key: places[key] or MAX_TEAM_BOARDS)


def _seats(pairing: Pairing, team: Entry, refusal: RefusalText | None) -> TeamSeats:
    side = side_of(pairing, team.pk)
    sitting = seated(pairing.games.all(), side) if side else []
    boards = {key: at for at, key in enumerate(sitting, start=1) if key is not None}
    members = [(one, boards.get(one.pk, 0)) for one in team.members.all()]
    return TeamSeats(team, members, ",".join(str(key) for key in sitting if key is not None), refusal)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def rules(request: HttpRequest, section_id: int) -> HttpResponse:
    """Set the rules of a team event: colours, order of boards, cycles of a round robin."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = TeamRulesForm(request.POST or None, initial=TeamRulesForm.initial_values(row))
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
        return redirect("tournaments:desk_team_rules", section_id)
    context = {"section": "desk", "one": row, "form": form, "refusal": sent.refusal, "tab": "settings"}
    return render(request, "tournaments/teams/desk/team_rules.html", context, status=sent.status)
