"""The rulings of a section as everybody may read them: with the articles, without what is private."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.published import published
from club.selectors.live import last_number
from club.web.access import public
from tournaments.models import Event, Section
from tournaments.selectors.told_cases import ToldCase, ruled_cases, told_case
from tournaments.web.entry_forms import zone_of
from tournaments.web.pdf_rulings import rulings_list
from tournaments.web.pdf_sheets import pdf_answer, size_named
from tournaments.web.public import section_context, section_version


def rulings_version(slug: str, section: str, **more: Any) -> object:
    """What the rulings are unchanged by: the section, and the number of the latest word about a case."""
    known, event_id = section_version(slug, section, **more), _event_id(slug)
    return None if known is None else (known, last_number(f"cases:{event_id}"))


def rulings_channel(slug: str, **_more: Any) -> str:
    """What wakes the kept pages; the public listens to the section alone."""
    return f"cases:{_event_id(slug)}"


def _event_id(slug: str) -> int | None:
    return Event.objects.filter(slug=slug).values_list("pk", flat=True).first()


def _told(row: Section) -> list[ToldCase]:
    return [told_case(case) for case in ruled_cases(row)]


@require_safe
@public
@published(version=rulings_version, channel=rulings_channel)
def rulings(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """The cases that were ruled on, and what was decided on appeal."""
    row, context = section_context(request, slug, section)
    context |= {"cases": _told(row), "tab": "rulings"}
    with timezone.override(zone_of(row.event)):
        return render(request, "tournaments/rulings.html", context)


@require_safe
@public
@published(version=rulings_version, channel=rulings_channel)
def rulings_pdf(request: HttpRequest, slug: str, section: str, size: str) -> HttpResponse:
    """The same on paper."""
    row, _context = section_context(request, slug, section)
    with timezone.override(zone_of(row.event)):
        paper = rulings_list(row, _told(row), size_named(size))
        return pdf_answer(paper, f"{row.event.slug}-{row.slug}-rulings")
