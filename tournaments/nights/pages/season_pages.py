"""Season table: the public page, the desk page with its settings, and a file."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of
from club.paper.sheets import csv_lines
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import section_scope
from tournaments.events.pages.public_sections import section_context
from tournaments.events.systems import has_nights
from tournaments.models import ClubNight, RatingList, Section
from tournaments.nights.models.night import MAX_ATTENDANCE_POINTS
from tournaments.nights.selectors.season_table import SeasonLine, SeasonTable, season_lines
from tournaments.nights.services.night_ratings import count_nights
from tournaments.nights.services.seasons import MAX_NIGHTS, set_season
from tournaments.ratings.pages.rating_rows import change_text, rating_text
from tournaments.ratings.selectors.live_ratings import nights_to_count
from tournaments.ratings.selectors.rating_lists import usable_lists
from tournaments.standings.ranking.season import NightScore


def _with_keeper(row: RatingList) -> str:
    return f"{row.name} ({row.organisation})"


class SeasonForm(forms.Form):
    """Form of the settings of a season."""

    rating_list = forms.ChoiceField(label=gettext_lazy("Rating list"), required=False)
    best_nights = forms.IntegerField(
        label=gettext_lazy("Number of best nights that count"),
        min_value=0,
        max_value=MAX_NIGHTS,
        help_text=gettext_lazy("0: all of them."),
    )
    attendance_points = forms.IntegerField(
        label=gettext_lazy("Points per night attended"), min_value=0, max_value=MAX_ATTENDANCE_POINTS
    )

    def __init__(self, *args: Any, organisation_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [
            (str(one.pk), one.name if one.organisation_id == organisation_id else _with_keeper(one))
            for one in usable_lists(organisation_id)
        ]
        self.fields["rating_list"] = forms.ChoiceField(
            label=gettext_lazy("Rating list"),
            required=False,
            choices=[("", gettext_lazy("none")), *named],
            help_text=gettext_lazy(
                "Results of club nights update this list, and rounds are paired by its ratings. A "
                "federation's list is read-only; players are matched by their numbers."
            ),
        )

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        given = dict(self.cleaned_data)
        chosen = given.pop("rating_list")
        return given | {"rating_list_id": int(chosen) if chosen else None}


class SeasonRowText(NamedTuple):
    """Texts of a line, with its sum and the criterion that separates it from the line above."""

    line: SeasonLine
    percent: str
    rating: str
    moved: str
    nights: tuple[str, ...]
    why: str


def season_rows(table: SeasonTable) -> list[SeasonRowText]:
    """The lines of a season table in texts."""
    return [
        SeasonRowText(
            line,
            str(round(100 * line.row.average)) if line.row.games else "",
            rating_text(line.rating),
            change_text(0.0, line.moved),
            tuple(_nights(line, table.nights)),
            _rank_reason(line),
        )
        for line in table.lines
    ]


def _nights(line: SeasonLine, nights: dict[int, ClubNight]) -> Iterator[str]:
    for one in line.row.counted:
        yield f"{_day(one, nights)}: {one.points}"
    for one in line.row.dropped:
        yield _("%(night)s: %(points)s, not counted") % {
            "night": _day(one, nights),
            "points": one.points,
        }
    if line.row.attendance:
        told = _("attendance: %(points)s")
        yield told % {"points": line.row.attendance}


def _day(score: NightScore, nights: dict[int, ClubNight]) -> str:
    return date_format(nights[score.night].held_on, "SHORT_DATE_FORMAT")


def _rank_reason(line: SeasonLine) -> str:
    """Return why a player is below the line above."""
    told = {
        "points": ngettext(
            "%(number)s point behind %(name)s.", "%(number)s points behind %(name)s.", line.behind
        ),
        "share": _("Same points as %(name)s, but a lower percentage."),
        "wins": _("Same points and percentage as %(name)s, but fewer wins."),
        "level": _("Tied with %(name)s."),
    }
    return told[line.parted] % {"number": line.behind, "name": line.above} if line.parted else ""


@require_safe
@public
def season(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """The live table of a season; ratings only of a public list."""
    row, context = section_context(request, slug, section)
    if not has_nights(row):
        raise Http404(section)
    table = season_lines(row, for_everybody=True)
    shows = table.rating_list is not None and table.rating_list.is_public
    context |= {"table": table, "lines": season_rows(table), "tab": "season", "shows_ratings": shows}
    return render(request, "tournaments/nights/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_DESK, scope=of_section)
def desk_season(request: HttpRequest, section_id: int) -> HttpResponse:
    """The same at the desk, with the settings of the season; posting changes them."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    table = season_lines(row)
    known = {
        "rating_list": table.season.rating_list_id or "",
        "best_nights": table.season.best_nights,
        "attendance_points": table.season.attendance_points,
    }
    form = SeasonForm(request.POST or None, initial=known, organisation_id=row.event.organisation_id)
    sent = submit(
        request,
        form,
        lambda: set_season(section_id=section_id, actor=actor_of(request), **form.facts()),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_season", section_id)
    waiting = nights_to_count(table.rating_list) if table.rating_list else None
    ended = waiting.filter(section=row, closed_at__isnull=False).count() if waiting is not None else 0
    context = {
        "section": "desk",
        "one": row,
        "tab": "season",
        "table": table,
        "lines": season_rows(table),
        "shows_ratings": table.rating_list is not None,
        "has_nights": has_nights(row),
        "uncounted": ended,
        "form": form,
        "refusal": sent.refusal,
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(row)),
    }
    return render(request, "tournaments/nights/desk/season.html", context, status=sent.status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def count(request: HttpRequest, section_id: int) -> HttpResponse:
    """Count the ended nights on the rating list."""
    get_object_or_404(Section, pk=section_id)
    with Refusals(request):
        done = count_nights(section_id=section_id, actor=actor_of(request))
        text = ngettext(
            "Added %(number)s night to the rating list.",
            "Added %(number)s nights to the rating list.",
            len(done),
        )
        messages.success(request, text % {"number": len(done)})
    return redirect("tournaments:desk_season", section_id)


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def season_file(_request: HttpRequest, section_id: int) -> HttpResponse:
    """The table as a CSV file."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    columns = (
        pgettext("in the standings", "Place"),
        *(_("Name"), _("Points"), _("Nights"), _("Games"), _("Won"), _("Drawn"), _("Lost")),
        *(_("White"), _("Black"), _("Points, %"), _("Rating"), _("Change"), _("Performance")),
    )
    rows = [
        (
            *(one.rank, line.entry.name, one.total, one.nights, one.games, one.wins, one.draws),
            *(one.losses, one.whites, one.blacks, round(100 * one.average)),
            *(_whole(line.rating), _whole(line.moved), _whole(line.performance)),
        )
        for line in season_lines(row).lines
        for one in [line.row]
    ]
    text = "\ufeff" + "".join(csv_lines([columns, *rows]))
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}-season.csv"'
    return answer


def _whole(rating: float | None) -> str:
    return "" if rating is None else f"{rating:.0f}"
