"""Desk page "Add players from a list": a file is searched, and the chosen players are entered."""

import json
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.outside_data import load_json
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of
from tournaments.core.refusal_messages import refusal_text as report_refusal_text
from tournaments.core.scopes import of_section
from tournaments.exchange.errors import ListFormBroken
from tournaments.exchange.player_lists.players import (
    MAX_FOUND,
    ListedPlayer,
    RatingKind,
    Search,
    is_plausible,
)
from tournaments.exchange.player_lists.reading import read_list
from tournaments.exchange.selectors.list_matches import MatchedPlayer, matched_players
from tournaments.exchange.services.listed_players import ChosenPlayer, add_listed_players
from tournaments.exchange.trf import TrfError
from tournaments.models import Section

KINDS = {
    "fide_text": _("FIDE rating list (text)"),
    "fide_xml": _("FIDE rating list (XML)"),
    "kndb": _("KNDB rating list"),
    "fmjd": _("FMJD rating list"),
    "swiss_manager": _("Swiss-Manager list"),
    "lidraughts": _("Lidraughts list"),
    "trf": _("Tournament report (TRF)"),
    "table": _("List with headings"),
}
RATINGS = {
    RatingKind.STANDARD: _("standard"),
    RatingKind.RAPID: _("rapid"),
    RatingKind.BLITZ: _("blitz"),
    RatingKind.NATIONAL: _("national"),
}
MAX_WORDS = 20_000


class PlayerListForm(forms.Form):
    """Form of a list to search."""

    file = forms.FileField(
        label=_("List"),
        help_text=_(
            "FIDE, FMJD or KNDB rating list, Swiss-Manager list, Lidraughts team or tournament, TRF report; "
            "also in a ZIP. The file is recognised by its content."
        ),
        widget=forms.ClearableFileInput(attrs={"class": "input input--file"}),
    )
    search = forms.CharField(
        label=_("Names or federation numbers, one per line"),
        help_text=_(
            "Beginnings of names are enough, in any order. Leave empty to take a short list as a whole."
        ),
        required=False,
        strip=True,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"class": "input", "rows": 4}),
    )
    rating = forms.ChoiceField(label=_("Rating"), choices=list(RATINGS.items()), initial=RatingKind.STANDARD)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def player_list(request: HttpRequest, section_id: int) -> HttpResponse:
    """Search an uploaded list; nothing is saved, neither the file nor a player."""
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = PlayerListForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"section": "desk", "one": section, "tab": "entries", "form": form}
    context["limit"] = settings.PLAYER_LIST_LIMIT
    if request.method == "POST" and form.is_valid():
        context |= _search(form, section)
    is_wrong = request.method == "POST" and "found" not in context
    status = UNPROCESSABLE if is_wrong else OK
    return render(request, "tournaments/exchange/desk/player_list.html", context, status=status)


def _search(form: PlayerListForm, section: Section) -> dict[str, Any]:
    file = form.cleaned_data["file"]
    name = file.name or ""
    try:
        found = read_list(
            file.file,
            search=Search(form.cleaned_data["search"]),
            rating=RatingKind(form.cleaned_data["rating"]),
            name=name,
            variant=section.variant,
            limit=settings.PLAYER_LIST_LIMIT,
        )
    except ClubError as error:
        return {"refusal": refusal_text(error)}
    except TrfError as error:
        return {"refusal": report_words(error, name)}
    matches = matched_players(section, found.players)
    return {
        "found": list(enumerate(matches)),
        "kind": KINDS[found.kind],
        "read": found.read,
        "players": json.dumps([_shape(one) for one in matches]),
        **_answers(form.cleaned_data["search"], found.players),
    }


def report_words(error: TrfError, name: str) -> RefusalText:
    """Return the words of a broken report, with its line."""
    words, line = report_refusal_text(error), error.facts["line"]
    return RefusalText(f"{name}:{line}: {words.what}" if line else f"{name}: {words.what}", words.next_step)


def _answers(text: str, players: Sequence[ListedPlayer]) -> dict[str, Any]:
    """Return the lines of the search that nobody fits, and the players who are chosen to begin with.

    These are all without a search, and those who alone fit a line of it.
    """
    if Search(text).is_for_all:
        return {"missing": [], "taken": range(len(players))}
    missing, taken = [], set()
    for line in dict.fromkeys(text.splitlines()):
        search = Search(line)
        fitting = [at for at, one in enumerate(players) if not search.is_for_all and search.fits(one)]
        if len(fitting) == 1:
            taken.update(fitting)
        elif not fitting and not search.is_for_all:
            missing.append(line.strip())
    return {"missing": missing, "taken": taken}


def _shape(match: MatchedPlayer) -> dict[str, Any]:
    player = match.player
    return {
        "name": player.name,
        "number": player.number,
        "body": player.body,
        "rating": player.rating,
        "title": player.title,
        "federation": player.federation,
        "club_name": player.club_name,
        "birth_year": player.birth_year,
    }


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def add_from_list(request: HttpRequest, section_id: int) -> HttpResponse:
    """Enter the chosen players, with the persons chosen for them."""
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    try:
        chosen = _chosen(request)
        made = add_listed_players(section_id=section_id, chosen=chosen, actor=actor_of(request))
    except ClubError as error:
        context = {
            "section": "desk",
            "one": section,
            "tab": "entries",
            "form": PlayerListForm(),
            "limit": settings.PLAYER_LIST_LIMIT,
            "refusal": refusal_text(error),
        }
        page = "tournaments/exchange/desk/player_list.html"
        return render(request, page, context, status=error.status)
    told = ngettext("%(count)s player added.", "%(count)s players added.", len(made)) % {"count": len(made)}
    messages.success(request, told)
    return redirect("tournaments:desk_entries", section_id)


def _chosen(request: HttpRequest) -> list[ChosenPlayer]:
    """Return the chosen players as the page sent them. Raises ListFormBroken for anything else."""
    fields = set(ListedPlayer.__dataclass_fields__) - {"line"}
    try:
        told = load_json(request.POST.get("players", ""))
        players = [ListedPlayer(**{name: one[name] for name in fields}) for one in told[:MAX_FOUND]]
        if not all(map(is_plausible, players)):
            raise ListFormBroken
        takes = [int(text) for text in request.POST.getlist("take")]
        persons = [request.POST.get(f"person-{at}", "") for at in takes]
        return [
            ChosenPlayer(players[at], int(person) if person else None)
            for at, person in zip(takes, persons, strict=True)
        ]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise ListFormBroken from None
