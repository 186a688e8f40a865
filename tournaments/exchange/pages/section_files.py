"""Desk pages of files: exports of a section, and events imported from a file."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText
from club.core.messages import refusal_text as club_refusal_text
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.core.selectors import clubs_with_capability
from tournaments.core.pages.event_times import zone_field
from tournaments.core.refusal_messages import refusal_text
from tournaments.core.scopes import of_section
from tournaments.exchange.note_messages import note_description, note_text
from tournaments.exchange.selectors.section_exports import REPORTS, exported_section, may_export, sight_of
from tournaments.exchange.services.section_files import ImportedSection, import_section, validate_size
from tournaments.exchange.trf import TrfError
from tournaments.models import Section


class FileWords(NamedTuple):
    """Words of a format: its name, its contents, and who takes it."""

    name: object
    text: object
    takers: object = ""


GROUPS: Final = (
    (
        _("For federations and other pairing programs"),
        {
            "trf16": FileWords(
                _("TRF16"),
                _("Tournament report: players, pairings and results of all rounds."),
                _("Swiss-Manager, and through it chess-results.com; Vega, JaVaFo, bbpPairings"),
            ),
            "trf26": FileWords(
                _("TRF26"),
                _("The report format of 2025, with byes, forbidden pairs and acceleration."),
                _("bbpPairings 6, OpenPairings and other programs that follow the format of 2025"),
            ),
            "rating-report": FileWords(
                _("Rating report (XLSX)"),
                _("The event, the players with their federation numbers, and every game played."),
                _("Rating offices of FMJD, KNDB and other federations that take a spreadsheet"),
            ),
        },
    ),
    (
        _("Games"),
        {
            "pdn": FileWords(
                _("PDN"),
                _("Every game: recorded games in full, the others with names and result."),
                _("Lidraughts, Turbo Dambase, Aurora and other draughts programs"),
            ),
            "pdn-rounds": FileWords(
                _("PDN by round (ZIP)"),
                _("The same games, one file per round."),
                _("Websites and databases that show an event round by round"),
            ),
        },
    ),
    (
        _("Spreadsheets"),
        {
            "entries": FileWords(_("Entries (CSV)"), _("One line per player."), _("Excel, LibreOffice")),
            "pairings": FileWords(
                _("Pairings and results (CSV)"),
                _("One line per game, published rounds only."),
                _("Excel, LibreOffice, club websites"),
            ),
            "pairings-xlsx": FileWords(
                _("Pairings and results (XLSX)"), _("One sheet per round."), _("Excel, LibreOffice")
            ),
            "standings": FileWords(
                _("Standings (CSV)"), _("With every tie-break."), _("Excel, LibreOffice, club websites")
            ),
            "progress": FileWords(
                _("Progress (CSV)"), _("Each player's score after each round."), _("Excel, LibreOffice")
            ),
            "standings-xlsx": FileWords(
                _("Standings (XLSX)"),
                _("Standings, cross-table and progress on three sheets."),
                _("Excel, LibreOffice"),
            ),
        },
    ),
    (
        _("For this program"),
        {
            "json": FileWords(
                _("Everything (JSON)"),
                _("Complete, with drafts and reasons."),
                _("This program, here or on another machine: Events, Import event"),
            ),
        },
    ),
)
"""The formats by purpose."""


class FileLine(NamedTuple):
    """A file for download."""

    words: FileWords
    address: str
    notes_of: str = ""
    """Key of a report whose notes are loaded apart, because the whole report is made for them."""
    notes: Sequence[str] | None = None
    """What the format cannot say of this section, or why there is no file."""


class SectionFileForm(forms.Form):
    """Form of a file to import."""

    file = forms.FileField(
        label=_("File"), help_text=_("A TRF16 or TRF26 file, or a section exported as JSON.")
    )
    time_zone = zone_field()


@require_safe
@vary_on_headers("HX-Request")
@needs(Capability.SEE_DESK, scope=of_section)
def files(request: HttpRequest, section_id: int) -> HttpResponse:
    """The files of a section; with `?notes=REPORT` the notes on that report, for htmx as a fragment.

    A format that the reader may not have is not listed.
    """
    actor = actor_of(request)
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    asked = request.GET.get("notes", "")
    notes = _notes_on(row, asked, actor) if asked in REPORTS else None
    if notes is not None and "HX-Request" in request.headers:
        return render(request, "tournaments/exchange/desk/_file_notes.html", {"notes": notes})
    found = [
        (title, {key: words for key, words in formats.items() if may_export(actor, row, key)})
        for title, formats in GROUPS
    ]
    groups = [
        (title, [_line(row, key, words, notes if key == asked else None) for key, words in formats.items()])
        for title, formats in found
        if formats
    ]
    context = {"section": "desk", "one": row, "groups": groups, "tab": "files"}
    return render(request, "tournaments/exchange/desk/files.html", context)


def _line(section: Section, key: str, words: FileWords, notes: Sequence[str] | None) -> FileLine:
    return FileLine(words, address_of(section, key), key if key in REPORTS else "", notes)


def _notes_on(section: Section, key: str, actor: Actor) -> Sequence[str]:
    """Notes on a report of a section; why there is none if it cannot be made."""
    try:
        made = exported_section(section, key, sight=sight_of(actor, section))
        return [note_description(note) for note in made.notes]
    except TrfError as error:
        words = refusal_text(error)
        return [words.what, words.next_step]


def address_of(section: Section, key: str) -> str:
    """Return the download address of a format."""
    if key == "json":
        return reverse("tournaments-api:section-document", args=[section.pk])
    return reverse("tournaments-api:section-export", args=[section.pk, key])


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS)
def new_from_file(request: HttpRequest) -> HttpResponse:
    """Create an event from a file; list the repairs, or name the unusable place."""
    homes = clubs_with_capability(actor=actor_of(request), capability=Capability.RUN_EVENTS)
    form = SectionFileForm(request.POST or None, request.FILES or None)
    made, refusal, name = None, None, ""
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["file"].name
        slug = request.POST.get("club", "")
        home = next((club for club in homes if slug in {club.slug, ""}), None)
        made, refusal = _read(request, form, home.pk if home else 0)
    context = {
        "section": "desk",
        "form": form,
        "homes": homes,
        "refusal": refusal,
        "made": made,
        "notes": [note_text(name, note) for note in made.notes] if made else [],
    }
    is_wrong = request.method == "POST" and made is None
    return render(
        request,
        "tournaments/exchange/desk/import.html",
        context,
        status=UNPROCESSABLE if is_wrong else OK,
    )


def _read(
    request: HttpRequest, form: SectionFileForm, home: int
) -> tuple[ImportedSection | None, RefusalText | None]:
    file = form.cleaned_data["file"]
    try:
        validate_size(file.size)
        data = file.read()
        made = import_section(
            organisation_id=home,
            data=data,
            name=file.name,
            actor=actor_of(request),
            time_zone=form.cleaned_data["time_zone"],
        )
    except ClubError as error:
        return None, club_refusal_text(error)
    except TrfError as error:
        words, line = refusal_text(error), error.facts["line"]
        what = f"{file.name}:{line}: {words.what}" if line else f"{file.name}: {words.what}"
        return None, RefusalText(what, words.next_step)
    return made, None
