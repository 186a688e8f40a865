"""Documents of the arbiter's desk: a ruling to be signed, and the report of an event, as page and as PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from tournaments.cases.pages.pdf_rulings import report_sheet, ruling_sheet
from tournaments.cases.selectors.arbiter_report import arbiter_report
from tournaments.cases.selectors.public_cases import public_case, with_rulings
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_case, of_event
from tournaments.models import Case, Event
from tournaments.printing.pages.pdf_sheets import pdf_answer, size_named


def _with_names(request: HttpRequest) -> bool:
    return request.GET.get("names") != "0"


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def ruling(request: HttpRequest, case_id: int, size: str) -> HttpResponse:
    """Print the ruling of a case with its position, its articles and signature lines."""
    case = get_object_or_404(with_rulings(Case.objects.all()), pk=case_id)
    with timezone.override(zone_of(case.event)):
        paper = ruling_sheet(public_case(case, with_names=_with_names(request)), size_named(size))
        return pdf_answer(paper, f"{case.event.slug}-case-{case.number}")


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_event)
def report(request: HttpRequest, event_id: int) -> HttpResponse:
    """Print the arbiter's report of an event."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    with timezone.override(zone_of(event)):
        told = arbiter_report(event, with_names=_with_names(request))
        context = {"section": "desk", "event": event, "report": told}
        return render(request, "tournaments/cases/desk/arbiter_report.html", context)


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_event)
def report_pdf(request: HttpRequest, event_id: int, size: str) -> HttpResponse:
    """The report as a PDF."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    with timezone.override(zone_of(event)):
        paper = report_sheet(arbiter_report(event, with_names=_with_names(request)), size_named(size))
        return pdf_answer(paper, f"{event.slug}-arbiter-report")
