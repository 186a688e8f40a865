"""Public rulings of a section: with the articles, without private text."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.cases.pages.pdf_rulings import rulings_list
from tournaments.cases.selectors.public_cases import PublicCase, public_case, ruled_cases
from tournaments.core.pages.event_times import render_in_zone, zone_of
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.models import Section
from tournaments.printing.pages.pdf_sheets import pdf_answer, size_named


def _public_cases(row: Section) -> list[PublicCase]:
    return [public_case(case) for case in ruled_cases(row)]


@public_section_page
def rulings(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the cases with a ruling, and the decisions on appeal."""
    row, context = section_context(request, slug, section)
    context |= {"cases": _public_cases(row), "tab": "rulings"}
    return render_in_zone(row.event, request, "tournaments/cases/rulings.html", context)


@public_section_page
def rulings_pdf(request: HttpRequest, slug: str, section: str, size: str) -> HttpResponse:
    """The public rulings as a PDF."""
    row, _context = section_context(request, slug, section)
    with timezone.override(zone_of(row.event)):
        paper = rulings_list(row, _public_cases(row), size_named(size))
        return pdf_answer(paper, f"{row.event.slug}-{row.slug}-rulings")
